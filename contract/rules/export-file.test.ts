import { expect, test } from 'vitest';
import { exportFileName, savedFileName } from './export-file.ts';
import { type OutcomeFilter, outcomeFilters } from './outcome.ts';

const january = { startDate: '2026-01-01', endDate: '2026-01-31' };

test.each<[OutcomeFilter[], string]>([
  [['opportunity'], 'calls-opportunity_20260101_20260131.xlsx'],
  [['missed call'], 'calls-missed-call_20260101_20260131.xlsx'],
  [['missed-and-followup'], 'calls-missed-and-followup_20260101_20260131.xlsx'],
  [[], 'calls-all-calls_20260101_20260131.xlsx'],
  [['appointment', 'follow-up'], 'calls-appointment-follow-up_20260101_20260131.xlsx'],
])('the calls of %j are saved as %s', (outcomes, name) => {
  expect(exportFileName(outcomes, january)).toBe(name);
});

test('keeps generated names when saving', () => {
  for (const outcome of outcomeFilters) {
    const name = exportFileName([outcome], january);
    expect(savedFileName(name)).toBe(name);
  }
});

test.each([
  ['calls-1-2.xlsx', 'calls.xlsx'],
  ['calls-opportunity-20260101-20260131.xlsx', 'calls-opportunity.xlsx'],
  ['calls-1.xlsx', 'calls-1.xlsx'],
  ['calls-1-2-b.xlsx', 'calls-1-2-b.xlsx'],
  ['2-1-2.XLSX', '2.XLSX'],
])('%s is saved as %s', (name, saved) => {
  expect(savedFileName(name)).toBe(saved);
});
