import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import { appendToErasureLog, type ErasureEntry, readSalt } from './erasure-log.ts';
import { identifiersOf, type RequestedPerson } from './find-person.ts';
import { erasedHash } from '../ingest/index.ts';

/** Lets feeds bring an erased person again; false if the number or address was not remembered. */
export async function allowPerson(
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
  person: RequestedPerson,
): Promise<boolean> {
  const startedAt = clock.now();
  const allowed = await database.transaction(async (transaction) => {
    const salt = (await readSalt(transaction)) ?? '';
    const entries: ErasureEntry[] = [];
    for (const { kind, value } of identifiersOf(person)) {
      const { rows } = await sql<{ hash: string }>`
        delete from erased_persons using (values (${value}::text)) given (value)
        where kind = ${kind} and hash = ${sql.raw(erasedHash(kind, 'given.value'))}
        returning encode(hash, 'hex') as hash`.execute(transaction);
      for (const { hash } of rows)
        entries.push({ kind, hash, salt, at: clock.now().toISOString(), allowed: true });
    }
    await recordCommandRun(
      { database: transaction, clock },
      { command: 'person allow', startedAt, counts: { allowed: entries.length > 0 ? 1 : 0 } },
    );
    return entries;
  });
  // after the commit: a restore must not bring back someone who is still erased
  await appendToErasureLog(environment.dataFolder, allowed);
  return allowed.length > 0;
}
