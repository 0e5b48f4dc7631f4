/*
 * Tracking lines: the phone numbers on mailings, their calls, and their names.
 *   list-tracking-lines, called-lines    lines with their calls of a period
 *   rename-tracking-line                 the client's own name of a line
 *   find-lines                           for the search
 * Tables: tracking_lines. The import (room ingest) writes most rows.
 * Routes: /tracking-lines and below.
 */
import {
  listTrackingLines,
  renameTrackingLine as renameTrackingLineRoute,
} from '@mailcall/contract/tracking-lines.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import type { QueryEngine } from '../figures/index.ts';
import { checkAccountsWithSubAccounts } from '../scope/index.ts';
import { trackingLinesOf } from './list-tracking-lines.ts';
import { renameTrackingLine } from './rename-tracking-line.ts';

export { accountsOfNumbers, type CalledLine, findCalledLines, otherOffice } from './called-lines.ts';
export { findLines } from './find-lines.ts';

export function serveTrackingLines(
  routes: RouteServer<Viewer>,
  { database, clock, readModel }: Pick<Dependencies, 'database' | 'clock'> & { readModel: QueryEngine },
): void {
  routes.serve(listTrackingLines, async ({ viewer, query }) => {
    const accountIds = await checkAccountsWithSubAccounts(database.kysely, viewer, query);
    return trackingLinesOf({ database: database.kysely, readModel }, accountIds, query, clock.now());
  });

  routes.serve(renameTrackingLineRoute, async ({ viewer, body }) => {
    const record = await database.transaction((transaction) =>
      renameTrackingLine(transaction, { viewer, ...body, at: clock.now() }),
    );
    if (!record) throw notFound(`Tracking line ${body.id} not found`);
    return { record };
  });
}
