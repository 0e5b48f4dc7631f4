import { expect, test } from 'vitest';
import { labelText, wordingOf } from './wording.ts';

const account = { clientLabel: null, businessLabel: null, industry: null };

test.each([
  ['no account', null, 'patient', 'practice', true],
  ['dental', { ...account, industry: 'Dental' }, 'patient', 'practice', true],
  ['dental in lower case', { ...account, industry: 'dental' }, 'patient', 'practice', true],
  ['a synonym', { ...account, industry: 'Dentistry' }, 'patient', 'practice', true],
  ['a synonym of two words', { ...account, industry: 'pediatric-Dentistry' }, 'patient', 'practice', true],
  ['pediatrics', { ...account, industry: 'Pediatrics' }, 'patient', 'practice', true],
  ['elsewhere', { ...account, industry: 'Home Services' }, 'client', 'business', false],
  [
    'own labels',
    { clientLabel: 'Customer', businessLabel: 'Company', industry: 'Home Services' },
    'customer',
    'company',
    false,
  ],
])('wording of %s', (_, labels, client, business, healthcare) => {
  expect(wordingOf(labels)).toMatchObject({ client, business, healthcare });
});

test.each([
  ['patient', 'Patients'],
  ['family', 'Families'],
  ['boss', 'Bosses'],
])('the plural of %j is %j', (clientLabel, Clients) => {
  expect(wordingOf({ ...account, clientLabel }).Clients).toBe(Clients);
});

test("keeps 'doctor and ' only in healthcare and replaces patient by the account's word", () => {
  const text = 'Ask your doctor and team about new patients. Patient types';
  expect(labelText(text, wordingOf({ ...account, industry: 'Orthodontics' }))).toBe(text);
  expect(labelText(text, wordingOf({ ...account, industry: 'Plumbing' }))).toBe(
    'Ask your team about new clients. Client types',
  );
});
