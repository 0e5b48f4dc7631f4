import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { hashOfKey, listApiKeys, makeApiKey, revokeApiKey } from './api-keys.ts';
import { apiKeyLines } from './print-api-keys.ts';
import { checkApiKey } from './check-api-key.ts';

const db = testDatabase();
const now = new Date('2026-03-11T15:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const make = (scopes: string[] = ['ingest:calls'], expiresAt: Date | null = null) =>
  makeApiKey(db.database.kysely, { name: 'calls', system: 'switch', scopes, expiresAt }, now);
const check = (key: string, scope: Parameters<typeof checkApiKey>[2], at = now) =>
  checkApiKey(db.database.kysely, { headers: { authorization: `Bearer ${key}` } }, scope, at);

test('stores the hash of a key and never the key', async () => {
  const { key, apiKey } = await make();
  expect(key).toMatch(/^mck_[\w-]{43}$/);
  const { rows } = await db.database.pool.query<{ key_hash: Buffer }>(
    'select row_to_json(api_keys)::text as text, key_hash from api_keys where id = $1',
    [apiKey.id],
  );
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(rows[0]?.key_hash.equals(hashOfKey(key))).toBe(true);
  expect(key.startsWith(apiKey.prefix)).toBe(true);
  expect(apiKeyLines(await listApiKeys(db.database.kysely), now).join('\n')).not.toContain(key);
});

test('admits a key to its scopes only, until it expires or is revoked', async () => {
  const { key, apiKey } = await make(['ingest:calls'], later(60));
  await expect(check(key, 'ingest:calls')).resolves.toMatchObject({ id: apiKey.id, system: 'switch' });
  await expect(check(key, 'ingest:contacts')).rejects.toMatchObject({ statusCode: 403 });
  await expect(check(key, 'export')).rejects.toMatchObject({ statusCode: 403 });
  await expect(check(key, 'ingest:calls', later(60))).rejects.toMatchObject({ statusCode: 401 });
  await revokeApiKey(db.database.kysely, apiKey.prefix, now);
  await expect(check(key, 'ingest:calls')).rejects.toMatchObject({ statusCode: 401 });
  await expect(revokeApiKey(db.database.kysely, apiKey.id, now)).rejects.toThrow('was revoked before');
});

test.each([
  '',
  'mck_',
  `mck_${'A'.repeat(43)}`,
  `mck_${'A'.repeat(5000)}`,
  "mck_' or true --",
  'eyJhbGciOiJub25lIn0.e30.',
])('refuses the key %j', async (key) => {
  await expect(check(key, 'ingest:calls')).rejects.toMatchObject({ statusCode: 401 });
});

test('notes the use of a key once a minute', async () => {
  const { key, apiKey } = await make();
  const lastUse = async () =>
    (await listApiKeys(db.database.kysely)).find(({ id }) => id === apiKey.id)?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  await check(key, 'ingest:calls', later(1));
  await check(key, 'ingest:calls', later(1.5));
  expect(await lastUse()).toEqual(later(1));
  await check(key, 'ingest:calls', later(2));
  expect(await lastUse()).toEqual(later(2));
});

test.each([
  [{ scopes: [] }, 'needs a scope'],
  [{ scopes: ['ingest:everything'] }, 'There is no scope ingest:everything.'],
  [{ system: ' ' }, 'The system must be'],
  [{ name: 'two\nlines' }, 'The name must be'],
  [{ expiresAt: now }, 'expired already'],
])('does not make a key with %j', async (wrong, message) => {
  const wanted = { name: 'calls', system: 'switch', scopes: ['ingest'], ...wrong };
  await expect(makeApiKey(db.database.kysely, wanted, now)).rejects.toThrow(message);
});
