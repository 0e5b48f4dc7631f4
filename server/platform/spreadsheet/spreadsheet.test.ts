import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { maxRows, type Sheet, writeSpreadsheet } from './spreadsheet.ts';

type Options = Parameters<typeof writeSpreadsheet>[1];

async function written(sheets: readonly Sheet[], options?: Options): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSpreadsheet(sheets, options)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const readBack = async (sheets: readonly Sheet[], options?: Options) =>
  (await readXlsx(await written(sheets, options))).sheets;

const texts: Sheet['columns'] = [{ title: 'Text', kind: 'text', width: 20 }];

test('writes each value as a cell of its kind below a heading', async () => {
  const [sheet] = await readBack([
    {
      name: 'Calls',
      columns: [
        { title: 'Name', kind: 'text', width: 20 },
        { title: 'Count', kind: 'number', width: 8 },
        { title: 'Length', kind: 'duration', width: 8 },
        { title: 'At', kind: 'moment', width: 16 },
        { title: 'Week', kind: 'day', width: 12 },
      ],
      rows: [[['Ann', 1234, 5025, Date.UTC(2026, 0, 31, 15, 45), Date.UTC(2026, 1, 2)]], [[null, null]]],
    },
  ]);
  expect(sheet?.name).toBe('Calls');
  expect(sheet?.rows[0]).toEqual(['Name', 'Count', 'Length', 'At', 'Week']);
  const [name, count, length, at, week] = sheet?.rows[1] ?? [];
  expect([name, count]).toEqual(['Ann', 1234]);
  // a reader with dates returns a duration as a time on day one
  expect((length as Date).toISOString()).toMatch(/T01:23:45/);
  expect([at, week]).toEqual([new Date('2026-01-31T15:45:00Z'), new Date('2026-02-02T00:00:00Z')]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x.test","x")', '1234', '2026-01-01'])(
  'keeps the text %j as text',
  async (text) => {
    const bytes = await written([{ name: 'Texts', columns: texts, rows: [[[text]]] }]);
    const [sheet] = (await readXlsx(bytes)).sheets;
    expect(sheet?.rows[1]).toEqual([text]);
    expect([...(sheet?.cells?.values() ?? [])].some((cell) => cell.formula !== undefined)).toBe(false);
  },
);

test('returns any text unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'grapheme', minLength: 1 }),
          fc.string({ unit: 'binary', minLength: 1 }),
          fc.constantFrom(' a ', 'a\nb', 'a\r\nb', '_x000D_', '<&>"\'', ']]>', 'a\u0000b', '\u{1F4DE}'),
        ),
        { minLength: 1, maxLength: 20 },
      ),
      async (values) => {
        const rows = values.map((value) => [value]);
        const [sheet] = await readBack([{ name: 'Texts', columns: texts, rows: [rows] }]);
        // half of a surrogate pair is no character
        expect(sheet?.rows.slice(1)).toEqual(rows.map(([value]) => [value?.toWellFormed()]));
      },
    ),
    { numRuns: 100 },
  );
});

test('cuts a long text between characters', async () => {
  const [sheet] = await readBack([
    { name: 'Texts', columns: texts, rows: [[[`${'a'.repeat(32_766)}\u{1F4DE}b`], ['b'.repeat(40_000)]]] },
  ]);
  expect(sheet?.rows[1]).toEqual(['a'.repeat(32_766)]);
  expect(sheet?.rows[2]).toEqual(['b'.repeat(32_767)]);
});

test('keeps sheets in order, even without rows', async () => {
  const sheets = await readBack([
    { name: 'Nothing', columns: texts, rows: [] },
    { name: 'About "this" & that', columns: texts, rows: [[['a']]] },
  ]);
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Nothing', 1],
    ['About "this" & that', 2],
  ]);
});

test('freezes the heading', async () => {
  const [sheet] = await readBack([{ name: 'Texts', columns: texts, rows: [[['a']]] }]);
  expect(sheet?.freezePane).toMatchObject({ rows: 1 });
});

test('continues in another sheet when one is full', async () => {
  const batch = Array.from({ length: 1_000 }, () => [1]);
  function* rows() {
    for (let given = 0; given < 12_000; given += batch.length) yield batch;
  }
  const columns: Sheet['columns'] = [{ title: 'Number', kind: 'number', width: 8 }];
  const sheets = await readBack([{ name: 'Rows', columns, rows: rows() }], { rowsPerSheet: 10_500 });
  expect(sheets.map(({ name, rows: { length } }) => [name, length])).toEqual([
    ['Rows', 10_500],
    ['Rows 2', 12_000 - 10_499 + 1],
  ]);
  expect(maxRows).toBe(2 ** 20);
});

test('fails with the error of the rows', async () => {
  async function* rows() {
    yield [['a']];
    throw new Error('no more');
  }
  await expect(written([{ name: 'Texts', columns: texts, rows: rows() }])).rejects.toThrow('no more');
});

test('ends the rows when the reader stops', async () => {
  let ended = false;
  async function* rows() {
    try {
      for (;;) yield Array.from({ length: 1000 }, (_, index) => [`${index} ${Math.sin(index)}`]);
    } finally {
      ended = true;
    }
  }
  let taken = 0;
  for await (const piece of writeSpreadsheet([{ name: 'Texts', columns: texts, rows: rows() }])) {
    taken += piece.length;
    if (taken > 100_000) break;
  }
  await expect.poll(() => ended).toBe(true);
});
