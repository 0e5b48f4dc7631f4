import { dateFormats, dayInZone, withPlainSpaces } from '@mailcall/contract/time/date-format.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

const time = dateFormats({ hour: 'numeric', minute: '2-digit' });
const dayAndTime = dateFormats({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** 'Jan 31, 2026, 3:00 PM EST' */
export const formatInZone = (instant: Date, timeZone: string): string =>
  withPlainSpaces(dayAndTime(timeZone).format(instant));

/** Such as `-05:00`; null for UTC itself. */
export function offsetOf(localDateTime: string | undefined): string | null {
  const offset = /[+-]\d{2}:\d{2}$/.exec(localDateTime ?? '')?.[0] ?? null;
  return offset === '+00:00' || offset === '-00:00' ? null : offset;
}

/** 'Jan 31, 2026, 3:00 PM (UTC-05:00)' */
export function formatInstant(instant: Date, offset: string | null): string {
  const [hour = 0, minute = 0] = (offset ?? '+00:00').slice(1).split(':').map(Number);
  const offsetMinutes = (hour * 60 + minute) * (offset?.startsWith('-') ? -1 : 1);
  const local = new Date(instant.getTime() + minutes(offsetMinutes));
  return `${dayInZone(local, 'UTC')}, ${withPlainSpaces(time('UTC').format(local))} (UTC${offset ?? ''})`;
}
