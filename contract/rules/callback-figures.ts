import { followUpDays } from './outcome.ts';
import { isAttempt, isClosing } from './callbacks.ts';
import { type DoneAction, isAbout } from './callback-state.ts';

/** What came of missed calls, each a part of the one before. */
export const callbackSteps = ['missed', 'attempted', 'reached', 'booked'] as const;
export type CallbackStep = (typeof callbackSteps)[number];

/** The lists of missed calls behind the figures: a step, what staff did, or nothing. */
export const callbackFigureLists = [...callbackSteps, 'called-back', 'not-attempted'] as const;
export type CallbackFigureList = (typeof callbackFigureLists)[number];

/** The titles and definitions of the figures of the callback desk. */
export const callbackFigureTexts: Readonly<Record<CallbackFigureList, { title: string; about: string }>> = {
  missed: {
    title: 'Missed',
    about:
      'Callers with a missed call in the selected accounts, dates and campaigns, and these calls. A call without a number is a caller of its own.',
  },
  attempted: {
    title: 'Attempted',
    about: `Of these, those whom staff called back within ${followUpDays} days, and those who were reached without it.`,
  },
  reached: {
    title: 'Reached',
    about: `Of these, those with whom somebody spoke within ${followUpDays} days: the callback ended with “Spoke With Caller”, the caller asked not to be called, called again and staff answered, or booked.`,
  },
  booked: {
    title: 'Booked',
    about: `Of these, those with an appointment on the missed call, or on a later call within ${followUpDays} days that is from their number or has an appointment for it. Cancelled ones stay counted.`,
  },
  'called-back': {
    title: 'Called Back',
    about: `Missed calls about which staff recorded an attempt or a closing, or that were resolved, within ${followUpDays} days. What was undone does not count.`,
  },
  'not-attempted': {
    title: 'Nobody Tried',
    about: `Missed calls that nobody called back within ${followUpDays} days, and whose caller was not reached otherwise. It can still happen for calls of the last ${followUpDays} days.`,
  },
};

/** What the share and the times are, for "How is this counted?". */
export const callbackTimeTexts = {
  recovered: {
    title: 'Share Recovered',
    about: 'Callers who were reached, divided by the callers who were missed.',
  },
  median: {
    title: 'Median Time to First Attempt',
    about:
      'Of the missed calls that staff called back, half were called back within this time. It is counted in the hours of each office, and in plain hours where they are not known.',
  },
  ninetieth: {
    title: '90th Percentile',
    about: 'Of the missed calls that staff called back, nine of ten were called back within this time.',
  },
} as const;

/** A missed call, and what is recorded on it. */
export interface MissedCall {
  id: string;
  at: number;
  /** Null while nobody has resolved it. */
  resolvedAt: number | null;
  /** Who called back, as the resolution says; null when that is not known. */
  resolvedBy: string | null;
  /** The resolution says that somebody spoke with the caller. */
  spoke: boolean;
  /** It has a counted appointment. */
  booked: boolean;
}

/** A call of the same caller, or one with an appointment for their number. */
export interface LaterContact {
  at: number;
  /** Staff answered it, and it is the caller's. */
  answered: boolean;
  /** It has a counted appointment that is the caller's. */
  booked: boolean;
}

/** Who called back first, and when. */
export interface FirstAttempt {
  at: number;
  /** Null when it is not known who. */
  by: string | null;
}

/** What came of a missed call. */
export interface MissedOutcome {
  /** The furthest step. */
  step: CallbackStep;
  /** What staff did first; null when they did nothing. */
  firstAttempt: FirstAttempt | null;
}

const window = followUpDays * 24 * 60 * 60 * 1000;

/** The last instant at which something can come of a missed call. */
export const callbackUntil = (at: number): number => at + window;

/** Attempts and closings about a call until it was resolved, as in the history of the call, within the days that count. */
const triesOf = (call: MissedCall, actions: readonly DoneAction[]) =>
  actions.filter(
    (action) =>
      (isAttempt(action.kind) || isClosing(action.kind)) &&
      isAbout(action, [call]) &&
      action.at <= Math.min(call.resolvedAt ?? Number.POSITIVE_INFINITY, callbackUntil(call.at)),
  );

/**
 * What came of a missed call within 30 days.
 * @param actions what was done about the caller and not undone
 * @param later calls of the caller, or with an appointment for their number; others than later ones have no effect
 */
export function missedOutcome(
  call: MissedCall,
  actions: readonly DoneAction[],
  later: readonly LaterContact[],
): MissedOutcome {
  const until = callbackUntil(call.at);
  const tries = triesOf(call, actions);
  const isResolved = call.resolvedAt !== null && call.resolvedAt <= until;
  const attempts: FirstAttempt[] = tries.map(({ at, by }) => ({ at: Math.max(at, call.at), by }));
  if (isResolved) attempts.push({ at: Math.max(call.resolvedAt ?? 0, call.at), by: call.resolvedBy });
  const firstAttempt = attempts.reduce<FirstAttempt | null>(
    (first, one) => (first === null || one.at < first.at ? one : first),
    null,
  );
  const inTime = later.filter(({ at }) => at > call.at && at <= until);
  if (call.booked || inTime.some(({ booked }) => booked)) return { step: 'booked', firstAttempt };
  const isReached =
    (isResolved && call.spoke) ||
    tries.some(({ kind }) => kind === 'do-not-call') ||
    inTime.some(({ answered }) => answered);
  if (isReached) return { step: 'reached', firstAttempt };
  return { step: firstAttempt === null ? 'missed' : 'attempted', firstAttempt };
}

/** Whether a missed call is in a list. */
export function isInFigureList({ step, firstAttempt }: MissedOutcome, list: CallbackFigureList): boolean {
  if (list === 'called-back') return firstAttempt !== null;
  if (list === 'not-attempted') return step === 'missed';
  return callbackSteps.indexOf(step) >= callbackSteps.indexOf(list);
}

/**
 * The least value that a share of the values does not exceed: the nearest rank. Null without values.
 * @param sorted ascending
 * @param percentage 1 to 100
 */
export function percentile(sorted: readonly number[], percentage: number): number | null {
  return sorted[Math.ceil((percentage * sorted.length) / 100) - 1] ?? null;
}
