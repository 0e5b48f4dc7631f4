import { expect, test } from 'vitest';
import { addressesOfFeature, nameOfFeature, routeOfFeature, sumOfAddresses } from './map-features.ts';

test.each([
  [{ name: ' North ' }, 'North'],
  [{ NAME: 'North' }, 'North'],
  [{ Zone: 'East', title: 'Other' }, 'East'],
  [{ name: '', area: 'West' }, 'West'],
  [{ name: 7 }, null],
  [{ geocode: '80203C001' }, null],
  [{}, null],
])('names the feature %o %s', (properties, name) => {
  expect(nameOfFeature(properties)).toBe(name);
});

test.each([
  [{ geocode: '80203C001' }, '80203C001'],
  [{ geocode: ' 80203C001 ' }, '80203C001'],
  [{ geocode: '80203 C001' }, null],
  [{ geocode: '80203;C001' }, null],
  [{ geocode: 'x'.repeat(201) }, null],
  [{ geocode: 80203 }, null],
  [{ name: 'North' }, null],
])('reads the carrier route of %o as %s', (properties, route) => {
  expect(routeOfFeature(properties)).toBe(route);
});

test.each([
  [{ households: 480 }, 480],
  [{ Addresses: '512', households: 480 }, 512],
  [{ RESIDENTIAL: 0 }, 0],
  [{ households: 4.5 }, null],
  [{ households: -1 }, null],
  [{ households: 'many' }, null],
  [{ households: 'many', total: 9 }, 9],
  [{ households: 2_000_000 }, null],
  [{}, null],
])('counts the addresses of %o as %s', (properties, count) => {
  expect(addressesOfFeature(properties)).toBe(count);
});

test.each([
  [[], null],
  [[null, null], null],
  [[1, null, 2], 3],
])('adds up %j to %s', (counts, sum) => {
  expect(sumOfAddresses(counts)).toBe(sum);
});
