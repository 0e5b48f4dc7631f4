import { expect, test } from 'vitest';
import { changeOf } from './change.ts';

const count = (value: number) => ({ value, of: value });
const rate = (value: number, of: number) => ({ value, of });

test.each([
  [120, 100, '+20%, more than 100', 'good'],
  [80, 100, '-20%, fewer than 100', 'bad'],
  [100, 100, 'the same, 100', 'even'],
  [20, 20, 'the same, 20', 'even'],
  [19, 100, null, null],
  [100, 19, null, null],
  [0, 0, null, null],
  [12_345, 1_000, '+1,135%, more than 1,000', 'good'],
  [10_001, 10_000, 'under 1% more than 10,000', 'good'],
  [105, 200, '-48%, fewer than 200', 'bad'],
])('%i after %i', (now, before, text, tone) => {
  const change = changeOf(count(now), count(before), { kind: 'count', direction: 'more is good' });
  expect(change).toEqual(text === null ? null : { text, tone });
});

test.each([
  [60, 57, '+3 points, more than 57%'],
  [57, 58, '-1 point, less than 58%'],
  [57, 57, 'the same, 57%'],
])('a rate of %i%% after %i%%', (now, before, text) => {
  const change = changeOf(rate(now, 20), rate(before, 20), { kind: 'percent', direction: 'neither' });
  expect(change).toEqual({ text, tone: 'even' });
});

test.each([
  [65.4, 60, '+5 secs, longer than 1 min', 'bad'],
  [42, 60.2, '-18 secs, shorter than 1 min', 'good'],
  [60.4, 59.6, 'the same, 1 min', 'even'],
])('a hold time of %s after %s seconds', (now, before, text, tone) => {
  const change = changeOf(rate(now, 20), rate(before, 20), { kind: 'seconds', direction: 'more is bad' });
  expect(change).toEqual({ text, tone });
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
