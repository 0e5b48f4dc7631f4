const time = /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d{1,9})?)?( ?[ap]\.?m\.?)?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/i;

export const withoutTime = (text: string): string => text.replace(time, '');

/** Year, month and day of calendars' ends (.NET and SQL, Windows, VMS, Access, spreadsheets), and what people type for "never". */
const unknownDays: ReadonlySet<string> = new Set([
  '1-1-1',
  '100-1-1',
  '1582-10-15',
  '1600-1-1',
  '1601-1-1',
  '1752-9-14',
  '1753-1-1',
  '1754-1-1',
  '1800-1-1',
  '1858-11-17',
  '1899-12-29',
  '1899-12-30',
  '1899-12-31',
  '1900-1-0',
  '1900-1-1',
  '1904-1-1',
  '2079-6-6',
  '2999-12-31',
  '3000-1-1',
]);

/** The same days as numbers of spreadsheets; a fraction is a time. */
const unknownSerial = /^(?:-1|0|1|2958465)(?:\.\d{1,12})?$|^-\d{1,6}(?:\.\d{1,12})?$/;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** Days with a year of four digits, or of two zeros for 1900. */
const forms: readonly [pattern: RegExp, year: number, month: number, day: number][] = [
  [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{3,4})$/, 3, 1, 2],
  [/^(\d{3,4})[/.-](\d{1,2})[/.-](\d{1,2})$/, 1, 2, 3],
  [/^(\d{4})(\d{2})(\d{2})$/, 1, 2, 3],
  [/^(\d{2})(\d{2})(\d{4})$/, 3, 1, 2],
  [/^([a-z]{3,9})\.?[ -](\d{1,2})(?:,? |-)(\d{3,4})$/i, 3, 1, 2],
  [/^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{3,4})$/i, 3, 2, 1],
];

/** Spreadsheets show zero as this day, with a two-digit year. */
const zeroDay = /^0?1[/.-]0{1,2}[/.-](?:00|0)$|^0{1,2}-jan-(?:00|1900)$/i;
/** Zeros alone and blank forms: 00/00/0000, __/__/____, / / or mm/dd/yyyy. */
const noDay = /^[0/.\- :]+$|^[_/.\- ]+$|^mm?[/.-]dd?[/.-](?:yyyy|yy)$|^yyyy[/.-]mm[/.-]dd$/i;
const nines = /^(?:99[/.-]99[/.-](?:99)?99|9999[/.-]99[/.-]99|9{6}|9{8})$/;

/** A calendar's first or last day, zeros or nines, or an empty form means "not known", with or without a time. */
export function isUnknownDay(text: string): boolean {
  if (text === '' || text.length > 60) return false;
  const day = withoutTime(text.replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i, ''));
  if (/^-+$/.test(day)) return false;
  if ([unknownSerial, zeroDay, noDay, nines].some((pattern) => pattern.test(day))) return true;
  for (const [pattern, yearAt, monthAt, dayAt] of forms) {
    const parts = pattern.exec(day);
    if (!parts) continue;
    const [year, month, dayOfMonth] = [
      Number(parts[yearAt]),
      monthOf(parts[monthAt] ?? ''),
      Number(parts[dayAt]),
    ];
    if (year === 9999 || year === 0) return true;
    // also with the day first
    if (
      unknownDays.has(`${year}-${month}-${dayOfMonth}`) ||
      unknownDays.has(`${year}-${dayOfMonth}-${month}`)
    )
      return true;
  }
  return false;
}
