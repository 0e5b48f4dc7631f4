import { sql } from 'kysely';
import type { Database, Queryable } from '../../platform/database.ts';

const batch = 20;

const tooOld = (before: Date) => sql`
  select seals.account_id, seals.number, seals.entries from activity_seals seals
  where not seals.pruned and seals.newest < ${before} and not exists (
    select 1 from activity_seals kept
    where kept.account_id = seals.account_id and kept.number < seals.number and kept.newest >= ${before})`;

export async function countPrunable(database: Queryable, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(entries), 0)::int as count from (${tooOld(before)}) found`.execute(database);
  return rows[0]?.count ?? 0;
}

/** The last of these seals stays, because the next one continues it. */
async function pruneUpTo(
  transaction: Queryable,
  { accountId, number }: { accountId: string; number: number },
): Promise<number> {
  const ofAccount = sql`account_id = ${accountId}`;
  const removed = await sql`delete from access_log where ${ofAccount} and seal <= ${number}`.execute(
    transaction,
  );
  await sql`delete from activity_seals where ${ofAccount} and number < ${number}`.execute(transaction);
  await sql`update activity_seals set pruned = true where ${ofAccount} and number = ${number}`.execute(
    transaction,
  );
  return Number(removed.numAffectedRows ?? 0);
}

/** Removes whole seals from the beginning of each chain, in small transactions; returns the number of entries. */
export async function pruneActivity(
  database: Database,
  before: Date,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { rows: accounts } = await sql<{ accountId: string }>`
    select distinct account_id as "accountId" from activity_seals where not pruned and newest < ${before}`.execute(
    database.kysely,
  );
  let count = 0;
  for (const { accountId } of accounts) {
    while (!isStopped()) {
      const { rows } = await sql<{ number: number }>`
        select max(number) as number from (
          select number from (${tooOld(before)}) found where account_id = ${accountId} order by number limit ${batch}) next
        having max(number) is not null`.execute(database.kysely);
      const [last] = rows;
      if (!last) break;
      count += await database.transaction((transaction) =>
        pruneUpTo(transaction, { accountId, number: last.number }),
      );
    }
  }
  return count;
}
