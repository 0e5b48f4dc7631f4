import { expect, test } from 'vitest';
import { foundTurns, partsOf } from './transcript-find.ts';

const turns = [{ text: 'Dental office.' }, { text: 'How MUCH is it?' }, { text: 'Much? 😀 Not much.' }];

test.each<[query: string, found: number[]]>([
  ['much', [1, 2]],
  [' How much ', [1]],
  ['😀', [2]],
  ['.*', []],
  ['', []],
])('finds %j in %j', (query, found) => {
  expect(foundTurns(turns, query)).toEqual(found);
});

test.each<[text: string, query: string, parts: string]>([
  ['Much? Not much.', 'much', '[Much]? Not [much].'],
  ['aaa', 'aa', '[aa]a'],
  ['much', 'much', '[much]'],
  ['none', '', 'none'],
  // longer in lower case
  ['İ much', 'much', 'İ much'],
])('divides %j by %j', (text, query, parts) => {
  expect(
    partsOf(text, query)
      .map((part) => (part.found ? `[${part.text}]` : part.text))
      .join(''),
  ).toBe(parts);
});
