import { join } from 'node:path';
import { readOrMakeKey } from '../../platform/secret-file.ts';

/** The secret that codes, identifiers and addresses are hashed with before they are stored: 256 random bits in the data folder. */
export async function openIdentitySecret(dataFolder: string): Promise<Uint8Array> {
  return readOrMakeKey(join(dataFolder, 'identity', 'hashing-secret'));
}
