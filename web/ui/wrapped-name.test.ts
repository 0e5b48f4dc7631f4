import { expect, test } from 'vitest';
import { wrapName } from './wrapped-name.ts';

test.each([
  ['Ann Lee', 12, 3, ['Ann Lee']],
  ['Bartholomew Richardson', 12, 3, ['Bartholomew', 'Richardson']],
  ['A very long answer about the price', 12, 3, ['A very long', 'answer about', 'the price']],
  ['A very long answer about the price of it', 12, 2, ['A very long', 'answer abou…']],
  ['Wolfeschlegelsteinhausen', 10, 3, ['Wolfeschle…']],
  ['', 10, 3, []],
])('wraps %j to lines of %i characters, at most %i', (name, letters, lines, broken) => {
  expect(wrapName(name, letters, lines)).toEqual(broken);
});
