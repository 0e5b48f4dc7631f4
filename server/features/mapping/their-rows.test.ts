import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readTheirRows } from './their-rows.ts';

async function rowsOf(name: string, content: string | Buffer): Promise<unknown[]> {
  const bytes = Buffer.from(content);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 5) }, (_, at) =>
    bytes.subarray(at * 5, at * 5 + 5),
  );
  const rows: unknown[] = [];
  for await (const batch of readTheirRows(name, Readable.from(pieces, { objectMode: true }), () => {}))
    rows.push(...batch.map(({ line, object, problem }) => [line, problem ?? object]));
  return rows;
}

const bothRows = [{ a: '1' }, { a: 'é' }];

test.each([
  ['a.csv', 'a\n1\né\n', [2, 3]],
  ['a.csv', '\uFEFFa\r\n1\r\né\r\n', [2, 3]],
  ['A.CSV', 'a\n\n1\n"é"', [3, 4]],
  ['a.ndjson', '{"a":"1"}\n\n{"a":"é"}', [1, 3]],
  ['a.jsonl', '\uFEFF{"a":"1"}\r\n{"a":"é"}\r\n', [1, 2]],
  ['a.json', '[{"a":"1"},{"a":"é"}]', [1, 2]],
  ['a.json', '\uFEFF\r\n [\r\n {"a": "1"},\r\n {"a": "\\u00e9"}\r\n]\r\n', [1, 2]],
])('reads %s %j', async (name, content, lines) => {
  expect(await rowsOf(name, content)).toEqual(lines.map((line, at) => [line, bothRows[at]]));
});

test.each([
  ['a.csv', ''],
  ['a.csv', 'a\n'],
  ['a.ndjson', ''],
  ['a.json', ''],
  ['a.json', '[]'],
])('%s with %j has no rows', async (name, content) => {
  expect(await rowsOf(name, content)).toEqual([]);
});

const broken =
  'is not valid JSON, longer than a million characters or not complete; nothing after it is read';

test.each([
  [
    'a.csv',
    'a,b\n1\n2,3\n4,5,6\n',
    [
      [2, 'has 1 cells where the header has 2'],
      [3, { a: '2', b: '3' }],
      [4, 'has 3 cells where the header has 2'],
    ],
  ],
  [
    'a.json',
    '[{"a":1},7,{"a":2}]',
    [
      [1, { a: 1 }],
      [2, 'is not a JSON object'],
      [3, { a: 2 }],
    ],
  ],
  [
    'a.json',
    '[{"a":1},{"a":',
    [
      [1, { a: 1 }],
      [2, broken],
    ],
  ],
  [
    'a.json',
    '[{"a":1},nonsense',
    [
      [1, { a: 1 }],
      [2, broken],
    ],
  ],
])('says which row of %s %j is wrong', async (name, content, rows) => {
  expect(await rowsOf(name, content)).toEqual(rows);
});

test.each([
  ['a.json', Buffer.from('{"calls": []}'), 'is not one JSON array'],
  ['a.csv', Buffer.from('a,a\n1,2\n'), 'has the column "a" twice in its header'],
])('refuses %s as a whole: %#', async (name, content, message) => {
  await expect(rowsOf(name, content)).rejects.toThrow(message);
});

test.each<[name: string, content: Buffer]>([
  ['UTF-16', Buffer.from('\uFEFFa,b\n1,\u00f1\n', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('a,b\n1,\u00f1\n', 'utf16le')],
  ['semicolons', Buffer.from('a;b\r\n1;\u00f1\r\n')],
  ['tabs', Buffer.from('a\tb\n1\t\u00f1')],
  ['lone CR', Buffer.from('a,b\r1,\u00f1\r')],
  ['formulas of texts', Buffer.from('a,b\n="1",="\u00f1"\n')],
])('reads %s', async (_, content) => {
  const rows = (await rowsOf('a.csv', content)) as [number, unknown][];
  expect(rows.map(([, row]) => row)).toEqual([{ a: '1', b: '\u00f1' }]);
});

const long = 'x'.repeat(100_001);
test.each([
  ['a.csv', `a,b\n1,${long}\n1,2`, 'b', [2, 3]],
  ['a.csv', `a,b\n"${long}",1\n1,2`, 'a', [2, 3]],
  ['a.ndjson', `${JSON.stringify({ a: '1', b: long })}\n{"a":"1","b":"2"}`, 'b', [1, 2]],
  ['a.json', JSON.stringify([{ a: { notes: [long] } }, { a: '1', b: '2' }]), 'a.notes.0', [1, 2]],
])('%s with a text that is too long loses that row only', async (name, content, where, lines) => {
  const words = `has a "${where}" that is longer than 100,000 characters`;
  expect(await rowsOf(name, content)).toEqual([
    [lines[0], words],
    [lines[1], { a: '1', b: '2' }],
  ]);
});

const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
test.each([
  ['a.ndjson', `${deep}\n{"a":"1"}`],
  ['a.json', `[${deep},{"a":"1"}]`],
])('%s with lists in each other without end loses that row only', async (name, content) => {
  const [first, second] = await rowsOf(name, content);
  expect(first).toEqual([
    1,
    expect.stringMatching(/^has a "a\.0\.0.*" that is nested more than 100 levels deep$/),
  ]);
  expect(second).toEqual([2, { a: '1' }]);
});
