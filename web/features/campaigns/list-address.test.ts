import { daysOfToday } from '@mailcall/contract/scope/date-range.ts';
import { defaultScope, type Scope } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import type { Address } from '../../platform/address.ts';
import { listFromAddress, listToAddress, mailingFilters } from './list-address.ts';

const plain = { order: null, page: 1, pageSize: 15 };

test.each<[Address, ReturnType<typeof listFromAddress>]>([
  [{}, plain],
  [
    { sort: 'leadsCount', dir: 'asc' },
    { ...plain, order: { sort: 'leadsCount', dir: 'asc' } },
  ],
  [
    { page: '3', pageSize: '45' },
    { ...plain, page: 3, pageSize: 45 },
  ],
  [{ sort: 'callDateTime', dir: 'asc' }, plain],
  [{ sort: 'leadsCount' }, plain],
  [{ sort: 'leadsCount', dir: 'up' }, plain],
  [{ page: '0', pageSize: '7' }, plain],
  [{ page: '1.5', pageSize: 'all' }, plain],
  [{ page: '-1' }, plain],
  [{ page: '1000001' }, plain],
])('reads the address %j as the list %j', (address, list) => {
  expect(listFromAddress(address)).toEqual(list);
  expect(listFromAddress(listToAddress(list))).toEqual(list);
});

test('leaves defaults out of the URL', () => {
  expect(Object.values(listToAddress(plain)).filter((value) => value !== undefined)).toEqual([]);
});

const now = new Date('2026-11-21T12:00:00.000Z');
test.each<[Partial<Scope>, object]>([
  [{}, {}],
  [{ campaignType: 'mvp-mail' }, { campaignFilterType: 'mvp-mail' }],
  [{ preset: 'year' }, { deliveryWeek: { gte: '2026-01-01', lte: '2026-12-31' } }],
  [
    {
      preset: 'custom',
      custom: { startDate: '2024-03-04', endDate: '2024-03-10' },
      campaignType: 'non-mailing',
    },
    { deliveryWeek: { gte: '2024-03-04', lte: '2024-03-10' }, campaignFilterType: 'non-mailing' },
  ],
])('turns the scope %j into the filters %j', (scope, filters) => {
  expect(mailingFilters({ scope: { ...defaultScope, ...scope }, today: daysOfToday(now) })).toEqual(filters);
});
