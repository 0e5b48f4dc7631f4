import type { ClientBase } from 'pg';

/** The new version of each account's data, as PostgreSQL writes a bigint, by account id. */
export type AccountVersions = ReadonlyMap<string, string>;

/**
 * Moves the clocks of accounts on and gives their new versions, with which the caller stamps the rows it changes in
 * the same transaction. Locks the clocks in the order of their ids until the transaction
 * ends; take row locks before, never after.
 */
export async function bumpAccountVersions(
  client: ClientBase,
  accountIds: Iterable<string>,
): Promise<AccountVersions> {
  const sorted = [...new Set(accountIds)].sort();
  if (sorted.length === 0) return new Map();
  const { rows } = await client.query<{ account_id: string; v: string }>(
    `insert into account_clock as clock (account_id, v)
     select account_id, 1 from unnest($1::text[]) with ordinality as given (account_id, place) order by place
     on conflict (account_id) do update set v = clock.v + 1, changed_at = now()
     returning account_id, v::text as v`,
    [sorted],
  );
  return new Map(rows.map((row) => [row.account_id, row.v]));
}

/** SQL of a table of versions from two array parameters (see versionParameters): columns account_id and v. */
export const versionTable = (first: number) =>
  `unnest($${first}::text[], $${first + 1}::bigint[]) as clock (account_id, v)`;

/** The two parameters of versionTable. */
export const versionParameters = (versions: AccountVersions): [string[], string[]] => [
  [...versions.keys()],
  [...versions.values()],
];
