import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { erasePerson, previewErasure } from './erase-person.ts';
import { type ErasureEntry, erasureLogName, readErasureLog, readSalt } from './erasure-log.ts';
import type { RequestedPerson } from './find-person.ts';
import { comparableNumber, erasedHash } from './removed.ts';

type ReapplyDependencies = Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>;

/**
 * The entries that the record does not know.
 * @throws {OperatorProblem} when the log is of another portal
 */
async function readUnknown({ database, environment }: ReapplyDependencies): Promise<ErasureEntry[] | null> {
  const log = await readErasureLog(environment.dataFolder);
  if (log === null) return null;
  const { kysely } = database;
  for (const salt of new Set(log.map((entry) => entry.salt))) {
    await sql`insert into erasure_salt (salt) values (${salt}) on conflict do nothing`.execute(kysely);
    if ((await readSalt(kysely)) !== salt)
      throw new OperatorProblem(
        `DATA_DIR/${erasureLogName} is of another portal, so nobody was erased again. Restore with that of this portal.`,
      );
  }
  const { rows } = await sql<{ kind: string; hash: string; at: Date }>`
    select kind, encode(hash, 'hex') as hash, erased_at as at from erased_persons`.execute(kysely);
  const known = new Map(rows.map(({ kind, hash, at }) => [`${kind} ${hash}`, at.getTime()]));
  return log.filter(({ kind, hash, at, allowed }) => {
    const erasedAt = known.get(`${kind} ${hash}`);
    return allowed ? erasedAt !== undefined : erasedAt === undefined || erasedAt < Date.parse(at);
  });
}

/** Remembers who was erased, and who no longer is. */
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

/** The numbers and addresses in the record whose hashes are among those. */
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
          union select distinct phone from appointments union select distinct phone from patients) given) numbers
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

/**
 * Erases again who was erased after a backup that has now been restored, by the log in the data folder.
 * @returns how many numbers and addresses that was; null when there is no log
 * @throws {OperatorProblem} when the log is of another portal
 */
export async function reapplyErasures(dependencies: ReapplyDependencies): Promise<number | null> {
  const entries = await readUnknown(dependencies);
  if (entries === null) return null;
  const erased = entries.filter(({ allowed }) => !allowed);
  for (const { person, at } of await findRemembered(dependencies, erased)) {
    const { total } = await previewErasure(dependencies, person);
    // what comes after the erasure is taken, as before the restore
    await erasePerson({ ...dependencies, clock: { now: () => new Date(at) } }, person, {
      total,
      shared: true,
    });
  }
  await rememberAgain(dependencies, entries);
  return erased.length;
}
