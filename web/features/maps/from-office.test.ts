import { expect, test } from 'vitest';
import { fromOffice } from './from-office.ts';

const office = {
  id: 'office',
  officeId: 'office',
  name: 'Office',
  color: '#000000',
  address: null,
  industry: null,
  clientLabel: null,
  businessLabel: null,
  latitude: 40,
  longitude: -105,
  locationLatitude: 40,
  locationLongitude: -105,
};

test('says that a distance from the center of a ZIP code is not exact', () => {
  const place = { latitude: 40.1, longitude: -105 };
  const exact = fromOffice(place, 'office', [{ ...office, locationSource: 'feed' }]);
  const approximate = fromOffice(place, 'office', [{ ...office, locationSource: 'zip' }]);
  expect(exact?.text).toBe('6.9 miles north');
  expect(approximate).toEqual({ text: 'about 6.9 miles north', miles: exact?.miles });
  expect(
    fromOffice(place, 'office', [{ ...office, latitude: null, longitude: null, locationSource: null }]),
  ).toBeNull();
  expect(fromOffice(place, 'other', [{ ...office, locationSource: 'feed' }])).toBeNull();
});
