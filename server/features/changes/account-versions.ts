import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountChangedChannel } from './live-channels.ts';

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
    insert into account_version as known (account_id, version, changed_at)
    select account_id, 1, now()
    from unnest(${sorted}::text[]) with ordinality as changed (account_id, position)
    order by position
    on conflict (account_id) do update set version = known.version + 1, changed_at = excluded.changed_at
    returning account_id, version::text as version`.execute(transaction);
  // apart from the rows, which can be on other machines: who listens is connected to this one
  await sql`
    select pg_notify(${accountChangedChannel}, account_id) from unnest(${sorted}::text[]) as changed (account_id)`.execute(
    transaction,
  );
  return new Map(rows.map((row) => [row.account_id, row.version]));
}

/** SQL of the table `new_versions` (columns account_id and version) with the new versions. */
export const versionTable = (versions: AccountVersions): RawBuilder<unknown> =>
  sql`unnest(${[...versions.keys()]}::text[], ${[...versions.values()]}::bigint[]) as new_versions (account_id, version)`;

/**
 * Records that rows of accounts were deleted, or that personal data was removed from them, so that copies of the calls are
 * made again. Locks as {@link bumpAccountVersions} does, which raises the versions for it.
 */
export async function raiseEpochs(
  transaction: Queryable,
  accountIds: Iterable<string>,
): Promise<AccountVersions> {
  const versions = await bumpAccountVersions(transaction, accountIds);
  await sql`
    update account_version set epoch = epoch + 1, epoch_due = false where account_id = any(${[...versions.keys()]}::text[])`.execute(
    transaction,
  );
  return versions;
}

/**
 * Raises the versions of accounts of which rows lose what they said of people, and notes that their epochs are due, for work in many
 * transactions: {@link raiseDueEpochs} ends it, also for one that was killed. Locks as {@link bumpAccountVersions} does.
 */
export async function bumpWithEpochDue(
  transaction: Queryable,
  accountIds: Iterable<string>,
): Promise<AccountVersions> {
  const versions = await bumpAccountVersions(transaction, accountIds);
  await sql`
    update account_version set epoch_due = true where account_id = any(${[...versions.keys()]}::text[])`.execute(
    transaction,
  );
  return versions;
}

/** Raises the epochs that are due, all at once, so that copies of the calls are made again only once. */
export async function raiseDueEpochs(transaction: Queryable): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from account_version where epoch_due order by account_id`.execute(transaction);
  await raiseEpochs(
    transaction,
    rows.map(({ id }) => id),
  );
}
