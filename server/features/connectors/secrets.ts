import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';

/** `webhook` signs the system's posts, `api` goes with requests to its API. */
export type SecretPurpose = 'webhook' | 'api';

const sealedFor = (connection: string, purpose: SecretPurpose, id: string) =>
  `connection ${connection} ${purpose} ${id}`;

/** `form` as in `KindHandler.secretForms`. @throws {OperatorProblem} for an invalid secret, which the message does not repeat */
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

/** Stored encrypted. The previous one stays valid for `keepDays`, 0 for not at all. @throws {OperatorProblem} for an invalid secret */
export async function addSecret(
  transaction: Queryable,
  sealedTexts: SealedTexts,
  given: {
    connection: string;
    purpose: SecretPurpose;
    secret: string;
    keepDays: number;
    form?: string | undefined;
    /** Of an agency, whose key signs its events. */
    companyId?: string | undefined;
  },
  now: Date,
): Promise<void> {
  const { connection, purpose, keepDays } = given;
  const secret = readSecret(given.secret, given.form);
  const id = crypto.randomUUID();
  const ofPurpose = sql`connection = ${connection} and purpose = ${purpose} and company_id is not distinct from ${given.companyId ?? null}`;
  await sql`select 1 from connections where name = ${connection} for update`.execute(transaction);
  await sql`delete from connection_secrets where ${ofPurpose} and (valid_until is not null or ${keepDays}::int = 0)`.execute(
    transaction,
  );
  await sql`
    update connection_secrets set valid_until = ${new Date(now.getTime() + days(keepDays))}
    where ${ofPurpose}`.execute(transaction);
  await sql`
    insert into connection_secrets (id, connection, purpose, sealed_secret, company_id, created_at)
    values (${id}, ${connection}, ${purpose}, ${sealedTexts.seal(secret, sealedFor(connection, purpose, id))},
      ${given.companyId ?? null}, ${now})`.execute(transaction);
}

interface OpenedSecret {
  id: string;
  connection: string;
  purpose: SecretPurpose;
  /** Null if it was stored with another key than the data folder has. */
  secret: string | null;
}

async function openSecrets(
  database: Queryable,
  sealedTexts: SealedTexts,
  condition: RawBuilder<unknown>,
): Promise<OpenedSecret[]> {
  const { rows } = await sql<Omit<OpenedSecret, 'secret'> & { sealed: Buffer }>`
    select id, connection, purpose, sealed_secret as sealed from connection_secrets
    where ${condition} order by valid_until is null desc, created_at desc`.execute(database);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    secret: sealedTexts.open(sealed, sealedFor(row.connection, row.purpose, row.id)),
  }));
}

const isValid = (now: Date) => sql`(valid_until is null or valid_until > ${now})`;

export const unopenedSecret = (connection: string, purpose: SecretPurpose): string =>
  `The ${purpose === 'api' ? 'key of the API' : 'secret'} of the connection ${connection} cannot be opened: it was stored with another key than the one in secrets/sealing-key of DATA_DIR. Put that file back from a backup and restart, or enter it again: npm run cli -- connections rotate ${connection}${purpose === 'api' ? ' --api' : ''}`;

export interface ConnectionSecrets {
  /** Newest first; two during a rotation. */
  secrets: string[];
  /** Why no secret can be opened and what to do, as a sentence. */
  problem: string | null;
}

export async function readSecrets(
  database: Queryable,
  sealedTexts: SealedTexts,
  {
    connection,
    purpose,
    companyId = null,
  }: { connection: string; purpose: SecretPurpose; companyId?: string | null },
  now: Date,
): Promise<ConnectionSecrets> {
  const ofPurpose = sql`connection = ${connection} and purpose = ${purpose} and company_id is not distinct from ${companyId} and ${isValid(now)}`;
  const stored = await openSecrets(database, sealedTexts, ofPurpose);
  const secrets = stored.flatMap(({ secret }) => secret ?? []);
  const isUnopened = stored.length > 0 && secrets.length === 0;
  return { secrets, problem: isUnopened ? unopenedSecret(connection, purpose) : null };
}

export interface SecretCount {
  opened: number;
  unopened: number;
}

/** By name and purpose, as `NAME webhook`. */
export async function countOpenedSecrets(
  database: Queryable,
  sealedTexts: SealedTexts,
  now: Date,
): Promise<ReadonlyMap<string, SecretCount>> {
  const byPurpose = Map.groupBy(
    await openSecrets(database, sealedTexts, sql`company_id is null and ${isValid(now)}`),
    ({ connection, purpose }) => `${connection} ${purpose}`,
  );
  return new Map(
    [...byPurpose].map(([of, stored]) => {
      const opened = stored.filter(({ secret }) => secret !== null).length;
      return [of, { opened, unopened: stored.length - opened }];
    }),
  );
}

export async function connectionsWithApiKey(database: Queryable, now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ connection: string }>`
    select distinct connection from connection_secrets where purpose = 'api' and ${isValid(now)}`.execute(
    database,
  );
  return new Set(rows.map(({ connection }) => connection));
}

export async function cleanSecrets(database: Queryable, now: Date): Promise<void> {
  await sql`delete from connection_secrets where valid_until <= ${now}`.execute(database);
}

/** When the newest secret was stored, by name and purpose, as `NAME webhook`. */
export async function secretTimes(database: Queryable): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ connection: string; purpose: string; at: Date }>`
    select connection, purpose, max(created_at) as at from connection_secrets
    where company_id is null group by connection, purpose`.execute(database);
  return new Map(rows.map(({ connection, purpose, at }) => [`${connection} ${purpose}`, at]));
}
