import { thousands } from '@mailcall/contract/rules/rates.ts';
import { isReservedAccountId } from '@mailcall/contract/rules/account-names.ts';
import { cellText, codeText, wholeDigits, withoutFormula } from '@mailcall/contract/rules/cell-text.ts';
import { readDuration } from '@mailcall/contract/time/duration.ts';
import { readEmail } from '@mailcall/contract/rules/email.ts';
import { readCents } from '@mailcall/contract/rules/patient-values.ts';
import { isWithheldNumber, numberOfAddress } from '@mailcall/contract/rules/phone.ts';
import { isTimeZone } from '@mailcall/contract/time/time-zone.ts';
import { isUnknownDay } from '@mailcall/contract/time/unknown-day.ts';

/** Why a cell is refused. Never repeats its content, which may be a name or a number. */
export class CellProblem {
  /** Completes "{column} …", as in "is not a date; write it like 2026-03-31". */
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Result for a cell with unusable parts; one sentence per part. */
export class PartlyRead {
  readonly text: string;
  readonly leftOut: readonly string[];
  constructor(text: string, leftOut: readonly string[]) {
    this.text = text;
    this.leftOut = leftOut;
  }
}

/** Unreadable cell that does not reject its row: the column keeps its value. */
export class SkippedCell extends CellProblem {}

/** Reads a trimmed, nonempty cell into text for the column's PostgreSQL type. '' clears the column, as an empty cell does. */
export type CellReader = (text: string) => string | PartlyRead | CellProblem;
type ItemReader = (text: string) => string | CellProblem;

const atMost = (max: number) => new CellProblem(`is longer than ${thousands(max)} characters`);
const nul = new CellProblem('holds a NUL character');
const notUnicode = new CellProblem('holds bytes or characters that are not valid UTF-8');

/** Rejects characters that no stored text may have. Invalid UTF-8 was decoded to the replacement character. */
export function unusable(value: string): CellProblem | null {
  if (value.includes('\0')) return nul;
  if (value.includes('\uFFFD') || !value.isWellFormed()) return notUnicode;
  return null;
}

export const text = (max: number): ItemReader => {
  const tooLong = atMost(max);
  return (cell) => {
    const value = withoutFormula(cell);
    return value.length > max ? tooLong : (unusable(value) ?? value);
  };
};

const longestCode = 1_000;
const ofCode =
  (reader: ItemReader): ItemReader =>
  (cell) =>
    reader(cell.length > longestCode ? cell : codeText(cell));

/** The provider's id: at most 200 characters without blanks and control characters. */
export const id: ItemReader = (cell) => {
  if (cell.length > longestCode) return atMost(200);
  const value = cellText(cell);
  if (value.length > 200) return atMost(200);
  const problem = unusable(value);
  if (problem) return problem;
  if (/[\s\p{Cc};]/u.test(value))
    return new CellProblem('must be an id without blanks, semicolons or control characters, such as A-1001');
  return value;
};

const reservedId = new CellProblem(
  'is a word that no account can have as its id; give the account another id',
);
export const ownAccountId: ItemReader = (value) =>
  isReservedAccountId(cellText(value.slice(0, longestCode))) ? reservedId : id(value);

export const wholeNumber = ({
  min = 0,
  max = 2_147_483_647,
  example,
}: {
  min?: number;
  max?: number;
  example: number;
}): ItemReader => {
  const problem = new CellProblem(
    `must be a whole number from ${min} to ${thousands(max)}, without separators, such as ${example}`,
  );
  return ofCode((value) => {
    if (!/^[+-]?\d{1,12}$/.test(value)) return problem;
    const number = Number(value);
    return number < min || number > max ? problem : String(number);
  });
};

/** Seconds: a day. */
const maxDuration = 86_400;
const notADuration = new SkippedCell(
  `must be a duration of at most a day: seconds, or hours, minutes and seconds, such as 95 or 1:35`,
);
/** Seconds. No duration rejects a call. */
export const duration: ItemReader = ofCode((value) => {
  const seconds = readDuration(value);
  return seconds === null || seconds > maxDuration ? notADuration : String(seconds);
});

export const decimal = ({ min, max, example }: { min: number; max: number; example: number }): ItemReader => {
  const problem = new CellProblem(`must be a number from ${min} to ${max}, such as ${example}`);
  return ofCode((value) => {
    if (!/^[+-]?(\d{1,15}\.?\d{0,20}|\.\d{1,20})$/.test(value)) return problem;
    const number = Number(value);
    return number < min || number > max ? problem : String(number);
  });
};

/** US dollars. */
const amount =
  (problem: SkippedCell, isPossible: (cents: number) => boolean): ItemReader =>
  (value) => {
    const cents = value.length > longestCode ? null : readCents(value);
    return typeof cents === 'number' && isPossible(cents) ? (cents / 100).toFixed(2) : problem;
  };

const notProduction = new SkippedCell('must be an amount in dollars, such as 1250.00 or $1,250.00');
/** Negative after corrections. */
export const production = amount(notProduction, () => true);

const notACost = new SkippedCell(
  'must be an amount in dollars from 0 to 999,999,999.99, such as 3250.00 or $3,250.00',
);
export const cost = amount(notACost, (cents) => cents >= 0);

/** These never reject a row; the report lists unreadable cells. */
export const skippedCells: ReadonlyMap<CellReader | null, SkippedCell> = new Map([
  [duration, notADuration],
  [production, notProduction],
  [cost, notACost],
]);

export const flag: ItemReader = (value) =>
  value === 'true' || value === 'false' ? value : new CellProblem('must be true or false');

export const oneOf = (...words: string[]): ItemReader => {
  const known = new Set(words);
  const problem = new CellProblem(`must be one of: ${words.join(', ')}`);
  return (value) => (known.has(value) ? value : problem);
};

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const realDay = (year: number, month: number, day: number) =>
  year >= 1900 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

const notADay = new CellProblem('is not a date; write it like 2026-03-31');
/** `YYYY-MM-DD`, 1900 to 2199; '' for a placeholder such as 0001-01-01. */
export const day: ItemReader = ofCode((value) => {
  if (isUnknownDay(value)) return '';
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return match && realDay(Number(match[1]), Number(match[2]), Number(match[3])) ? value : notADay;
});

const notATimestamp = new CellProblem('is not a time; write it like 2026-03-31T14:05:00-05:00');
const withoutOffset = new CellProblem(
  'has no offset from UTC; write it like 2026-03-31T14:05:00-05:00 or end it with Z',
);
const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/;
/** ISO 8601 with an offset, 1900 to 2199, stored to the millisecond; '' for a placeholder such as 0001-01-01T00:00:00Z. */
export const timestamp: ItemReader = ofCode((value) => {
  if (isUnknownDay(value)) return '';
  const match = timestampPattern.exec(value);
  if (!match) return notATimestamp;
  const [, year, month, dayOfMonth, hour, minute, second = '0', fraction = '', offset] = match;
  if (!realDay(Number(year), Number(month), Number(dayOfMonth))) return notATimestamp;
  if (hour === undefined) return notATimestamp;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return notATimestamp;
  if (offset === undefined) return withoutOffset;
  let offsetMinutes = 0;
  if (offset !== 'Z') {
    const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
    if (hours > 15 || minutes > 59) return notATimestamp;
    offsetMinutes = (hours * 60 + minutes) * (offset.startsWith('-') ? -1 : 1);
  }
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const utc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(dayOfMonth),
    Number(hour),
    Number(minute) - offsetMinutes,
    Number(second),
    milliseconds,
  );
  return new Date(utc).toISOString();
});

