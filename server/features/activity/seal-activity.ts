import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import {
  hashOfEntries,
  hashOfSeal,
  noHash,
  type Seal,
  sealedColumns,
  type SealedEntry,
} from './seal-hash.ts';

/** Per seal. */
const maxEntries = 5_000;

async function sealAccount(
  transaction: Queryable,
  { accountId, now }: { accountId: string; now: Date },
): Promise<number> {
  const last = await transaction
    .selectFrom('activity_seals')
    .select(['number', 'hash'])
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  const updated = await sql<{ id: string }>`
    update access_log set seal = ${number} where account_id = ${accountId} and seal is null and id in (
      select id from access_log where account_id = ${accountId} and seal is null order by happened_at, id limit ${maxEntries})
    returning id`.execute(transaction);
  const ids = updated.rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // by id, so that an entry which got this number meanwhile is not sealed; a distributed database cannot format times in `returning`
  const { rows } = await sql<SealedEntry>`
    select ${sealedColumns} from access_log where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(
    transaction,
  );
  const seal = {
    accountId,
    number,
    entries: rows.length,
    // rounded up to milliseconds, so that no entry is newer
    newest: new Date(Math.max(...rows.map(({ at }) => Date.parse(at))) + 1),
    sealedAt: now,
    entriesHash: hashOfEntries(rows),
    previousHash: last?.hash ?? noHash,
  } satisfies Omit<Seal, 'hash' | 'pruned'>;
  await transaction
    .insertInto('activity_seals')
    .values({
      account_id: accountId,
      number,
      entries: seal.entries,
      newest: seal.newest,
      sealed_at: now,
      entries_hash: seal.entriesHash,
      previous_hash: seal.previousHash,
      hash: hashOfSeal(seal),
    })
    .execute();
  return rows.length;
}

/** Returns the number of sealed entries. One process at a time, because two cannot create the same link; null for the others. */
export async function sealActivity({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number | null> {
  return database.exclusivelyIfFree('activity seals', async () => {
    const { rows } = await sql<{ accountId: string }>`
      select distinct account_id as "accountId" from access_log where seal is null order by account_id`.execute(
      database.kysely,
    );
    let count = 0;
    for (const { accountId } of rows)
      for (let sealed = maxEntries; sealed === maxEntries; count += sealed)
        sealed = await database.transaction((transaction) =>
          sealAccount(transaction, { accountId, now: clock.now() }),
        );
    return count;
  });
}
