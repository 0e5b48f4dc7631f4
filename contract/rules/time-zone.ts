import { clockInZone, dateAndTimeInZone, timeOfDayShown } from './office-time.ts';

/** IANA zone of an account that the feed gives none; the database has the same default for its column. */
export const defaultTimeZone = 'America/New_York';

type NameStyle = 'short' | 'longGeneric';

/** Creating a format costs more than using it, and tables show many times of one zone. */
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

/** The short name of a zone at a moment: 'EST' in winter, 'EDT' in summer. */
export const shortZoneName = (instant: string | Date, timeZone: string): string =>
  zoneName(new Date(instant), timeZone, 'short');

/** 'M/D/YY @ h:mm a' in a zone, followed by the zone's short name at that moment. */
export const dateAndTimeWithZone = (instant: string | Date, timeZone: string): string =>
  `${dateAndTimeInZone(instant, timeZone)} ${shortZoneName(instant, timeZone)}`;

/** Whether the clocks of these zones show different times at any season of a moment's year. */
export function clocksDiffer(timeZones: readonly string[], moment: Date): boolean {
  const year = moment.getUTCFullYear();
  const seasons = [new Date(Date.UTC(year, 0, 15)), new Date(Date.UTC(year, 6, 15))];
  const clocks = new Set(
    timeZones.map((timeZone) => seasons.map((season) => shortZoneName(season, timeZone)).join('/')),
  );
  return clocks.size > 1;
}

const hoursAndMinutes = (minutes: number) =>
  minutes === 0 ? 'midnight' : timeOfDayShown(minutes).replace(':00', '');

/** 'Eastern' for Eastern Time; a zone that never changes its clock keeps its whole name. */
const spokenName = (name: string) => (name.endsWith('Standard Time') ? name : name.replace(/ Time$/, ''));

/**
 * When the UTC days of a range end by the clock of its offices: 'days end 7 pm Eastern'. It is the time at the end of
 * the range's last day, so it follows daylight saving. Offices with different clocks have no such time in common: the
 * text is then 'days in UTC'.
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
