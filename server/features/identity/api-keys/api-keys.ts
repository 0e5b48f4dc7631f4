import { createHash, randomBytes } from 'node:crypto';
import { apiKeyScopes, isApiKeyScope } from '@mailcall/contract/rules/api-key-scopes.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { OperatorProblem } from '../../../platform/operator-problem.ts';

/** The key itself is not stored. */
export interface ApiKey {
  id: string;
  name: string;
  /** The system that uses it. A file that a system uploads is visible only to that system. */
  system: string;
  scopes: string[];
  prefix: string;
  createdAt: Date;
  /** To the minute. */
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Lets programs that look for leaked secrets find keys. */
export const keyStart = 'mck_';
const prefixLength = keyStart.length + 8;
const maxNameLength = 100;

/** A random key of 256 bits needs no slow hash. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const columns = sql`
  id, name, system, scopes, prefix, created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt", revoked_at as "revokedAt"`;

export const apiKeyColumns = columns;

function checkName(name: string, what: string): string {
  const text = name.trim();
  if (text === '' || text.length > maxNameLength || /\p{Cc}/u.test(text))
    throw new OperatorProblem(`${what} must be a text of 1 to ${maxNameLength} characters on one line.`);
  return text;
}

/** The only answer with the key. @throws {OperatorProblem} for an unknown scope, no scope, an empty or too long name, or a past end */
export async function makeApiKey(
  database: Queryable,
  wanted: { name: string; system: string; scopes: readonly string[]; expiresAt?: Date | null },
  now: Date,
): Promise<{ key: string; apiKey: ApiKey }> {
  const scopes = [...new Set(wanted.scopes)];
  const unknown = scopes.find((scope) => !isApiKeyScope(scope));
  if (unknown !== undefined || scopes.length === 0)
    throw new OperatorProblem(
      `${unknown === undefined ? 'A key needs a scope.' : `There is no scope ${unknown}.`} Scopes: ${apiKeyScopes.join(', ')}.`,
    );
  const expiresAt = wanted.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now)
    throw new OperatorProblem('The key would have expired already.');
  const key = keyStart + randomBytes(32).toString('base64url');
  const { rows } = await sql<ApiKey>`
    insert into api_keys (name, system, scopes, key_hash, prefix, created_at, expires_at)
    values (${checkName(wanted.name, 'The name')}, ${checkName(wanted.system, 'The system')}, ${scopes},
      ${hashOfKey(key)}, ${key.slice(0, prefixLength)}, ${now}, ${expiresAt})
    returning ${columns}`.execute(database);
  return { key, apiKey: rows[0] as ApiKey };
}

/** Newest first, with revoked ones. */
export async function listApiKeys(database: Queryable): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`select ${columns} from api_keys order by created_at desc, id`.execute(
    database,
  );
  return rows;
}

/** `which`: the id, or the shown prefix if unique. @throws {OperatorProblem} for no such key, several, or a revoked one */
export async function revokeApiKey(database: Queryable, which: string, now: Date): Promise<ApiKey> {
  const found = (await listApiKeys(database)).filter(({ id, prefix }) => id === which || prefix === which);
  const [apiKey] = found;
  if (!apiKey) {
    const shown = which.length > prefixLength ? `${which.slice(0, prefixLength)}…` : which;
    throw new OperatorProblem(`There is no API key ${shown}. npm run cli -- api-keys list shows them.`);
  }
  if (found.length > 1)
    throw new OperatorProblem(`Several API keys begin with ${which}. Name one by its id.`);
  const { rows } = await sql<ApiKey>`
    update api_keys set revoked_at = ${now} where id = ${apiKey.id} and revoked_at is null
    returning ${columns}`.execute(database);
  const [revoked] = rows;
  if (!revoked) throw new OperatorProblem(`The API key ${apiKey.prefix}… was revoked before.`);
  return revoked;
}
