export const approveLabel = 'Approve – goes to print';

/** Consequence of an approval, shown on every screen before it. */
export const approvalConsequence =
  'It goes to print, and this cannot be undone. Your name and the date are saved with the approval, and the primary contacts get an email.';

export const approvalQuestion = (mailingName: string): string => `Approve ${mailingName}?`;

export const approvedMessage = (mailingName: string): string =>
  `${mailingName} is approved and goes to print. Thank you.`;
