import { randomBytes } from 'node:crypto';
import { limitedRole, type passwordlessRealms, type realms } from '@mailcall/contract/identity.ts';
import { sql, type Transaction } from 'kysely';
import type { Queries, Schema } from '../../platform/database.ts';
import { accessVersionOf } from './access.ts';

/** The realm that somebody signed in through; `grant`: with the code of a scoreboard grant. */
export type Realm = (typeof realms)[number] | (typeof passwordlessRealms)[number] | 'grant';

/** Why a session ended before its time. */
export type EndReason =
  | 'logout'
  | 'password change'
  | 'signed in anew'
  | 'access change'
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
  database: Queries,
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
  await sql`
    insert into sessions (id, contact_id, realm, limited, created_at, expires_at, seen_at, refresh_seed, access_version)
    values (${id}, ${contactId}, ${realm}, ${limited}, ${now}, ${expiresAt}, ${now}, ${refreshSeed}, ${accessVersion})
  `.execute(database);
  return { id, limited, expiresAt, refreshSeed };
}

/** Ends a session; its tokens are refused from the next request on. */
export async function endSession(
  database: Queries,
  id: string,
  because: EndReason,
  now: Date,
): Promise<void> {
  await sql`update sessions set ended_at = ${now}, ended_because = ${because} where id = ${id} and ended_at is null`.execute(
    database,
  );
}

/** Ends every session of a contact, but the one that stays. */
export async function endSessionsOf(
  transaction: Transaction<Schema>,
  contactId: string,
  because: EndReason,
  now: Date,
  exceptSession: string | null = null,
): Promise<void> {
  await sql`
    update sessions set ended_at = ${now}, ended_because = ${because} where contact_id = ${contactId} and ended_at is null
      and id is distinct from ${exceptSession}
  `.execute(transaction);
}

/** Forgets sessions a month after they ended. */
export async function removeEndedSessions(database: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000);
  await sql`delete from sessions where expires_at < ${before}`.execute(database);
}
