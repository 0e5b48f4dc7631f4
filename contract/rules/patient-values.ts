import { days } from '../time/durations.ts';
import { cellText, codeText, hyphenated, isSpreadsheetError, wholeDigits, writtenOut } from './cell-text.ts';
import { isWithheldNumber, normalizePhone } from './phone.ts';
import { isUnknownDay, withoutTime } from '../time/unknown-day.ts';

/** Why a cell cannot be read. Never repeats the content, which may be a name or a number. */
export class ValueProblem {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Written by people and programs that know nothing; letters and digits only. */
const unknownTexts: ReadonlySet<string> = new Set(
  'na|none|null|nil|nan|undefined|unknown|unk|missing|blank|empty|tbd|notprovided|notavailable|notapplicable|notgiven|notknown|notonfile|noneonfile|nonegiven|noneprovided|noaddress|nophone|noinfo|nodata|unknownaddress|unavailable'.split(
    '|',
  ),
);

const isPlaceholder = (text: string): boolean =>
  text.length <= 30 &&
  (unknownTexts.has(text.toLowerCase().replace(/[^a-z0-9]/g, '')) || !/[\p{L}\p{N}]/u.test(text));

const notKnown = new ValueProblem('This cell says that the value is not known.');
const spreadsheetError = new ValueProblem(
  'The spreadsheet wrote an error here, or ##### because the column is too narrow. Correct it there and save the file again.',
);
const digitsLost = new ValueProblem(
  'The spreadsheet rounded this number. Format the column as text or number there and save the file again.',
);

const withSingleBlanks = (text: string) => text.replace(/\s+/g, ' ');

function readCell(text: string): string | null | ValueProblem {
  if (text === '') return null;
  if (isSpreadsheetError(text)) return spreadsheetError;
  return isPlaceholder(text) ? notKnown : text;
}

/** Single blanks inside; null if empty, a problem for a placeholder. */
export const readText = (cell: string): string | null | ValueProblem =>
  readCell(hyphenated(withSingleBlanks(cellText(cell))));

/** Only spellings such as N/A, and texts without letters, are no names: people are called Null, Na, None and Unknown. Null if empty. */
export function readName(cell: string): string | null | ValueProblem {
  const text = hyphenated(withSingleBlanks(cellText(cell)));
  if (text === '') return null;
  if (isSpreadsheetError(text)) return spreadsheetError;
  const isName = /[\p{L}\p{N}]/u.test(text) && !(/[/\\#]/.test(text) && isPlaceholder(text));
  return isName ? text : notKnown;
}

const readCode = (cell: string) => readCell(withSingleBlanks(codeText(cell)));

/** Undoes a spreadsheet's conversion to a number. */
export function readPatientId(cell: string): string | null | ValueProblem {
  const text = readText(cell);
  return typeof text === 'string' ? (wholeDigits(text) ?? digitsLost) : text;
}

/** Apartment, suite or other unit: 4.0 becomes 4. Null if empty or zero. */
export function readUnit(cell: string): string | null | ValueProblem {
  const text = readText(cell);
  if (typeof text !== 'string') return text;
  return /^#? ?0+(?:\.0+)?$/.test(text) ? null : (wholeDigits(text) ?? text);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const notADate = new ValueProblem('This is not a date. Write it like 3/31/2026.');
const two = (value: number) => String(value).padStart(2, '0');

/** Month by number or name; 0 for neither. */
const monthOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** The latest year with these two digits up to next year, because some first visits are in the future. */
function yearOf(text: string, thisYear: number): number {
  if (text.length !== 2) return Number(text);
  const latest = thisYear + 1;
  const year = latest - (latest % 100) + Number(text);
  return year > latest ? year - 100 : year;
}

/** Each by an example. */
const dateForms: readonly [pattern: RegExp, year: number, month: number, day: number, form: string][] = [
  [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/, 3, 1, 2, '3/31/2026'],
  [/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, 1, 2, 3, '2026-03-31'],
  [/^(\d{4})(\d{2})(\d{2})$/, 1, 2, 3, '20260331'],
  [/^(\d{2})(\d{2})(\d{4})$/, 3, 1, 2, '03312026'],
  [/^([a-z]{3,9})\.?[ -](\d{1,2})(?:,? |-)(\d{4})$/i, 3, 1, 2, 'Mar 31, 2026'],
  [/^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}|\d{2})$/i, 3, 2, 1, '31-Mar-2026'],
];

/** Days of spreadsheets, counted from the last day of 1899, with or without time. */
const daySerial = /^(?:[1-9]\d?,\d{3}|[1-9]\d{0,6})(?:\.\d{1,12})?$/;
const dayOfSerial = (serial: number): string =>
  new Date(Date.UTC(1899, 11, 30) + days(serial)).toISOString().slice(0, 10);
/** The first number of a day that is read as one: smaller ones are years. It is in 1927. */
const firstSerial = 10_000;

const doubtful = new ValueProblem(
  'This date is probably not a first visit: some programs write it when they do not know the day.',
);
/** Start of Unix time, in UTC and in the United States. */
const beginnings: ReadonlySet<string> = new Set(['1970-01-01', '1969-12-31']);
const earliestYear = 1930;

export interface WrittenDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** How it is written, by an example. */
  form: string;
}

function dayOfText(text: string, thisYear: number): WrittenDay | null {
  for (const [pattern, yearAt, monthAt, dayAt, form] of dateForms) {
    const parts = pattern.exec(text);
    if (!parts) continue;
    const [year, month, day] = [
      yearOf(parts[yearAt] ?? '', thisYear),
      monthOf(parts[monthAt] ?? ''),
      Number(parts[dayAt]),
    ];
    const isDay =
      month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
    if (isDay && year >= 1900 && year <= 2199) return { day: `${year}-${two(month)}-${two(day)}`, form };
  }
  return null;
}

/** Month first; without the time. Null if it is no day. */
export function readWrittenDay(text: string, thisYear: number): WrittenDay | null {
  const serial = daySerial.test(text) ? Number(text.replace(',', '')) : Number.NaN;
  if (serial >= firstSerial || serial < 366) return { day: dayOfSerial(serial), form: '46112' };
  return dayOfText(withoutTime(text).replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i, ''), thisYear);
}

