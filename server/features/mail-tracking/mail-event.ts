import type { PieceState } from '@mailcall/contract/rules/mail-pieces.ts';
import type { PieceBarcode } from './barcode.ts';

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
