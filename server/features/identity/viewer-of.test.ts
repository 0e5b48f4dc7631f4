import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import type { Queryable } from '../../platform/database.ts';
import { isDistributed } from '../../platform/distribution/placed-tables.ts';
import { accessVersionOf } from './access.ts';
import { viewerOf } from './viewer-of.ts';

const here = testDatabase();
const now = new Date('2026-03-11T15:00:00Z');

const viewer = async (database: Queryable, contactId: string) => {
  const request = { sessionId: null, contactId, roles: [], generation: null, grantHash: null };
  return (await viewerOf(database, request, { now, idleTime: 60 }))?.viewer;
};

async function scansOfAccounts(transaction: Queryable): Promise<{ whole: number; parts: number }> {
  const { rows } = await sql<{ whole: number; parts: number }>`
    select seq_scan::int as whole, idx_scan::int as parts from pg_stat_xact_user_tables where relname = 'accounts'`.execute(
    transaction,
  );
  return rows[0] ?? { whole: 0, parts: 0 };
}

test('finds accounts and all below by an index alone, even without statistics', async () => {
  const { pool } = here.database;
  await pool.query(`
    insert into accounts (id, name, parent_id, deleted) values
      ('group', 'Group', null, false), ('region', 'Region', 'group', false), ('austin', 'Austin', 'region', false),
      ('gone', 'Gone', 'group', true), ('below-gone', 'Below', 'gone', false), ('solo', 'Solo', null, false)`);
  await pool.query(`
    insert into contacts (id, name, email) values ('olga', 'Olga', 'olga@people.test'), ('none', 'None', 'none@people.test')`);
  await pool.query(`
    insert into contact_accounts (contact_id, account_id) values ('olga', 'region'), ('olga', 'group'), ('olga', 'gone')`);
  await here.database.transaction(async (transaction) => {
    for (let time = 0; time < 7; time += 1) await viewer(transaction, 'olga');
    await sql`insert into accounts (id, name, parent_id) select 'o' || n, 'Office', 'solo' from generate_series(1, 5000) n`.execute(
      transaction,
    );
    const before = await scansOfAccounts(transaction);
    const found = await viewer(transaction, 'olga');
    expect([...(found?.accountIds ?? [])].sort()).toEqual(['austin', 'group', 'region']);
    expect(found?.subAccounts).toEqual(
      new Map([
        ['group', new Set(['region'])],
        ['region', new Set(['austin'])],
      ]),
    );
    expect((await viewer(transaction, 'none'))?.accountIds.size).toBe(0);
    // a distributed database reads a copy, which is not counted
    if (!(await isDistributed(transaction))) {
      const after = await scansOfAccounts(transaction);
      expect(after.parts).toBeGreaterThan(before.parts);
      expect(after.whole).toBe(before.whole);
    }
    // the session version finds the same accounts
    expect(found?.sessionVersion.split('.')[1]).toBe(await accessVersionOf(transaction, 'olga'));
  });
});

test('gives a member of the team the chosen accounts with their sub-accounts, and no account of their own', async () => {
  const { pool } = here.database;
  await pool.query(`
    insert into contacts (id, name, email, roles, portal_roles) values
      ('sara', 'Sara', 'sara@people.test', '{scoring-lead}', '{scorer}'), ('lea', 'Lea', 'lea@people.test', '{}', '{scoring-lead,operator}')`);
  await pool.query(
    `insert into team_members (contact_id, all_accounts, added_at) values ('sara', false, now()), ('lea', true, now())`,
  );
  await pool.query(
    `insert into team_member_accounts (contact_id, account_id) values ('sara', 'region'), ('sara', 'gone')`,
  );
  // as a restored backup of an older release could have it
  await pool.query(`insert into contact_accounts (contact_id, account_id) values ('sara', 'group')`);
  await here.database.transaction(async (transaction) => {
    const sara = await viewer(transaction, 'sara');
    expect(sara).toMatchObject({ accountIds: new Set(), subAccounts: new Map(), operator: false });
    expect(sara?.team).toEqual({ roles: new Set(['scorer']), scope: new Set(['region', 'austin']) });
    const lea = await viewer(transaction, 'lea');
    expect(lea?.team).toEqual({ roles: new Set(['scoring-lead', 'operator']), scope: 'all' });
    expect(lea?.operator).toBe(true);
    expect((await viewer(transaction, 'olga'))?.team).toBeNull();
    for (const found of [sara, lea])
      expect(found?.sessionVersion.split('.')[1]).toBe(
        await accessVersionOf(transaction, found?.contactId ?? ''),
      );
  });
});

test('gives another session version when roles or accounts of a member change, but not for a new sub-account', async () => {
  const { pool } = here.database;
  const version = async () => (await viewer(here.database.kysely, 'sara'))?.sessionVersion;
  const versions = [await version()];
  const change = async (statement: string) => {
    await pool.query(statement);
    versions.push(await version());
  };
  await change(`insert into accounts (id, name, parent_id) values ('dallas', 'Dallas', 'region')`);
  expect(versions[1]).toBe(versions[0]);
  expect((await viewer(here.database.kysely, 'sara'))?.team?.scope).toEqual(
    new Set(['region', 'austin', 'dallas']),
  );
  await change(`update contacts set portal_roles = '{scoring-lead}' where id = 'sara'`);
  await change(`insert into team_member_accounts (contact_id, account_id) values ('sara', 'solo')`);
  await change(`update team_members set all_accounts = true where contact_id = 'sara'`);
  await change(`delete from team_members where contact_id = 'sara'`);
  expect(new Set(versions).size).toBe(5);
});
