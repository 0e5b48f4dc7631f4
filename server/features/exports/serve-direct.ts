import { downloadCalls, maxDirectDownload, requestDownload } from '@mailcall/contract/exports.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound, notPossible, notValid } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { Turns } from '../../platform/turns.ts';
import { contactAsViewer, type Viewer } from '../identity/index.ts';
import { prepareExport } from './calls-workbook.ts';
import { downloadTurns, prepareDownload, sendInTurn } from '../../platform/http/download-reply.ts';
import { findExport, insertExport } from './export-records.ts';
import { consumeToken, issueToken, readToken } from './export-tokens.ts';
import { differenceFrom } from './exported-list.ts';
import { offsetOf } from './format-dates.ts';
import { checkRequestedList } from './requested-list.ts';
import { streamList } from './stream-list.ts';

/** Maximum parallel downloads of all users together, because other requests need database connections as well. */
const mostRead = 4;

export function serveDirectDownloads(
  routes: RouteServer<Viewer>,
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
): void {
  const downloads = downloadTurns();
  const reading = new Turns(mostRead);

  routes.serve(requestDownload, async ({ viewer, body }) => {
    const { acceptedTerms: _, authorizedReceiver: __, ...list } = body;
    const now = clock.now();
    const { dayMode } = environment;
    const counted = await checkRequestedList(database.kysely, viewer, list, { now, dayMode });
    if (counted.callCount > maxDirectDownload) {
      throw notPossible(
        `More than ${thousands(maxDirectDownload)} calls are written in the background and mailed as a link. Ask for a large export instead.`,
      );
    }
    return database.transaction(async (transaction) => {
      const { id: exportId } = await insertExport(
        transaction,
        { contactId: viewer.contactId, delivery: 'direct', list, ...counted },
        now,
      );
      const token = await issueToken(transaction, viewer, { exportId, opens: 'list' }, now);
      return { ...token, rows: counted.callCount };
    });
  });

  routes.serve(downloadCalls, async ({ query, request, reply }) => {
    prepareDownload(request, reply);
    const asked = clock.now();
    const token = await readToken(database.kysely, query.slt, 'list', asked);
    const record = await findExport(database.kysely, token.exportId);
    if (!record) throw notFound();
    const differing = differenceFrom(record.list, query);
    if (differing) throw notValid(differing);
    const send = async () => {
      await consumeToken(database.kysely, query.slt, 'list', asked);
      // the session can have ended while the download waited
      const now = clock.now();
      const viewer = await contactAsViewer(database.kysely, token, { now, environment });
      const prepared = await prepareExport(database.kysely, viewer, record, {
        madeAt: now,
        dayMode: environment.dayMode,
        offset: offsetOf(query.localDateTime),
      });
      await streamList(database, prepared, { reply, reading });
    };
    await sendInTurn(downloads, token.contactId, reply, send);
  });
}
