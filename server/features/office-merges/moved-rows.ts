import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { placements } from '../../platform/distribution/placement.ts';

/** Offices of a merge: rows of `from` become rows of `into`. */
export interface Move {
  from: string;
  into: string;
}

/** Tables whose rows keep the old id: activity with its seals, and what describes the old office itself. */
export const stayingTables: ReadonlySet<string> = new Set([
  'account_version',
  'access_log',
  'activity_seals',
  'calls_read',
  'alert_progress',
  'office_hours',
  'office_holidays',
]);

/** Removed: counted again for the surviving office. */
export const countedTables = ['client_health', 'silent_lines'] as const;

/** Both offices can have a row of the same key; the surviving office's stays. In all other tables ids differ. */
export const sharedKeys: ReadonlySet<string> = new Set([
  'images',
  'recordings',
  'patient_list_columns',
  'inbox_dismissals',
]);

/** Account columns of tables that are not distributed. A merge renames them, or treats them as said here. */
export const accountColumns = {
  renamed: [
    'connection_assignments.account_id',
    'connection_companies.account_id',
    'feed_questions.account_id',
    'portal_changes.account_id',
    'saved_views.account_id',
    'webhook_deliveries.account_id',
  ],
  listed: ['exports.account_ids', 'webhooks.account_ids'],
  linked: [
    'contact_accounts.account_id',
    'scoreboard_grant_accounts.account_id',
    'team_member_accounts.account_id',
  ],
  /** Each has statements of its own. */
  own: [
    'accounts.merged_into',
    'accounts.parent_id',
    'notification_settings.account_id',
    'webhook_queues.account_id',
  ],
  /** Logs, which keep the id of their time. */
  kept: ['operator_reads.account_ids', 'role_changes.account_ids'],
} as const;

const movedTables = [...placements].flatMap(([table, placement]) =>
  placement === 'distributed' && !stayingTables.has(table) ? [table] : [],
);

interface Column {
  name: string;
  type: string;
}

async function columnsByTable(database: Queryable): Promise<Map<string, Column[]>> {
  const { rows } = await sql<Column & { table: string }>`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any(${movedTables}::text[])
      and attnum > 0 and not attisdropped and attgenerated = '' order by relname, attnum`.execute(database);
  return Map.groupBy(rows, ({ table }) => table);
}

