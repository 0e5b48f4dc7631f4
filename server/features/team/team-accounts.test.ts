import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addAccounts } from '../../../tests/support/test-app.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import type { ViewerTeam } from '../identity/index.ts';
import { requireTeamAccount, teamAccounts } from './index.ts';

const here = testDatabase();
beforeAll(() => addAccounts(here.database, [{ id: 'a' }, { id: 'b' }, { id: 'gone', deleted: true }]));

const roles = new Set(['scorer'] as const);
const chosen = { roles, scope: new Set(['b']) };
const all = { roles, scope: 'all' } as const;

test.each<[team: ViewerTeam | null, found: string[]]>([
  [null, []],
  [chosen, ['b']],
  [{ roles, scope: new Set() }, []],
  [all, ['a', 'b']],
])('finds the accounts of %j in SQL', async (team, found) => {
  const { rows } = await sql<{ id: string }>`
    select id from accounts as offices where ${teamAccounts({ team }, 'offices.id')} order by id`.execute(
    here.database.kysely,
  );
  expect(rows.map(({ id }) => id)).toEqual(found);
});

test('admits a member of the team to their accounts', () => {
  expect(() => requireTeamAccount({ team: chosen }, 'b')).not.toThrow();
  expect(() => requireTeamAccount({ team: all }, 'a')).not.toThrow();
});

test.each<[team: ViewerTeam | null]>([[null], [chosen]])(
  'tells %j that there is no other account',
  (team) => {
    expect(() => requireTeamAccount({ team }, 'a')).toThrow('Account a not found');
  },
);
