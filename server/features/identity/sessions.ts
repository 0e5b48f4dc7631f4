import { randomBytes } from 'node:crypto';
import { limitedRole, type passwordlessRealms, type realms } from '@mailcall/contract/identity.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { recordActivity } from '../activity/index.ts';
import { accessVersionOf } from './access.ts';
import type { SessionPlace } from './session-place.ts';

/** `grant`: by a scoreboard grant's code. */
export type Realm = (typeof realms)[number] | (typeof passwordlessRealms)[number] | 'passkey' | 'grant';

/** Carries the contact id of each session that ended early. */
export const sessionEndedChannel = 'session_ended';

export type EndReason =
  | 'logout'
  | 'password change'
  | 'signed in anew'
  | 'access change'
  | 'grant revoked'
  | 'changes withdrawn'
  | 'refresh token used twice'
  | 'signed out elsewhere'
  | 'ended by an operator';

/** 12 hours, because front desks share computers. */
export const maxSessionSeconds = 12 * 60 * 60;

export interface StartedSession {
  id: string;
  /** True if the realm or the role limits the session. */
  limited: boolean;
  expiresAt: Date;
  refreshSeed: Buffer | null;
  /** Renewals without lost responses. */
  generation: number;
}

/** Also records the sign-in; `lifetime` is in seconds, and a `renewable` session may be renewed until then. */
export async function startSession(
  transaction: Queryable,
  session: {
    contactId: string;
    roles: readonly string[];
    realm: Realm;
    /** Two factors, now or earlier in this browser. */
    isStrong?: boolean;
    /** Limited because a required second factor is missing. */
    lacksSecondFactor?: boolean;
    lifetime: number;
    renewable?: boolean;
    place: SessionPlace;
  },
  now: Date,
): Promise<StartedSession> {
  const { contactId, realm, place } = session;
  const id = crypto.randomUUID();
  const limited =
    session.lacksSecondFactor === true || realm === 'limited-access' || session.roles.includes(limitedRole);
  const expiresAt = new Date(now.getTime() + session.lifetime * 1000);
  const refreshSeed = session.renewable ? randomBytes(32) : null;
  const accessVersion = await accessVersionOf(transaction, contactId);
  await transaction
    .insertInto('sessions')
    .values({
      id,
      contact_id: contactId,
      realm,
      limited,
      second_factor: session.isStrong ?? false,
      lacks_second_factor: session.lacksSecondFactor ?? false,
      created_at: now,
      expires_at: expiresAt,
      seen_at: now,
      refresh_seed: refreshSeed,
      access_version: accessVersion,
      ...place,
    })
    .execute();
  await recordSignIn(transaction, { contactId, id, at: now });
  return { id, limited, expiresAt, refreshSeed, generation: 0 };
}

/** A change of the person's accounts after which they need not sign in again. */
export async function keepSessions(
  transaction: Queryable,
  contactId: string,
  change: () => Promise<void>,
): Promise<void> {
  const before = await accessVersionOf(transaction, contactId);
  await change();
  const after = await accessVersionOf(transaction, contactId);
  await sql`
    update sessions set access_version = ${after} where contact_id = ${contactId} and access_version = ${before}`.execute(
    transaction,
  );
}

/** In each linked account, but not below, where a group may have hundreds of offices. */
async function recordSignIn(
  transaction: Queryable,
  { contactId, id, at }: { contactId: string; id: string; at: Date },
): Promise<void> {
  const { rows } = await sql<{ accountId: string }>`
    select accounts.id as "accountId" from contact_accounts join accounts on accounts.id = contact_accounts.account_id
    where contact_accounts.contact_id = ${contactId} and not accounts.deleted order by accounts.id`.execute(
    transaction,
  );
  const signIn = { contactId, action: 'sign in', subject: { kind: 'session', id }, at };
  await recordActivity(
    transaction,
    rows.map(({ accountId }) => ({ ...signIn, accountId })),
  );
}

/** Tokens fail from the next request, and event streams end. Returns the number of sessions. */
export async function endSessionsWhere(
  database: Queryable,
  condition: RawBuilder<SqlBool>,
  reason: EndReason,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ contactId: string }>`
    update sessions set ended_at = ${now}, end_reason = ${reason} where ended_at is null and ${condition}
    returning contact_id as "contactId"`.execute(database);
  for (const contactId of new Set(rows.map((row) => row.contactId)))
    await sql`select pg_notify(${sessionEndedChannel}, ${contactId})`.execute(database);
  return rows.length;
}

export const endSession = (database: Queryable, id: string, reason: EndReason, now: Date): Promise<number> =>
  endSessionsWhere(database, sql<SqlBool>`id = ${id}`, reason, now);

/** True without a session, as with an external issuer. */
export async function isOpenSession(transaction: Queryable, id: string | null): Promise<boolean> {
  if (id === null) return true;
  const open = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

export const endSessionsOf = (
  transaction: Queryable,
  contactId: string,
  reason: EndReason,
  now: Date,
  exceptSession: string | null = null,
): Promise<number> =>
  endSessionsWhere(
    transaction,
    sql<SqlBool>`contact_id = ${contactId} and id is distinct from ${exceptSession}::text`,
    reason,
    now,
  );

export async function removeEndedSessions(database: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days(30));
  await database.deleteFrom('sessions').where('expires_at', '<', before).execute();
}
