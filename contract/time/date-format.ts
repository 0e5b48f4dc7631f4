/**
 * American formats of dates and times, by IANA time zone. Each is created once, because that is slow and tables show many times.
 * The returned function throws a RangeError for an unknown zone.
 */
export function dateFormats(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = known.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
    known.set(timeZone, format);
    return format;
  };
}

const mediumDay = dateFormats({ year: 'numeric', month: 'short', day: 'numeric' });

/** 'Nov 22, 2026'. */
export const dayInZone = (instant: string | Date, timeZone: string): string =>
  mediumDay(timeZone).format(new Date(instant));

/** 'Nov 22, 2026' of a calendar day, `YYYY-MM-DD`. */
export const formatDay = (day: string): string => dayInZone(day, 'UTC');

/** Some versions of ICU put a narrow space before PM. */
export const withPlainSpaces = (text: string): string => text.replace(/\s/gu, ' ');
