const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** 'MMM D, YYYY' of a calendar day, `YYYY-MM-DD`. */
export const formatDay = (date: string) => day.format(new Date(`${date}T00:00:00.000Z`));

/** An instant in a time zone: 'Jan 31, 2026, 3:00 PM EST'. */
export const formatInZone = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
    .format(instant)
    // some versions of ICU put a narrow space before PM
    .replace(/\s/gu, ' ');

/** The offset from UTC that an ISO date and time ends with, such as `-05:00`; null for UTC itself. */
export function offsetOf(localDateTime: string | undefined): string | null {
  const offset = /[+-]\d{2}:\d{2}$/.exec(localDateTime ?? '')?.[0] ?? null;
  return offset === '+00:00' || offset === '-00:00' ? null : offset;
}

/** Formats an instant at an offset from UTC: 'Jan 31, 2026, 3:00 PM (UTC-05:00)'. */
export function formatInstant(instant: Date, offset: string | null): string {
  const [hours = 0, minutes = 0] = (offset ?? '+00:00').slice(1).split(':').map(Number);
  const offsetMinutes = (hours * 60 + minutes) * (offset?.startsWith('-') ? -1 : 1);
  const local = new Date(instant.getTime() + offsetMinutes * 60_000);
  // some versions of ICU put a narrow space before PM
  const clock = time.format(local).replace(/\s/gu, ' ');
  return `${day.format(local)}, ${clock} (UTC${offset ?? ''})`;
}
