import { expect, test } from 'vitest';
import { officeAddress, officeName } from './office-texts.ts';

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
