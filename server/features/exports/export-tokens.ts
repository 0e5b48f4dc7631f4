import { hours } from '@mailcall/contract/time/durations.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Queryable, Schema } from '../../platform/database.ts';
import { downloadUsed } from '../../platform/http/download-reply.ts';
import { downloadTokenLifetime, hashOfToken, makeToken } from '../../platform/signed-texts.ts';
import type { Viewer } from '../identity/index.ts';

/** Streamed calls of a list, or the file that a job has written. */
type Opens = 'list' | 'file';

export interface IssuedToken {
  slt: string;
  expiresAt: string;
}

export interface ExportToken {
  exportId: string;
  contactId: string;
  /** Null if an outside issuer signed the access token of the request. */
  sessionId: string | null;
}

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

/** Does not consume the token. @throws {Problem} 403 if it was used, has expired or is unknown */
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

/** Of several concurrent requests, one succeeds. @throws {Problem} 403 if the token was used, has expired or is unknown */
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

/** Milliseconds that an expired token is kept: its download can have begun in time and wait for its turn. */
const longestWait = hours(1);

export async function deleteExpiredTokens(database: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - longestWait);
  await database.deleteFrom('export_tokens').where('expires_at', '<=', before).execute();
}
