/** What the button says that has a mailing printed. */
export const approveLabel = 'Approve – goes to print';

/** What approving a mailing means, said before it is done, whichever screen it is done on. */
export const approvalConsequence =
  'It goes to print, and this cannot be undone. Your name and the date are kept with the approval, and the primary contacts get an email.';

/** The question before a mailing is approved. */
export const approvalQuestion = (mailingName: string): string => `Approve ${mailingName}?`;

/** Said once a mailing is approved. */
export const approvedMessage = (mailingName: string): string =>
  `${mailingName} is approved and goes to print. Thank you.`;
