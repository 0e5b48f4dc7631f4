import { clockInZone, dateAndTimeInZone, timeOfDayText } from '@mailcall/contract/rules/office-time.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const weekday = (instant: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(new Date(instant));

/** When somebody is to be called, for people at the office: 'today, 4:00 pm', 'Tue, 10:00 am', '12/24/26 @ 10:00 am'. */
export function dayAndTime(instant: string, timeZone: string, now: number): string {
  const at = Date.parse(instant);
  const { day: date, minutes } = clockInZone(instant, timeZone);
  if (date === clockInZone(new Date(now), timeZone).day) return `today, ${timeOfDayText(minutes)}`;
  return Math.abs(at - now) < 6 * day
    ? `${weekday(at, timeZone)}, ${timeOfDayText(minutes)}`
    : dateAndTimeInZone(instant, timeZone);
}

/** A time to try again, as it is offered. */
export interface NextTry {
  /** UTC; '' keeps the caller in the list. */
  until: string;
  label: string;
}

/** The times offered to try again: the proposed one first. `keeps` offers to leave the caller in the list. */
export function nextTries(
  proposed: string,
  timeZone: string,
  { now, keeps }: { now: number; keeps: boolean },
): NextTry[] {
  const at = (instant: number, label: string): NextTry => {
    const until = new Date(instant).toISOString();
    return { until, label: `${label}: ${dayAndTime(until, timeZone, now)}` };
  };
  const proposal = Date.parse(proposed);
  return [
    at(proposal, 'Proposed'),
    at(now + hour, 'In an hour'),
    at(proposal + 2 * day, 'Two days later'),
    at(proposal + 7 * day, 'A week later'),
    ...(keeps ? [{ until: '', label: 'Keep in the list' }] : []),
  ];
}
