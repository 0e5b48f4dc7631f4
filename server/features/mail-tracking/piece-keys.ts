import { createHmac, createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeKey } from '../../platform/secret-file.ts';
import type { MailEvent } from './mail-event.ts';

/** Hashes pieces, so that the database alone does not tell whose they were. */
export interface PieceKeys {
  /** HMAC-SHA256 with the key in the data folder. */
  keyOf(piece: MailEvent['piece']): Buffer;
}

/** The first process makes the key. Two servers with one database need the same file. */
export async function openPieceKeys({ dataFolder }: { dataFolder: string }): Promise<PieceKeys> {
  // made once: from bytes, each hash takes six times as long
  const key = createSecretKey(await readOrMakeKey(join(dataFolder, 'secrets', 'mail-piece-key')));
  return {
    keyOf: (piece) =>
      createHmac('sha256', key)
        .update(typeof piece === 'string' ? `id ${piece}` : `barcode ${piece.mailerId} ${piece.serial}`)
        .digest(),
  };
}
