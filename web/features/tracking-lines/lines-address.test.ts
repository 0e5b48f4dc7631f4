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

const start: LinesState = {
  inactive: false,
  search: '',
  sort: 'campaignName',
  dir: 'desc',
  page: 1,
  pageSize: 10,
};

test.each<[address: string, state: LinesState]>([
  ['', start],
  ['?inactive=1&q=front+door', { ...start, inactive: true, search: 'front door' }],
  [
    '?sort=status&dir=asc&page=3&pageSize=30',
    { ...start, sort: 'status', dir: 'asc', page: 3, pageSize: 30 },
  ],
])('%j is a table and its address', (address, state) => {
  expect(linesFromAddress(parseAddress(address))).toEqual(state);
  expect(writeAddress(linesToAddress(state))).toBe(address);
});

test.each(['?sort=friendlyName&dir=up', '?page=0&pageSize=11', '?page=1e3&inactive=yes', '?sort=toString'])(
  '%s is as the table starts',
  (address) => {
    expect(linesFromAddress(parseAddress(address))).toEqual(start);
  },
);

test('a heading turns the direction and goes to page 1', () => {
  expect(linesSortedBy({ ...start, page: 3 }, 'number')).toEqual({ ...start, sort: 'number', dir: 'asc' });
  expect(linesSortedBy({ ...start, dir: 'asc' }, 'campaignName')).toEqual(start);
});

const line = (at: number): TrackingLine => ({
  id: `l${at}`,
  accountId: 'a',
  accountName: 'A',
  campaignName: at % 2 === 0 ? 'Spring' : 'Summer',
  campaignId: 'c',
  number: `+1415555${String(at).padStart(4, '0')}`,
  status: 'Active',
  type: '--',
  destinationNumber: null,
  callsCount: 0,
  friendlyName: `Line ${at}`,
  campaignType: null,
});
const lines = Array.from({ length: 25 }, (_, at) => line(at));

test.each<[state: Partial<LinesState>, total: number, ids: string[]]>([
  [{ page: 3 }, 25, ['l20', 'l21', 'l22', 'l23', 'l24']],
  [{ page: 9 }, 25, ['l20', 'l21', 'l22', 'l23', 'l24']],
  [{ search: 'summer', page: 2 }, 12, ['l21', 'l23']],
  [{ search: '+1 (415) 555-0007' }, 1, ['l7']],
  [{ search: 'Line 2', page: 2, pageSize: 15 }, 7, ['l2', 'l12', 'l20', 'l21', 'l22', 'l23', 'l24']],
  [{ search: 'nothing', page: 2 }, 0, []],
])('%j shows its page of what is found', (state, total, ids) => {
  const shown = pageOfLines(lines, { ...start, ...state });
  expect([shown.meta, shown.records.map(({ id }) => id), shown.all]).toEqual([
    { total_count: total },
    ids,
    25,
  ]);
});
