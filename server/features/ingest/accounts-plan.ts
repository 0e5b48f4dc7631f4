import { thousands } from '@mailcall/contract/rules/rates.ts';
import { defaultTimeZone } from '@mailcall/contract/time/time-zone.ts';
import { executeSql } from './execute-sql.ts';
import { feedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type MergePlan } from './merge-plan.ts';
import { presentBit, stageTable } from './stage-rows.ts';
import { zoneNames } from './zone-names.ts';
import { recomputeRelatedCalls } from '../calls/index.ts';

const endedSessions = 'pg_temp.ended_sessions';

/** Ends sessions of people whose accounts moved in the tree or to another time zone. */
async function endSessions({ database, record }: Pick<ImportRun, 'database' | 'record'>): Promise<void> {
  const { rowCount } = await executeSql(
    database,
    `select 1 from ${batchTable} where bad is null and (parent_changed or zone_changed) limit 1`,
  );
  if (rowCount === 0) return;
  await record.load({ table: 'contact_accounts' });
  await executeSql(database, `drop table if exists ${endedSessions}`);
  // a client's session carries a hash of account ids, which does not show that an account moved or changed its time zone
  await executeSql(
    database,
    `create table ${endedSessions} as
     with recursive concerned as (
       select id from ${batchTable} where bad is null and (parent_changed or zone_changed)
       union
       select parent_before from ${batchTable} where bad is null and parent_changed and parent_before is not null
       union
       select account.parent_id from concerned join accounts account on account.id = concerned.id where account.parent_id is not null
     )
     select distinct contact_id as id from contact_accounts join concerned on concerned.id = contact_accounts.account_id`,
  );
  const contacts = `select id from ${endedSessions}`;
  await record.load({ table: 'contacts', by: 'id', of: contacts });
  await record.lock({ table: 'contacts', rows: contacts, owned: false, copiesOnly: true });
  await executeSql(
    database,
    `update contacts set session_version = session_version + 1 where id in (${contacts})`,
  );
}

async function noticeNoTimeZone({ database, report }: ImportRun, lines: [number, number]): Promise<void> {
  const { rows } = await executeSql<{ count: number }>(
    database,
    `select cast(count(*) as integer) as count from ${stageTable} feed
     where feed.line > $1 and feed.line <= $2 and feed.time_zone is null and feed.deleted is not true
       and ((feed.present & ${presentBit(feedFile('accounts'), 'time_zone')}) <> 0
         or not exists (select 1 from accounts known where known.id = feed.id))`,
    lines,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    report.notice(
      `${thousands(count)} ${count === 1 ? 'account has' : 'accounts have'} no time_zone: the days and hours of their calls are those of ${defaultTimeZone}. Send the time zone of each office, such as America/Chicago.`,
    );
}

/** A new time zone changes local hours of calls and sessions, a new name the lists that show it, a new parent sessions. */
export const accountsPlan: MergePlan = {
  file: feedFile('accounts'),
  together: true,
  account: 'self',
  versioned: false,
  derived: [
    { name: 'zone_changed', sql: 'known.id is not null and next.time_zone is distinct from known.time_zone' },
    { name: 'name_changed', sql: 'known.id is not null and next.name <> known.name' },
    {
      name: 'parent_changed',
      sql: 'known.id is not null and next.parent_id is distinct from known.parent_id',
    },
    { name: 'parent_before', sql: 'known.parent_id' },
  ],
  // a cycle can span the whole tree
  reads: () => [{ table: 'accounts' }],
  checks: [
    { column: 'parent_id', when: 'feed.parent_id = feed.id', reason: "'names the account itself'" },
    {
      column: 'time_zone',
      when: 'feed.time_zone is not null and not exists (select 1 from pg_temp.known_zones where name = feed.time_zone)',
      reason: "'is not an IANA time zone such as America/Chicago'",
    },
  ],
  references: [{ column: 'parent_id', tables: ['accounts'], sameAccount: false }],

  async before(run, [after, last]) {
    const { database, pool, tables } = run;
    await noticeNoTimeZone(run, [after, last]);
    if (await tables.find(['pg_temp.known_zones'], ['create temp table known_zones (name text)'])) return;
    const names = await zoneNames(pool, database);
    await executeSql(database, 'insert into pg_temp.known_zones select unnest($1::text[])', [names]);
  },

  async validate({ database }) {
    for (;;) {
      const { rowCount } = await executeSql(
        database,
        `with recursive tree as (
           select id, parent_id, line from ${batchTable} where bad is null
           union all
           select id, parent_id, null from accounts account
           where not exists (select 1 from ${batchTable} batch where batch.id = account.id and batch.bad is null)
         ),
         above as (
           select id, parent_id as ancestor from tree where line is not null and parent_id is not null
           union
           select above.id, tree.parent_id from above join tree on tree.id = above.ancestor where tree.parent_id is not null
         )
         update ${batchTable} batch set bad = array['parent_id', 'makes a circle: the account would be above itself']
         from above where above.id = batch.id and above.ancestor = batch.id and batch.bad is null`,
      );
      if (!rowCount) return;
    }
  },

  async after({ database, record }) {
    await executeSql(
      database,
      `insert into account_version (account_id) select id from ${batchTable} where is_new and bad is null order by id on conflict do nothing`,
    );
    await endSessions({ database, record });
    const moved = await executeSql<{ id: string }>(
      database,
      `select id from ${batchTable} where bad is null and (zone_changed or name_changed)`,
    );
    if (!moved.rowCount) return;
    await recomputeRelatedCalls(
      database,
      `call.account_id in (select id from ${batchTable} where bad is null and zone_changed)`,
      record,
      moved.rows.map(({ id }) => id),
    );
  },
};
