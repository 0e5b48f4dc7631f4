import { expect, test } from 'vitest';
import { RememberedValues } from './remembered-values.ts';

test('keeps recently used values within the limits of size and age', () => {
  let now = 0;
  const values = new RememberedValues<string>({ size: 32, age: 10 }, () => now);
  for (let key = 0; key < 16; key += 1) values.set(`${key}`, 'a', 2);
  expect(values.get('0')).toBe('a');
  values.set('more', 'b', 2);
  expect(['0', '1', '2', 'more'].map((key) => values.get(key))).toEqual(['a', undefined, 'a', 'b']);
  values.set('large', 'c', 3);
  values.set('2', 'd', 2);
  expect([values.get('large'), values.get('2'), values.get('3')]).toEqual([undefined, 'd', 'a']);

  now = 9;
  values.set('late', 'e', 2);
  now = 10;
  expect([values.get('0'), values.get('late')]).toEqual([undefined, 'e']);
  values.forgetOld();
  // free space again
  for (let key = 0; key < 15; key += 1) values.set(`new-${key}`, 'f', 2);
  expect([values.get('late'), values.get('new-0')]).toEqual(['e', 'f']);
});

test('forgets unused values sooner than used ones', () => {
  let now = 0;
  const values = new RememberedValues<string>({ size: 32, age: 10, unused: 3 }, () => now);
  values.set('used', 'a', 2);
  values.set('unused', 'b', 2);
  now = 2;
  expect(values.get('used')).toBe('a');
  now = 4;
  expect([values.get('used'), values.get('unused')]).toEqual(['a', undefined]);
  for (now = 6; now < 10; now += 2) expect(values.get('used')).toBe('a');
  expect(values.get('used')).toBeUndefined();
});
