import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { appendToErasureLog, type ErasureEntry, readSalt } from './erasure-log.ts';
import { identifiersOf, type RequestedPerson } from './find-person.ts';
import { erasedHash } from './removed.ts';

/**
 * Forgets that a number or an address belongs to an erased person: feeds can bring it again.
 * @returns whether any was remembered
 */
export async function allowPerson(
  transaction: Queryable,
  person: RequestedPerson,
  { clock, environment }: Pick<Dependencies, 'clock' | 'environment'>,
): Promise<boolean> {
  const salt = (await readSalt(transaction)) ?? '';
  const allowed: ErasureEntry[] = [];
  for (const { kind, value } of identifiersOf(person)) {
    const { rows } = await sql<{ hash: string }>`
      delete from erased_persons using (values (${value}::text)) given (value)
      where kind = ${kind} and hash = ${sql.raw(erasedHash(kind, 'given.value'))}
      returning encode(hash, 'hex') as hash`.execute(transaction);
    for (const { hash } of rows)
      allowed.push({ kind, hash, salt, at: clock.now().toISOString(), allowed: true });
  }
  await appendToErasureLog(environment.dataFolder, allowed);
  return allowed.length > 0;
}
