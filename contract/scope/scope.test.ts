import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { campaignFilterTypes } from '../rules/campaign-groups.ts';
import { dateShortcuts } from '../rules/date-shortcuts.ts';
import { decodeQuery, encodeQuery } from '../wire/query.ts';
import { datePresets, customDateRange } from './date-range.ts';
import {
  addressHasScope,
  campaignSummary,
  comparisonOf,
  dateSummary,
  defaultScope,
  type Scope,
  scopeFromAddress,
  scopeQuerySchema,
  scopeToAddress,
  scopeToQuery,
  dateRangeOf,
  labeledDateRangeOf,
} from './scope.ts';

const now = new Date('2026-03-18T23:30:00.000Z');

const day = fc
  .date({
    min: new Date('2018-01-01T00:00:00.000Z'),
    max: new Date('2030-12-31T00:00:00.000Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const id = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).filter((text) => text.isWellFormed());
const anyScope: fc.Arbitrary<Scope> = fc
  .record({
    accountIds: fc.oneof(
      fc.constant('*' as const),
      fc.uniqueArray(id, { maxLength: 8 }),
      fc.record({ allExcept: fc.uniqueArray(id, { minLength: 1, maxLength: 8 }) }),
    ),
    preset: fc.constantFrom(...datePresets, ...dateShortcuts),
    span: fc.tuple(day, day).map(([start, end]) => customDateRange(start, end)),
    campaignType: fc.constantFrom(...campaignFilterTypes),
    compareWith: fc.constantFrom(undefined, 'year-ago' as const, 'off' as const),
  })
  .map(({ span, ...scope }) => ({ ...scope, custom: scope.preset === 'custom' ? span : null }));

test('reads a scope with any ids back from a URL', () => {
  fc.assert(
    fc.property(anyScope, (scope) => {
      expect(scopeFromAddress(scopeToAddress(scope))).toEqual(scope);
    }),
  );
});

test('reads a scope with any ids back from a request', () => {
  fc.assert(
    fc.property(anyScope, (scope) => {
      const sent = scopeToQuery(scope, now);
      const received = scopeQuerySchema.parse(decodeQuery(encodeQuery(sent)));
      const { accountIds } = scope;
      expect([received.accountIds, received.exceptAccountIds]).toEqual(
        accountIds === '*'
          ? [['*'], []]
          : 'allExcept' in accountIds
            ? [['*'], accountIds.allExcept]
            : [accountIds, []],
      );
      expect(received.filters).toEqual(sent.filters);
    }),
  );
});

test.each([
  ['last-month', '2026-02-01', '2026-02-28'],
  ['last-30-days', '2026-02-17', '2026-03-18'],
  ['last-quarter', '2025-10-01', '2025-12-31'],
  ['last-year', '2025-01-01', '2025-12-31'],
] as const)('%s keeps its name in the address and is sent as custom days', (preset, startDate, endDate) => {
  const scope = { ...defaultScope, preset };
  expect(scopeToAddress(scope)).toMatchObject({ range: preset, from: undefined, to: undefined });
  expect(scopeToQuery(scope, now).filters).toMatchObject({ dateFilterType: 'custom', startDate, endDate });
});

const later = { startDate: '2026-03-20', endDate: '2026-04-02' };
test.each([
  [{ preset: 'all' }, '2018-01-01', '2026-03-18', '2026-03-18'],
  [{ preset: 'day' }, '2026-03-18', '2026-03-18', '2026-03-18'],
  [{ preset: 'week' }, '2026-03-15', '2026-03-18', '2026-03-21'],
  [{ preset: 'month' }, '2026-03-01', '2026-03-18', '2026-03-31'],
  [{ preset: 'year' }, '2026-01-01', '2026-03-18', '2026-12-31'],
  [{ preset: 'last-year' }, '2025-01-01', '2025-12-31', '2025-12-31'],
  [{ preset: 'custom', custom: later }, '2026-03-20', '2026-04-02', '2026-04-02'],
] as const)('%j is labeled from %s to %s and requested up to %s', (dates, start, labelEnd, requestEnd) => {
  const scope: Scope = { ...defaultScope, ...dates };
  expect(labeledDateRangeOf(scope, now)).toEqual({ startDate: start, endDate: labelEnd });
  expect(scopeToQuery(scope, now).filters).toMatchObject({ startDate: start, endDate: requestEnd });
});

test('adds nothing to the URL for the default scope', () => {
  expect(addressHasScope(scopeToAddress(defaultScope))).toBe(false);
  expect(scopeFromAddress({})).toEqual(defaultScope);
});

test('treats `range=all` as the default', () => {
  expect(addressHasScope({ range: 'all' })).toBe(true);
  expect(scopeFromAddress({ range: 'all' })).toEqual(defaultScope);
});

describe('reads a typed URL', () => {
  test.each([
    [
      { from: '2026-01-02', to: '2026-02-03' },
      { startDate: '2026-01-02', endDate: '2026-02-03' },
    ],
    [
      { from: '2026-02-03', to: '2026-01-02' },
      { startDate: '2026-01-02', endDate: '2026-02-03' },
    ],
    [{ from: '2026-01-02' }, { startDate: '2026-01-02', endDate: '2026-01-02' }],
    [{ to: '2026-01-02' }, { startDate: '2026-01-02', endDate: '2026-01-02' }],
    [
      { from: '2026-01-02', to: 'soon' },
      { startDate: '2026-01-02', endDate: '2026-01-02' },
    ],
    [
      { range: 'week', from: '2026-01-02' },
      { startDate: '2026-01-02', endDate: '2026-01-02' },
    ],
    [
      { range: 'week', from: '2026-02-30' },
      { startDate: '2026-03-15', endDate: '2026-03-21' },
    ],
    [{ range: 'last-month' }, { startDate: '2026-02-01', endDate: '2026-02-28' }],
    [{ range: 'custom' }, { startDate: '2018-01-01', endDate: '2026-03-18' }],
    [{ range: 'decade' }, { startDate: '2018-01-01', endDate: '2026-03-18' }],
  ])('%j means %j', (address, span) => {
    expect(dateRangeOf(scopeFromAddress(address), now)).toEqual(span);
  });

  test.each([
    ['none', []],
    ['a,b', ['a', 'b']],
    ['a,,b,', ['a', 'b']],
    ['a%2Cb', ['a,b']],
    ['100%', ['100%']],
    ['%6eone', ['none']],
  ])('accounts=%s means %j', (accounts, ids) => {
    expect(scopeFromAddress({ accounts }).accountIds).toEqual(ids);
  });

  test.each([
    [{ accounts: '*' }, '*'],
    [{ accounts: '*', exceptAccounts: 'a,b%2Cc' }, { allExcept: ['a', 'b,c'] }],
    [{ exceptAccounts: 'a' }, { allExcept: ['a'] }],
    [{ accounts: '*', exceptAccounts: ',' }, '*'],
    [{ accounts: 'a', exceptAccounts: 'b' }, ['a']],
    [{ accounts: 'none', exceptAccounts: 'b' }, []],
    [{ accounts: '%2A' }, ['*']],
  ])('%j selects %j', (address, accountIds) => {
    expect(scopeFromAddress(address).accountIds).toEqual(accountIds);
  });

  test.each([
    [{ range: 'week', compareWith: 'year-ago' }, 'year-ago'],
    [{ range: 'week', compareWith: 'before' }, 'before'],
    [{ range: 'week', compareWith: 'tomorrow' }, 'before'],
    [{ range: 'week' }, 'before'],
    [{ from: '2026-01-01' }, 'before'],
    [{ range: 'week', compareWith: 'off' }, undefined],
    [{ compareWith: 'before' }, undefined],
    [{ range: 'all', compareWith: 'year-ago' }, undefined],
  ])('%j compares with %s', (address, comparison) => {
    expect(comparisonOf(scopeFromAddress(address))).toBe(comparison);
  });

  test('ignores an unknown campaign type', () => {
    expect(scopeFromAddress({ type: 'radio' }).campaignType).toBe('all');
  });
});

test.each([
  [defaultScope, 'All time'],
  [{ ...defaultScope, preset: 'week' }, 'Week'],
  [{ ...defaultScope, preset: 'last-30-days' }, 'Last 30 days'],
  [
    { ...defaultScope, preset: 'custom', custom: { startDate: '2026-01-02', endDate: '2026-02-03' } },
    '<2026-01-02> - <2026-02-03>',
  ],
  [
    { ...defaultScope, preset: 'custom', custom: { startDate: '2026-01-02', endDate: '2026-01-02' } },
    '<2026-01-02>',
  ],
] as const)('the dates of %j read %s', (scope, words) => {
  expect(dateSummary(scope, (date) => `<${date}>`)).toBe(words);
});

test('describes campaigns by the label of the filter', () => {
  expect(campaignSummary({ ...defaultScope, campaignType: 'mvp-mail' })).toBe('Mailing Campaigns');
});
