import type { TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { expect, test } from 'vitest';
import { parseAddress, writeAddress } from '../../platform/address.ts';
import {
  linesFromAddress,
  linesSortedBy,
  type LinesState,
  linesToAddress,
  pageOfLines,
} from './lines-address.ts';

const defaults: LinesState = {
  inactive: false,
  search: '',
  sort: 'campaignName',
  dir: 'desc',
  page: 1,
  pageSize: 10,
};

test.each<[address: string, state: LinesState]>([
  ['', defaults],
  ['?inactive=1&q=front+door', { ...defaults, inactive: true, search: 'front door' }],
  [
    '?sort=status&dir=asc&page=3&pageSize=30',
    { ...defaults, sort: 'status', dir: 'asc', page: 3, pageSize: 30 },
  ],
])('the address %j is read and written as a state of the table', (address, state) => {
  expect(linesFromAddress(parseAddress(address))).toEqual(state);
  expect(writeAddress(linesToAddress(state))).toBe(address);
});

test.each(['?sort=friendlyName&dir=up', '?page=0&pageSize=11', '?page=1e3&inactive=yes', '?sort=toString'])(
  '%s has the default state',
  (address) => {
    expect(linesFromAddress(parseAddress(address))).toEqual(defaults);
  },
);

test('pressing a heading reverses the direction and goes to page 1', () => {
  expect(linesSortedBy({ ...defaults, page: 3 }, 'number')).toEqual({
    ...defaults,
    sort: 'number',
    dir: 'asc',
  });
  expect(linesSortedBy({ ...defaults, dir: 'asc' }, 'campaignName')).toEqual(defaults);
});

const line = (index: number): TrackingLine => ({
  id: `l${index}`,
  accountId: 'a',
  accountName: 'A',
  campaignName: index % 2 === 0 ? 'Spring' : 'Summer',
  campaignId: 'c',
  number: `+1415555${String(index).padStart(4, '0')}`,
  status: 'Active',
  type: '--',
  destinationNumber: null,
  callsCount: 0,
  friendlyName: `Line ${index}`,
  campaignType: null,
});
const lines = Array.from({ length: 25 }, (_, index) => line(index));

test.each<[state: Partial<LinesState>, total: number, ids: string[]]>([
  [{ page: 3 }, 25, ['l20', 'l21', 'l22', 'l23', 'l24']],
  [{ page: 9 }, 25, ['l20', 'l21', 'l22', 'l23', 'l24']],
  [{ search: 'summer', page: 2 }, 12, ['l21', 'l23']],
  [{ search: '+1 (415) 555-0007' }, 1, ['l7']],
  [{ search: 'Line 2', page: 2, pageSize: 15 }, 7, ['l2', 'l12', 'l20', 'l21', 'l22', 'l23', 'l24']],
  [{ search: 'nothing', page: 2 }, 0, []],
])('%j has its page of the lines found', (state, total, ids) => {
  const result = pageOfLines(lines, { ...defaults, ...state });
  expect([result.meta, result.records.map(({ id }) => id), result.totalUnsearched]).toEqual([
    { total_count: total },
    ids,
    25,
  ]);
});