const notAnAddress = new CellProblem(
  'is not an email address; write one such as office@example.com, without a name, a comment or a second address',
);
export const email: ItemReader = (value) => unusable(value) ?? readEmail(value) ?? notAnAddress;

export const e164: ItemReader = ofCode((value) =>
  /^\+[1-9]\d{6,14}$/.test(value) && !isWithheldNumber(value)
    ? value
    : new CellProblem('must be a number in E.164 form, such as +13035550123'),
);

const callerNumberText = text(100);
/** At most 100 characters, or the number of a SIP address; '' if the network withheld it. */
export const callerNumber: CellReader = (value) => {
  const number = value.length > longestCode ? value : wholeDigits(cellText(value));
  if (number === null)
    return new PartlyRead('', ['was rounded by a spreadsheet; format the column as text and send it again']);
  const read = callerNumberText(number);
  if (typeof read !== 'string') return read;
  return isWithheldNumber(read) ? '' : numberOfAddress(read);
};

const notAZone = new CellProblem('is not an IANA time zone such as America/Chicago');
const zonesSeen = new Map<string, string | CellProblem>();
/** IANA name. Merging checks that PostgreSQL knows it in this spelling. */
export const timeZone: ItemReader = (value) => {
  // impossible names, which may have 100,000 characters, are not cached
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,49}$/.test(value)) return notAZone;
  const seen = zonesSeen.get(value);
  if (seen) return seen;
  const result = isTimeZone(value) ? value : notAZone;
  if (zonesSeen.size < 2000) zonesSeen.set(value, result);
  return result;
};

/** Divided by semicolons, at most 5,000 items; drops empty items and repetitions. */
export const list =
  (item: ItemReader): ItemReader =>
  (value) => {
    const items = new Set<string>();
    for (const part of value.split(';')) {
      const trimmed = part.trim();
      if (trimmed === '') continue;
      const read = item(trimmed);
      if (typeof read !== 'string') return read;
      items.add(read);
    }
    if (items.size > 5000) return new CellProblem('lists more than 5,000 items');
    return `{${[...items].map((entry) => `"${entry.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
  };

export const colour: ItemReader = (value) =>
  /^#[0-9a-fA-F]{6}$/.test(value) ? value.toLowerCase() : new CellProblem('must be a colour such as #b5006e');
