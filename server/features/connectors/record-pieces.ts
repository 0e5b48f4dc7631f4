import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { retriedTransaction } from '../../platform/transactions.ts';
import type { Connection } from './connections.ts';
import { type MailEvent, openPieceKeys, isInTime } from '../mail-tracking/index.ts';
import { readLobPiece, readPostgridPiece } from './printer-events.ts';
import { receiveMailEvents } from './receive-mail-events.ts';

/** Results of pieces that a printer lists. */
export interface RecordedPieces {
  /** Pieces whose mailing is known, also those that say nothing new. */
  recorded: number;
  /** Pieces that the post has not seen yet, or not within the last 90 days. */
  leftOut: number;
  /** Pieces whose mailing is not known. */
  parked: number;
  /** Pieces that are not of the documented form: which field; never what it has. */
  rejections: string[];
}

/** How a piece is read that a printer lists, by the kind of the connection. */
const readers: Partial<Record<Connection['kind'], (piece: unknown, now: Date) => MailEvent[]>> = {
  lob: readLobPiece,
  postgrid: readPostgridPiece,
};

/**
 * Records the pieces of a page as a printer's API lists them: what their scans and statuses say counts as if it had come by events, once.
 * Nothing else of them is stored.
 */
export async function recordPieces(
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
  connection: Pick<Connection, 'name' | 'kind'>,
  pieces: readonly unknown[],
): Promise<RecordedPieces> {
  const now = clock.now();
  const rejections: string[] = [];
  const told = pieces.flatMap((piece) => {
    try {
      const events = readers[connection.kind]?.(piece, now) ?? [];
      const inTime = events.filter((event) => isInTime(event, now));
      return inTime.length === 0 ? [] : [inTime];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      rejections.push(error.issues[0]?.path.map(String).join('.') || 'piece');
      return [];
    }
  });
  const keys = await openPieceKeys(environment);
  const { unknown } = await retriedTransaction(database, (transaction) =>
    receiveMailEvents(transaction, connection, told.flat(), { keys, now }),
  );
  const ofNoMailing = new Set(unknown.map(({ event }) => event.piece));
  const parked = told.filter(([event]) => event && ofNoMailing.has(event.piece)).length;
  return {
    recorded: told.length - parked,
    leftOut: pieces.length - rejections.length - told.length,
    parked,
    rejections,
  };
}
