import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { identifiersOf, type RequestedPerson } from './find-person.ts';
import { erasedHash } from './removed.ts';

/**
 * Forgets that a number or an address belongs to an erased person: feeds can bring it again.
 * @returns whether any was remembered
 */
export async function allowPerson(database: Queryable, person: RequestedPerson): Promise<boolean> {
  let allowed = 0n;
  for (const { kind, value } of identifiersOf(person)) {
    const { numAffectedRows } = await sql`
      delete from erased_persons using (values (${value}::text)) given (value)
      where kind = ${kind} and hash = ${sql.raw(erasedHash(kind, 'given.value'))}`.execute(database);
    allowed += numAffectedRows ?? 0n;
  }
  return allowed > 0n;
}
