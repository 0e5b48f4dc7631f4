import { expect, test } from 'vitest';
import { namedDelimiter, readAnyCsv } from './csv-layout.ts';

async function* pieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}
const rowsOf = async (text: string, length = 3) => {
  const rows = [];
  for await (const batch of readAnyCsv(pieces(text, length))) rows.push(...batch);
  return rows.map(({ line, cells, problem }) => [line, ...(problem === null ? cells : [problem])]);
};
const lee = [
  [1, 'Last', 'City'],
  [2, 'Lee', 'Denver, CO'],
];

test.each<[name: string, text: string, rows: unknown[]]>([
  ['commas', 'Last,City\nLee,"Denver, CO"\n', lee],
  ['semicolons', 'Last;City\r\nLee;Denver, CO\r\n', lee],
  ['tabs', 'Last\tCity\nLee\tDenver, CO', lee],
  ['vertical bars', 'Last|City\nLee|Denver, CO', lee],
  ['lone CR', 'Last;City\rLee;Denver, CO\r', lee],
  ['lone CR without a last one', 'Last,City\rLee,"Denver, CO"', lee],
  [
    'a first line with the sign',
    'sep=;\nLast;City\nLee;Denver, CO',
    [
      [2, ...(lee[0] ?? []).slice(1)],
      [3, ...(lee[1] ?? []).slice(1)],
    ],
  ],
  ['another sign', '"sep=^"\r\nLast^City\r\n', [[2, 'Last', 'City']]],
  [
    'quoted signs in a header',
    '"Last; first",City\nLee,Denver\n',
    [
      [1, 'Last; first', 'City'],
      [2, 'Lee', 'Denver'],
    ],
  ],
  [
    'quotes inside cells of tabs',
    'Last\tFirst\nLee\tRobert "Bob"\n',
    [
      [1, 'Last', 'First'],
      [2, 'Lee', 'Robert "Bob"'],
    ],
  ],
  [
    'formulas of texts',
    'Last,Zip\nLee,="02138"\n="Ray, Jr",="1""2"\n',
    [
      [1, 'Last', 'Zip'],
      [2, 'Lee', '02138'],
      [3, 'Ray, Jr', '1"2'],
    ],
  ],
  [
    'a quote inside a cell',
    'Last,First\nLee,Robert "Bob"\nRay,Al\n',
    [
      [1, 'Last', 'First'],
      [2, 'has a quote inside a cell; put the cell in quotes and double the quotes inside it'],
      [3, 'Ray', 'Al'],
    ],
  ],
  [
    'one column',
    'Last\nLee\n',
    [
      [1, 'Last'],
      [2, 'Lee'],
    ],
  ],
  ['nothing', '', []],
])('reads %s', async (_, text, rows) => {
  for (const length of [1, 3, 1000]) expect(await rowsOf(text, length)).toEqual(rows);
});

test.each([
  ['sep=;\nLast', ';'],
  ['\ufeffsep=\t\r\nLast', '\t'],
  ['sep=\\t\nLast', '\t'],
  ['"sep=,"\nLast', ','],
  ['SEP=|;;;\nLast', '|'],
  ['separator\nLast', null],
  ['sep\nLast', null],
])('finds the sign in %j', (text, delimiter) => {
  expect(namedDelimiter(text)?.delimiter ?? null).toBe(delimiter);
});
