import { createHmac, randomBytes } from 'node:crypto';
import {
  type FirstFactor,
  needsSecondFactor,
  type SecondFactor,
  type SecondFactorLevel,
  secondFactorsAfter,
} from '@mailcall/contract/rules/second-factors.ts';
import { teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { PasskeySite } from './passkey-site.ts';

const secondStepTime = minutes(10);

export interface PendingSignIn {
  contactId: string;
  first: FirstFactor;
}

export interface NeededStep {
  token: string;
  factors: readonly SecondFactor[];
}

const hashOf = (secret: Uint8Array, token: string): Buffer =>
  createHmac('sha256', secret).update(`pending sign-in\0${token}`).digest();

interface FactorsRow {
  isProvider: boolean;
  isPrimary: boolean;
  passkey: boolean;
  password: boolean;
  phone: boolean;
  recoveryCode: boolean;
  passwordByMail: boolean;
}

async function readFactors(
  database: Queryable,
  contactId: string,
  site: PasskeySite | null,
): Promise<FactorsRow> {
  const { rows } = await sql<Omit<FactorsRow, 'passkey' | 'recoveryCode'>>`
    select portal_roles && ${[...teamRoles]}::text[] as "isProvider",
      exists (
        select 1 from contact_accounts linked join accounts on accounts.id = linked.account_id
        where linked.contact_id = contacts.id and linked.is_primary and not accounts.deleted
      ) as "isPrimary",
      password_hash is not null as password, password_by_mail as "passwordByMail",
      phone is not null and not exists (
        select 1 from contacts others where others.phone = contacts.phone and others.id <> contacts.id and not others.deleted
      ) as phone
    from contacts where id = ${contactId}`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The contact is gone.');
  // separate reads, because contacts are on each node and these tables on one
  const has = async (condition: ReturnType<typeof sql>) =>
    (await condition.execute(database)).rows.length > 0;
  return {
    ...row,
    passkey:
      site !== null &&
      (await has(
        sql`select 1 from passkeys where contact_id = ${contactId} and coalesce(site, ${site.id}) = ${site.id} limit 1`,
      )),
    recoveryCode: await has(
      sql`select 1 from recovery_codes where contact_id = ${contactId} and used_at is null limit 1`,
    ),
  };
}

export async function neededFactors(
  database: Queryable,
  {
    contactId,
    first,
    level,
    site,
  }: PendingSignIn & {
    /** Null with an external issuer, which asks for its own. */
    level: SecondFactorLevel | null;
    site: PasskeySite | null;
  },
): Promise<SecondFactor[] | null> {
  if (first === 'passkey' || level === null) return null;
  const known = await readFactors(database, contactId, site);
  if (!needsSecondFactor(level, known)) return null;
  return secondFactorsAfter(first, known);
}

export async function awaitSecondStep(
  transaction: Queryable,
  secret: Uint8Array,
  { contactId, first, now }: PendingSignIn & { now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await transaction
    .insertInto('pending_sign_ins')
    .values({
      token_hash: hashOf(secret, token),
      contact_id: contactId,
      first_factor: first,
      expires_at: new Date(now.getTime() + secondStepTime),
    })
    .execute();
  return token;
}

export async function pendingSignIn(
  database: Queryable,
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<PendingSignIn | null> {
  const { rows } = await sql<PendingSignIn>`
    select contact_id as "contactId", first_factor as first from pending_sign_ins
    where token_hash = ${hashOf(secret, token)} and expires_at > ${now}`.execute(database);
  return rows[0] ?? null;
}

/** Of concurrent steps one succeeds. */
export async function completePendingSignIn(
  transaction: Queryable,
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<PendingSignIn | null> {
  const { rows } = await sql<PendingSignIn>`
    delete from pending_sign_ins where token_hash = ${hashOf(secret, token)} and expires_at > ${now}
    returning contact_id as "contactId", first_factor as first`.execute(transaction);
  return rows[0] ?? null;
}

export async function endPendingSignIns(transaction: Queryable, contactId: string): Promise<void> {
  await transaction.deleteFrom('pending_sign_ins').where('contact_id', '=', contactId).execute();
}

/** Also removes recovery codes of removed contacts. */
export async function cleanSecondSteps(database: Queryable, now: Date): Promise<void> {
  await database.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).execute();
  await database.deleteFrom('remembered_browsers').where('expires_at', '<=', now).execute();
  // found first, because contacts are on each node and codes on one
  const { rows } = await sql<{ id: string }>`
    select distinct contact_id as id from recovery_codes left join contacts on contacts.id = contact_id and not contacts.deleted
    where contacts.id is null`.execute(database);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await sql`delete from recovery_codes where contact_id = any(${ids}::text[])`.execute(database);
}
