import { days } from '../time/durations.ts';
import { followUpDays } from './outcome.ts';
import { isCalledBack } from './callbacks.ts';
import { type DoneAction, isAbout } from './callback-state.ts';

/** Each step includes the next. */
export const callbackSteps = ['missed', 'attempted', 'reached', 'booked'] as const;
export type CallbackStep = (typeof callbackSteps)[number];

export const callbackFigureLists = [...callbackSteps, 'called-back', 'not-attempted'] as const;
export type CallbackFigureList = (typeof callbackFigureLists)[number];

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
    about: `Of these, those with whom someone spoke within ${followUpDays} days: the callback ended with “Spoke With Caller”, the caller asked not to be called, called again and staff answered, or booked.`,
  },
  booked: {
    title: 'Booked',
    about: `Of these, those with an appointment on the missed call, or on a later call within ${followUpDays} days that is from their number or has an appointment for it. Cancelled ones stay counted.`,
  },
  'called-back': {
    title: 'Called Back',
    about: `Missed calls about which staff recorded an attempt, a wrong number or a caller who asked not to be called, or that were resolved, within ${followUpDays} days. Undone actions do not count.`,
  },
  'not-attempted': {
    title: 'Nobody Tried',
    about: `Missed calls that were not called back within ${followUpDays} days, and whose caller was not reached in another way. Both can still happen for calls of the last ${followUpDays} days.`,
  },
};

export const callbackTimeTexts = {
  recovered: {
    title: 'Share Recovered',
    about: 'Callers who were reached, divided by the callers who were missed.',
  },
  median: {
    title: 'Median Time to First Attempt',
    about:
      'Of the missed calls that staff called back, half were called back within this time. The time counts the hours of each office, or day and night if its hours are not set.',
  },
  ninetieth: {
    title: '90th Percentile',
    about: 'Of the missed calls that staff called back, nine of ten were called back within this time.',
  },
} as const;

export interface MissedCall {
  id: string;
  at: number;
  /** From when it waits: its first score, if that came more than a day after the call; otherwise {@link at}. */
  since: number;
  resolvedAt: number | null;
  resolvedBy: string | null;
  spoke: boolean;
  booked: boolean;
}

/** Later call of the caller, or one with an appointment for their number. */
export interface LaterContact {
  at: number;
  answered: boolean;
  booked: boolean;
}

export interface FirstAttempt {
  at: number;
  by: string | null;
}

export interface MissedOutcome {
  step: CallbackStep;
  firstAttempt: FirstAttempt | null;
}

const window = days(followUpDays);

/** Last moment, in milliseconds, at which a callback counts for a call at `since`. */
export const callbackUntil = (since: number): number => since + window;

/** Calls back by staff after a call and before its resolution, within the counted days. */
const triesOf = (call: MissedCall, actions: readonly DoneAction[]) =>
  actions.filter(
    (action) =>
      isCalledBack(action.kind) &&
      isAbout(action, [call]) &&
      action.at <= Math.min(call.resolvedAt ?? Number.POSITIVE_INFINITY, callbackUntil(call.since)),
  );

/** Outcome within 30 days. `actions`: not undone. `later`: calls of the caller or with an appointment for their number. */
export function missedOutcome(
  call: MissedCall,
  actions: readonly DoneAction[],
  later: readonly LaterContact[],
): MissedOutcome {
  const until = callbackUntil(call.since);
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

export function isInFigureList({ step, firstAttempt }: MissedOutcome, list: CallbackFigureList): boolean {
  if (list === 'called-back') return firstAttempt !== null;
  if (list === 'not-attempted') return step === 'missed';
  return callbackSteps.indexOf(step) >= callbackSteps.indexOf(list);
}

/** Nearest rank; null without values. `sorted` is ascending, `percentage` 1 to 100. */
export function percentile(sorted: readonly number[], percentage: number): number | null {
  return sorted[Math.ceil((percentage * sorted.length) / 100) - 1] ?? null;
}
