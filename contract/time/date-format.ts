/** American formats by IANA time zone, each created once because that is slow. The result throws a RangeError for an unknown zone. */
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

export const formatDay = (day: string): string => dayInZone(day, 'UTC');

/** Some versions of ICU put a narrow space before PM. */
export const withPlainSpaces = (text: string): string => text.replace(/\s/gu, ' ');
