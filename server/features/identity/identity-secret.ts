import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeSecretFile } from '../../platform/secret-file.ts';

/** The secret that codes, identifiers and addresses are hashed with before they are stored: 256 random bits in the data folder. */
export async function openIdentitySecret(dataFolder: string): Promise<Uint8Array> {
  const text = await readOrMakeSecretFile(join(dataFolder, 'identity', 'hashing-secret'), () =>
    randomBytes(32).toString('base64url'),
  );
  return Buffer.from(text.trim(), 'base64url');
}
