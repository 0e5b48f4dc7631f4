import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeKey } from './secret-file.ts';

/** Encrypts texts stored in the database, such as credentials of other systems, with a key in the data folder. */
export interface SealedTexts {
  /** AES-256-GCM. `purpose` is use and row, such as `webhook 7f…`; opening needs the same, so that rows cannot be swapped. */
  seal(text: string, purpose: string): Buffer;
  /** Null if the key or purpose differs or the text was changed; the data folder may have lost its key. */
  open(sealed: Uint8Array, purpose: string): string | null;
  /** HMAC-SHA256, 32 bytes: finds rows with the same text, reveals nothing without the key. Differs by purpose, such as `call number`. */
  hash(text: string, purpose: string): Buffer;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The first process creates the key. Servers that share a database need the same file. Throws OperatorProblem if the file is damaged. */
export async function openSealedTexts({ dataFolder }: { dataFolder: string }): Promise<SealedTexts> {
  const path = join(dataFolder, 'secrets', 'sealing-key');
  const key = await readOrMakeKey(path);
  const hashKeys = new Map<string, Buffer>();
  const hashKeyOf = (purpose: string) => {
    const known = hashKeys.get(purpose);
    if (known) return known;
    const derived = Buffer.from(hkdfSync('sha256', key, '', `hash ${purpose}`, 32));
    hashKeys.set(purpose, derived);
    return derived;
  };
  return {
    hash: (plain, purpose) => createHmac('sha256', hashKeyOf(purpose)).update(plain).digest(),
    seal(plain, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
