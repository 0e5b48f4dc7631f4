import { expect, test } from 'vitest';
import { officeAddress, officeName, officePlace, officePlaceNote } from './office-texts.ts';

const labels = { clientLabel: null, businessLabel: null, industry: 'Dental' };

test.each([
  [{ ...labels, name: 'Silverwren Dental' }, 'Silverwren Dental'],
  [{ ...labels, name: ' ' }, 'Unknown Practice'],
  [{ ...labels, name: '', industry: 'Home Services' }, 'Unknown Business'],
])('%o is named %s', (office, name) => {
  expect(officeName(office)).toBe(name);
});

test('says so if an office has no address', () => {
  expect(officeAddress({ address: '1 Main St' })).toBe('1 Main St');
  expect(officeAddress({ address: null })).toBe('Unknown Address');
});

test.each([
  ['feed', '1 Main St', 'Coordinates', null],
  [
    'zip',
    '1 Main St, Boulder, CO 80302',
    'Center of its ZIP code',
    'Shown at the center of its ZIP code: it has no coordinates.',
  ],
  [
    null,
    '1 Main St',
    'Not on the map',
    'Not on the map: it has no coordinates, and its address has no known ZIP code.',
  ],
  [null, ' ', 'Not on the map', 'Not on the map: it has no coordinates and no address.'],
  [null, null, 'Not on the map', 'Not on the map: it has no coordinates and no address.'],
] as const)(
  'says where a place from %s with the address %j is from',
  (locationSource, address, place, note) => {
    expect(officePlace({ locationSource })).toBe(place);
    expect(officePlaceNote({ locationSource, address })).toBe(note);
  },
);
