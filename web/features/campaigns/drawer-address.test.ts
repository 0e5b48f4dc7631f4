import { expect, test } from 'vitest';
import type { Address } from '../../platform/address.ts';
import { callsSortedBy, type DrawerState, drawerFromAddress, withoutDrawer } from './drawer-address.ts';

const plain: DrawerState = {
  tab: null,
  resultsPer: null,
  preview: null,
  callId: null,
  callDays: null,
  sort: 'callDateTime',
  dir: 'desc',
  pageSize: null,
  page: 1,
};

test.each<[Address, Partial<DrawerState>]>([
  [{}, {}],
  [
    { panel: 'design', preview: 'back' },
    { tab: 'design', preview: 'back' },
  ],
  [
    { panel: 'calls', call: 'c-1' },
    { tab: 'calls', callId: 'c-1' },
  ],
  [
    { callSort: 'callDuration', callDir: 'asc', callRows: '30', callPage: '2' },
    { sort: 'callDuration', dir: 'asc', pageSize: 30, page: 2 },
  ],
  [
    { panel: 'results', resultsPer: 'total' },
    { tab: 'results', resultsPer: 'total' },
  ],
  [
    { callFrom: '2026-03-02', callTo: '2026-03-08' },
    { callDays: { startDate: '2026-03-02', endDate: '2026-03-08' } },
  ],
  [{ callTo: '2026-03-08' }, { callDays: { endDate: '2026-03-08' } }],
  [{ callFrom: '2026-3-2', callTo: '2026-13-01', resultsPer: 'month' }, {}],
  [
    {
      panel: 'notes',
      preview: 'inside',
      callSort: 'answeredBy',
      callDir: 'up',
      callRows: '9',
      callPage: 'x',
    },
    {},
  ],
  [{ callPage: '0' }, {}],
])('reads the address %j as the drawer %j', (address, drawer) => {
  expect(drawerFromAddress(address)).toEqual({ ...plain, ...drawer });
});

test.each([
  ['callDateTime', 'desc', 'callDateTime', 'asc'],
  ['callDateTime', 'asc', 'callDateTime', 'desc'],
  ['callDateTime', 'asc', 'callDuration', 'asc'],
  ['callDateTime', 'desc', 'callType', 'asc'],
] as const)('sorts calls by %s %s, after %s is pressed, %s', (sort, dir, pressed, next) => {
  expect(callsSortedBy({ sort, dir }, pressed)).toEqual({ sort: pressed, dir: next });
});

test('restores the list when the drawer closes', () => {
  expect(
    withoutDrawer({
      accounts: 'a',
      sort: 'leadsCount',
      page: '2',
      panel: 'calls',
      call: 'c',
      callFrom: '2026-03-02',
      callPage: '3',
    }),
  ).toEqual({
    accounts: 'a',
    sort: 'leadsCount',
    page: '2',
  });
});
