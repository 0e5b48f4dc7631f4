import { offeredTries, type TryTime } from '@mailcall/contract/rules/next-try.ts';
import { dateFormats } from '@mailcall/contract/time/date-format.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { clockInZone, dateAndTimeInZone, timeOfDayText } from '@mailcall/contract/time/office-time.ts';
import type { CallerDetails } from './api.ts';

const day = days(1);

const weekday = dateFormats({ weekday: 'short' });

/** Time for office staff: 'today, 4:00 pm', 'Tue, 10:00 am', '12/24/26 @ 10:00 am'. */
export function dayAndTime(instant: string, timeZone: string, now: number): string {
  const at = Date.parse(instant);
  const { day: date, minutes } = clockInZone(instant, timeZone);
  if (date === clockInZone(new Date(now), timeZone).day) return `today, ${timeOfDayText(minutes)}`;
  return Math.abs(at - now) < 6 * day
    ? `${weekday(timeZone).format(at)}, ${timeOfDayText(minutes)}`
    : dateAndTimeInZone(instant, timeZone);
}

export interface NextAttempt {
  choice: TryTime | 'keep';
  /** UTC; null keeps the caller in the list. */
  until: string | null;
  label: string;
}

const names: Readonly<Record<Exclude<TryTime, 'proposed'>, string>> = {
  'in-an-hour': 'In an hour',
  'two-business-days': 'Two business days later',
  'a-week': 'A week later',
};

const labelOf = (time: TryTime, at: string): string =>
  time === 'proposed' ? at.charAt(0).toUpperCase() + at.slice(1) : `${names[time]}: ${at}`;

/** Offered times: the proposed one first, leaving the caller in the list last. */
export function nextAttempts(
  { entry, hours }: { entry: Pick<CallerDetails['entry'], 'timeZone'>; hours: CallerDetails['hours'] },
  now: number,
): NextAttempt[] {
  const { timeZone } = entry;
  const office = { timeZone, open: hours.open, holidays: new Set(hours.holidays) };
  return [
    ...offeredTries(now, office).map(({ time, at }): NextAttempt => {
      const until = new Date(at).toISOString();
      return { choice: time, until, label: labelOf(time, dayAndTime(until, timeZone, now)) };
    }),
    { choice: 'keep', until: null, label: 'Keep in the list' },
  ];
}

/** Chosen time, or the proposed one if the choice is no longer offered. */
export const selectedAttempt = (tries: readonly NextAttempt[], choice: string): NextAttempt | undefined =>
  tries.find((one) => one.choice === choice) ?? tries[0];
