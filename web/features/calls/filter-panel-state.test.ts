import { expect, test } from 'vitest';
import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  blockedFilter,
  filteredBy,
  filteredByFlag,
  filtersOn,
  filtersSet,
  type PanelFilter,
  panelIsOpen,
  listWithout,
  turnedOff,
  turnedOn,
  untouchedPanel,
} from './filter-panel-state.ts';
import { listFromAddress } from './list-address.ts';

const list = (address: Parameters<typeof listFromAddress>[0] = {}) => listFromAddress(address);

test('opens the panel for a filter with a value unless the user closed it', () => {
  const filtered = list({ onHold: '0' });
  expect(panelIsOpen(list(), untouchedPanel)).toBe(false);
  expect(panelIsOpen(list({ q: 'smith', hour: '9' }), untouchedPanel)).toBe(false);
  expect(panelIsOpen(filtered, untouchedPanel)).toBe(true);
  expect(panelIsOpen(filtered, { opened: false, on: [] })).toBe(false);
  expect(panelIsOpen(list(), { opened: true, on: [] })).toBe(true);
});

test('has the filters on that were turned on or have a value', () => {
  const filtered = list({ callerGender: 'Female', offer: 'o1' });
  expect(filtersOn(filtered, turnedOn(untouchedPanel, 'callHandlerId'))).toEqual([
    'offer',
    'callHandlerId',
    'callerGender',
  ]);
  expect(filtersSet(filtered)).toBe(2);
});

test('clears the value of a filter that is turned off, from page 1, and changes nothing without a value', () => {
  const filtered = list({ callerGender: 'Female', onHold: '1', page: '4' });
  expect(listWithout(filtered, 'callerGender')).toEqual({
    ...filtered,
    filters: { callerGender: undefined, onHold: true },
    page: 1,
  });
  expect(listWithout(filtered, 'onHold')?.filters.onHold).toBeUndefined();
  expect(listWithout(filtered, 'offer')).toBeNull();
  const on = turnedOn(turnedOn(untouchedPanel, 'offer'), 'onHold');
  expect(turnedOff(on, 'offer')).toEqual({ opened: true, on: ['onHold'] });
});

test.each<[PanelFilter[], PanelFilter | null]>([
  [[], null],
  [['offer'], null],
  [['offer', 'callerGender'], null],
  [['offer', 'service'], 'insurance'],
  [['insurance', 'callerGender', 'offer'], 'service'],
  [['service', 'insurance'], 'offer'],
])('with %j on, %j cannot be turned on', (on, blocked) => {
  expect(blockedFilter(on)).toBe(blocked);
});

test('says why the third inquiry filter is disabled', () => {
  expect(messages.threeInquiryFilters).toBe(
    'You cannot use the Offers, Services, and Insurance filters at the same time. You can only combine 2 out of the 3 filters.',
  );
});

test('sets a filter from page 1, and clears it without values', () => {
  const third = list({ page: '3' });
  expect(filteredBy(third, 'offer', ['o1', 'o2'])).toMatchObject({
    filters: { offer: ['o1', 'o2'] },
    page: 1,
  });
  expect(filteredBy(list({ offer: 'o1' }), 'offer', []).filters.offer).toBeUndefined();
  expect(filteredByFlag(third, 'onHold', false)).toMatchObject({ filters: { onHold: false }, page: 1 });
  expect(filteredByFlag(list({ onHold: '1' }), 'onHold', null).filters.onHold).toBeUndefined();
});
