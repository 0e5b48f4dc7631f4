import { clockInZone, dateAndTimeInZone, timeOfDayText } from './office-time.ts';

/** IANA time zone of an account for which the feed has none. The database column has the same default. */
export const defaultTimeZone = 'America/New_York';

type NameStyle = 'short' | 'longGeneric';

/** Creating a formatter is slow, and tables show many times in the same zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function zoneName(instant: Date, timeZone: string, style: NameStyle): string {
  const key = `${style} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: style });
    formats.set(key, format);
  }
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The short name of a zone at an instant: 'EST' in winter, 'EDT' in summer. */
export const shortZoneName = (instant: string | Date, timeZone: string): string =>
  zoneName(new Date(instant), timeZone, 'short');

/** The name of a zone in words: 'Eastern Time'. */
export const longZoneName = (instant: Date, timeZone: string): string =>
  zoneName(instant, timeZone, 'longGeneric');

/** An instant in a zone as 'M/D/YY @ h:mm a', followed by the zone's short name. */
export const dateAndTimeWithZone = (instant: string | Date, timeZone: string): string =>
  `${dateAndTimeInZone(instant, timeZone)} ${shortZoneName(instant, timeZone)}`;

/** Whether the local times of the zones differ in winter or summer of an instant's year. */
export function clocksDiffer(timeZones: readonly string[], instant: Date): boolean {
  const year = instant.getUTCFullYear();
  const seasons = [new Date(Date.UTC(year, 0, 15)), new Date(Date.UTC(year, 6, 15))];
  const clocks = new Set(
    timeZones.map((timeZone) => seasons.map((season) => shortZoneName(season, timeZone)).join('/')),
  );
  return clocks.size > 1;
}

const hoursAndMinutes = (minutes: number) =>
  minutes === 0 ? 'midnight' : timeOfDayText(minutes).replace(':00', '');

/** 'Eastern' for Eastern Time. A zone without daylight saving time keeps its full name. */
const spokenName = (name: string) => (name.endsWith('Standard Time') ? name : name.replace(/ Time$/, ''));

/**
 * When the UTC days of a range end in the local time of its offices: 'days end 7 pm Eastern'. It is computed for the end
 * of the range's last day, so it follows daylight saving time. For offices in different time zones it is 'days in UTC'.
 * @param endDate the last UTC day, `YYYY-MM-DD`
 */
export function dayEndText(endDate: string, timeZones: readonly string[]): string {
  const [timeZone] = timeZones;
  const end = new Date(Date.parse(`${endDate}T00:00:00.000Z`) + 86_400_000);
  if (timeZone === undefined || clocksDiffer(timeZones, end)) return 'days in UTC';
  if (shortZoneName(end, timeZone) === 'UTC') return 'days in UTC';
  const { day, minutes } = clockInZone(end, timeZone);
  const nextDay = minutes > 0 && day > endDate ? ' the next day' : '';
  return `days end ${hoursAndMinutes(minutes)}${nextDay} ${spokenName(zoneName(end, timeZone, 'longGeneric'))}`;
}

/**
 * Whose days a range has where each office counts by its own: 'days in Eastern Time', or for offices in different time zones
 * 'days in each office’s local time'.
 * @param endDate the last day, `YYYY-MM-DD`
 * @param dayZones of `dayZones`, at least one
 */
export function officeDaysText(endDate: string, dayZones: readonly string[]): string {
  const [timeZone = 'UTC'] = dayZones;
  const end = new Date(`${endDate}T12:00:00.000Z`);
  if (clocksDiffer(dayZones, end)) return 'days in each office’s local time';
  return shortZoneName(end, timeZone) === 'UTC' ? 'days in UTC' : `days in ${longZoneName(end, timeZone)}`;
}
