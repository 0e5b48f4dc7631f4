import { expect, test } from 'vitest';
import { medianOf, type MeasuredRun, missedValues, type Preset } from '../bench/lighthouse-values.ts';

const asWished: MeasuredRun = {
  scores: { performance: 99, accessibility: 100, bestPractices: 100 },
  blocked: 200,
  largestPaint: 2000,
  shift: 0,
  benchmarkIndex: 1500,
  notMet: [],
};
const withPerformance = (performance: number): MeasuredRun => ({
  ...asWished,
  scores: { ...asWished.scores, performance },
});

test.each<[path: string, preset: Preset, run: MeasuredRun, missed: string[]]>([
  ['/login', 'mobile', asWished, []],
  ['/login', 'mobile', withPerformance(98), ['performance below 99']],
  ['/scoreboard', 'mobile', withPerformance(95), []],
  ['/scoreboard', 'mobile', withPerformance(94), ['performance below 95']],
  ['/scoreboard', 'desktop', withPerformance(98), ['performance below 99']],
  ['/campaigns', 'mobile', withPerformance(Number.NaN), ['performance below 95']],
  ['/campaigns', 'mobile', { ...asWished, blocked: 201 }, ['blocked more than 200 ms']],
  ['/campaigns', 'desktop', { ...asWished, largestPaint: 2001 }, ['largest paint after more than 2 s']],
  [
    '/login',
    'desktop',
    { ...asWished, scores: { ...asWished.scores, bestPractices: 96 }, notMet: ['csp (It has a policy)'] },
    ['best practices below 100'],
  ],
])('%s with the %s preset: what is missed of %j', (path, preset, run, missed) => {
  expect(missedValues(path, preset, run)).toEqual(missed);
});

test('the median is of each figure, and an audit that one run did not meet is not met', () => {
  const runs = [90, 99, 97].map((performance, at) => ({
    ...withPerformance(performance),
    notMet: at === 1 ? ['csp'] : [],
  }));
  expect(medianOf(runs)).toEqual({ ...withPerformance(97), notMet: ['csp'] });
});
