/** In the order in which they are looked for: one who has several shows the first. */
export const signInBarriers = [
  'no office',
  'mail failed',
  'locked',
  'not invited',
  'invitation expired',
  'no second step',
] as const;
export type SignInBarrier = (typeof signInBarriers)[number];

export const signInBarrierTexts: Readonly<Record<SignInBarrier, { label: string; why: string }>> = {
  'no office': { label: 'No office', why: 'Has no office, so there is nothing to open.' },
  'mail failed': { label: 'Mail failed', why: 'The last mail could not be sent. Check the address.' },
  locked: { label: 'Locked', why: 'Too many wrong passwords or codes.' },
  'not invited': { label: 'Not invited', why: 'Never got an invitation.' },
  'invitation expired': { label: 'Invitation expired', why: 'Did not use the invitation in time.' },
  'no second step': {
    label: 'No second step',
    why: 'Needs a second step and has none. Add a mobile number.',
  },
};
