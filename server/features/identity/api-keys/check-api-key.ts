import { type ApiKeyScope, coversScope } from '@mailcall/contract/rules/api-key-scopes.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { notAllowed, Problem } from '../../../platform/http/problems.ts';
import { type ApiKey, apiKeyColumns, hashOfKey, keyStart } from './api-keys.ts';

const useInterval = minutes(1);

const refused = (message: string) => new Problem(401, message, { headers: { 'www-authenticate': 'Bearer' } });

/** Null if it does not exist or the text cannot be a key. */
function keyOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const [, key] = /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  return key?.startsWith(keyStart) ? key : null;
}

/** Found by hash, so that timing reveals nothing about stored keys. @throws {Problem} 401 without a valid key, 403 if it lacks the scope */
export async function checkApiKey(
  database: Queryable,
  request: Pick<FastifyRequest, 'headers'>,
  needed: ApiKeyScope,
  now: Date,
): Promise<ApiKey> {
  const key = keyOf(request);
  if (key === null) throw refused('Send an API key in the header Authorization: Bearer mck_….');
  const { rows } = await sql<ApiKey>`
    select ${apiKeyColumns} from api_keys where key_hash = ${hashOfKey(key)}`.execute(database);
  const [apiKey] = rows;
  if (!apiKey || apiKey.revokedAt !== null || (apiKey.expiresAt !== null && apiKey.expiresAt <= now))
    throw refused('This API key is not known, has expired or was revoked.');
  const usedBefore = new Date(now.getTime() - useInterval);
  if (apiKey.lastUsedAt === null || apiKey.lastUsedAt <= usedBefore)
    await sql`
      update api_keys set last_used_at = ${now}
      where id = ${apiKey.id} and (last_used_at is null or last_used_at <= ${usedBefore})`.execute(database);
  if (!coversScope(apiKey.scopes, needed)) throw notAllowed(`This API key has no scope ${needed}.`);
  return apiKey;
}
