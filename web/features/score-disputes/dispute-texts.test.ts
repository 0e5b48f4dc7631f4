import { expect, test } from 'vitest';
import { hoursText, readPlace, reasonProblem, waitingText } from './dispute-texts.ts';

test.each([
  ['', null],
  ['48', 48],
  ['0:48', 48],
  [' 1:02 ', 62],
  ['1:02:03', 3723],
  ['1:75', undefined],
  ['soon', undefined],
])('reads the place %j as %j', (text, second) => {
  expect(readPlace(text)).toBe(second);
});

test.each([
  [0.001, '1 minute'],
  [0.5, '30 minutes'],
  [5.2, '5 hours'],
  [1, '1 hour'],
  [60, '3 days'],
])('says %d hours as %s', (hours, text) => {
  expect(hoursText(hours)).toBe(text);
});

test('a reason has at least ten characters without blanks', () => {
  expect(reasonProblem('   too short  ', 'Say why.')).toBe('Say why.');
  expect(reasonProblem('long enough', 'Say why.')).toBeNull();
});

test.each([
  [0, 'No dispute waits.'],
  [1, '1 dispute waits for a decision.'],
  [2, '2 disputes wait for a decision.'],
])('says that %d wait', (open, text) => {
  expect(waitingText({ open })).toBe(text);
});
