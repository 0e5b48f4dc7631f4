export const approveLabel = 'Approve – goes to print';

/** Consequence of an approval, shown on every screen before it. */
export const approvalConsequence =
  'It goes to print, and this cannot be undone. Your name and the date are saved. The primary contacts get an email.';

export const approvalQuestion = (mailingTitle: string): string => `Approve “${mailingTitle}”?`;

export const approvedMessage = (mailingTitle: string): string =>
  `“${mailingTitle}” is approved and goes to print. Thank you.`;
