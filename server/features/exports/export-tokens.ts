import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../platform/database.ts';
import { notAllowed } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';

/** Milliseconds that a token is good for. */
const lifetime = 2 * 60 * 1000;

/** What a token opens: the calls of a list, streamed, or the file that a job has written. */
type Opens = 'list' | 'file';

/** A token as it is handed out. */
export interface IssuedToken {
  slt: string;
  expiresAt: string;
}

/** Whose token it is, and what it is for. */
export interface ExportToken {
  exportId: string;
  contactId: string;
  /** The session that asked; null when an outside issuer signed its token. */
  sessionId: string | null;
}

// 256 random bits: nobody guesses them, so nothing but a hash is needed to keep them
const hashOf = (slt: string) => createHash('sha256').update(slt).digest();

const noToken = () =>
  notAllowed('This download was used already or took too long to begin. Press Download again.');

/** Hands out a token for one download of an export. */
export async function issueToken(
  database: Queries,
  viewer: Viewer,
  { exportId, opens }: { exportId: string; opens: Opens },
  now: Date,
): Promise<IssuedToken> {
  const slt = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetime);
  await sql`
    insert into export_tokens (token_hash, export_id, contact_id, session_id, opens, expires_at)
    values (${hashOf(slt)}, ${exportId}, ${viewer.contactId}, ${viewer.sessionId}, ${opens}, ${expiresAt})
  `.execute(database);
  return { slt, expiresAt: expiresAt.toISOString() };
}

const tokenColumns = sql`export_id as "exportId", contact_id as "contactId", session_id as "sessionId"`;
const isValidToken = (slt: string, opens: Opens, now: Date) =>
  sql`token_hash = ${hashOf(slt)} and opens = ${opens} and used_at is null and expires_at > ${now}`;

/**
 * Looks at a token without using it up.
 * @throws {Problem} 403 when it was used, has ended or is none.
 */
export async function lookAtToken(
  database: Queries,
  slt: string,
  opens: Opens,
  now: Date,
): Promise<ExportToken> {
  const { rows } = await sql<ExportToken>`
    select ${tokenColumns} from export_tokens where ${isValidToken(slt, opens, now)}`.execute(database);
  if (!rows[0]) throw noToken();
  return rows[0];
}

/**
 * Uses a token up; of many that try at once, one succeeds.
 * @throws {Problem} 403 when it was used, has ended or is none.
 */
export async function takeToken(
  database: Queries,
  slt: string,
  opens: Opens,
  now: Date,
): Promise<ExportToken> {
  const { rows } = await sql<ExportToken>`
    update export_tokens set used_at = ${now} where ${isValidToken(slt, opens, now)}
    returning ${tokenColumns}`.execute(database);
  if (!rows[0]) throw noToken();
  return rows[0];
}

/** Forgets tokens that ended. */
export async function deleteExpiredTokens(database: Queries, now: Date): Promise<void> {
  await sql`delete from export_tokens where expires_at <= ${now}`.execute(database);
}
