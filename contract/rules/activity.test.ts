import { expect, test } from 'vitest';
import { activitiesOf, activityKind, activityText } from './activity.ts';

test.each([
  ['sign in', 'session', 'sign-in', 'Signed in'],
  ['play', 'call', 'play', 'Played a recording'],
  ['export', 'calls', 'download', 'Exported calls'],
  ['download', 'design', 'download', 'Downloaded a design as a PDF'],
  ['approve', 'mailing', 'approval', 'Approved a mailing'],
  ['no-answer', 'caller', 'resolve', 'Callback: no answer'],
  ['color', 'office', 'change', 'Changed the color of the office'],
  ['imported later', 'thing', null, 'imported later thing'],
])('%s %s is of the kind %s: %s', (action, subject, kind, text) => {
  expect(activityKind(action, subject)).toBe(kind);
  expect(activityText(action, subject)).toBe(text);
});

test('activities are found by kind and by a word, in any case', () => {
  expect(activitiesOf({ kind: 'play' })).toEqual(['play call']);
  expect(activitiesOf({ word: 'CONCEPT' })).toEqual(['choose design']);
  expect(activitiesOf({ kind: 'play', word: 'concept' })).toEqual([]);
  expect(activitiesOf({}).length).toBeGreaterThan(30);
});
