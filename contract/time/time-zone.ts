import { dateFormats } from './date-format.ts';
import { days } from './durations.ts';
import { clockInZone, dateAndTimeInZone, timeOfDayText } from './office-time.ts';

/** Same as in the database column. */
export const defaultTimeZone = 'America/New_York';

const zoneFormats = dateFormats({});

/** Whether this is a known IANA name, in any case. */
export function isTimeZone(name: string): boolean {
  try {
    zoneFormats(name);
    return true;
  } catch {
    return false;
  }
}

const zoneNames = {
  short: dateFormats({ timeZoneName: 'short' }),
  longGeneric: dateFormats({ timeZoneName: 'longGeneric' }),
} as const;

function zoneName(instant: Date, timeZone: string, style: keyof typeof zoneNames): string {
  const parts = zoneNames[style](timeZone).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** 'EST' in winter, 'EDT' in summer. */
export const shortZoneName = (instant: string | Date, timeZone: string): string =>
  zoneName(new Date(instant), timeZone, 'short');

/** 'Eastern Time'. */
export const longZoneName = (instant: Date, timeZone: string): string =>
  zoneName(instant, timeZone, 'longGeneric');

export const dateAndTimeWithZone = (instant: string | Date, timeZone: string): string =>
  `${dateAndTimeInZone(instant, timeZone)} ${shortZoneName(instant, timeZone)}`;

/** Local times differ in winter or summer of the instant's year. */
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

/** 'Eastern' for Eastern Time. A zone without daylight saving keeps its full name. */
const spokenName = (name: string) => (name.endsWith('Standard Time') ? name : name.replace(/ Time$/, ''));

/** 'days end 7 pm Eastern' on the range's last day, because of daylight saving; 'days in UTC' for offices in different zones. */
export function dayEndText(endDate: string, timeZones: readonly string[]): string {
  const [timeZone] = timeZones;
  const end = new Date(Date.parse(`${endDate}T00:00:00.000Z`) + days(1));
  if (timeZone === undefined || clocksDiffer(timeZones, end)) return 'days in UTC';
  if (shortZoneName(end, timeZone) === 'UTC') return 'days in UTC';
  const { day, minutes } = clockInZone(end, timeZone);
  const nextDay = minutes > 0 && day > endDate ? ' the next day' : '';
  return `days end ${hoursAndMinutes(minutes)}${nextDay} ${spokenName(zoneName(end, timeZone, 'longGeneric'))}`;
}

/** 'days in Eastern Time', or 'days in each office’s local time' for several zones. */
export function officeDaysText(endDate: string, dayZones: readonly string[]): string {
  const [timeZone = 'UTC'] = dayZones;
  const end = new Date(`${endDate}T12:00:00.000Z`);
  if (clocksDiffer(dayZones, end)) return 'days in each office’s local time';
  return shortZoneName(end, timeZone) === 'UTC' ? 'days in UTC' : `days in ${longZoneName(end, timeZone)}`;
}
