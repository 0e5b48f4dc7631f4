import { expect, test } from 'vitest';
import {
  type FirstFactor,
  type KnownFactors,
  needsSecondFactor,
  provesMoreThanMail,
  type SecondFactor,
  type SecondFactorLevel,
  secondFactorsAfter,
} from './second-factors.ts';

test.each<[level: SecondFactorLevel, provider: boolean, primary: boolean, other: boolean]>([
  ['operators', true, false, false],
  ['primary', true, true, false],
  ['all', true, true, true],
])('the level %s asks people of the provider: %s, primary contacts: %s, others: %s', (level, ...asked) => {
  const people = [
    { isProvider: true, isPrimary: false },
    { isProvider: false, isPrimary: true },
    { isProvider: false, isPrimary: false },
  ];
  expect(people.map((person) => needsSecondFactor(level, person))).toEqual(asked);
  expect(needsSecondFactor(level, { isProvider: true, isPrimary: true })).toBe(true);
});

const none: KnownFactors = {
  passkey: false,
  password: false,
  phone: false,
  recoveryCode: false,
  passwordByMail: false,
};
const everything: KnownFactors = { ...none, passkey: true, password: true, phone: true, recoveryCode: true };

test.each<[first: FirstFactor, has: Partial<KnownFactors>, offered: SecondFactor[]]>([
  ['password', everything, ['passkey', 'email', 'sms', 'recovery-code']],
  ['password', { password: true }, ['email']],
  ['password', { password: true, passwordByMail: true }, []],
  ['password', { password: true, passwordByMail: true, phone: true }, ['sms']],
  ['password', { ...everything, passwordByMail: true }, ['passkey', 'sms', 'recovery-code']],
  ['email', everything, ['passkey', 'password', 'recovery-code']],
  ['email', { phone: true }, []],
  ['email', { password: true }, ['password']],
  ['email', { password: true, passwordByMail: true }, []],
  ['email', { ...everything, passwordByMail: true }, ['passkey', 'recovery-code']],
  ['email', none, []],
  ['sms', everything, ['passkey', 'email', 'password', 'recovery-code']],
  ['sms', { phone: true }, ['email']],
  ['sms', { phone: true, password: true, passwordByMail: true }, ['email', 'password']],
  ['passkey', everything, []],
])('after %s a person with %o can use %o', (first, has, offered) => {
  expect(secondFactorsAfter(first, { ...none, ...has })).toEqual(offered);
});

test('counts mailed codes again after a passkey, a text message or a recovery code', () => {
  const factors = ['passkey', 'sms', 'recovery-code', 'email', 'password'] as const;
  expect(factors.filter(provesMoreThanMail)).toEqual(['passkey', 'sms', 'recovery-code']);
});
