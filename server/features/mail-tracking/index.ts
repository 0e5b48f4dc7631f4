/*
 * Mail tracking: what printers and the post say of each piece of mail, added up by mailing and day.
 *   mail-event, barcode                event of a piece; the connectors read it from a system's own form
 *   record-mail-events, piece-changes  a piece counts once in each state, whatever the order of the events
 *   mailings-of-events                 which mailing a piece belongs to
 *   days-of-pieces                     ship and delivery days that a mailing takes from its pieces
 * Tables: tracked_pieces, tracked_mailings, tracked_days. It also writes the days of pieces of campaigns.
 * Routes: GET /mailings/:id/pieces.
 * Commands: mail-events (room connectors).
 */
import { mailingPieces } from '@mailcall/contract/mailings.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { noMailing } from '../campaigns/index.ts';
import type { Viewer } from '../identity/index.ts';
import { piecesOfMailing } from './mailing-pieces.ts';

export { cleanMailTracking } from './clean-mail-tracking.ts';
export { readBarcode, readBarcodeParts } from './barcode.ts';
export { campaignMetadata, type MailEvent, type RecordedEvents } from './mail-event.ts';
export { openPieceKeys, type PieceKeys } from './piece-keys.ts';
export { isInTime, keptDays, recordMailEvents } from './record-mail-events.ts';

export function serveMailTracking(
  routes: RouteServer<Viewer>,
  { database }: Pick<Dependencies, 'database'>,
): void {
  routes.serve(mailingPieces, async ({ viewer, params }) => {
    const pieces = await piecesOfMailing(database.kysely, viewer.accountIds, params.id);
    if (!pieces) throw noMailing();
    return pieces;
  });
}
