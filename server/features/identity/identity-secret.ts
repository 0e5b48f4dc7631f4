import { join } from 'node:path';
import { readOrMakeKey, readSecretFile } from '../../platform/secret-file.ts';

const pathIn = (dataFolder: string) => join(dataFolder, 'identity', 'hashing-secret');

/** True if a portal ever started with the data folder, because each start creates the secret. */
export async function hasIdentitySecret(dataFolder: string): Promise<boolean> {
  return (await readSecretFile(pathIn(dataFolder))) !== null;
}

/** 256 random bits in the data folder, for hashing codes, identifiers and addresses before storage. */
export async function openIdentitySecret(dataFolder: string): Promise<Uint8Array> {
  return readOrMakeKey(pathIn(dataFolder));
}
