/** The lists of the callback desk: whom to call (also those whom somebody is calling), who waits for a later time, who is done. */
export const callbackStates = ['to-call', 'snoozed', 'closed'] as const;
export type CallbackList = (typeof callbackStates)[number];

/** The orders of a list of callers. */
export const callbackOrders = ['urgency', 'waiting'] as const;
export type CallbackOrder = (typeof callbackOrders)[number];

/** Attempts to reach a caller. */
export const attemptKinds = ['left-voicemail', 'no-answer'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** What people do to close a caller. */
export const closingKinds = ['wrong-number', 'do-not-call'] as const;
type ClosingKind = (typeof closingKinds)[number];

/** What people do about a caller and can undo. */
export const undoableKinds = ['claim', ...attemptKinds, ...closingKinds, 'snooze'] as const;

/** Everything that people do about a caller. */
export const callbackKinds = [...undoableKinds, 'release', 'reopen', 'resolve'] as const;
export type CallbackKind = (typeof callbackKinds)[number];

/** Why nobody has to call a caller any more. */
export const callbackClosings = [...closingKinds, 'answered', 'appointment', 'resolved', 'expired'] as const;
export type CallbackClosing = (typeof callbackClosings)[number];

/** What the feed tells of people who call back outside the portal. */
export const fedKinds = [...attemptKinds, ...closingKinds] as const;

/** What people do that lasts, and that other systems learn. A claim lapses by itself. */
export const lastingKinds = [...fedKinds, 'snooze', 'reopen', 'resolve'] as const;

/** Minutes after which a claim lapses. */
export const claimMinutes = 10;

/** The most days ahead that a caller can be snoozed. */
export const maxSnoozeDays = 30;

/** How long callers whom nobody has to call are listed, in days of 24 hours since their last missed or follow-up call. */
export const callbackDays = 60;

/** What was done, as it is displayed. */
export const callbackKindTexts: Readonly<Record<CallbackKind, string>> = {
  claim: 'Claimed to call',
  release: 'Released',
  'left-voicemail': 'Left a voicemail',
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
  'do-not-call': 'Asked not to be called',
  snooze: 'Snoozed',
  reopen: 'Reopened',
  resolve: 'Resolved',
};

/** Why nobody has to call a caller any more, as a sentence. */
export const callbackClosingTexts: Readonly<Record<CallbackClosing, string>> = {
  'wrong-number': 'The number is not the caller’s.',
  'do-not-call': 'The caller asked not to be called.',
  answered: 'Called again and was answered.',
  appointment: 'An appointment was made since.',
  resolved: 'The calls that waited were resolved.',
  expired: 'The last call is more than 30 days old, and nobody reached the caller.',
};

/** Why a call without a number to call back is an entry of its own, as a sentence. */
export function singleCallText(callerPhoneNumber: string | null): string {
  return callerPhoneNumber?.trim()
    ? 'The number that came with this call cannot be called back.'
    : 'This call came without a number.';
}

/** Whether an action closes a caller. */
export const isClosing = (kind: CallbackKind): kind is ClosingKind =>
  closingKinds.some((one) => one === kind);

/** Whether an action is an attempt to reach a caller. */
export const isAttempt = (kind: CallbackKind): kind is AttemptKind =>
  attemptKinds.some((one) => one === kind);

/** What the server answers when something cannot be done about a caller, as sentences. */
export const callbackProblems = {
  isCalling: (name: string) => `${name} is calling.`,
  /** What somebody did since the page was loaded. */
  changed: (name: string, kind: CallbackKind) =>
    `${name} was here meanwhile: ${callbackKindTexts[kind].toLowerCase()}. Look again.`,
  undone: 'This caller has changed meanwhile. Look again.',
  closed: (reason: CallbackClosing) => `Nobody has to call this caller. ${callbackClosingTexts[reason]}`,
  notClosed: 'This caller waits already.',
  notReopened: 'Nothing is left to call: this caller cannot be reopened.',
  notClaimed: 'You have not claimed this caller.',
  noAction: 'There is no such action.',
  notUndone: 'This cannot be undone.',
  undoneByOthers: 'Only who did this can undo it.',
  undoTooLate: (name: string, kind: CallbackKind) =>
    `It is too late to undo this. ${name} was here since: ${callbackKindTexts[kind].toLowerCase()}.`,
  undoAfterResolve: 'It is too late to undo this: the calls were resolved.',
  otherCaller: 'Name calls of this caller.',
  onlyPrimaryForHours: 'Only a primary contact can change the hours of an office.',
  untilRequired: 'Say until when.',
  untilNotTaken: 'Only a snooze and an attempt have a time.',
  untilPassed: 'The time to try again has passed. Choose another one.',
  untilRange: `Use a time within the next ${maxSnoozeDays} days.`,
} as const;
