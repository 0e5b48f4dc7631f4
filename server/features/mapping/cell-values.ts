import { codeText, wholeDigits, withoutFormula } from '@mailcall/contract/rules/cell-text.ts';
import { isWithheldNumber, readPhone } from '@mailcall/contract/rules/phone.ts';
import { isUnknownDay } from '@mailcall/contract/time/unknown-day.ts';
import { DateTime } from 'luxon';
import type { MappedColumn } from './mapping.ts';

/** The reason completes "{column} …". */
export class ValueProblem {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const parsers = new Map<string, ReturnType<typeof DateTime.buildFormatParser>>();

/** Caches prepared patterns. */
function fromPattern(text: string, format: string, zone: string): DateTime {
  const parser = parsers.get(format) ?? DateTime.buildFormatParser(format, { locale: 'en-US' });
  parsers.set(format, parser);
  return DateTime.fromFormatParser(text, parser, { zone, setZone: true, locale: 'en-US' });
}

function readTime(text: string, format: string, zone: string): DateTime {
  if (text.length > longestRead) return DateTime.invalid('too long');
  if (format.startsWith('unix-')) {
    const number = /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(number)) return DateTime.invalid('not a number');
    return DateTime.fromMillis(format === 'unix-seconds' ? number * 1000 : number, { zone });
  }
  const time =
    format === 'iso' ? DateTime.fromISO(text, { zone, setZone: true }) : fromPattern(text, format, zone);
  // for a time that comes twice Luxon uses today's offset, so the same export would change with the season
  return (time.getPossibleOffsets()[0] ?? time).setZone(zone);
}

function dateOf(text: string, format: string, { type, zone }: MappedColumn): string | ValueProblem {
  const time = readTime(text, format, zone ?? 'utc');
  const written = type === 'date' ? time.toISODate() : time.toUTC().toISO();
  return written ?? new ValueProblem(`is not a date of the format ${JSON.stringify(format)}`);
}

/** Characters of a date or phone number. */
const longestRead = 200;

const notAPhone = new ValueProblem('is not a phone number that can be read');
const readNumber = (text: string) => {
  const number = text.length > longestRead ? null : wholeDigits(codeText(text));
  return (number === null ? null : readPhone(number)) ?? notAPhone;
};

/** Empty values and withheld numbers become empty. `otherwise` replaces values that are not in the column's list or cannot be read. */
export function cellOf(column: MappedColumn, given: string): string | ValueProblem {
  const value = withoutFormula(given.trim());
  if (value === '') return '';
  const { date, otherwise, phone, values } = column;
  const mapped = values?.get(value);
  if (values && mapped === undefined && otherwise !== null) return otherwise;
  const text = mapped ?? value;
  const isDate = date !== null && text.length <= longestRead;
  if (isDate && !date.startsWith('unix-') && isUnknownDay(codeText(text))) return '';
  if (text === '' || (phone && otherwise === null && isWithheldNumber(text))) return '';
  const read = isDate
    ? dateOf(codeText(text), date, column)
    : date !== null
      ? dateOf(text, date, column)
      : phone
        ? readNumber(text)
        : text;
  return read instanceof ValueProblem && otherwise !== null ? otherwise : read;
}
