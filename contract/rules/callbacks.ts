/** `to-call` includes claimed callers. */
export const callbackStates = ['to-call', 'snoozed', 'closed'] as const;
export type CallbackList = (typeof callbackStates)[number];

/** `newest`: by the newest waiting call. */
export const callbackOrders = ['urgency', 'newest', 'waiting'] as const;
export type CallbackOrder = (typeof callbackOrders)[number];

export const attemptKinds = ['left-voicemail', 'no-answer'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

export const closingKinds = ['wrong-number', 'do-not-call', 'not-needed'] as const;
type ClosingKind = (typeof closingKinds)[number];

export const calledBackKinds = [...attemptKinds, 'wrong-number', 'do-not-call'] as const;

export const undoableKinds = ['claim', ...attemptKinds, ...closingKinds, 'snooze'] as const;

export const callbackKinds = [...undoableKinds, 'release', 'reopen', 'resolve'] as const;
export type CallbackKind = (typeof callbackKinds)[number];

export const callbackClosings = [...closingKinds, 'answered', 'appointment', 'resolved', 'expired'] as const;
export type CallbackClosing = (typeof callbackClosings)[number];

/** Reported by the feed, for callbacks outside the portal. */
export const fedKinds = [...attemptKinds, ...closingKinds] as const;

/** Sent to other systems. A claim expires by itself. */
export const lastingKinds = [...fedKinds, 'snooze', 'reopen', 'resolve'] as const;

export const claimMinutes = 10;

export const maxSnoozeDays = 30;

/** Days of 24 hours that closed callers stay listed after their last missed or follow-up call. */
export const callbackDays = 60;

export const callbackKindTexts: Readonly<Record<CallbackKind, string>> = {
  claim: 'Claimed to call',
  release: 'Released',
  'left-voicemail': 'Left a voicemail',
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
  'do-not-call': 'Asked not to be called',
  'not-needed': 'No callback needed',
  snooze: 'Snoozed',
  reopen: 'Reopened',
  resolve: 'Resolved',
};

const callbackClosingTexts: Readonly<Record<CallbackClosing, string>> = {
  'wrong-number': 'Wrong number',
  'do-not-call': 'Asked not to be called',
  'not-needed': 'No callback needed',
  answered: 'Called again and was answered',
  appointment: 'Booked',
  resolved: 'Resolved',
  expired: 'Not reached within 30 days',
};

/** @param booked whether the call that closed the caller has an appointment */
export const closingText = (reason: CallbackClosing, booked: boolean): string =>
  callbackClosingTexts[reason === 'resolved' && booked ? 'appointment' : reason];

export function singleCallText(callerPhoneNumber: string | null): string {
  return callerPhoneNumber?.trim()
    ? 'The number that came with this call cannot be called back.'
    : 'This call came without a number.';
}

export const isClosing = (kind: CallbackKind): kind is ClosingKind =>
  closingKinds.some((one) => one === kind);

export const isCalledBack = (kind: CallbackKind): boolean => calledBackKinds.some((one) => one === kind);

export const isAttempt = (kind: CallbackKind): kind is AttemptKind =>
  attemptKinds.some((one) => one === kind);

export const callbackProblems = {
  isCalling: (name: string) => `${name} is calling.`,
  changed: (name: string, kind: CallbackKind) =>
    `${name} acted in the meantime: ${callbackKindTexts[kind].toLowerCase()}. Please look again.`,
  undone: 'This caller has changed in the meantime. Please look again.',
  closed: (reason: CallbackClosing) =>
    `This caller does not need a callback: ${callbackClosingTexts[reason].toLowerCase()}.`,
  notClosed: 'This caller is already waiting.',
  notReopened: 'No calls are left to return, so this caller cannot be reopened.',
  notClaimed: 'You have not claimed this caller.',
  noAction: 'There is no such action.',
  notUndone: 'This cannot be undone.',
  undoneByOthers: 'Only the person who did this can undo it.',
  undoTooLate: (name: string, kind: CallbackKind) =>
    `It is too late to undo this. ${name} has acted since: ${callbackKindTexts[kind].toLowerCase()}.`,
  undoAfterResolve: 'It is too late to undo this: the calls were resolved.',
  otherCaller: 'Name calls of this caller.',
  onlyPrimaryForHours: 'Only a primary contact can change the hours of an office.',
  untilRequired: 'Say until when.',
  untilNotTaken: 'Only a snooze and an attempt have a time.',
  untilPassed: 'The time to try again has passed. Choose another one.',
  untilRange: `Use a time within the next ${maxSnoozeDays} days.`,
} as const;
