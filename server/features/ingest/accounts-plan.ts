import { feedFile } from './feed-files.ts';
import { batchTable, type MergePlan } from './merge-plan.ts';
import { recomputeRelatedCalls } from './recompute-calls.ts';

/** Accounts: the tree has no circle, a new zone moves the local hours of its calls, the lists show its name, people's sessions follow the tree. */
export const accountsPlan: MergePlan = {
  file: feedFile('accounts'),
  together: true,
  account: 'self',
  versioned: false,
  derived: [
    { name: 'zone_changed', sql: 'known.id is not null and next.time_zone is distinct from known.time_zone' },
    { name: 'name_changed', sql: 'known.id is not null and next.name <> known.name' },
    {
      name: 'place_changed',
      sql: '(known.id is null or row(next.parent_id, next.deleted) is distinct from row(known.parent_id, known.deleted))',
    },
    { name: 'parent_before', sql: 'known.parent_id' },
  ],
  checks: [
    { column: 'parent_id', when: 'feed.parent_id = feed.id', reason: "'names the account itself'" },
    {
      column: 'time_zone',
      when: 'feed.time_zone is not null and not exists (select from pg_temp.known_zones where name = feed.time_zone)',
      reason: "'is not an IANA time zone such as America/Chicago'",
    },
  ],
  references: [{ column: 'parent_id', tables: ['accounts'], sameAccount: false }],

  async before({ client }) {
    await client.query('drop table if exists pg_temp.known_zones');
    await client.query('create temp table known_zones as select name from pg_timezone_names');
  },

  async validate({ client }) {
    for (;;) {
      const { rowCount } = await client.query(
        `with recursive tree as (
           select id, parent_id, line from ${batchTable} where bad is null
           union all
           select id, parent_id, null from accounts account
           where not exists (select from ${batchTable} batch where batch.id = account.id and batch.bad is null)
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

  async after({ client }) {
    await client.query(
      `insert into account_clock (account_id) select id from ${batchTable} where is_new and bad is null order by id on conflict do nothing`,
    );
    // Whoever may see an account that has come, gone or moved has another list of accounts now.
    await client.query(
      `with recursive concerned as (
         select id from ${batchTable} where bad is null and place_changed
         union
         select parent_before from ${batchTable} where bad is null and place_changed and parent_before is not null
         union
         select account.parent_id from concerned join accounts account on account.id = concerned.id where account.parent_id is not null
       )
       update contacts set session_version = session_version + 1
       where id in (select contact_id from contact_accounts join concerned on concerned.id = contact_accounts.account_id)`,
    );
    const moved = await client.query<{ id: string }>(
      `select id from ${batchTable} where bad is null and (zone_changed or name_changed)`,
    );
    if (!moved.rowCount) return;
    await recomputeRelatedCalls(
      client,
      `call.account_id in (select id from ${batchTable} where bad is null and zone_changed)`,
      undefined,
      moved.rows.map(({ id }) => id),
    );
  },
};
