import { isWithheldNumber, normalizePhone } from './phone.ts';

/** Why a cell cannot be read. Reasons never repeat the content, which may be a person's name or number. */
export class ValueProblem {
  /** Sentence that says what would be right. */
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const unknownTexts: ReadonlySet<string> = new Set([
  'n/a',
  'na',
  'none',
  'null',
  'unknown',
  'not provided',
  '-',
  '--',
  '?',
]);

/** Cell text with single blanks inside and none around; null if empty or unknown. */
export function readText(cell: string): string | null {
  const text = cell.replace(/\s+/g, ' ').trim();
  return text === '' || unknownTexts.has(text.toLowerCase()) ? null : text;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const notADate = new ValueProblem('This is not a date. Write it like 3/31/2026.');
const two = (value: number) => String(value).padStart(2, '0');

/** Month of a number or name; 0 for neither. */
const monthOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** A two-digit year is the latest such year up to next year, because some first visits are in the future. */
function yearOf(text: string, thisYear: number): number {
  if (text.length !== 2) return Number(text);
  const latest = thisYear + 1;
  const year = latest - (latest % 100) + Number(text);
  return year > latest ? year - 100 : year;
}

const dateForms: readonly [pattern: RegExp, year: number, month: number, day: number][] = [
  [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/, 3, 1, 2],
  [/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, 1, 2, 3],
  [/^(\d{4})(\d{2})(\d{2})$/, 1, 2, 3],
  [/^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i, 3, 1, 2],
  [/^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}|\d{2})$/i, 3, 2, 1],
];

/** The number zero as a date in spreadsheets. */
const noDay = /^0?1[/.-]0{1,2}[/.-](19)?00\b/;

/**
 * Parses a US date, month first: 3/31/2026, 03-31-26, 2026-03-31, Mar 31, 2026 or 31-Mar-26, with an optional time. A
 * two-digit year is the latest one up to the year after `thisYear`. Null if empty, and for 1/1/1900 or 1/0/1900, which
 * stand for no date in spreadsheets.
 */
export function readDate(cell: string, thisYear: number): string | null | ValueProblem {
  const text = readText(cell);
  if (text === null || /^0{1,4}[/.-]0{1,2}[/.-]0{1,4}$/.test(text) || noDay.test(text)) return null;
  const withoutTime = text.replace(
    /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]\.?m\.?)?(Z|[+-]\d{2}:?\d{2})?$/i,
    '',
  );
  const withoutWeekday = withoutTime.replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i, '');
  for (const [pattern, yearAt, monthAt, dayAt] of dateForms) {
    const parts = pattern.exec(withoutWeekday);
    if (!parts) continue;
    const [year, month, day] = [
      yearOf(parts[yearAt] ?? '', thisYear),
      monthOf(parts[monthAt] ?? ''),
      Number(parts[dayAt]),
    ];
    const isDay =
      month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
    if (!isDay || year < 1900 || year > 2199) return notADate;
    const read = `${year}-${two(month)}-${two(day)}`;
    return read === '1900-01-01' ? null : read;
  }
  return notADate;
}

const notAnAmount = new ValueProblem('This is not an amount. Write it like 1,250.00.');

