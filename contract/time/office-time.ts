import { dateFormats } from './date-format.ts';
import * as duration from './durations.ts';

const minute = duration.minutes(1);

interface DisplayedTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const clocks = dateFormats({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
});

function displayedIn(timeZone: string, instant: number): DisplayedTime {
  const parts = Object.fromEntries(
    clocks(timeZone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: string) => parts[name] ?? Number.NaN;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/** Milliseconds. */
function utcOffset(timeZone: string, instant: number): number {
  const displayed = displayedIn(timeZone, instant);
  const wholeMinute = Math.floor(instant / minute) * minute;
  return (
    Date.UTC(displayed.year, displayed.month - 1, displayed.day, displayed.hour, displayed.minute) -
    wholeMinute
  );
}

/** `YYYY-MM-DD`; earlier if `days` is negative. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 24 * 60 * minute).toISOString().slice(0, 10);

/** A repeated time means the first one, a skipped one as many minutes after the change. `minutes` since local midnight. */
export function instantInZone(day: string, minutes: number, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00.000Z`) + minutes * minute;
  const aDay = 24 * 60 * minute;
  const before = utcOffset(timeZone, asUtc - aDay);
  const after = utcOffset(timeZone, asUtc + aDay);
  const matching = [before, after].find((offset) => utcOffset(timeZone, asUtc - offset) === offset);
  return new Date(asUtc - (matching ?? before));
}

/** Local day (`YYYY-MM-DD`) and minutes since midnight. */
export function clockInZone(instant: string | Date, timeZone: string): { day: string; minutes: number } {
  const displayed = displayedIn(timeZone, new Date(instant).getTime());
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${String(displayed.year).padStart(4, '0')}-${two(displayed.month)}-${two(displayed.day)}`,
    minutes: displayed.hour * 60 + displayed.minute,
  };
}

/** 'h:mm am'. */
export function timeOfDayText(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

/** 'M/D/YY @ h:mm a'. */
export function dateAndTimeInZone(instant: string | Date, timeZone: string): string {
  const { year, month, day, hour, minute: minutes } = displayedIn(timeZone, new Date(instant).getTime());
  return `${month}/${day}/${String(year % 100).padStart(2, '0')} @ ${timeOfDayText(hour * 60 + minutes)}`;
}

/** Minutes of the first time and between times, and the number of times. */
const firstTime = 7 * 60;
const timeStep = 15;
const timeCount = 49;

export const appointmentTimes: readonly number[] = Array.from(
  { length: timeCount },
  (_, at) => firstTime + at * timeStep,
);