/**
 * First visit, month first: 3/31/2026, 03-31-26, 2026-03-31, Mar 31, 2026, 31-Mar-26 or a spreadsheet's number, with or without a time.
 * Null if empty or {@link isUnknownDay}. Refuses doubtful days: before 1930, after next year, and the first day of Unix time.
 */
export function readDate(cell: string, thisYear: number): string | null | ValueProblem {
  const code = withSingleBlanks(codeText(cell));
  if (isUnknownDay(code)) return null;
  const text = readCell(code);
  if (typeof text !== 'string') return text;
  const number = writtenOut(text);
  if (number === null) return digitsLost;
  const day = readWrittenDay(number, thisYear)?.day;
  if (day === undefined) return notADate;
  const year = Number(day.slice(0, 4));
  return year < earliestYear || year > thisYear + 1 || beginnings.has(day) ? doubtful : day;
}

const notAnAmount = new ValueProblem('This is not an amount. Write it like 1,250.00.');

/** $1,250.00 or 1250; negative as -12.5, 12.50-, (12.50) or $(12.50); - or $- is zero, as in spreadsheets. Null if empty. */
export function readCents(cell: string): number | null | ValueProblem {
  const code = withSingleBlanks(codeText(cell));
  if (/^(?:(?:USD|US\$|\$) ?)?-$/i.test(code)) return 0;
  if (code === '$') return notAnAmount;
  const read = readCell(code);
  if (typeof read !== 'string') return read;
  const text = writtenOut(read);
  if (text === null) return digitsLost;
  const parts =
    /^(?<open>\()? ?(?<before>-)? ?(?:USD|US\$|\$)? ?(?<after>-|\()? ?(?<whole>\d{1,3}(?:,\d{3}){1,2}|\d{1,9})?(?:\.(?<cents>\d{0,20}))? ?(?<close>\)|-)?(?: ?USD)?$/i.exec(
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

const zerosAlone = new ValueProblem('Zeros alone are not a ZIP code.');
const notAZip = new ValueProblem('This is not a US ZIP code. Write it like 80202.');

/** First three digits of ZIP codes that begin with zero, by state. A few codes belong to two states. */
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

function isZeroZipOf(zip: string, state: string | null): boolean {
  const prefix = Number(zip.slice(0, 3));
  const states = statesOfZeroZips.flatMap(([from, to, names]) =>
    prefix >= from && prefix <= to ? names : [],
  );
  const text = (state ?? '').toUpperCase().replaceAll('.', '').trim();
  return states.length > 0 && (text === '' || states.includes(namesOfZeroStates[text] ?? text));
}

/** Five digits, also from ZIP+4. Restores dropped zeros if the state (abbreviation, name or null) has such codes. Null if empty. */
export function readZip(cell: string, state: string | null): string | null | ValueProblem {
  const read = readCode(cell);
  if (typeof read !== 'string') return read;
  const text = wholeDigits(read);
  if (text === null) return digitsLost;
  if (/^0+(?:[- ]0+)?$/.test(text)) return zerosAlone;
  const digits = /^(\d{3,5})(?:[- ]?\d{4})?$/.exec(text)?.[1] ?? /^(\d{5})\d{4}$/.exec(text)?.[1];
  if (digits === undefined || Number(digits) === 0) return notAZip;
  if (digits.length === 5) return digits;
  const zip = digits.padStart(5, '0');
  return isZeroZipOf(zip, state) ? zip : notAZip;
}

const notARoute = new ValueProblem('This is not a carrier route. Write it like C007 or 80202C007.');

/** Capitals, with or without ZIP code; null if empty. */
export function readRoute(cell: string): string | null | ValueProblem {
  const read = readCode(cell);
  if (typeof read !== 'string') return read;
  const text = read.toUpperCase();
  return /^(\d{5}[ -]?)?[A-Z][ -]?\d{1,3}$/.test(text) ? text : notARoute;
}

const notAPhone = new ValueProblem('This is not a US phone number. Write it like (303) 555-0123.');

const withheld = new ValueProblem('This stands for a number that is withheld or not known.');
const partsLost = new ValueProblem(
  'A part of this cell is not a US phone number. The other numbers of the cell are kept.',
);

function numberOf(digits: string): string | null {
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{9}$/.test(ten) && !isWithheldNumber(ten) ? normalizePhone(ten) : null;
}

/** +1 and ten digits each, like callers' numbers, without words and extensions. Empty for an empty cell. */
export function readPatientPhones(cell: string): { numbers: string[]; problem: ValueProblem | null } {
  const none = (problem: ValueProblem | null) => ({ numbers: [], problem });
  const read = readCode(cell);
  if (typeof read !== 'string') return none(read);
  const text = wholeDigits(read);
  if (text === null) return none(digitsLost);
  if (isWithheldNumber(text)) return none(withheld);
  const groups = text.match(/\+?[\d(). -]+/g) ?? [];
  const numbers = new Set<string>();
  let [hasOthers, hasWithheld] = [false, false];
  for (const group of groups) {
    const digits = group.replace(/\D/g, '');
    const parts = digits.length > 11 ? partsOf(group) : [digits];
    for (const part of parts) {
      const number = numberOf(part);
      if (number !== null) numbers.add(number);
      else if (part.length >= 7 && isWithheldNumber(part)) hasWithheld = true;
      else if (part.length >= 7) hasOthers = true;
    }
  }
  if (numbers.size > 0) return { numbers: [...numbers], problem: hasOthers ? partsLost : null };
  return none(hasWithheld && !hasOthers ? withheld : notAPhone);
}

/** Adjacent numbers, such as 303-555-0101 303-555-0102; all digits if they cannot be divided. */
function partsOf(group: string): string[] {
  const parts: string[] = [];
  for (const word of group.split(' ')) {
    const digits = word.replace(/\D/g, '');
    const last = parts.at(-1);
    if (last !== undefined && last.length < 10) parts[parts.length - 1] = last + digits;
    else if (digits !== '') parts.push(digits);
  }
  return parts.every((part) => numberOf(part) !== null) ? parts : [group.replace(/\D/g, '')];
}

/** Degrees, at most `limit` from zero; null if empty. */
export function readDegrees(cell: string, limit: 90 | 180): number | null | ValueProblem {
  const read = readCode(cell);
  if (typeof read !== 'string') return read;
  const text = writtenOut(read) ?? read;
  const value = /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(value) <= limit
    ? value
    : new ValueProblem(
        limit === 90
          ? 'This is not a latitude. Write it like 39.7392.'
          : 'This is not a longitude. Write it like -104.9903.',
      );
}
