import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import {
  hashOfEntries,
  hashOfSeal,
  noHash,
  type Seal,
  sealedColumns,
  type SealedEntry,
} from './seal-hash.ts';

export interface VerifiedActivity {
  accountId: string;
  seals: number;
  entries: number;
  unsealed: number;
  last: { number: number; hash: string } | null;
  /** Sentences; empty if the chain is intact. */
  problems: string[];
}

const batch = 100;

/** After a broken link, the following ones usually fail too. */
const maxProblems = 10;

const sealColumns = sql`account_id as "accountId", number, entries, newest, sealed_at as "sealedAt",
  entries_hash as "entriesHash", previous_hash as "previousHash", hash, pruned`;

async function readSeals(snapshot: Queryable, accountId: string, after: number) {
  const { rows: seals } = await sql<Seal>`
    select ${sealColumns} from activity_seals where account_id = ${accountId} and number > ${after}
    order by number limit ${batch}`.execute(snapshot);
  const numbers = seals.map(({ number }) => number);
  const { rows: entries } = await sql<SealedEntry & { seal: number }>`
    select seal, ${sealedColumns} from access_log
    where account_id = ${accountId} and seal = any(${numbers}::integer[])`.execute(snapshot);
  const bySeal = Map.groupBy(entries, ({ seal }) => seal);
  return seals.map((seal) => ({ seal, entries: bySeal.get(seal.number) ?? [] }));
}

function differenceOf(seal: Seal, entries: readonly SealedEntry[]): string | null {
  const expected = seal.pruned ? 0 : seal.entries;
  const name = `Seal ${seal.number}`;
  if (entries.length < expected) return `${name}: ${expected - entries.length} of its entries are missing.`;
  if (entries.length > expected) return `${name}: ${entries.length - expected} entries were added to it.`;
  return seal.pruned || hashOfEntries(entries) === seal.entriesHash
    ? null
    : `${name}: an entry was changed, or replaced by another.`;
}

function problemsOf(seal: Seal, before: Seal | null, entries: readonly SealedEntry[]): string[] {
  const { number } = seal;
  const isStart = before === null && (number === 1 || seal.pruned);
  const follows = before
    ? number === before.number + 1 && seal.previousHash === before.hash && !seal.pruned
    : isStart && (number > 1 || seal.previousHash === noHash);
  const difference = differenceOf(seal, entries);
  return [
    ...(follows ? [] : [`Seal ${number} does not continue the seal before it.`]),
    ...(hashOfSeal(seal) === seal.hash ? [] : [`Seal ${number} was changed.`]),
    ...(difference === null ? [] : [difference]),
  ];
}

/** The hash was kept elsewhere. */
async function hasSeal(snapshot: Queryable, accountId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from activity_seals where account_id = ${accountId} and hash = ${hash}`.execute(snapshot);
  return rows.length > 0;
}

async function verifyAccount(
  snapshot: Queryable,
  accountId: string,
  kept: string | undefined,
): Promise<VerifiedActivity> {
  const problems: string[] = [];
  let [seals, entries, before] = [0, 0, null as Seal | null];
  for (;;) {
    const read = await readSeals(snapshot, accountId, before?.number ?? 0);
    for (const link of read) {
      problems.push(...problemsOf(link.seal, before, link.entries));
      before = link.seal;
      if (!before.pruned) seals += 1;
      entries += link.entries.length;
    }
    if (read.length < batch || problems.length >= maxProblems) break;
  }
  const { rows } = await sql<{ unsealed: number; outside: number }>`
    select count(*) filter (where seal is null)::int as unsealed, count(*) filter (where seal is not null)::int as outside
    from access_log where account_id = ${accountId} and (seal is null or seal not in (
      select number from activity_seals where account_id = ${accountId}))`.execute(snapshot);
  const { unsealed = 0, outside = 0 } = rows[0] ?? {};
  if (outside > 0) problems.push(`Entries of seals that are not there: ${outside}.`);
  if (kept !== undefined && !(await hasSeal(snapshot, accountId, kept)))
    problems.push(
      'The chain does not have this hash: it was rebuilt, cut off, or pruned because of its age.',
    );
  const last = before && { number: before.number, hash: before.hash };
  return { accountId, seals, entries, unsealed, last, problems: problems.slice(0, maxProblems) };
}

/** Verifies that no sealed entry was changed, removed or added. Reads snapshots, so that people can keep working. */
export async function verifyActivity(
  database: Queryable,
  { accountId, hash }: { accountId?: string | undefined; hash?: string | undefined } = {},
): Promise<VerifiedActivity[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from activity_seals where ${accountId ?? null}::text is null or account_id = ${accountId ?? null}
    union select account_id from access_log where ${accountId ?? null}::text is null or account_id = ${accountId ?? null}
    order by id`.execute(database);
  const verified = [];
  for (const { id } of rows)
    verified.push(
      await database
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((snapshot) => verifyAccount(snapshot, id, hash)),
    );
  return verified;
}
