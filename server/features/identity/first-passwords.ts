import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { hashPassword } from './passwords.ts';

/** Also activates the contacts, for the demo's public passwords. Existing passwords stay. */
export async function setFirstPasswords(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  people: readonly { email: string; password: string | null }[],
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from contacts where password_hash is null and not deleted
      and lower(email) = any(${people.map(({ email }) => email.toLowerCase())})
  `.execute(database.kysely);
  const without = new Set(rows.map(({ email }) => email));
  for (const { email, password } of people) {
    if (password === null || !without.has(email.toLowerCase())) continue;
    await sql`
      update contacts set password_hash = ${await hashPassword(password)}, activated_at = ${clock.now()}
      where lower(email) = ${email.toLowerCase()} and password_hash is null and not deleted
    `.execute(database.kysely);
  }
}
