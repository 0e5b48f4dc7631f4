import { maxListedSessions, type OwnSession, type SessionOrigin } from '@mailcall/contract/own-sessions.ts';
import { passkeyMessages } from '@mailcall/contract/rules/passkeys.ts';
import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { endSessionsOf, endSessionsWhere, type Realm } from './sessions.ts';
import type { Viewer } from './viewer.ts';

const origins: Readonly<Record<Realm, SessionOrigin>> = {
  password: 'password',
  'limited-access': 'mailed link',
  email: 'code',
  sms: 'code',
  passkey: 'passkey',
  grant: 'scoreboard link',
};

interface SessionRow extends Pick<OwnSession, 'id' | 'device' | 'network'> {
  realm: Realm;
  startedAt: Date;
  lastUsedAt: Date;
}

/** The current one first, then by last use; `idleTime` is in seconds. */
export async function ownSessionsOf(
  database: Queryable,
  { contactId, sessionId }: Viewer,
  { now, idleTime }: { now: Date; idleTime: number },
): Promise<OwnSession[]> {
  const idleSince = new Date(now.getTime() - idleTime * 1000);
  const { rows } = await sql<SessionRow>`
    select id, device, network, realm, created_at as "startedAt", seen_at as "lastUsedAt" from sessions
    where contact_id = ${contactId} and ended_at is null and expires_at > ${now} and seen_at > ${idleSince}
    order by id is distinct from ${sessionId}::text, seen_at desc, id limit ${maxListedSessions}`.execute(
    database,
  );
  return rows.map(({ realm, startedAt, lastUsedAt, ...row }) => ({
    ...row,
    origin: origins[realm],
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: row.id === sessionId,
  }));
}

/** @throws {Problem} 404 if it is not theirs or has ended, 422 for the current session */
export async function endOwnSessionOf(
  database: Queryable,
  { contactId, sessionId }: Viewer,
  id: string,
  now: Date,
): Promise<void> {
  if (id === sessionId) throw notPossible(passkeyMessages.ownSessionStays);
  const condition = sql<SqlBool>`id = ${id} and contact_id = ${contactId} and expires_at > ${now}`;
  const ended = await endSessionsWhere(database, condition, 'signed out elsewhere', now);
  if (ended === 0) throw notFound(passkeyMessages.sessionNotFound);
}

export const endOtherSessionsOf = (
  database: Queryable,
  { contactId, sessionId }: Viewer,
  now: Date,
): Promise<number> => endSessionsOf(database, contactId, 'signed out elsewhere', now, sessionId);
