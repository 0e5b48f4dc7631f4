import { describe, expect, test } from 'vitest';
import { behindSilence, loopAfter, loopTarget, silentParts, speedAfter } from './player-rules.ts';

describe('silence', () => {
  const loud = 60;
  test.each<[what: string, peaks: number[] | null, duration: number, parts: [number, number][]]>([
    ['is longer than 1.5 seconds', [loud, 0, 0, 0, loud, 0, loud], 7, [[1, 4]]],
    ['can be quiet, not only mute', [loud, 3, 3, loud], 4, [[1, 3]]],
    ['is not what is a sixth as loud as the loudest part', [loud, 10, 10, loud], 4, []],
    ['is measured in seconds, not in parts', [loud, 0, 0, 0, loud], 2.5, []],
    ['is not known without peaks', null, 60, []],
    ['can be everything', [0, 0, 0], 30, [[0, 30]]],
  ])('%s', (_, peaks, duration, parts) => {
    expect(silentParts(peaks, duration).map(({ from, to }) => [from, to])).toEqual(parts);
  });

  test.each([
    [9.9, null],
    [10, 14.75],
    [14.4, 14.75],
    // already where speech begins
    [14.6, null],
    [16, null],
  ])('at second %s playing goes on at %s', (position, target) => {
    expect(behindSilence([{ from: 10, to: 15 }], position)).toBe(target);
  });
});

describe('a loop', () => {
  test.each([
    [null, 'from', 12, { from: 12, to: null }],
    [{ from: 12, to: null }, 'to', 20, { from: 12, to: 20 }],
    [{ from: 12, to: 20 }, 'from', 15, { from: 15, to: 20 }],
    [{ from: 12, to: 20 }, 'from', 25, { from: 25, to: null }],
    [null, 'to', 8, { from: 0, to: 8 }],
    [{ from: 12, to: null }, 'to', 8, { from: 0, to: 8 }],
    [null, 'to', 0, { from: 0, to: 0.5 }],
  ] as const)('%j with its %s at second %s is %j', (loop, bound, position, expected) => {
    expect(loopAfter(loop, bound, position)).toEqual(expected);
  });

  test('goes back at its end', () => {
    expect(loopTarget({ from: 12, to: 20 }, 19.9)).toBeNull();
    expect(loopTarget({ from: 12, to: 20 }, 20.1)).toBe(12);
    expect(loopTarget({ from: 12, to: null }, 90)).toBeNull();
    expect(loopTarget(null, 90)).toBeNull();
  });
});

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [2, 1, 2],
  [0.5, -1, 0.5],
  [0.25, 1, 0.5],
] as const)('speed %s with step %s is %s', (speed, by, expected) => {
  expect(speedAfter(speed, by)).toBe(expected);
});
