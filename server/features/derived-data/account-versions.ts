import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountChangedChannel } from '../live/index.ts';

/** The new version of each account's data, as PostgreSQL writes a bigint, by account id. */
export type AccountVersions = ReadonlyMap<string, string>;

/**
 * Raises the versions of accounts and returns the new ones, with which the caller stamps the rows it changes in the
 * same transaction. Open screens are notified when it is committed. Locks the versions in the order of their account ids until
 * the transaction ends: lock rows before calling this, never after.
 */
export async function bumpAccountVersions(
  transaction: Queryable,
  accountIds: Iterable<string>,
): Promise<AccountVersions> {
  const sorted = [...new Set(accountIds)].sort();
  if (sorted.length === 0) return new Map();
  const { rows } = await sql<{ account_id: string; version: string }>`
    with raised as (
      insert into account_version as known (account_id, version)
      select account_id, 1
      from unnest(${sorted}::text[]) with ordinality as changed (account_id, position)
      order by position
      on conflict (account_id) do update set version = known.version + 1, changed_at = now()
      returning account_id, version::text as version)
    select account_id, version, pg_notify(${accountChangedChannel}, account_id) from raised`.execute(
    transaction,
  );
  return new Map(rows.map((row) => [row.account_id, row.version]));
}

/** SQL of the table `new_versions` (columns account_id and version) with the new versions. */
export const versionTable = (versions: AccountVersions): RawBuilder<unknown> =>
  sql`unnest(${[...versions.keys()]}::text[], ${[...versions.values()]}::bigint[]) as new_versions (account_id, version)`;

/**
 * Says that rows of accounts were deleted, or that what they said of a person was removed: copies of the calls are made anew.
 * Locks as {@link bumpAccountVersions} does, which raises the versions for it.
 */
export async function raiseEpochs(transaction: Queryable, accountIds: Iterable<string>): Promise<void> {
  await bumpAccountVersions(transaction, accountIds);
  await sql`
    update account_version set epoch = epoch + 1 where account_id = any(${[...accountIds]}::text[])`.execute(
    transaction,
  );
}
