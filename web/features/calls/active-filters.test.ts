import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { expect, test } from 'vitest';
import { listFromAddress } from './list-address.ts';
import { activeFiltersOf } from './active-filters.ts';

const dental = wordingOf({ clientLabel: null, businessLabel: null, industry: 'Dental' });
const plumbing = wordingOf({ clientLabel: 'customer', businessLabel: null, industry: 'Home Services' });
const names: Record<string, string> = { 'offer o1': '$99 Special', 'callHandlerId s1': 'Jessica' };
const nameOf = (filter: string, id: string) => names[`${filter} ${id}`];

const texts = (address: Parameters<typeof listFromAddress>[0], wording = dental) =>
  activeFiltersOf(listFromAddress(address), wording, nameOf).map(({ name, value }) => `${name}: ${value}`);

test('names filters and values', () => {
  expect(
    texts({ callerGender: ['Female', 'Male'], onHold: '0', wrongSourceMentioned: '1', q: 'smith' }),
  ).toEqual([
    'Caller gender: Female',
    'Caller gender: Male',
    'Placed on hold: No',
    'Wrong source mentioned: Yes',
    'Search: smith',
  ]);
});

test('names days and hours', () => {
  expect(texts({ weekday: ['0', '1'], hour: '13' })).toEqual(['Day: Sunday', 'Day: Monday', 'Hour: 1 PM']);
});

test('counts the mailings of a link', () => {
  expect(texts({ campaigns: ['c1', 'c2', 'c1'] })).toEqual(['Mailings: 2 selected']);
});

test('names items and staff, or their ids without a name', () => {
  expect(texts({ offer: ['o1', 'o2'], callHandlerId: ['s1', 'nonStaff'] })).toEqual([
    'Offer: $99 Special',
    'Offer: o2',
    'Call handler: Jessica',
    'Call handler: Not a member of staff',
  ]);
});

test('follows the account’s wording', () => {
  expect(texts({ patientType: 'New Patient' })).toEqual(['Patient type: New Patient']);
  expect(texts({ patientType: 'New Patient' }, plumbing)).toEqual(['Customer type: New Customer']);
});

test('applies no wording to the provider’s names', () => {
  expect(
    texts(
      {
        campaignType: 'My Patient Mail',
        callerSource: 'Patient referral',
        noAppointmentScheduledReason: 'Patient will call back',
      },
      plumbing,
    ),
  ).toEqual([
    'Referral source: Patient referral',
    'No appointment because: Customer will call back',
    'Campaign type: My Patient Mail',
  ]);
});

test('removes one filter, keeps the others and returns to page 1', () => {
  const list = listFromAddress({ callerGender: ['Female', 'Male'], q: 'smith', page: '3' });
  const [female, male, search] = activeFiltersOf(list, dental, nameOf);
  expect(female?.without(list)).toEqual({ ...list, filters: { callerGender: ['Male'] }, page: 1 });
  expect(male?.without(list).filters).toEqual({ callerGender: ['Female'] });
  expect(search?.without(list)).toEqual({ ...list, search: '', page: 1 });
  const women = listFromAddress({ callerGender: 'Female' });
  const [onlyOne] = activeFiltersOf(women, dental, nameOf);
  expect(onlyOne?.without(women).filters.callerGender).toBeUndefined();
});

test('names the field that shows a filter', () => {
  const filters = activeFiltersOf(
    listFromAddress({ callerGender: 'Female', onHold: '0', weekday: '1', q: 'smith' }),
    dental,
    nameOf,
  );
  expect(filters.map(({ key, field }) => [key, field])).toEqual([
    ['callerGender Female', 'panel'],
    ['onHold', 'panel'],
    ['weekday 1', null],
    ['q', 'search'],
  ]);
});
