import type { PieceState } from '@mailcall/contract/rules/mail-pieces.ts';

/**
 * States by event of Lob, without the kind of the piece. Events that are not listed say nothing about the place of a piece.
 */
export const lobEvents: ReadonlyMap<string, PieceState> = new Map([
  ['mailed', 'entered'],
  ['in_transit', 'entered'],
  ['re-routed', 'entered'],
  ['international_exit', 'entered'],
  ['in_local_area', 'near'],
  ['processed_for_delivery', 'near'],
  ['pickup_available', 'near'],
  ['delivered', 'delivered'],
  ['returned_to_sender', 'returned'],
]);
/** The kinds of pieces of Lob that mailings are of, as the beginnings of its events. */
export const lobPieces = ['postcard', 'letter', 'letter.certified', 'self_mailer'] as const;

/** Statuses of an order at PostGrid. */
export const postgridStatuses: ReadonlyMap<string, PieceState> = new Map([
  ['processed_for_delivery', 'entered'],
  ['completed', 'delivered'],
]);
/** Statuses of an order at PostGrid that come from the scans of its barcode. */
export const postgridBarcodeStatuses: ReadonlyMap<string, PieceState> = new Map([
  ['entered_mail_stream', 'entered'],
  ['out_for_delivery', 'near'],
  ['returned_to_sender', 'returned'],
]);
/** The kinds of orders of PostGrid that mailings are of. */
export const postgridPieces = ['letter', 'postcard', 'self_mailer', 'selfmailer'] as const;

/** Mail phases of Informed Visibility. A scan in any other phase, or in none, says that the post has the piece. */
export const mailPhases: ReadonlyMap<string, PieceState> = new Map([
  ['Phase 0 - Origin Processing Cancellation of Postage', 'entered'],
  ['Phase 1 - Origin Processing', 'entered'],
  ['Phase 1a - Origin Primary Processing', 'entered'],
  ['Phase 1b - Origin Secondary Processing', 'entered'],
  ['Phase 2 - Destination Processing', 'near'],
  ['Phase 2a - Destination MMP Processing', 'near'],
  ['Phase 2b - Destination SCF Processing', 'near'],
  ['Phase 2c - Destination Primary Processing', 'near'],
  ['Phase 3a - Destination Secondary Processing', 'near'],
  ['Phase 3b - Destination Box Mail Processing', 'near'],
  ['Phase 3c - Destination Sequenced Carrier Sortation', 'near'],
  ['Phase 4c - Delivery', 'delivered'],
  ['PARS Processing', 'entered'],
  ['FPARS Processing', 'entered'],
  ['Foreign Processing', 'entered'],
  ['Miscellaneous', 'entered'],
] as const);
const plainPhase = (phase: string) => phase.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const statesOfPhases = new Map([...mailPhases].map(([phase, state]) => [plainPhase(phase), state]));
/** State of a piece after a scan in a mail phase. */
export const stateOfPhase = (phase: string): PieceState => statesOfPhases.get(plainPhase(phase)) ?? 'entered';
