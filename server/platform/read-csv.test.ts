import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvRow, maxRowLength, readCsv } from './read-csv.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function rowsOf(text: string, size = text.length || 1): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const batch of readCsv(inPieces(text, size))) rows.push(...batch);
  return rows;
}

describe('reads a CSV file', () => {
  it.each<[name: string, text: string, rows: [line: number, cells: string[] | null][]]>([
    [
      'plain',
      'a,b\nc,d\n',
      [
        [1, ['a', 'b']],
        [2, ['c', 'd']],
      ],
    ],
    [
      'without an end of line',
      'a,b\nc,',
      [
        [1, ['a', 'b']],
        [2, ['c', '']],
      ],
    ],
    [
      'CRLF and LF mixed, blank lines',
      'a\r\n\r\nb\n\nc\r\n',
      [
        [1, ['a']],
        [3, ['b']],
        [5, ['c']],
      ],
    ],
    [
      'quotes, commas and line ends in cells',
      '"a ""b"", c","d\r\ne"\r\nf,"g"\n',
      [
        [1, ['a "b", c', 'd\r\ne']],
        [3, ['f', 'g']],
      ],
    ],
    ['an empty quoted cell', '"",x\n', [[1, ['', 'x']]]],
    ['a quoted cell at the very end', 'a,"b"', [[1, ['a', 'b']]]],
    [
      'a quote inside a cell',
      'a,b"c\nd,e\n',
      [
        [1, null],
        [2, ['d', 'e']],
      ],
    ],
    [
      'text after a closing quote',
      '"a"b,c\nd,e\n',
      [
        [1, null],
        [2, ['d', 'e']],
      ],
    ],
    [
      'an unclosed quote',
      'a,b\nc,"d\ne,f\ng,h\n',
      [
        [1, ['a', 'b']],
        [2, null],
        [3, ['e', 'f']],
        [4, ['g', 'h']],
      ],
    ],
    [
      'an unclosed quote before quoted cells',
      'c,"d\ne,"f"\n"g",h\n',
      [
        [1, null],
        [2, ['e', 'f']],
        [3, ['g', 'h']],
      ],
    ],
    ['nothing', '', []],
    [
      'a lone CR in a quoted row',
      '"a"\rb\nc\n',
      [
        [1, null],
        [2, ['c']],
      ],
    ],
  ])('%s', async (_, text, expected) => {
    for (const size of [1, 2, 3, 5, text.length || 1]) {
      const rows = await rowsOf(text, size);
      expect(rows.map(({ line, cells, problem }) => [line, problem ? null : cells])).toEqual(expected);
    }
  });

  it('survives rows that are too long, with and without quotes', async () => {
    const long = 'x'.repeat(maxRowLength + 10);
    const rows = await rowsOf(`a\n${long}\nb\n"${long}"\nc\n"${long}\nd\n`, 65_536);
    expect(rows.map(({ line, problem }) => [line, problem !== null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, true],
      [5, false],
      [6, true],
      [7, false],
    ]);
  });

  it('returns written rows however the text is cut', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '😀'),
      maxLength: 8,
    });
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 40 }),
        async (rows, end, size) => {
          const text = rows
            .map(
              (cells) =>
                cells
                  .map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
                  .join(',') + end,
            )
            .join('');
          expect((await rowsOf(text, size)).map(({ cells }) => cells)).toEqual(rows);
        },
      ),
    );
  });
});
