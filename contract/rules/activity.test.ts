import { expect, test } from 'vitest';
import { activitiesOf, activityKind, activityText, isUnusualReading } from './activity.ts';

test.each([
  ['sign in', 'session', 'sign-in', 'Signed in'],
  ['play', 'call', 'play', 'Played a recording'],
  ['export', 'calls', 'download', 'Exported calls'],
  ['download', 'design', 'download', 'Downloaded a design as a PDF'],
  ['approve', 'mailing', 'approval', 'Approved a mailing'],
  ['no-answer', 'caller', 'resolve', 'Callback: no answer'],
  ['color', 'office', 'change', 'Changed the color of the office'],
  ['imported later', 'thing', null, 'imported later thing'],
  ['read', 'calls', 'read', 'Read 1,812 calls in lists and search within an hour', '1812'],
  ['read', 'calls', 'read', 'Read 1 call in lists and search within an hour', '1'],
  ['read many', 'calls', 'read', 'Read 501 calls in lists and search within an hour: unusually many', '501'],
])('%s %s is of the kind %s: %s', (action, subject, kind, text, id = 'some-id') => {
  expect(activityKind(action, subject)).toBe(kind);
  expect(activityText(action, subject, id)).toBe(text);
});

test('finds activities by kind and by a word in any case', () => {
  expect(activitiesOf({ kind: 'play' })).toEqual(['play call']);
  expect(activitiesOf({ word: 'CONCEPT' })).toEqual(['choose design']);
  expect(activitiesOf({ kind: 'play', word: 'concept' })).toEqual([]);
  expect(activitiesOf({}).length).toBeGreaterThan(30);
});

test.each([
  [500, 0, false],
  [501, 0, true],
  [501, 167, true],
  [501, 168, false],
  [8_600, 2_866, true],
  [8_600, 2_867, false],
])('%i calls of an hour after at most %i before: unusual is %s', (calls, busiest, expected) => {
  expect(isUnusualReading(calls, busiest)).toBe(expected);
});
