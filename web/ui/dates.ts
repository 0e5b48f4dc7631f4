import { dateFormats, formatDay } from '@mailcall/contract/time/date-format.ts';
import { dateAndTimeInZone, timeOfDayText } from '@mailcall/contract/time/office-time.ts';
import { dateAndTimeWithZone } from '@mailcall/contract/time/time-zone.ts';

const withoutYear = dateFormats({ month: 'short', day: 'numeric' });
const inNumbers = dateFormats({ year: 'numeric', month: '2-digit', day: '2-digit' });
const short = dateFormats({ year: '2-digit', month: '2-digit', day: '2-digit' });
const inRows = dateFormats({ year: '2-digit', month: 'numeric', day: 'numeric' });

/** 'M/D/YY @ h:mm a' in a zone, for rows of calls and appointments. `showZone` appends the zone's short name. */
export const dateAndTime = (instant: string, timeZone: string, showZone = false): string =>
  showZone ? dateAndTimeWithZone(instant, timeZone) : dateAndTimeInZone(instant, timeZone);

/** 'MMM D' of a calendar day. */
export const monthAndDay = (day: string) => withoutYear('UTC').format(new Date(day));

/** 'MM/DD/YYYY' of a calendar day. */
export const dayInNumbers = (day: string) => inNumbers('UTC').format(new Date(day));

/** 'M/D/YY' of a calendar day, as in rows. */
export const rowDay = (day: string) => inRows('UTC').format(new Date(day));

/** 'MM/DD/YY' of a calendar day. */
export const dayShort = (day: string) => short('UTC').format(new Date(day));

/** Calendar day of an instant in the browser's time zone, which the user may change while the page is open. */
function localDay(instant: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** 'MMM D, YYYY' in the browser's time zone. */
export const formatInstantDay = (instant: string) => formatDay(localDay(new Date(instant)));

/** 'h:mm a' in the browser's time zone. */
export function timeOfDay(instant: string): string {
  const date = new Date(instant);
  return timeOfDayText(date.getHours() * 60 + date.getMinutes());
}

/** 'h:mm a' in the browser's time zone, with the date unless today. */
export function asOfText(instant: string, now: Date): string {
  const date = new Date(instant);
  if (localDay(date) === localDay(now)) return timeOfDay(instant);
  const year = String(date.getFullYear() % 100).padStart(2, '0');
  return `${date.getMonth() + 1}/${date.getDate()}/${year} @ ${timeOfDay(instant)}`;
}

/** ISO 8601 date and time of the browser's clock, with its offset from UTC: '2026-11-22T20:30:00-07:00'. */
export function localDateTime(instant: Date): string {
  const offset = -instant.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const clock = [instant.getHours(), instant.getMinutes(), instant.getSeconds()].map(two).join(':');
  const size = Math.abs(offset);
  return `${localDay(instant)}T${clock}${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}
