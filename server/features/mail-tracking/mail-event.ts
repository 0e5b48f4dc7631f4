import type { PieceState } from '@mailcall/contract/rules/mail-pieces.ts';
import type { PieceBarcode } from './barcode.ts';

/** Metadata of a printer's piece that names its mailing. */
export const campaignMetadata = 'mailcall_campaign';

export interface MailEvent {
  /** The sender's id, unique in a connection, or the barcode. */
  piece: string | PieceBarcode;
  /** From the piece's metadata; null if absent or the piece is known by its barcode. */
  campaignId: string | null;
  state: PieceState;
  /** A text `YYYY-MM-DD` if only the day at the place is known. */
  at: Date | string;
}

export interface RecordedEvents {
  /** Events of known mailings, including those that said nothing new. */
  recorded: number;
  /** Uncounted events of more than 90 days ago, or of a day to come. */
  outOfTime: number;
  unknown: readonly { reference: string; event: MailEvent }[];
}

export interface EventSource {
  connectionId: string;
  kind: string;
  /** Mailings that an operator assigned to references of the connection, by reference. */
  findAssignments?(
    references: readonly string[],
  ): Promise<ReadonlyMap<string, { accountId: string; targetId: string }>>;
}
