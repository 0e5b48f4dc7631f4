import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { RangedScope } from '../scope/index.ts';
import { keepingQueries } from './written-queries.ts';

const scopeOf = (accountIds: string[], startDate = '2026-03-01') =>
  ({
    accountIds,
    days: { startDate, endDate: '2026-03-18' },
    dayMode: 'utc',
    campaignTypes: null,
    campaignIds: [],
  }) as unknown as RangedScope;

test('returns the same query for equal scopes and different ones otherwise', () => {
  const query = keepingQueries((scope) => sql`select ${scope.accountIds.length} as accounts`);
  const first = query(scopeOf(['one']));
  expect(query(scopeOf(['one']))).toBe(first);
  const others = [scopeOf(['other']), scopeOf(['one', 'other']), scopeOf(['one'], '2026-03-02')].map(query);
  expect(new Set([first, ...others]).size).toBe(4);
});

test('forgets queries of unused scopes', () => {
  const query = keepingQueries(() => sql`select 1`);
  const first = query(scopeOf(['0']));
  for (let other = 1; other <= 8; other += 1) query(scopeOf([`${other}`]));
  expect(query(scopeOf(['0']))).not.toBe(first);
});
