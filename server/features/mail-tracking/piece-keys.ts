import { createHmac, createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeKey } from '../../platform/secret-file.ts';
import type { MailEvent } from './mail-event.ts';

/** Hashes pieces before the database has them: who has the database alone cannot tell whose they were. */
export interface PieceKeys {
  /** The key of a piece in a connection: HMAC-SHA256 with the key in the data folder. */
  keyOf(piece: MailEvent['piece']): Buffer;
}

/** Opens the key in the data folder; the first process makes it. Two servers with one database need the same file. */
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
