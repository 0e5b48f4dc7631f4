import { expect, test } from 'vitest';
import { accessText, movedText } from './merge-texts.ts';

const offices = { merged: { id: 'a', name: 'North' }, surviving: { id: 'b', name: 'South' } };
const nothing = {
  kind: 'contact',
  seesMerged: false,
  seesSurviving: false,
  otherOffices: 0,
  becomesPrimary: false,
} as const;

test.each([
  [{ seesMerged: true }, 'Sees what North had from now on.'],
  [
    { seesMerged: true, seesSurviving: true, otherOffices: 2 },
    'Sees what North had, what South had and 2 offices below it from now on.',
  ],
  [{ becomesPrimary: true }, 'Becomes a primary contact of South.'],
  [
    { seesSurviving: true, becomesPrimary: true },
    'Sees what South had from now on. Becomes a primary contact of South.',
  ],
  [{ kind: 'link', seesSurviving: true } as const, 'By a scoreboard link. Sees what South had from now on.'],
])('a person with %j: %s', (change, text) => {
  expect(accessText({ ...nothing, ...change }, offices)).toBe(text);
});

test('says how much moves', () => {
  const none = { calls: 0, lines: 0, mailings: 0, designs: 0, patientLists: 0, people: 0, offices: 0 };
  expect(movedText({ ...offices, moved: none })).toBe('Nothing: the office is empty.');
  expect(movedText({ ...offices, moved: { ...none, calls: 1204, lines: 1, people: 2 } })).toBe(
    '1,204 calls, 1 tracking line and 2 people to South.',
  );
});
