import { expect, test } from 'vitest';
import { addPerson, signInAs, testApp, testPassword } from '../../../tests/support/test-app.ts';
import { setFirstPasswords } from './first-passwords.ts';

const here = testApp();

test('who has no password gets theirs, who has one keeps it', async () => {
  await addPerson(here.database, { id: 'new', email: 'New@people.test', password: false });
  await addPerson(here.database, { id: 'later', password: false });
  await addPerson(here.database, { id: 'known' });
  const people = [
    { email: 'new@people.test', password: 'Given-2018' },
    { email: 'later@people.test', password: null },
    { email: 'known@people.test', password: 'Given-2018' },
    { email: 'nobody@people.test', password: 'Given-2018' },
  ];
  await setFirstPasswords(here, people);
  await setFirstPasswords(here, people);
  expect(await signInAs(here, 'new@people.test', { password: 'Given-2018' })).toBeTruthy();
  expect(await signInAs(here, 'known@people.test', { password: testPassword })).toBeTruthy();
  await expect(signInAs(here, 'later@people.test', { password: 'Given-2018' })).rejects.toThrow('400');
});
