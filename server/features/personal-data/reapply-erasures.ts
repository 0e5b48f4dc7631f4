import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { erasePerson, previewErasure } from './erase-person.ts';
import { type ErasureEntry, readErasureLog, readSalt } from './erasure-log.ts';
import type { RequestedPerson } from './find-person.ts';
import { comparableNumber, erasedHash } from '../ingest/index.ts';

type ReapplyDependencies = Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>;

/** The latest among equally frequent ones. A record without a salt takes it. */
function commonSalt(log: readonly ErasureEntry[]): string | null {
  let [common, most]: [string | null, number] = [null, 0];
  for (const [salt, { length }] of Map.groupBy(log, (entry) => entry.salt))
    if (length >= most) [common, most] = [salt, length];
  return common;
}

async function readUnknown({
  database: { kysely },
  environment,
}: ReapplyDependencies): Promise<{ entries: ErasureEntry[]; others: number } | null> {
  const log = await readErasureLog(environment.dataFolder);
  if (log === null) return null;
  const common = commonSalt(log);
  if (common !== null)
    await sql`insert into erasure_salt (salt) values (${common}) on conflict do nothing`.execute(kysely);
  const salt = await readSalt(kysely);
  const own = log.filter((entry) => entry.salt === salt);
  const { rows } = await sql<{ kind: string; hash: string; at: Date }>`
    select kind, encode(hash, 'hex') as hash, erased_at as at from erased_persons`.execute(kysely);
  const known = new Map(rows.map(({ kind, hash, at }) => [`${kind} ${hash}`, at.getTime()]));
  const entries = own.filter(({ kind, hash, at, allowed }) => {
    const erasedAt = known.get(`${kind} ${hash}`);
    return allowed ? erasedAt !== undefined : erasedAt === undefined || erasedAt < Date.parse(at);
  });
  return { entries, others: log.length - own.length };
}

async function rememberAgain(
  { database }: ReapplyDependencies,
  entries: readonly ErasureEntry[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { kind, hash, at, allowed } of entries) {
      const row = sql`kind = ${kind} and hash = decode(${hash}, 'hex')`;
      await (allowed
        ? sql`delete from erased_persons where ${row}`
        : sql`insert into erased_persons (kind, hash, erased_at) values (${kind}, decode(${hash}, 'hex'), ${at})
              on conflict (kind, hash) do update set erased_at = excluded.erased_at`
      ).execute(transaction);
    }
  });
}

async function findRemembered(
  { database }: ReapplyDependencies,
  entries: readonly ErasureEntry[],
): Promise<{ person: RequestedPerson; at: Date }[]> {
  const hashes = entries.map(({ hash }) => hash);
  return database.transaction(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    const { rows } = await sql<RequestedPerson & { hash: string }>`
      select '+' || number as phone, null as email, encode(${sql.raw(erasedHash('phone', 'number'))}, 'hex') as hash from (
        select distinct ${sql.raw(comparableNumber('phone'))} as number from (
          select distinct caller_phone_number as phone from calls
          union select distinct phone from appointments union select distinct phone from patients
          union select distinct unnest(other_phones) from patients) given) numbers
      where number is not null and encode(${sql.raw(erasedHash('phone', 'number'))}, 'hex') = any(${hashes}::text[])
      union all
      select null, lower(email), encode(${sql.raw(erasedHash('email', 'email'))}, 'hex') from contacts
      where not personal_data_removed and encode(${sql.raw(erasedHash('email', 'email'))}, 'hex') = any(${hashes}::text[])`.execute(
      transaction,
    );
    return rows.flatMap(({ phone, email, hash }) => {
      const entry = entries.find((one) => one.hash === hash);
      return entry ? [{ person: { phone, email }, at: new Date(entry.at) }] : [];
    });
  });
}

interface ErasedAgain {
  erased: number;
  /** Skipped entries of another portal. */
  others: number;
}

/** After a restore, repeats later erasures from the log in the data folder; null without a log. */
export async function reapplyErasures(dependencies: ReapplyDependencies): Promise<ErasedAgain | null> {
  const unknown = await readUnknown(dependencies);
  if (unknown === null) return null;
  const { entries, others } = unknown;
  const erased = entries.filter(({ allowed }) => !allowed);
  for (const { person, at } of await findRemembered(dependencies, erased)) {
    const { total } = await previewErasure(dependencies, person);
    // rows newer than the erasure are accepted, as before the restore
    await erasePerson({ ...dependencies, clock: { now: () => new Date(at) } }, person, {
      total,
      shared: true,
    });
  }
  await rememberAgain(dependencies, entries);
  return { erased: erased.length, others };
}
