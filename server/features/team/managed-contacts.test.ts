import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addAccounts, addPerson, addTeamMember } from '../../../tests/support/test-app.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { contactsWithin } from '../identity/index.ts';
import { managedElsewhere, requireManagedContact } from './index.ts';

const here = testDatabase();

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'group' },
    { id: 'sub', parent: 'group' },
    { id: 'solo' },
    { id: 'gone', deleted: true },
  ]);
  await addPerson(here.database, { id: 'gwen', accounts: ['group'] });
  await addPerson(here.database, { id: 'sam', accounts: ['sub'] });
  await addPerson(here.database, { id: 'both', accounts: ['sub', 'solo'] });
  await addPerson(here.database, { id: 'past', accounts: ['sub', 'gone'] });
  await addPerson(here.database, { id: 'none' });
  await addPerson(here.database, { id: 'oscar', accounts: ['sub'] });
  await addPerson(here.database, { id: 'erased', accounts: ['sub'] });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'] });
  await here.database.pool.query(`update contacts set portal_roles = '{operator}' where id = 'oscar'`);
  await here.database.pool.query(`update contacts set deleted = true where id = 'erased'`);
});

const everyone = ['gwen', 'sam', 'both', 'past', 'none', 'oscar', 'erased', 'ava', 'nobody'];

const as = (scope: 'all' | string[], role: TeamRole = 'account-manager') => ({
  team: { roles: new Set([role]), scope: scope === 'all' ? scope : new Set(scope) },
});

test.each<[string, viewer: Parameters<typeof contactsWithin>[0], found: string[], shared: string[]]>([
  ['nobody outside the team', { team: null }, [], []],
  ['a manager of all accounts', as('all'), ['both', 'gwen', 'none', 'past', 'sam'], []],
  ['a manager of one office', as(['sub']), ['past', 'sam'], ['both']],
  ['a manager of a group', as(['group', 'sub']), ['gwen', 'past', 'sam'], ['both']],
  ['a manager of two offices', as(['sub', 'solo']), ['both', 'past', 'sam'], []],
  ['a manager of no account', as([]), [], []],
])(
  '%s changes contacts all of whose accounts are theirs, and never staff',
  async (_, viewer, found, shared) => {
    const { rows } = await sql<{ id: string }>`
    select id from contacts where ${contactsWithin(viewer, 'contacts.id')} order by id`.execute(
      here.database.kysely,
    );
    expect(rows.map(({ id }) => id)).toEqual(found);
    for (const id of everyone) {
      const checked = requireManagedContact(here.database.kysely, viewer, id);
      if (found.includes(id)) await checked;
      else
        await expect(checked).rejects.toThrow(
          shared.includes(id) ? managedElsewhere : `Contact ${id} not found`,
        );
    }
  },
);

test('an operator of the team changes staff and contacts of every office', async () => {
  for (const id of ['gwen', 'both', 'none', 'oscar', 'ava'])
    await requireManagedContact(here.database.kysely, as(['sub'], 'operator'), id);
  await expect(requireManagedContact(here.database.kysely, as('all', 'operator'), 'erased')).rejects.toThrow(
    'Contact erased not found',
  );
});
