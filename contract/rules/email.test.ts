import { expect, test } from 'vitest';
import { isEmail } from './email.ts';

test.each(['olga@people.test', 'OLGA.P+office@sub.people.test', `${'a'.repeat(60)}@people.test`])(
  '%j is an email address',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each(['', 'olga', 'olga@', '@people.test', 'olga@people', 'a b@people.test', 'a@b@people.test'])(
  '%j is none',
  (text) => {
    expect(isEmail(text)).toBe(false);
  },
);

test('an address is at most 254 characters long', () => {
  const of = (length: number) => `a@${`${'b'.repeat(49)}.`.repeat(4)}${'c'.repeat(length - 202)}`;
  expect([of(254).length, isEmail(of(254)), isEmail(of(255))]).toEqual([254, true, false]);
});
