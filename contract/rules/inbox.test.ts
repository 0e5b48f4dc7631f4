import { expect, test } from 'vitest';
import { inboxCursor, inboxPosition } from '../provider-inbox.ts';
import { dismissalOfKind, inboxKinds, unopenedBefore } from './inbox.ts';

test('a design waits three days after it was sent', () => {
  expect(unopenedBefore(new Date('2026-03-11T15:00:00Z'))).toEqual(new Date('2026-03-08T15:00:00Z'));
});

test.each(['approved', 'chosen'] as const)('%s is acknowledged for good', (kind) => {
  expect(dismissalOfKind[kind]).toBeNull();
});

test('work alone ends the others', () => {
  expect(inboxKinds.filter((kind) => dismissalOfKind[kind] === undefined)).toEqual([
    'changes',
    'dispute',
    'question',
    'parked',
    'job',
  ]);
});

test('a cursor names time, kind and id, also an id with bars', () => {
  const position = { since: '2026-03-11T15:00:00.000Z', kind: 'unopened', id: 'a|b' };
  expect(inboxPosition(inboxCursor(position))).toEqual(position);
  expect(inboxPosition('2026-03-11T15:00:00.000Z|unopened')).toBeNull();
});
