import type { PieceState } from '@mailcall/contract/rules/mail-pieces.ts';
import type { PieceBarcode } from './barcode.ts';

/** The name in a piece's metadata at a printer that names its mailing. */
export const campaignMetadata = 'mailcall_campaign';

/** A piece's state, as reported by a printer or the post. */
export interface MailEvent {
  /** The piece: the sender's id of it, unique in a connection, or its barcode. */
  piece: string | PieceBarcode;
  /** The id of the campaign in the piece's metadata; null for pieces that are known by their barcode, and for those without. */
  campaignId: string | null;
  state: PieceState;
  /** When it happened; a text `YYYY-MM-DD` where only the day at the place is known. */
  at: Date | string;
}

/** Results of some events. */
export interface RecordedEvents {
  /** Events of pieces whose mailing is known, also those that said nothing new. */
  recorded: number;
  /** Events of more than 90 days ago, or of a day that has not come yet: they are not counted. */
  outOfTime: number;
  /** Events of pieces of unknown mailings, with the reference of each. */
  unknown: readonly { reference: string; event: MailEvent }[];
}

/** Where events came from. */
export interface EventSource {
  /** The connection's name. */
  connectionId: string;
  /** The kind of the connection, such as `lob`. */
  kind: string;
  /** Mailings that an operator assigned to references of the connection, by reference; without it, nothing is assigned. */
  findAssignments?(
    references: readonly string[],
  ): Promise<ReadonlyMap<string, { accountId: string; targetId: string }>>;
}
