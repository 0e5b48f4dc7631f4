import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountChangedChannel } from './live-channels.ts';

/** Versions by account id, as texts because PostgreSQL writes a bigint as a text. */
export type AccountVersions = ReadonlyMap<string, string>;

/** Stamp changed rows in the same transaction. Locks versions in id order until its end: lock rows before this call, never after. */
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
  // separate from the rows, which can be on other machines: listeners are connected to this one
  await sql`
    select pg_notify(${accountChangedChannel}, account_id) from unnest(${sorted}::text[]) as changed (account_id)`.execute(
    transaction,
  );
  return new Map(rows.map((row) => [row.account_id, row.version]));
}

/** SQL of the table `new_versions` with columns account_id and version. */
export const versionTable = (versions: AccountVersions): RawBuilder<unknown> =>
  sql`unnest(${[...versions.keys()]}::text[], ${[...versions.values()]}::bigint[]) as new_versions (account_id, version)`;

/** Call when rows were deleted, or personal data removed: copies of the calls are made again. Locks as {@link bumpAccountVersions}. */
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

/** For removals in many transactions, which {@link raiseDueEpochs} ends even if they are killed. Locks as {@link bumpAccountVersions}. */
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

/** Raises all at once, so that the copies of calls are made again only once. */
export async function raiseDueEpochs(transaction: Queryable): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from account_version where epoch_due order by account_id`.execute(transaction);
  await raiseEpochs(
    transaction,
    rows.map(({ id }) => id),
  );
}
