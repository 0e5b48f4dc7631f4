import { days } from '../time/durations.ts';
import { callbackKindTexts, isAttempt, isClosing } from './callbacks.ts';
import { type DoneAction, isAbout } from './callback-state.ts';
import { waitingText } from './office-hours.ts';
import { clockInZone, instantInZone } from '../time/office-time.ts';

export interface UrgentCall {
  id: string;
  at: number;
  missed: boolean;
  opportunity: boolean;
  leftMessage: boolean;
  wantsAppointment: boolean;
}

export interface WaitingCaller {
  /** Oldest first; at least one. */
  calls: readonly UrgentCall[];
  /** Not undone, oldest first. */
  actions: readonly Pick<DoneAction, 'kind' | 'at' | 'until' | 'seen'>[];
  waitingMinutes: number;
  hoursKnown: boolean;
  timeZone: string;
}

export interface Urgency {
  /** 1 is called first. */
  rank: number;
  reason: string;
}

const day = days(1);
const ordinals = [
  '',
  '',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
];

const ordinalRules = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ordinalEndings = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
const ordinalText = (count: number) =>
  ordinals[count] ?? `${count}${ordinalEndings.get(ordinalRules.select(count)) ?? 'th'}`;

/** First instant of the week, from Monday. */
export function startOfWeek(now: number, timeZone: string): number {
  const today = Date.parse(`${clockInZone(new Date(now), timeZone).day}T00:00:00.000Z`);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = new Date(today - sinceMonday * day).toISOString().slice(0, 10);
  return instantInZone(monday, 0, timeZone).getTime();
}

/** Last result per zone: zone offsets are slow to look up, and lists have many callers of a zone. */
const weeks = new Map<string, { now: number; start: number }>();

function thisWeekIn(timeZone: string, now: number): number {
  const known = weeks.get(timeZone);
  if (known?.now === now) return known.start;
  const start = startOfWeek(now, timeZone);
  weeks.set(timeZone, { now, start });
  return start;
}

const timesText = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

function nextTryIsDue(since: WaitingCaller['actions'], now: number): boolean {
  const until = since.findLast(({ kind }) => kind === 'snooze' || isAttempt(kind))?.until ?? null;
  return until !== null && until <= now;
}

export function urgencyOf(caller: WaitingCaller, now: number): Urgency {
  const { calls, actions } = caller;
  const waits = waitingText(caller.waitingMinutes, caller.hoursKnown);
  const monday = thisWeekIn(caller.timeZone, now);
  const thisWeek = calls.filter(({ at }) => at >= monday).length;
  const some = (is: (call: UrgentCall) => boolean) => calls.some(is);
  const since = actions.filter((action) => isAbout(action, calls));
  const closedBefore = actions.findLast((action) => isClosing(action.kind) && !isAbout(action, calls));
  const tried = since.filter(({ kind }) => isAttempt(kind)).length;
  if (tried > 0)
    return nextTryIsDue(since, now)
      ? { rank: 4, reason: `Next try is due, tried ${timesText(tried)}` }
      : { rank: 9, reason: `Tried ${timesText(tried)}, not reached yet` };
  if (thisWeek >= 3) return { rank: 1, reason: `${ordinalText(thisWeek)} call since Monday` };
  if (some((call) => call.wantsAppointment))
    return { rank: 2, reason: 'Left a voicemail asking for an appointment' };
  if (closedBefore)
    return {
      rank: 3,
      reason:
        closedBefore.kind === 'do-not-call'
          ? 'Asked not to be called, and called again'
          : `Called again after “${callbackKindTexts[closedBefore.kind].toLowerCase()}”`,
    };
  if (thisWeek === 2) return { rank: 3, reason: 'Second call since Monday' };
  if (some(({ opportunity }) => opportunity)) return { rank: 5, reason: `Opportunity, ${waits}` };
  if (some((call) => call.leftMessage)) return { rank: 6, reason: `Left a voicemail, ${waits}` };
  if (some(({ missed }) => missed)) return { rank: 7, reason: `Missed call, ${waits}` };
  return { rank: 8, reason: `Needs a follow-up, ${waits}` };
}
