const minute = 60 * 1000;

/** What the clock and calendar show in a zone at a moment. */
interface DisplayedTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** 0 to 23. */
  hour: number;
  minute: number;
}

/** Making a format costs more than using it, and tables show many times of one zone. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, made);
  return made;
}

function displayedIn(timeZone: string, instant: number): DisplayedTime {
  const parts = Object.fromEntries(
    clockOf(timeZone)
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

/** How far the zone's clock is ahead of UTC at a moment, in milliseconds. */
function aheadOfUtc(timeZone: string, instant: number): number {
  const displayed = displayedIn(timeZone, instant);
  const wholeMinute = Math.floor(instant / minute) * minute;
  return (
    Date.UTC(displayed.year, displayed.month - 1, displayed.day, displayed.hour, displayed.minute) -
    wholeMinute
  );
}

/**
 * The moment at which a zone's clock shows a time of a day. Where the clock shows it twice it is the first; a time that
 * is skipped means as many minutes after the change.
 * @param day `YYYY-MM-DD`
 * @param minutes since midnight by the clock
 */
export function instantInZone(day: string, minutes: number, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00.000Z`) + minutes * minute;
  const aDay = 24 * 60 * minute;
  const before = aheadOfUtc(timeZone, asUtc - aDay);
  const after = aheadOfUtc(timeZone, asUtc + aDay);
  const fitting = [before, after].find((ahead) => aheadOfUtc(timeZone, asUtc - ahead) === ahead);
  return new Date(asUtc - (fitting ?? before));
}

/** The day and the minutes since midnight that a zone's clock shows at a moment. */
export function clockInZone(instant: string | Date, timeZone: string): { day: string; minutes: number } {
  const displayed = displayedIn(timeZone, new Date(instant).getTime());
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${String(displayed.year).padStart(4, '0')}-${two(displayed.month)}-${two(displayed.day)}`,
    minutes: displayed.hour * 60 + displayed.minute,
  };
}

/** 'h:mm am' of minutes since midnight. */
export function timeOfDayShown(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

/** 'M/D/YY @ h:mm a' in a zone: call and appointment rows. */
export function dateAndTimeInZone(instant: string | Date, timeZone: string): string {
  const { year, month, day, hour, minute: minutes } = displayedIn(timeZone, new Date(instant).getTime());
  return `${month}/${day}/${String(year % 100).padStart(2, '0')} @ ${timeOfDayShown(hour * 60 + minutes)}`;
}

/** 'MMM D, YYYY' in a zone. */
export const dayInZone = (instant: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(instant),
  );

/** The first time on offer for an appointment, its distance to the next, and how many there are. */
const firstTime = 7 * 60;
const timeStep = 15;
const timesOnOffer = 49;

/** The times on offer for an appointment, in minutes since midnight: every 15 minutes from 7:00, 49 of them. */
export const appointmentTimes: readonly number[] = Array.from(
  { length: timesOnOffer },
  (_, at) => firstTime + at * timeStep,
);
