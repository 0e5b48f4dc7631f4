import { expect, test } from 'vitest';
import { displayedRate, rateText } from './zone-texts.ts';

test.each([
  [42, 100, 0, 42, '42%'],
  [140, 10, 5, 100, '100%'],
  [100, 285, 204, null, '204 of 285 calls are not scored yet'],
  [0, 0, 0, 0, '0%'],
])('a rate of %i with %i calls, %i of them not scored', (conversionRate, calls, unscored, rate, text) => {
  const totals = { conversionRate, totalCalls: calls, totalUnscoredCalls: unscored };
  expect(displayedRate(totals)).toBe(rate);
  expect(rateText(totals)).toBe(text);
});
