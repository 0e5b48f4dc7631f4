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

/** Serves where the pieces of a mailing are. */
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
