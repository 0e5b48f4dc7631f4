import * as duration from '../time/durations.ts';
import { clockInZone, daysAfter, instantInZone } from '../time/office-time.ts';

export interface OpenTime {
  /** 0 (Sunday) to 6. */
  weekday: number;
  /** Minutes since midnight in the office's local time, 0 to 1439. */
  opens: number;
  /** Later than `opens`, at most 1440. */
  closes: number;
}

export interface OfficeHours {
  timeZone: string;
  /** Missing days are closed. Empty if the hours are not known. */
  open: readonly OpenTime[];
  /** `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>;
}

export function overlappingTimes(times: readonly OpenTime[]): boolean {
  const sorted = times.toSorted((one, other) => one.weekday - other.weekday || one.opens - other.opens);
  return sorted.some((time, place) => {
    const next = sorted[place + 1];
    return next?.weekday === time.weekday && next.opens < time.closes;
  });
}

const minute = duration.minutes(1);

export const hoursAreKnown = ({ open }: OfficeHours): boolean => open.length > 0;

const weekdayOf = (date: string) => new Date(`${date}T00:00:00.000Z`).getUTCDay();

/** Zone offsets are slow to look up, and offices share zones and hours. */
const instants = new Map<string, number>();
const maxInstants = 20_000;

function instantOf(date: string, minutes: number, timeZone: string): number {
  const key = `${date} ${minutes} ${timeZone}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  if (instants.size >= maxInstants) instants.clear();
  const found = instantInZone(date, minutes, timeZone).getTime();
  instants.set(key, found);
  return found;
}

/** Empty if the office is closed on that day, such as on a holiday. */
export function timesOn(
  date: string,
  { open, holidays }: Pick<OfficeHours, 'open' | 'holidays'>,
): OpenTime[] {
  if (holidays.has(date)) return [];
  const weekday = weekdayOf(date);
  return open.filter((time) => time.weekday === weekday);
}

const openOn = (date: string, hours: OfficeHours): { from: number; to: number }[] =>
  timesOn(date, hours).map(({ opens, closes }) => ({
    from: instantOf(date, opens, hours.timeZone),
    to: instantOf(date, closes, hours.timeZone),
  }));

/** Whole minutes of office hours; plain minutes if the hours are not known. */
export function officeMinutes(from: number, to: number, hours: OfficeHours): number {
  if (to <= from) return 0;
  if (!hoursAreKnown(hours)) return Math.floor((to - from) / minute);
  let open = 0;
  let date = clockInZone(new Date(from), hours.timeZone).day;
  for (const last = clockInZone(new Date(to), hours.timeZone).day; date <= last; date = daysAfter(date, 1))
    for (const time of openOn(date, hours))
      open += Math.max(0, Math.min(time.to, to) - Math.max(time.from, from));
  return Math.floor(open / minute);
}

/** '45 min', '2 h', '3 h 20 min'. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 || hours >= 10 ? `${hours} h` : `${hours} h ${rest} min`;
}

const minutesOfDay = 24 * 60;

/** Like {@link minutesText}, but plain minutes become days from two days on: '24 days'. */
export const waitedText = (minutes: number, hoursKnown: boolean): string =>
  !hoursKnown && minutes >= 2 * minutesOfDay
    ? `${Math.floor(minutes / minutesOfDay)} days`
    : minutesText(minutes);

export const waitingText = (minutes: number, hoursKnown: boolean): string =>
  `waiting ${waitedText(minutes, hoursKnown)}${hoursKnown ? ' of office hours' : ''}`;
