import { hours } from '@mailcall/contract/time/durations.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Queryable, Schema } from '../../platform/database.ts';
import { downloadUsed } from '../../platform/http/download-reply.ts';
import { downloadTokenLifetime, hashOfToken, makeToken } from '../../platform/signed-texts.ts';
import type { Viewer } from '../identity/index.ts';

/** Access that a token gives: to the streamed calls of a list, or to the file that a job has written. */
type Opens = 'list' | 'file';

/** A token as the client receives it. */
export interface IssuedToken {
  slt: string;
  expiresAt: string;
}

/** The export that a token is for, and the person and session that requested it. */
export interface ExportToken {
  exportId: string;
  contactId: string;
  /** The session of the request; null when an outside issuer signed its access token. */
  sessionId: string | null;
}

/** Issues a token for one download of an export. */
export async function issueToken(
  database: Queryable,
  viewer: Viewer,
  { exportId, opens }: { exportId: string; opens: Opens },
  now: Date,
): Promise<IssuedToken> {
  const slt = makeToken();
  const expiresAt = new Date(now.getTime() + downloadTokenLifetime);
  await database
    .insertInto('export_tokens')
    .values({
      token_hash: hashOfToken(slt),
      export_id: exportId,
      contact_id: viewer.contactId,
      session_id: viewer.sessionId,
      resource: opens,
      expires_at: expiresAt,
    })
    .execute();
  return { slt, expiresAt: expiresAt.toISOString() };
}

const tokenColumns = ['export_id as exportId', 'contact_id as contactId', 'session_id as sessionId'] as const;
const isValid =
  (slt: string, opens: Opens, now: Date) =>
  (token: ExpressionBuilder<Schema, 'export_tokens'>): Expression<SqlBool> =>
    token.and([
      token('token_hash', '=', hashOfToken(slt)),
      token('resource', '=', opens),
      token('used_at', 'is', null),
      token('expires_at', '>', now),
    ]);

/**
 * Reads a token without consuming it.
 * @throws {Problem} 403 when the token was used, has expired or is unknown.
 */
export async function readToken(
  database: Queryable,
  slt: string,
  opens: Opens,
  now: Date,
): Promise<ExportToken> {
  return database
    .selectFrom('export_tokens')
    .select(tokenColumns)
    .where(isValid(slt, opens, now))
    .executeTakeFirstOrThrow(downloadUsed);
}

/**
 * Consumes a token; of several concurrent requests, one succeeds.
 * @throws {Problem} 403 when the token was used, has expired or is unknown.
 */
export async function consumeToken(
  database: Queryable,
  slt: string,
  opens: Opens,
  now: Date,
): Promise<ExportToken> {
  return database
    .updateTable('export_tokens')
    .set({ used_at: now })
    .where(isValid(slt, opens, now))
    .returning(tokenColumns)
    .executeTakeFirstOrThrow(downloadUsed);
}

/** Milliseconds for which an expired token is kept: its download can have begun in time and wait for its turn. */
const longestWait = hours(1);

/** Deletes tokens that expired an hour ago. */
export async function deleteExpiredTokens(database: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - longestWait);
  await database.deleteFrom('export_tokens').where('expires_at', '<=', before).execute();
}
