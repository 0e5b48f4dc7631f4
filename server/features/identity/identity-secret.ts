import { join } from 'node:path';
import { readOrMakeKey, readSecretFile } from '../../platform/secret-file.ts';

const pathIn = (dataFolder: string) => join(dataFolder, 'identity', 'hashing-secret');

/** Whether a portal ever started with a data folder; each start creates the secret if needed. */
export async function hasIdentitySecret(dataFolder: string): Promise<boolean> {
  return (await readSecretFile(pathIn(dataFolder))) !== null;
}

/** Secret for hashing codes, identifiers and addresses before storage: 256 random bits in the data folder. */
export async function openIdentitySecret(dataFolder: string): Promise<Uint8Array> {
  return readOrMakeKey(pathIn(dataFolder));
}
