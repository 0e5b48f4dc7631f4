import { randomBytes } from 'node:crypto';
import { limitedRole, type passwordlessRealms, type realms } from '@mailcall/contract/identity.ts';
import type { Queryable } from '../../platform/database.ts';
import { accessVersionOf } from './access.ts';

/** The realm of a sign-in; `grant`: with the code of a scoreboard grant. */
export type Realm = (typeof realms)[number] | (typeof passwordlessRealms)[number] | 'grant';

/** Why a session ended before its time. */
export type EndReason =
  | 'logout'
  | 'password change'
  | 'signed in anew'
  | 'access change'
  | 'grant revoked'
  | 'changes withdrawn'
  | 'refresh token used twice';

/** No session lasts longer than this many seconds: front desks share computers. */
export const maxSessionSeconds = 12 * 60 * 60;

/** A session that just began. */
export interface StartedSession {
  /** Goes into the access token as `sid`. */
  id: string;
  /** Whether it is limited-access: by its realm, or by the person's role. */
  limited: boolean;
  /** When it ends at the latest. */
  expiresAt: Date;
  /** What its refresh tokens are made of; null when it cannot be renewed. */
  refreshSeed: Buffer | null;
}

/** Begins a session that lasts at most `lifetime` seconds; a `renewable` one may be renewed until then. */
export async function startSession(
  database: Queryable,
  session: {
    contactId: string;
    roles: readonly string[];
    realm: Realm;
    lifetime: number;
    renewable?: boolean;
  },
  now: Date,
): Promise<StartedSession> {
  const { contactId, realm } = session;
  const id = crypto.randomUUID();
  const limited = realm === 'limited-access' || session.roles.includes(limitedRole);
  const expiresAt = new Date(now.getTime() + session.lifetime * 1000);
  const refreshSeed = session.renewable ? randomBytes(32) : null;
  const accessVersion = await accessVersionOf(database, contactId);
  await database
    .insertInto('sessions')
    .values({
      id,
      contact_id: contactId,
      realm,
      limited,
      created_at: now,
      expires_at: expiresAt,
      seen_at: now,
      refresh_seed: refreshSeed,
      access_version: accessVersion,
    })
    .execute();
  return { id, limited, expiresAt, refreshSeed };
}

/** Ends a session; its tokens are refused from the next request on. */
export async function endSession(
  database: Queryable,
  id: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Whether a session has not been ended; true without one, which an outside issuer's tokens have none of. */
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

/** Ends every session of a contact, except one. */
export async function endSessionsOf(
  transaction: Queryable,
  contactId: string,
  reason: EndReason,
  now: Date,
  exceptSession: string | null = null,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('contact_id', '=', contactId)
    .where('ended_at', 'is', null)
    .where('id', 'is distinct from', exceptSession)
    .execute();
}

/** Deletes sessions a month after they expired. */
export async function removeEndedSessions(database: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000);
  await database.deleteFrom('sessions').where('expires_at', '<', before).execute();
}
