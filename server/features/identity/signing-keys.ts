import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import {
  damagedKey,
  readOrMakeSecretFile,
  readSecretFile,
  replaceSecretFile,
} from '../../platform/secret-file.ts';

export const signingAlgorithm = 'RS256';

const second = 1000;
const day = 24 * 60 * 60 * second;

const signingPeriod = 90 * day;
/** Time between publishing a key and signing with it, so that clients with a cached JWKS know it. */
const publishedBefore = day;
/** Each process reloads the keys to notice another's rotation. */
const reloadInterval = 60 * second;
const unknownKeyReloadInterval = 5 * second;

const storedKeySchema = z.object({
  kid: z.string(),
  /** `published`: signs later. `current`: signs. `retired`: its last tokens are still valid. */
  state: z.enum(['published', 'current', 'retired']),
  since: z.iso.datetime(),
  key: z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string() }),
});
const storedKeysSchema = z
  .array(storedKeySchema)
  .refine((keys) => keys.some((key) => key.state === 'current'), 'One key must be current.');
export type StoredKey = z.infer<typeof storedKeySchema>;

export type PublicKey = JWK & { kid: string; kty: string; alg: string; use: string; [name: string]: unknown };

export interface SigningKeys {
  current(): Promise<{ kid: string; key: CryptoKey }>;
  published(): Promise<PublicKey[]>;
  /** Reloads the keys if the id is new; null if unknown. */
  find(kid: string): Promise<PublicKey | null>;
  /** Publishes, promotes, retires and removes due keys; one process at a time. */
  rotate(): Promise<void>;
  /** Signs with a new key from now on. Tokens of earlier keys stay valid until they expire; with `revoke` they are refused. */
  replace(options: { revoke: boolean }): Promise<void>;
}

async function makeKey(now: Date, state: StoredKey['state']): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { modulusLength: 2048, extractable: true });
  const key = (await exportJWK(privateKey)) as StoredKey['key'];
  return { kid: crypto.randomUUID(), state, since: now.toISOString(), key };
}

/** A retired key stays until its last possible token has expired. */
export async function rotated(
  keys: readonly StoredKey[],
  now: Date,
  maxTokenSeconds: number,
): Promise<StoredKey[]> {
  const age = (key: StoredKey) => now.getTime() - Date.parse(key.since);
  const retention = maxTokenSeconds * second + 2 * reloadInterval;
  const next = keys.filter((key) => key.state !== 'retired' || age(key) < retention);
  const current = next.find((key) => key.state === 'current');
  const published = next.find((key) => key.state === 'published');
  if (!current) return [...next, await makeKey(now, 'current')];
  if (!published) {
    return age(current) >= signingPeriod - publishedBefore
      ? [...next, await makeKey(now, 'published')]
      : next;
  }
  if (age(current) < signingPeriod || age(published) < publishedBefore) return next;
  const since = now.toISOString();
  return next.map((key) => {
    if (key === current) return { ...key, state: 'retired', since };
    return key === published ? { ...key, state: 'current', since } : key;
  });
}

/** Drops a published key that never signed, because a leaked file includes it. */
export async function replaced(
  keys: readonly StoredKey[],
  now: Date,
  { revoke }: { revoke: boolean },
): Promise<StoredKey[]> {
  const since = now.toISOString();
  const retired = keys.flatMap((key): StoredKey[] => {
    if (key.state === 'published') return [];
    return [key.state === 'current' ? { ...key, state: 'retired', since } : key];
  });
  return [...(revoke ? [] : retired), await makeKey(now, 'current')];
}

export async function importRsaKey(key: JWK): Promise<CryptoKey> {
  const imported = await importJWK(key, signingAlgorithm);
  if (imported instanceof Uint8Array) throw new TypeError('An RSA key is no bytes.');
  return imported;
}

function publicPart({ kid, key }: StoredKey): PublicKey {
  return { kid, kty: key.kty, n: key.n, e: key.e, alg: signingAlgorithm, use: 'sig' };
}

/** Creates missing keys; `longestToken` is the maximum lifetime in seconds. @throws {OperatorProblem} if the file is damaged */
export async function openSigningKeys(options: {
  database: Pick<Database, 'exclusively'>;
  clock: Clock;
  dataFolder: string;
  maxTokenSeconds: number;
}): Promise<SigningKeys> {
  const { database, clock, maxTokenSeconds } = options;
  const path = join(options.dataFolder, 'identity', 'signing-keys.json');
  const parse = (text: string) => {
    try {
      return storedKeysSchema.parse(JSON.parse(text));
    } catch {
      // a parser's error may quote a key
      throw damagedKey(path);
    }
  };
  const write = (keys: readonly StoredKey[]) => `${JSON.stringify(keys, null, 2)}\n`;

  let keys = parse(
    await readOrMakeSecretFile(path, async () => write(await rotated([], clock.now(), maxTokenSeconds))),
  );
  let readAt = clock.now().getTime();
  const importCurrent = async () => {
    const stored = keys.find((key) => key.state === 'current') as StoredKey;
    return { kid: stored.kid, key: await importRsaKey(stored.key) };
  };
  let imported = await importCurrent().catch(() => {
    throw damagedKey(path);
  });

  const reload = async () => {
    const text = await readSecretFile(path);
    if (text !== null) keys = parse(text);
    readAt = clock.now().getTime();
  };
  const change = (step: (now: Date) => Promise<StoredKey[]>) =>
    database.exclusively('rotate signing keys', async () => {
      await reload();
      const next = await step(clock.now());
      if (JSON.stringify(next) === JSON.stringify(keys)) return;
      await replaceSecretFile(path, write(next));
      keys = next;
    });
  const fresh = async (after: number) => {
    if (clock.now().getTime() - readAt >= after) await reload();
  };

  return {
    async current() {
      await fresh(reloadInterval);
      if (!keys.some(({ kid, state }) => kid === imported.kid && state === 'current'))
        imported = await importCurrent();
      return imported;
    },
    async published() {
      await fresh(reloadInterval);
      return keys.map(publicPart);
    },
    async find(kid) {
      await fresh(reloadInterval);
      if (!keys.some((key) => key.kid === kid)) await fresh(unknownKeyReloadInterval);
      const stored = keys.find((key) => key.kid === kid);
      return stored ? publicPart(stored) : null;
    },
    rotate: () => change((now) => rotated(keys, now, maxTokenSeconds)),
    replace: ({ revoke }) => change((now) => replaced(keys, now, { revoke })),
  };
}
