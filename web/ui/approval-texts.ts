/** The text of the button that approves a mailing for print. */
export const approveLabel = 'Approve – goes to print';

/** What approving a mailing leads to, displayed on every screen before it is approved. */
export const approvalConsequence =
  'It goes to print, and this cannot be undone. Your name and the date are saved with the approval, and the primary contacts get an email.';

/** The title of the dialog that confirms an approval. */
export const approvalQuestion = (mailingName: string): string => `Approve ${mailingName}?`;

/** The message after a mailing is approved. */
export const approvedMessage = (mailingName: string): string =>
  `${mailingName} is approved and goes to print. Thank you.`;
