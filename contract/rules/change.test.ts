import { expect, test } from 'vitest';
import { changeOf, comparisonOf } from './change.ts';

const count = (value: number) => ({ value, of: value });
const rate = (value: number, of: number) => ({ value, of });

test.each([
  [120, 100, '+20%, more than 100', '▲ 20% vs 100', 'good'],
  [80, 100, '-20%, fewer than 100', '▼ 20% vs 100', 'bad'],
  [100, 100, 'the same, 100', '= 100', 'even'],
  [20, 20, 'the same, 20', '= 20', 'even'],
  [19, 100, null, null, null],
  [100, 19, null, null, null],
  [0, 0, null, null, null],
  [12_345, 1_000, '+1,135%, more than 1,000', '▲ 1,135% vs 1,000', 'good'],
  [10_001, 10_000, 'under 1% more than 10,000', '▲ under 1% vs 10,000', 'good'],
  [105, 200, '-48%, fewer than 200', '▼ 48% vs 200', 'bad'],
])('%i after %i', (now, before, text, short, tone) => {
  const change = changeOf(count(now), count(before), { kind: 'count', direction: 'more is good' });
  expect(change).toEqual(text === null ? null : { text, short, tone });
});

test.each([
  [60, 57, '+3 points, more than 57%', '▲ 3 points vs 57%'],
  [57, 58, '-1 point, less than 58%', '▼ 1 point vs 58%'],
  [57, 57, 'the same, 57%', '= 57%'],
])('a rate of %i%% after %i%%', (now, before, text, short) => {
  const change = changeOf(rate(now, 20), rate(before, 20), { kind: 'percent', direction: 'neither' });
  expect(change).toEqual({ text, short, tone: 'even' });
});

test.each([
  [65.4, 60, '+5 secs, longer than 1 min', '▲ 5 secs vs 1 min', 'bad'],
  [42, 60.2, '-18 secs, shorter than 1 min', '▼ 18 secs vs 1 min', 'good'],
  [60.4, 59.6, 'the same, 1 min', '= 1 min', 'even'],
])('a hold time of %s after %s seconds', (now, before, text, short, tone) => {
  const change = changeOf(rate(now, 20), rate(before, 20), { kind: 'seconds', direction: 'more is bad' });
  expect(change).toEqual({ text, short, tone });
});

test('compares no rate of fewer than 20', () => {
  const options = { kind: 'percent', direction: 'more is good' } as const;
  expect(changeOf(rate(90, 19), rate(50, 400), options)).toBeNull();
  expect(changeOf(rate(90, 400), rate(50, 19), options)).toBeNull();
});

test('rates more missed calls as worse and fewer as better', () => {
  const options = { kind: 'count', direction: 'more is bad' } as const;
  expect(changeOf(count(120), count(100), options)?.tone).toBe('bad');
  expect(changeOf(count(80), count(100), options)?.tone).toBe('good');
});

const over = (calls: number, unscored: number) => ({ calls, unscored });

test.each([
  [count(34), count(12), undefined, 'Not compared: only 12 before'],
  [count(12), count(34), undefined, 'Not compared: only 12 now'],
  [count(12), count(9), undefined, 'Not compared: only 12 now, only 9 before'],
  [count(34), count(0), undefined, 'Not compared: none before'],
  [count(0), count(0), undefined, 'Not compared: none now, none before'],
  [rate(90, 19), rate(50, 400), 'opportunities', 'Not compared: only 19 opportunities now'],
  [rate(90, 400), rate(50, 1), 'opportunities', 'Not compared: only 1 opportunity before'],
  [rate(90, 400), rate(0, 0), 'calls', 'Not compared: no calls before'],
  [rate(90, 400), rate(50, 1), 'calls', 'Not compared: only 1 call before'],
  [
    { ...count(81), over: over(285, 204) },
    { ...count(300), over: over(310, 2) },
    undefined,
    'Not compared: most calls now are not scored yet',
  ],
  [
    { ...count(300), over: over(310, 2) },
    { ...count(12), over: over(285, 204) },
    undefined,
    'Not compared: most calls before are not scored yet',
  ],
])('of %j after %j says whose count is too small', (now, before, noun, text) => {
  const rule = { kind: 'count', direction: 'neither', ...(noun && { noun }) } as const;
  expect(comparisonOf(now, before, rule)).toEqual({ text, short: '–', tone: null });
  expect(changeOf(now, before, rule)).toBeNull();
});

test('compares calls of which half are scored', () => {
  const rule = { kind: 'count', direction: 'more is good' } as const;
  const half = { ...count(120), over: over(240, 120) };
  expect(comparisonOf(half, { ...count(100), over: over(100, 0) }, rule).text).toBe('+20%, more than 100');
});
