import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvCell, csvRow } from './write-csv.ts';

test.each<[name: string, cells: CsvCell[], row: string]>([
  ['text, numbers and nothing', ['Ann', 12.5, -3, null, ''], 'Ann,12.5,-3,,\r\n'],
  ['commas, quotes and line ends', ['a,b', 'say "no"', 'one\ntwo'], '"a,b","say ""no""","one\ntwo"\r\n'],
  ['formulas', ['=1+1', '+1', '-1', '@a', '\ta', '\ra'], `'=1+1,'+1,'-1,'@a,'\ta,"'\ra"\r\n`],
  ['signs inside a text', ['a=b', '1-2'], 'a=b,1-2\r\n'],
])('writes %s', (_, cells, row) => {
  expect(csvRow(cells)).toBe(row);
});

test('writes rows that read back and never begin like a formula', () => {
  // an original apostrophe before such a sign looks like an added one
  const withoutApostrophe = (text: string) => text.replace(/^'(?=[=+\-@\t\r])/, '');
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary-ascii' }), { minLength: 1 }), (cells) => {
      const [read = []] = parse(csvRow(cells), { skip_empty_lines: false });
      expect(read.map(withoutApostrophe)).toEqual(cells.map(withoutApostrophe));
      for (const text of read) expect(text).not.toMatch(/^[=+\-@\t\r]/);
    }),
    { numRuns: 60, examples: [[["'=1+1"]]] },
  );
});
