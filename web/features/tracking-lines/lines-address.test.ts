import { pageSizes } from '@mailcall/contract/calls.ts';
import { expect, test } from 'vitest';
import { parseAddress, writeAddress } from '../../platform/address.ts';
import {
  blockOf,
  linesFromAddress,
  linesSortedBy,
  type LinesState,
  linesToAddress,
  pageInBlock,
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
  'reads %s as the default state',
  (address) => {
    expect(linesFromAddress(parseAddress(address))).toEqual(defaults);
  },
);

test('reverses the direction and returns to page 1 when a heading is pressed', () => {
  expect(linesSortedBy({ ...defaults, page: 3 }, 'number')).toEqual({
    ...defaults,
    sort: 'number',
    dir: 'asc',
  });
  expect(linesSortedBy({ ...defaults, dir: 'asc' }, 'campaignName')).toEqual(defaults);
});

const lines = Array.from({ length: 107 }, (_, index) => index);

test.each(pageSizes)('a page of %i is part of a block of at most 50 lines', (pageSize) => {
  for (let page = 1; page <= Math.ceil(lines.length / pageSize); page += 1) {
    const block = blockOf({ page, pageSize });
    const start = (block.page - 1) * block.pageSize;
    const requested = lines.slice(start, start + block.pageSize);
    expect(requested.length).toBeLessThanOrEqual(50);
    expect(pageInBlock(requested, { page, pageSize })).toEqual(
      lines.slice((page - 1) * pageSize, page * pageSize),
    );
  }
});

test('requests pages of ten five at a time', () => {
  expect(blockOf({ page: 5, pageSize: 10 })).toEqual({ page: 1, pageSize: 50 });
  expect(blockOf({ page: 6, pageSize: 10 })).toEqual({ page: 2, pageSize: 50 });
});
