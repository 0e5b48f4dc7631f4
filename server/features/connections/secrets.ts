import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';

/** What a secret is for: `webhook` signs what the system posts, `api` goes with requests to its API. */
export type SecretPurpose = 'webhook' | 'api';

/** What a secret is sealed for. */
const sealedFor = (connection: string, purpose: SecretPurpose, id: string) =>
  `connection ${connection} ${purpose} ${id}`;

/**
 * A secret as it was typed.
 * @param form what a secret of two parts looks like, such as `NAME:PASSWORD`
 * @throws {OperatorProblem} for what is none; the message does not have it
 */
function readSecret(text: string, form: string | undefined): string {
  const secret = text.trim();
  if (!/^[\x21-\x7e]{8,4000}$/.test(secret))
    throw new OperatorProblem(
      'Give the secret on standard input: 8 characters or more, on one line and without spaces.',
    );
  if (form !== undefined && !/^[^:]+:./.test(secret))
    throw new OperatorProblem(
      `Give the secret as ${form} on standard input, with a colon between both parts.`,
    );
  return secret;
}

/**
 * Stores a secret of a connection, encrypted. Those before it stay valid for some days, of several only the newest.
 * @param given.keepDays days for which the one before it stays valid; 0 for not at all
 * @param given.form what a secret of two parts looks like, such as `NAME:PASSWORD`; absent for those of one
 * @throws {OperatorProblem} for a text that is no secret
 */
export async function addSecret(
  transaction: Queryable,
  sealedTexts: SealedTexts,
  given: {
    connection: string;
    purpose: SecretPurpose;
    secret: string;
    keepDays: number;
    form?: string | undefined;
  },
  now: Date,
): Promise<void> {
  const { connection, purpose, keepDays } = given;
  const secret = readSecret(given.secret, given.form);
  const id = crypto.randomUUID();
  const ofPurpose = sql`connection = ${connection} and purpose = ${purpose}`;
  // one after the other
  await sql`select 1 from connections where name = ${connection} for update`.execute(transaction);
  await sql`delete from connection_secrets where ${ofPurpose} and (valid_until is not null or ${keepDays}::int = 0)`.execute(
    transaction,
  );
  await sql`
    update connection_secrets set valid_until = ${new Date(now.getTime() + keepDays * 86_400_000)}
    where ${ofPurpose}`.execute(transaction);
  await sql`
    insert into connection_secrets (id, connection, purpose, sealed_secret, created_at)
    values (${id}, ${connection}, ${purpose}, ${sealedTexts.seal(secret, sealedFor(connection, purpose, id))}, ${now})`.execute(
    transaction,
  );
}

/** The valid secrets of a connection, the newest first: none, one, or two while one takes the place of the other. */
export async function readSecrets(
  database: Queryable,
  sealedTexts: SealedTexts,
  { connection, purpose }: { connection: string; purpose: SecretPurpose },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed_secret as sealed from connection_secrets
    where connection = ${connection} and purpose = ${purpose} and (valid_until is null or valid_until > ${now})
    order by valid_until is null desc, created_at desc`.execute(database);
  return rows.map(({ id, sealed }) => sealedTexts.open(sealed, sealedFor(connection, purpose, id)));
}

/** How many secrets of each purpose the connections have now, by name and purpose as `NAME webhook`. */
export async function countSecrets(database: Queryable, now: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ of: string; count: number }>`
    select connection || ' ' || purpose as of, count(*)::int as count from connection_secrets
    where valid_until is null or valid_until > ${now} group by connection, purpose`.execute(database);
  return new Map(rows.map(({ of, count }) => [of, count]));
}

/** Deletes the secrets that are not valid any more. */
export async function cleanSecrets(database: Queryable, now: Date): Promise<void> {
  await sql`delete from connection_secrets where valid_until <= ${now}`.execute(database);
}
