const formats = {
  /** 'Wednesday, March 11 at 3:04 pm' */
  sentence: { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** 'Wednesday, March 11' */
  daySentence: { weekday: 'long', month: 'long', day: 'numeric' },
  /** 'Wed, Mar 11, 3:04 pm' */
  short: { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** 'Wed, Mar 11' */
  dayShort: { weekday: 'short', month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Created once for each zone: creating a formatter is slow. */
const known = new Map<string, Intl.DateTimeFormat>();

/** An instant in an account's time, in words. */
export function alertTime(at: Date, timeZone: string, form: keyof typeof formats): string {
  const key = `${form} ${timeZone}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...formats[form] });
  known.set(key, format);
  // narrow spaces have no place in a text message
  return format
    .format(at)
    .replace(/\s/g, ' ')
    .replace(/ (AM|PM)$/, (half) => half.toLowerCase());
}
