import { expect, test } from 'vitest';
import { findingCharacters, textMatches } from './text-search.ts';

test.each([
  [['a', 'b'], 'a[^[:alnum:]]*b'],
  [['ß'], 'ß'],
])('%j are looked for as %s', (characters, expression) => {
  expect(findingCharacters(characters)).toBe(expression);
});

test.each([undefined, '', '  ', '%', "'", '-()'])('%j looks for nothing', (query) => {
  expect(textMatches(query, { texts: [], numbers: [] })).toBeNull();
});
