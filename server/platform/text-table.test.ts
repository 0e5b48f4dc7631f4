import { expect, test } from 'vitest';
import { tableLines } from './text-table.ts';

test('aligns columns by their widest cell', () => {
  expect(
    tableLines([
      ['id', 'name'],
      ['A-1001', 'Elm'],
    ]),
  ).toEqual(['id      name', 'A-1001  Elm']);
});

test.each([
  ['an escape sequence', '\u001B]52;c;cm0=\u0007'],
  ['a line end', 'Elm\nA-2  Oak'],
  ['a C1 control character', '\u009B2J'],
  ['a mark that turns the direction', '\u202Emle'],
])('shows %s of a name as blanks', (_, name) => {
  const [line, ...others] = tableLines([[name, 'x']]);
  expect(others).toEqual([]);
  expect(line).not.toMatch(/[\p{Cc}\u202E]/u);
  expect(line).toHaveLength(name.length + 3);
});
