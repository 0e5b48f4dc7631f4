import { expect, test } from 'vitest';
import { type BestCallFacts, bestCallOf, bestCallReason } from './best-call.ts';

const call = (id: string, facts: Partial<BestCallFacts> = {}): BestCallFacts => ({
  id,
  booked: false,
  goodImpression: null,
  talkSeconds: 120,
  at: 0,
  ...facts,
});

test.each<[string, BestCallFacts[], [string, number] | null]>([
  ['nothing', [], null],
  ['the only one', [call('a')], ['a', 1]],
  ['the booked one, however short', [call('a', { talkSeconds: 900 }), call('b', { booked: true })], ['b', 1]],
  [
    'the booked one with a good impression',
    [call('a', { booked: true, talkSeconds: 900 }), call('b', { booked: true, goodImpression: true })],
    ['b', 1],
  ],
  [
    'the booked one rather than the good impression',
    [
      call('a', { goodImpression: true, talkSeconds: 900 }),
      call('b', { booked: true, goodImpression: false }),
    ],
    ['b', 1],
  ],
  [
    'the good impression',
    [call('a', { goodImpression: false }), call('b', { goodImpression: true })],
    ['b', 1],
  ],
  [
    'the longest talk, where it is not known whether the impression was good',
    [call('a', { goodImpression: false, talkSeconds: 121 }), call('b')],
    ['a', 2],
  ],
  ['the newest', [call('a', { at: 1 }), call('b', { at: 2 })], ['b', 2]],
  ['the first by id', [call('b'), call('a'), call('c')], ['a', 3]],
])('is %s', (_, calls, best) => {
  for (const order of [calls, calls.toReversed()]) {
    const found = bestCallOf(order);
    expect(found && [found.call.id, found.among]).toEqual(best);
  }
});

test.each([
  [
    { booked: true, goodImpression: true, among: 7 },
    'Booked an appointment, and left a good impression: the longest talk of 7 such calls.',
  ],
  [{ booked: true, goodImpression: null, among: 1 }, 'Booked an appointment: the only such call.'],
  [
    { booked: false, goodImpression: true, among: 2 },
    'An opportunity, though nothing was booked, and left a good impression: the longest talk of 2 such calls.',
  ],
  [
    { booked: false, goodImpression: false, among: 3 },
    'An opportunity, though nothing was booked: the longest talk of 3 such calls.',
  ],
])('says why: %j', (facts, reason) => {
  expect(bestCallReason(facts)).toBe(reason);
});
