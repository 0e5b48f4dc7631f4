import {
  downloadExport,
  listExports,
  requestExportFile,
  requestLargeExport,
} from '@mailcall/contract/exports.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notAllowed, notFound, notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { addJob } from '../../platform/jobs.ts';
import { spreadsheetMediaType } from '../../platform/spreadsheet/index.ts';
import { recordActivity } from '../activity/index.ts';
import { contactAsViewer, type Viewer } from '../identity/index.ts';
import { checkAccounts } from '../scope/index.ts';
import { prepareDownload, setFileHeaders } from '../../platform/http/download-reply.ts';
import {
  activityOf,
  countUnfinished,
  fileKeyOf,
  findExport,
  findMailedExport,
  insertExport,
  listMailedExports,
  presentExport,
  stateOf,
} from './export-records.ts';
import { consumeToken, issueToken } from './export-tokens.ts';
import { checkRequestedList } from './requested-list.ts';
import { writeExport } from './written-exports.ts';

/** Per person, waiting or being written. */
const maxUnfinished = 3;

/** Checks requests of one person one after the other. @throws {Problem} 422 */
async function requireFewUnfinished(transaction: Queryable, contactId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports of ${contactId}`}, 0))`.execute(
    transaction,
  );
  if ((await countUnfinished(transaction, contactId)) >= maxUnfinished) {
    throw notPossible(
      `${maxUnfinished} of your exports are being written. Please wait until one of them is ready.`,
    );
  }
}

export function serveMailedExports(
  routes: RouteServer<Viewer>,
  { database, clock, files, environment }: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
): void {
  routes.serve(requestLargeExport, async ({ viewer, body }) => {
    const { acceptedTerms: _, authorizedReceiver: __, ...list } = body;
    const now = clock.now();
    const { contactId } = viewer;
    const { dayMode } = environment;
    const counted = await checkRequestedList(database.kysely, viewer, list, { now, dayMode });
    return database.transaction(async (transaction) => {
      await requireFewUnfinished(transaction, contactId);
      const record = await insertExport(
        transaction,
        { contactId, delivery: 'mailed', list, ...counted },
        now,
      );
      await addJob(transaction, writeExport, { id: record.id }, { key: `${writeExport} ${record.id}` });
      return { export: presentExport(record, now) };
    });
  });

  routes.serve(listExports, async ({ viewer }) => {
    const now = clock.now();
    const records = await listMailedExports(database.kysely, viewer.contactId, now);
    return { records: records.map((record) => presentExport(record, now)) };
  });

  routes.serve(requestExportFile, async ({ viewer, params }) => {
    const now = clock.now();
    const record = await findMailedExport(database.kysely, viewer.contactId, params.id);
    if (!record) throw notFound('There is no such export.');
    const state = stateOf(record, now);
    if (state === 'expired') throw notPossible('This export has expired. Please request it again.');
    if (state !== 'ready') throw notPossible('This export is not ready.');
    // not 403: the rest of the portal is still theirs
    if (!record.accountIds.every((id) => viewer.accountIds.has(id)))
      throw notPossible('You no longer have access to all offices of this export.');
    return issueToken(database.kysely, viewer, { exportId: record.id, opens: 'file' }, now);
  });

  routes.serve(downloadExport, async ({ query, request, reply }) => {
    prepareDownload(request, reply);
    const now = clock.now();
    const token = await consumeToken(database.kysely, query.slt, 'file', now);
    const record = await findExport(database.kysely, token.exportId);
    const viewer = await contactAsViewer(database.kysely, token, { now, environment });
    if (!record || !viewer || viewer.limited) throw notAllowed();
    // checked again: the viewer can lose access in the two minutes since the token was issued
    checkAccounts(viewer, record);
    const file = stateOf(record, now) === 'ready' ? await files.stat(fileKeyOf(record.id)) : null;
    if (!file) throw notFound('This export no longer exists.');
    await recordActivity(database.kysely, activityOf(record, 'download', now));
    setFileHeaders(reply, { name: record.fileName, mediaType: spreadsheetMediaType });
    reply.header('content-length', file.bytes);
    await reply.send(files.createReadStream(fileKeyOf(record.id)));
  });
}
