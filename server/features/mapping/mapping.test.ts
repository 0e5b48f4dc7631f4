import { Settings } from 'luxon';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cellOf, ValueProblem } from './cell-values.ts';
import { readMapping } from './mapping.ts';

const withColumns = (...columns: string[]) =>
  [
    'version: 1',
    'files:',
    '  calls:',
    '    from: calls.csv',
    '    columns:',
    '      id: id',
    '      account_id: office',
  ]
    .concat(columns.map((column) => `      ${column}`))
    .join('\n');

const lookup = '\nlookups: {offices: {from: offices.csv, key: code}}';

test.each([
  ['no YAML', 'version: [1', 'm.yaml:1: '],
  [
    'a name without a colon',
    'version: 1\nfiles\n  a: b',
    'm.yaml:2: Implicit keys need to be on a single line. A name needs a colon',
  ],
  [
    'an expression without quotes',
    withColumns('caller_name: "x" & id'),
    'm.yaml:8: Unexpected anchor at node end. An expression that',
  ],
  ['another version', 'version: 2\nfiles: {}', 'm.yaml:1: version: '],
  [
    'an unknown setting',
    'version: 1\nfiles:\n  calls:\n    form: x',
    'm.yaml:4: there is no setting form here',
  ],
  [
    'the same column twice',
    withColumns('caller_name: a', 'caller_name: b'),
    'm.yaml:9: Map keys must be unique',
  ],
  [
    'an unknown file',
    'version: 1\nfiles:\n  phones: {from: a.csv, columns: {}}',
    'm.yaml:3: there is no file phones',
  ],
  [
    'an unknown column',
    withColumns('caller: name'),
    'm.yaml:8: calls has no column "caller". It has id, account_id, ',
  ],
  [
    'no id',
    'version: 1\nfiles:\n  accounts:\n    from: a.csv\n    columns: {name: b}',
    'm.yaml:5: accounts needs the column id',
  ],
  ['no file', 'version: 1\nfiles: {}', 'm.yaml:2: files names no file'],
  [
    'a file of another format',
    'version: 1\nfiles:\n  calls: {from: a.xlsx, columns: {}}',
    'm.yaml:3: "a.xlsx" is not the name',
  ],
  [
    'a file elsewhere',
    'version: 1\nfiles:\n  calls: {from: ../a.csv, columns: {}}',
    'm.yaml:3: "../a.csv" is not the name',
  ],
  [
    'no expression',
    withColumns('caller_name: a +'),
    'm.yaml:8: caller_name is not a JSONata expression, at character 3',
  ],
  [
    'a refused function',
    withColumns('caller_name:', '  value: $random()'),
    'm.yaml:8: caller_name uses $random',
  ],
  [
    'a value and a constant',
    withColumns('caller_name: {value: a, constant: b}'),
    'm.yaml:8: caller_name needs exactly one',
  ],
  [
    'an unknown zone',
    withColumns('call_date_time: {column: a, date: iso, zone: Denver}'),
    'm.yaml:8: "Denver" is not an IANA',
  ],
  [
    'a time without a zone',
    withColumns('call_date_time: {column: a, date: M/d/yyyy}'),
    'm.yaml:8: call_date_time needs a zone',
  ],
  [
    'a date of a text',
    withColumns('caller_name: {column: a, date: iso}'),
    'm.yaml:8: caller_name of calls is neither',
  ],
  [
    'an unknown lookup',
    withColumns('handler_id: {column: a, lookup: staff, take: id}'),
    'm.yaml:8: there is no lookup staff',
  ],
  [
    'a lookup that takes nothing',
    withColumns('handler_id: {column: a, lookup: offices}') + lookup,
    'm.yaml:8: handler_id needs both',
  ],
])('refuses %s with its line', (_, text, message) => {
  expect(() => readMapping('/some/where/m.yaml', text)).toThrow(message);
});

test('reads the parts of a mapping', () => {
  const text = `${withColumns('caller_name: {column: Name, otherwise: 5}', 'good_impression: true', 'highlights: a & b')}${lookup}`;
  const { files, lookups, source } = readMapping('m.yaml', text);
  expect(source).toBe('feed');
  expect(readMapping('m.yaml', text.replace('version: 1', 'version: 1\nsource: telephony')).source).toBe(
    'telephony',
  );
  expect(lookups).toEqual([
    { name: 'offices', place: 'm.yaml:11', from: 'offices.csv', key: 'code', take: [] },
  ]);
  expect(files.map(({ file, from, place }) => [file.name, from, place])).toEqual([
    ['calls', 'calls.csv', 'm.yaml:3'],
  ]);
  expect(files[0]?.columns).toMatchObject([
    { name: 'id', place: 'm.yaml:6', origin: { column: 'id' } },
    { name: 'account_id', origin: { column: 'office' } },
    { name: 'caller_name', place: 'm.yaml:8', origin: { column: 'Name' }, otherwise: '5' },
    { name: 'good_impression', origin: { constant: 'true' } },
    { name: 'highlights', origin: { expression: { text: 'a & b', names: ['a', 'b'] } } },
  ]);
});

const cell = (column: string, value: string) =>
  cellOf(readMapping('m.yaml', withColumns(column)).files[0]?.columns.at(-1) as never, value);

