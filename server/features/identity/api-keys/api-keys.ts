import { createHash, randomBytes } from 'node:crypto';
import { apiKeyScopes, isApiKeyScope } from '@mailcall/contract/rules/api-key-scopes.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { OperatorProblem } from '../../../platform/operator-problem.ts';

/** A key with which one of the provider's systems sends data in or takes it out. The key itself is not stored. */
export interface ApiKey {
  /** UUID. */
  id: string;
  /** Purpose of the key, for operators. */
  name: string;
  /** The system that uses it; files that a system uploads are found by the same system only. */
  system: string;
  /** Granted scopes; see `apiKeyScopes`. */
  scopes: string[];
  /** The first characters of the key, by which people recognize it. */
  prefix: string;
  createdAt: Date;
  /** When it was used last, to the minute; null if never. */
  lastUsedAt: Date | null;
  /** When it stops working by itself; null for never. */
  expiresAt: Date | null;
  /** When it was revoked; null while it was not. */
  revokedAt: Date | null;
}

/** Beginning of every key, so that programs that look for leaked secrets can find one. */
export const keyStart = 'mck_';
/** How many characters of a key are shown. */
const prefixLength = keyStart.length + 8;
const maxNameLength = 100;

/** A random key of 256 bits cannot be guessed, so it needs no slow hash. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const columns = sql`
  id, name, system, scopes, prefix, created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt", revoked_at as "revokedAt"`;

/** The columns of {@link ApiKey}, as SQL. */
export const apiKeyColumns = columns;

function checkName(name: string, what: string): string {
  const text = name.trim();
  if (text === '' || text.length > maxNameLength || /\p{Cc}/u.test(text))
    throw new OperatorProblem(`${what} must be a text of 1 to ${maxNameLength} characters on one line.`);
  return text;
}

/**
 * Makes a key. Only this answer has it.
 * @throws {OperatorProblem} naming what is wrong: an unknown scope, no scope, a name that is empty or too long, an end that is past.
 */
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

/** All keys, revoked ones too, the newest first. */
export async function listApiKeys(database: Queryable): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`select ${columns} from api_keys order by created_at desc, id`.execute(
    database,
  );
  return rows;
}

/**
 * Revokes a key for good: the next request with it is refused.
 * @param which its id, or its shown prefix if no other key has it
 * @throws {OperatorProblem} when there is no such key, several, or it was revoked before
 */
export async function revokeApiKey(database: Queryable, which: string, now: Date): Promise<ApiKey> {
  const found = (await listApiKeys(database)).filter(({ id, prefix }) => id === which || prefix === which);
  const [apiKey] = found;
  if (!apiKey) {
    // of a whole key only its beginning is shown
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