/** US dollars as cents: $1,250.00, 1250, -12.5, 12.50-, (12.50), $(12.50); $- is zero. Null if empty. */
export function readCents(cell: string): number | null | ValueProblem {
  const text = readText(cell);
  if (text === null) return null;
  if (/^(?:USD|US\$|\$) ?-$/i.test(text)) return 0;
  const parts =
    /^(?<open>\()? ?(?<before>-)? ?(?:USD|US\$|\$)? ?(?<after>-|\()? ?(?<whole>\d{1,3}(?:,\d{3}){1,2}|\d{1,9})?(?:\.(?<cents>\d{0,4}))? ?(?<close>\)|-)?(?: ?USD)?$/i.exec(
      text,
    )?.groups;
  if (!parts || (parts['whole'] === undefined && !parts['cents'])) return notAnAmount;
  const { open, before, after, close } = parts;
  if ((open === '(' || after === '(') !== (close === ')')) return notAnAmount;
  const signs = [open, before, after, close === '-' ? close : undefined].filter((sign) => sign !== undefined);
  if (signs.length > 1) return notAnAmount;
  const whole = Number((parts['whole'] ?? '0').replaceAll(',', ''));
  if (whole > 999_999_999) return notAnAmount;
  // a file may contain fractions of a cent
  const cents = Math.round(whole * 100 + Number(`0.${parts['cents'] || '0'}`) * 100);
  return signs.length === 1 && cents !== 0 ? -cents : cents;
}

const notAZip = new ValueProblem('This is not a US ZIP code. Write it like 80202.');

/** States whose ZIP codes begin with zero, by the first three digits. A few codes belong to two states. */
const statesOfZeroZips: readonly [from: number, to: number, states: readonly string[]][] = [
  [5, 5, ['NY']],
  [6, 7, ['PR']],
  [8, 8, ['VI']],
  [9, 9, ['PR']],
  [10, 27, ['MA']],
  [28, 29, ['RI']],
  [30, 38, ['NH']],
  [39, 49, ['ME']],
  [50, 59, ['VT']],
  [55, 55, ['MA']],
  [60, 69, ['CT']],
  [63, 63, ['NY']],
  [70, 89, ['NJ']],
  [90, 98, ['AE']],
];

const namesOfZeroStates: Readonly<Record<string, string>> = {
  CONNECTICUT: 'CT',
  MAINE: 'ME',
  MASSACHUSETTS: 'MA',
  'NEW HAMPSHIRE': 'NH',
  'NEW JERSEY': 'NJ',
  'NEW YORK': 'NY',
  'PUERTO RICO': 'PR',
  'RHODE ISLAND': 'RI',
  'US VIRGIN ISLANDS': 'VI',
  VERMONT: 'VT',
  'VIRGIN ISLANDS': 'VI',
};

/** Whether a ZIP code with a leading zero is in use, and in the given state. */
function isZeroZipOf(zip: string, state: string | null): boolean {
  const prefix = Number(zip.slice(0, 3));
  const states = statesOfZeroZips.flatMap(([from, to, names]) =>
    prefix >= from && prefix <= to ? names : [],
  );
  const text = (state ?? '').toUpperCase().replaceAll('.', '').trim();
  return states.length > 0 && (text === '' || states.includes(namesOfZeroStates[text] ?? text));
}

/**
 * Five digits of a ZIP code or ZIP+4. Restores leading zeros dropped by spreadsheets if the state has such codes. Null if
 * empty or all zeros.
 * @param state abbreviation or name in the same row; null if not known
 */
export function readZip(cell: string, state: string | null): string | null | ValueProblem {
  const text = readText(cell)?.replace(/\.0$/, '') ?? null;
  if (text === null || /^0+(?:[- ]0+)?$/.test(text)) return null;
  const digits = /^(\d{3,5})(?:[- ]?\d{4})?$/.exec(text)?.[1] ?? /^(\d{5})\d{4}$/.exec(text)?.[1];
  if (digits === undefined || Number(digits) === 0) return notAZip;
  if (digits.length === 5) return digits;
  const zip = digits.padStart(5, '0');
  return isZeroZipOf(zip, state) ? zip : notAZip;
}

const notARoute = new ValueProblem('This is not a carrier route. Write it like C007 or 80202C007.');

/** Carrier route in capitals, with or without ZIP code; null if empty. */
export function readRoute(cell: string): string | null | ValueProblem {
  const text = readText(cell)?.toUpperCase() ?? null;
  if (text === null) return null;
  return /^(\d{5}[ -]?)?[A-Z][ -]?\d{1,3}$/.test(text) ? text : notARoute;
}

const notAPhone = new ValueProblem('This is not a US phone number. Write it like (303) 555-0123.');

/** Phone number as +1 and ten digits, without an extension or a word such as 'cell'. Null if empty or withheld. */
export function readPatientPhone(cell: string): string | null | ValueProblem {
  const text = readText(cell);
  if (text === null || isWithheldNumber(text)) return null;
  const number = text.replace(/^[a-z :.]+(?=[+(\d])/i, '').replace(/ ?(?:,|;|\(?[a-z#])[^]*/i, '');
  const digits = number.replace(/\D/g, '');
  if (digits === '' || /^0+$/.test(digits)) return /\d/.test(text) || digits !== '' ? null : notAPhone;
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{9}$/.test(ten) ? normalizePhone(ten) : notAPhone;
}

/** Degrees, at most `limit` from zero; null if empty. */
export function readDegrees(cell: string, limit: 90 | 180): number | null | ValueProblem {
  const text = readText(cell);
  if (text === null) return null;
  const value = /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(value) <= limit
    ? value
    : new ValueProblem(
        limit === 90
          ? 'This is not a latitude. Write it like 39.7392.'
          : 'This is not a longitude. Write it like -104.9903.',
      );
}