test.each([
  [
    'call_date_time: {column: a, date: M/d/yyyy h:mm a, zone: America/Denver}',
    '3/9/2026 8:15 AM',
    '2026-03-09T14:15:00.000Z',
  ],
  [
    'call_date_time: {column: a, date: M/d/yyyy h:mm a, zone: America/Denver}',
    '1/9/2026 8:15 PM',
    '2026-01-10T03:15:00.000Z',
  ],
  [
    'call_date_time: {column: a, date: iso, zone: America/Chicago}',
    '2026-03-09T08:15:00',
    '2026-03-09T13:15:00.000Z',
  ],
  [
    'call_date_time: {column: a, date: iso, zone: America/Chicago}',
    '2026-03-09T08:15:00-07:00',
    '2026-03-09T15:15:00.000Z',
  ],
  ['call_date_time: {column: a, date: unix-seconds}', '1773040530.25', '2026-03-09T07:15:30.250Z'],
  ['call_date_time: {column: a, date: unix-milliseconds}', '1773040530000', '2026-03-09T07:15:30.000Z'],
  ['caller_phone_number: {column: a, phone: true}', '(303) 555-0199', '+13035550199'],
  ['caller_phone_number: {column: a, phone: true, otherwise: unknown}', 'Anonymous', 'unknown'],
  ['caller_phone_number: {column: a, phone: true}', ' ', ''],
  ['caller_phone_number: {column: a, phone: true}', '+7378742833', ''],
  ['caller_phone_number: {column: a, phone: true}', 'Restricted', ''],
  ['caller_phone_number: {column: a, phone: true, otherwise: unknown}', '7378742833', 'unknown'],
  ['caller_phone_number: {column: a, phone: true}', '6.175550145E+09', '+16175550145'],
  ['caller_phone_number: {column: a, phone: true}', '6175550145.0', '+16175550145'],
  ['call_date_time: {column: a, date: iso, zone: utc}', '0001-01-01T00:00:00Z', ''],
  ['call_date_time: {column: a, date: M/d/yyyy, zone: utc}', '1/0/1900', ''],
  ['patient_type: {column: a, map: {n: New}}', ' n ', 'New'],
  ['patient_type: {column: a, map: {n: New}}', 'm', 'm'],
  ['patient_type: {column: a, map: {n: New}, otherwise: ""}', 'm', ''],
  ['patient_type: {column: a, map: {n: ""}}', 'n', ''],
])('%s makes of %j %j', (column, value, result) => {
  expect(cell(column, value)).toBe(result);
});

test.each([
  [
    'call_date_time: {column: a, date: M/d/yyyy, zone: utc}',
    '2026-03-09',
    'is not a date of the format "M/d/yyyy"',
  ],
  [
    'call_date_time: {column: a, date: M/d/yyyy, zone: utc}',
    '2/30/2026',
    'is not a date of the format "M/d/yyyy"',
  ],
  ['call_date_time: {column: a, date: unix-seconds}', 'soon', 'is not a date of the format "unix-seconds"'],
  ['caller_phone_number: {column: a, phone: true}', '6.17555E+09', 'is not a phone number that can be read'],
  ['caller_phone_number: {column: a, phone: true}', '555-0199', 'is not a phone number that can be read'],
])('%s refuses %j', (column, value, reason) => {
  expect(cell(column, value)).toEqual(new ValueProblem(reason));
});

describe.each([
  ['winter', Date.UTC(2026, 0, 15)],
  ['summer', Date.UTC(2026, 6, 15)],
])('in %s', (_, now) => {
  beforeEach(() => {
    Settings.now = () => now;
  });
  afterEach(() => {
    Settings.now = () => Date.now();
  });

  test.each([
    ['2026-03-08T02:30', '2026-03-08T09:30:00.000Z'],
    ['2026-11-01T01:30', '2026-11-01T07:30:00.000Z'],
    ['2026-11-01T01:30-06:00', '2026-11-01T07:30:00.000Z'],
    ['2026-11-01T01:30-07:00', '2026-11-01T08:30:00.000Z'],
  ])('%s, when the clocks change, is %s', (text, result) => {
    expect(cell('call_date_time: {column: a, date: iso, zone: America/Denver}', text)).toBe(result);
    const pattern = text.length > 16 ? "yyyy-MM-dd'T'HH:mmZZ" : "yyyy-MM-dd'T'HH:mm";
    expect(cell(`call_date_time: {column: a, date: "${pattern}", zone: America/Denver}`, text)).toBe(result);
  });
});

test('a time with an offset is a day of the zone', () => {
  expect(
    cell('resolve_date: {column: a, date: iso, zone: America/Denver}', '2026-03-09T23:30:00-07:00'),
  ).toBe('2026-03-10T06:30:00.000Z');
  const mapping =
    withColumns().replace('calls:', 'campaigns:') +
    '\n      delivery_date: {column: a, date: iso, zone: America/Denver}';
  const column = readMapping('m.yaml', mapping).files[0]?.columns.at(-1) as never;
  expect(cellOf(column, '2026-03-10T02:30:00Z')).toBe('2026-03-09');
});