async function moveTable(
  transaction: Queryable,
  table: string,
  columns: readonly Column[],
  { from, into, version, isRest }: Move & { version: string; isRest: boolean },
): Promise<number> {
  const moved = columns.filter(({ name }) => name !== 'account_id');
  const names = sql.join(moved.map(({ name }) => sql.ref(name)));
  // a row has the version of its account
  const values = sql.join(
    moved.map(({ name, type }) =>
      name === 'version' && type === 'bigint' ? sql`${version}::bigint` : sql.ref(name),
    ),
  );
  const conflict = isRest || sharedKeys.has(table) ? sql`on conflict do nothing` : sql``;
  // one statement, because ids are unique among all accounts; a cluster cannot change an account in place
  const { numAffectedRows } = await sql`
    with moved as (delete from ${sql.table(table)} where account_id = ${from} returning ${names})
    insert into ${sql.table(table)} (account_id, ${names}) overriding system value
    select ${into}::text, ${values} from moved ${conflict}`.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Moves all rows that do not stay. `isRest`: what was written with the old id since. Returns the number of rows. */
export async function moveRows(
  transaction: Queryable,
  move: Move & { version: string; isRest: boolean },
): Promise<number> {
  for (const table of countedTables)
    await sql`delete from ${sql.table(table)} where account_id = ${move.from}`.execute(transaction);
  let count = 0;
  for (const [table, columns] of await columnsByTable(transaction))
    count += await moveTable(transaction, table, columns, move);
  return count;
}

const split = (column: string): { table: string; name: string } => {
  const [table = '', name = ''] = column.split('.');
  return { table, name };
};

/** Changes of people that wait to be delivered are delivered; some that were may come again, with their ids. */
async function mergeQueues(transaction: Queryable, { from, into }: Move): Promise<void> {
  await sql`
    with moved as (delete from webhook_queues where account_id = ${from} returning *)
    insert into webhook_queues as kept (webhook_id, account_id, position, waiting, attempts, first_attempt_at, next_attempt_at, paused_at)
    select webhook_id, ${into}::text, position, waiting, attempts, first_attempt_at, next_attempt_at, paused_at from moved
    on conflict (webhook_id, account_id) do update set waiting = kept.waiting or excluded.waiting,
      paused_at = coalesce(kept.paused_at, excluded.paused_at),
      position = case when kept.waiting and excluded.waiting then least(kept.position, excluded.position)
        when kept.waiting then kept.position when excluded.waiting then excluded.position
        else greatest(kept.position, excluded.position) end`.execute(transaction);
}

/** Links that both offices have become one, a primary contact's if one of them was. */
async function moveLinks(transaction: Queryable, { from, into }: Move): Promise<void> {
  await sql`
    update contacts set session_version = session_version + 1
    where id in (select contact_id from contact_accounts where account_id = ${from})`.execute(transaction);
  await sql`
    insert into contact_accounts as kept (contact_id, account_id, is_primary)
    select contact_id, ${into}::text, is_primary from contact_accounts where account_id = ${from}
    on conflict (contact_id, account_id) do update set is_primary = kept.is_primary or excluded.is_primary`.execute(
    transaction,
  );
  await sql`
    insert into team_member_accounts (contact_id, account_id)
    select contact_id, ${into}::text from team_member_accounts where account_id = ${from} on conflict do nothing`.execute(
    transaction,
  );
  await sql`
    insert into scoreboard_grant_accounts (grant_id, account_id)
    select grant_id, ${into}::text from scoreboard_grant_accounts where account_id = ${from} on conflict do nothing`.execute(
    transaction,
  );
  for (const { table, name } of accountColumns.linked.map(split))
    await sql`delete from ${sql.table(table)} where ${sql.ref(name)} = ${from}`.execute(transaction);
}

/** The feed's last values of people's offices, and of groups, name the surviving one. */
async function renameInFeed(transaction: Queryable, { from, into }: Move): Promise<void> {
  for (const column of ['account_ids', 'primary_account_ids']) {
    // separate, because a cluster refuses functions that are not immutable in an update
    const { rows } = await sql<{ id: string; feed: string }>`
      select id, jsonb_set(feed, array[${column}::text], to_jsonb((select array_agg(distinct item order by item)
        from unnest(array_replace((feed->>${column})::text[], ${from}, ${into})) item)::text))::text as feed
      from contacts where feed->>${column} is not null and ${from} = any((feed->>${column})::text[])`.execute(
      transaction,
    );
    await sql`
      update contacts set feed = given.feed
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ feed }) => feed)}::jsonb[]) as given (id, feed)
      where contacts.id = given.id`.execute(transaction);
  }
  await sql`
    update accounts set feed = feed || ${JSON.stringify({ parent_id: into })}::jsonb where feed->>'parent_id' = ${from}`.execute(
    transaction,
  );
}

/** Everything outside the rows of an office that names it. */
export async function moveReferences(transaction: Queryable, move: Move): Promise<void> {
  const { from, into } = move;
  // receivers of people's work learn the new office of each row that they know
  await sql`
    insert into portal_changes (account_id, file, row_id, action, made_at)
    select distinct account_id, file, row_id, 'changed', now() from portal_changes change
    where account_id = ${from} and file not in ('accounts', 'office-hours', 'office-holidays') and not exists (
      select 1 from portal_changes later where later.account_id = ${from} and later.file = change.file
        and later.row_id = change.row_id and later.id > change.id)
      and action <> 'removed'`.execute(transaction);
  for (const { table, name } of accountColumns.renamed.map(split))
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${into} where ${sql.ref(name)} = ${from}`.execute(
      transaction,
    );
  for (const { table, name } of accountColumns.listed.map(split))
    await sql`
      update ${sql.table(table)} set ${sql.ref(name)} = array(
        select distinct item from unnest(array_replace(${sql.ref(name)}, ${from}, ${into})) item order by item)
      where ${from} = any(${sql.ref(name)})`.execute(transaction);
  await mergeQueues(transaction, move);
  await moveLinks(transaction, move);
  await renameInFeed(transaction, move);
  await sql`update accounts set parent_id = ${into} where parent_id = ${from} and id <> ${into}`.execute(
    transaction,
  );
  await sql`update accounts set merged_into = ${into} where merged_into = ${from}`.execute(transaction);
  await sql`
    update accounts set merged_into = ${into}, deleted = true, parent_id = null where id = ${from}`.execute(
    transaction,
  );
}
