import { join } from 'node:path';
import { readOrMakeKey, readSecretFile } from '../../platform/secret-file.ts';

const pathIn = (dataFolder: string) => join(dataFolder, 'identity', 'hashing-secret');

/** Whether a portal was started with a data folder: each start makes the secret unless it is there. */
export async function hasIdentitySecret(dataFolder: string): Promise<boolean> {
  return (await readSecretFile(pathIn(dataFolder))) !== null;
}

/** The secret that codes, identifiers and addresses are hashed with before they are stored: 256 random bits in the data folder. */
export async function openIdentitySecret(dataFolder: string): Promise<Uint8Array> {
  return readOrMakeKey(pathIn(dataFolder));
}
