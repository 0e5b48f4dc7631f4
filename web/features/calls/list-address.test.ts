import { describe, expect, test } from 'vitest';
import { type Address, parseAddress, writeAddress } from '../../platform/address.ts';
import {
  appointmentListRequest,
  callListRequest,
  listFromAddress,
  listsCalls,
  type ListState,
  listToAddress,
  sortedBy,
} from './list-address.ts';

const scope = {
  accountIds: ['a'],
  filters: {
    dateFilterType: 'all' as const,
    startDate: '2018-01-01',
    endDate: '2026-11-21',
    campaignFilterType: 'all' as const,
  },
};
const defaults: ListState = {
  kind: 'opportunity',
  filters: {},
  search: '',
  sort: 'callDateTime',
  dir: 'desc',
  page: 1,
  pageSize: 15,
};
const written = (list: ListState) => writeAddress(listToAddress(list));
const read = (text: string) => listFromAddress(parseAddress(text));

function requested(list: ListState) {
  if (!listsCalls(list)) throw new Error('This list shows appointments.');
  return callListRequest(list, scope);
}

describe('a list in the URL', () => {
  test('defaults to opportunity calls, newest first, 15 per page', () => {
    expect(listFromAddress({})).toEqual(defaults);
    expect(listFromAddress({ outcome: 'appointments' })).toEqual({
      ...defaults,
      kind: 'appointments',
      sort: 'date',
    });
  });

  test('leaves out defaults', () => {
    expect(written(defaults)).toBe('?outcome=opportunity');
  });

  test.each<ListState>([
    defaults,
    { ...defaults, kind: 'missed call', page: 7, pageSize: 50, sort: 'callDuration', dir: 'asc' },
    { ...defaults, kind: 'appointments', sort: 'lastName', search: 'Maria & Co, #1' },
    {
      ...defaults,
      kind: 'all calls',
      filters: { callerGender: ['Female', 'Male'], onHold: false, wrongSourceMentioned: true },
    },
    {
      ...defaults,
      kind: 'all calls',
      filters: { offer: ['a,b'], insurance: ['c'], callHandlerId: ['nonStaff'] },
    },
    {
      ...defaults,
      kind: 'all calls',
      filters: { weekday: ['0', '6'], hour: ['0', '23'], campaigns: ['c1', 'c2'] },
    },
  ])('reads back what it writes: %#', (list) => {
    expect(read(written(list))).toEqual(list);
  });

  test.each<[Address, Partial<ListState>]>([
    [{ outcome: 'nonsense' }, { kind: 'opportunity' }],
    [{ sort: 'lastName' }, { sort: 'callDateTime' }],
    [{ outcome: 'appointments', sort: 'answeredBy' }, { sort: 'date' }],
    [{ dir: 'sideways' }, { dir: 'desc' }],
    [{ page: '0' }, { page: 1 }],
    [{ page: '-3' }, { page: 1 }],
    [{ page: '2.5' }, { page: 1 }],
    [{ page: '99999999' }, { page: 1 }],
    [{ pageSize: '20' }, { pageSize: 15 }],
    [{ onHold: 'perhaps' }, { filters: {} }],
    [{ callerGender: ['', ''] }, { filters: {} }],
    [{ weekday: '7', hour: ['24', '-1', '1.5', '09', 'noon', '9'] }, { filters: { hour: ['9'] } }],
    [{ callerGender: ['Female', 'Female'] }, { filters: { callerGender: ['Female'] } }],
    [{ offer: 'a', service: 'b', insurance: 'c' }, { filters: { offer: ['a'], service: ['b'] } }],
  ])('%j is read as %j', (address, expected) => {
    expect(listFromAddress(address)).toMatchObject(expected);
  });

  test('does not mistake the scope’s campaign type for its own filter', () => {
    expect(listFromAddress({ type: 'mvp-mail' }).filters).toEqual({});
  });
});

describe('request of a list', () => {
  test('contains scope, outcome, filters, order and page', () => {
    const list = {
      ...defaults,
      kind: 'all calls' as const,
      filters: { callerGender: ['Female'], onHold: true },
      page: 2,
      dir: 'asc' as const,
    };
    expect(requested(list)).toEqual({
      accountIds: ['a'],
      page: 2,
      pageSize: 15,
      sort: 'callDateTime',
      dir: 'asc',
      filters: { ...scope.filters, callerGender: ['Female'], onHold: true, outcome: ['all calls'] },
    });
  });

  test('searches for the cleaned text, or not at all if nothing is left', () => {
    expect(requested({ ...defaults, search: '(555) 123' })).toMatchObject({ query: '555123' });
    expect(requested({ ...defaults, search: '--' })).not.toHaveProperty('query');
  });

  test('names no outcome for appointments', () => {
    const request = appointmentListRequest({ ...defaults, kind: 'appointments', sort: 'firstName' }, scope);
    expect(request).toMatchObject({ sort: 'firstName', dir: 'desc' });
    expect(request.filters).not.toHaveProperty('outcome');
  });
});

test('sorts by a pressed heading, reverses its direction and returns to page 1', () => {
  const once = sortedBy({ ...defaults, page: 4 }, 'answeredBy');
  expect(once).toMatchObject({ sort: 'answeredBy', dir: 'asc', page: 1 });
  expect(sortedBy(once, 'answeredBy')).toMatchObject({ sort: 'answeredBy', dir: 'desc' });
});
