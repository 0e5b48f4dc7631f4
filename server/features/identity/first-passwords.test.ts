import { expect, test } from 'vitest';
import { addPerson, signInAs, testApp, testPassword } from '../../../tests/support/test-app.ts';
import { setFirstPasswords } from './first-passwords.ts';

const here = testApp();

test('gives people without a password one and keeps others', async () => {
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

test('gives no password to a removed person with the same email address', async () => {
  await addPerson(here.database, { id: 'removed', email: 'same@people.test', password: false });
  await here.database.kysely
    .updateTable('contacts')
    .set({ deleted: true })
    .where('id', '=', 'removed')
    .execute();
  await addPerson(here.database, { id: 'present', email: 'same@people.test', password: false });
  await setFirstPasswords(here, [{ email: 'same@people.test', password: 'Given-2018' }]);
  const { rows } = await here.database.pool.query(
    `select id, password_hash is not null as activated from contacts where id in ('present', 'removed') order by id`,
  );
  expect(rows).toEqual([
    { id: 'present', activated: true },
    { id: 'removed', activated: false },
  ]);
});
