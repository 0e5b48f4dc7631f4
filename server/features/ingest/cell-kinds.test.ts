import { expect, test } from 'vitest';
import { callerNumber, CellProblem, PartlyRead, timestamp } from './cell-kinds.ts';
import { feedFiles } from './feed-files.ts';

/** Only `text` accepts this cell: three items, each with a blank and a control character. */
const unreadable = '\u0001 x;\u0001 y;\u0001 z';

const columns = feedFiles.flatMap(({ name, columns: ofFile }) =>
  ofFile.map((column) => [`${name} ${column.name}`, column] as const),
);

const exampleIn = (reason: string) =>
  /(?:such as|write it like|must be one of:|must be) (.+?)(?: or |, |;|$)/.exec(
    reason.replace(/^.*(?=such as|write it like|must be one of:)/, ''),
  )?.[1];

test.each(columns)('%s refuses a bad cell with an example that it would take', (_, { read, type }) => {
  if (!read) return;
  const problem = read(unreadable);
  if (!(problem instanceof CellProblem)) {
    expect(type).toMatch(/^text|^smallint$/);
    return;
  }
  const example = exampleIn(problem.reason);
  expect([problem.reason, example !== undefined]).toEqual([problem.reason, true]);
  expect([problem.reason, read(example as string)]).toEqual([problem.reason, expect.any(String)]);
});

test.each([
  ['accounts latitude', 'must be a number from -90 to 90, such as 39.7392'],
  ['accounts longitude', 'must be a number from -180 to 180, such as -104.9903'],
  ['review-comments x', 'must be a number from 0 to 1, such as 0.25'],
  [
    'calls duration_seconds',
    'must be a duration of at most a day: seconds, or hours, minutes and seconds, such as 95 or 1:35',
  ],
  ['campaigns quantity', 'must be a whole number from 0 to 2,147,483,647, without separators, such as 2500'],
])('%s says: %s', (name, reason) => {
  const column = columns.find(([known]) => known === name)?.[1];
  expect(column?.read?.('west')).toEqual(new CellProblem(reason));
});

test.each([
  ['(303) 555-0110', '(303) 555-0110'],
  ['sip:+13035550110@192.0.2.7;user=phone', '+13035550110'],
  ['tel:+13035550110', '+13035550110'],
  ['sip:anonymous@anonymous.invalid', ''],
])('the caller’s number %s is stored as %j', (written, stored) => {
  expect(callerNumber(written)).toBe(stored);
});

test.each([
  ['2026-03-01T23:30:00-07:00', '2026-03-02T06:30:00.000Z'],
  ['2026-03-01T03:30:00+05:45', '2026-02-28T21:45:00.000Z'],
  ['2026-03-01 03:30-0330', '2026-03-01T07:00:00.000Z'],
])('the timestamp %s is %s', (written, utc) => {
  expect(timestamp(written)).toBe(utc);
});

test.each<[column: string, cell: string, read: string]>([
  ['accounts id', '="A-101"', 'A-101'],
  ['accounts id', '\ufeffA-101\u200b', 'A-101'],
  ['accounts name', '="Boulder"', 'Boulder'],
  ['accounts latitude', '\u2212104.5', 'problem'],
  ['accounts longitude', '\u2212104.5', '-104.5'],
  ['campaigns quantity', '\uff12\uff15\uff10\uff10', '2500'],
  ['campaigns quantity', '="2500"', '2500'],
  ['campaigns delivery_date', '="2026-03-31"', '2026-03-31'],
  ['campaigns delivery_date', '2026\u201103\u201131', '2026-03-31'],
  ['campaigns delivery_date', '0001-01-01', ''],
  ['campaigns delivery_date', '0000-00-00', ''],
  ['campaigns delivery_date', '1/0/1900', ''],
  ['campaigns delivery_date', '9999-12-31', ''],
  ['campaigns delivery_date', '1970-01-02', '1970-01-02'],
  ['calls resolve_date', '0001-01-01T00:00:00Z', ''],
  ['calls resolve_date', '1753-01-01 00:00:00', ''],
  ['calls caller_phone_number', '6175550145.0', '6175550145'],
  ['calls caller_phone_number', '="+16175550145"', '+16175550145'],
  ['calls caller_phone_number', '6.175550145E+09', '6175550145'],
  ['calls caller_phone_number', '6.17555E+09', 'partly'],
  ['contacts phone', "'+16175550145", '+16175550145'],
])('%s reads “%s”', (name, cell, expected) => {
  const read = columns.find(([known]) => known === name)?.[1].read?.(cell);
  expect(read instanceof CellProblem ? 'problem' : read instanceof PartlyRead ? 'partly' : read).toBe(
    expected,
  );
});
