import {
  downloadCalls,
  downloadExport,
  maxDirectDownload,
  listExports,
  requestDownload,
  requestExportFile,
  requestLargeExport,
} from '@mailcall/contract/exports.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { addJob } from '../../platform/jobs.ts';
import { notAllowed, notFound, notPossible, notValid, Problem } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { countCallList } from '../calls/index.ts';
import { contactAsViewer, type Viewer } from '../identity/index.ts';
import { checkAccounts, type CheckedScope, checkScope } from '../scope/index.ts';
import { type ExportedList, differenceFrom } from './exported-list.ts';
import { prepareExport } from './calls-workbook.ts';
import { offsetOf } from './format-dates.ts';
import {
  countUnfinished,
  type ExportDelivery,
  fileKeyOf,
  findExport,
  findMailedExport,
  insertExport,
  listMailedExports,
  presentExport,
  stateOf,
} from './export-records.ts';
import { issueToken, lookAtToken, takeToken } from './export-tokens.ts';
import { announceFile, streamList } from './stream-list.ts';
import { writeExport } from './written-exports.ts';

export { cleanExports } from './clean-exports.ts';
export { fileKeyOf } from './export-records.ts';
export { WrittenExports } from './written-exports.ts';

/** Exports of one person that may wait or be written at the same time. */
const maxUnfinished = 3;

/** For what goes wrong, too: an address that admits once is not for caches, logs of other sites, or a look ahead. */
function openFile(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
  if (request.method === 'HEAD') throw new Problem(405, 'Use GET.', { headers: { allow: 'GET' } });
}

/** A viewer who reads: a command does not see the accounts of a grant, but the list that it names may hold them. */
const asReader = (viewer: Viewer): Viewer => ({
  ...viewer,
  accountIds: new Set([...viewer.accountIds, ...viewer.grantedIds]),
});

/**
 * Whether a list holds accounts that only a scoreboard grant shows. It ends sooner than a file does. Leaving them out
 * would not be the list that the person looks at, and 403 would log them out.
 */
const holdsGranted = ({ accountIds }: CheckedScope, { grantedIds }: Viewer) =>
  accountIds.some((id) => grantedIds.has(id));

/** Serves the downloads of lists of calls: those that are streamed and those that a job has written. */
export function serveExports(
  routes: RouteServer<Viewer>,
  { database, clock, files, environment }: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
): void {
  /** The list that a request asks for, checked and counted. */
  const countRequested = async (viewer: Viewer, list: ExportedList, now: Date) => {
    const scope = await checkScope(database.kysely, asReader(viewer), list, now);
    if (holdsGranted(scope, viewer)) throw notPossible(messages.grantNotExported);
    const callCount = await countCallList(database.kysely, scope, list);
    return { accountIds: scope.accountIds, callCount };
  };
  const asKept = (viewer: Viewer, way: ExportDelivery, list: ExportedList) => ({
    contactId: viewer.contactId,
    way,
    list,
  });

  routes.serve(requestDownload, async ({ viewer, body }) => {
    const { acceptedTerms: _, authorizedReceiver: __, ...list } = body;
    const now = clock.now();
    const counted = await countRequested(viewer, list, now);
    if (counted.callCount > maxDirectDownload) {
      throw notPossible(
        `More than ${thousands(maxDirectDownload)} calls are written in the background and mailed as a link. Ask for a large export instead.`,
      );
    }
    return database.transaction(async (transaction) => {
      const kept = await insertExport(transaction, { ...asKept(viewer, 'direct', list), ...counted }, now);
      const token = await issueToken(transaction, viewer, { exportId: kept.id, opens: 'list' }, now);
      return { ...token, rows: counted.callCount };
    });
  });

  routes.serve(downloadCalls, async ({ query, request, reply }) => {
    openFile(request, reply);
    const now = clock.now();
    const token = await lookAtToken(database.kysely, query.slt, 'list', now);
    const record = await findExport(database.kysely, token.exportId);
    if (!record) throw notFound();
    const differing = differenceFrom(record.list, query);
    if (differing) throw notValid(differing);
    await takeToken(database.kysely, query.slt, 'list', now);
    const viewer = await contactAsViewer(database.kysely, token, { now, environment });
    const prepared = await prepareExport(database.kysely, viewer, record, {
      madeAt: now,
      offset: offsetOf(query.localDateTime),
    });
    await streamList(database, prepared, reply);
  });

  routes.serve(requestLargeExport, async ({ viewer, body }) => {
    const { acceptedTerms: _, authorizedReceiver: __, ...list } = body;
    const now = clock.now();
    const counted = await countRequested(viewer, list, now);
    return database.transaction(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`exports of ${viewer.contactId}`}, 0))`.execute(
        transaction,
      );
      if ((await countUnfinished(transaction, viewer.contactId)) >= maxUnfinished) {
        throw notPossible(
          `${maxUnfinished} of your exports are being written. Please wait until one of them is ready.`,
        );
      }
      const kept = await insertExport(transaction, { ...asKept(viewer, 'mailed', list), ...counted }, now);
      await addJob(transaction, writeExport, { id: kept.id }, { key: `${writeExport} ${kept.id}` });
      return { export: presentExport(kept, now) };
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
    if (state === 'expired') throw notPossible('This export has ended. Please ask for it again.');
    if (state !== 'ready') throw notPossible('This export is not ready.');
    // not 403: the rest of the portal is still theirs
    if (!record.accountIds.every((id) => viewer.accountIds.has(id)))
      throw notPossible('You no longer have access to all offices of this export.');
    return issueToken(database.kysely, viewer, { exportId: record.id, opens: 'file' }, now);
  });

  routes.serve(downloadExport, async ({ query, request, reply }) => {
    openFile(request, reply);
    const now = clock.now();
    const token = await takeToken(database.kysely, query.slt, 'file', now);
    const record = await findExport(database.kysely, token.exportId);
    const viewer = await contactAsViewer(database.kysely, token, { now, environment });
    if (!record || !viewer || viewer.limited) throw notAllowed();
    // the same again as when the token was asked for: two minutes are enough to lose a right
    checkAccounts(viewer, record);
    const file = stateOf(record, now) === 'ready' ? await files.stat(fileKeyOf(record.id)) : null;
    if (!file) throw notFound('This export is not there any more.');
    announceFile(reply, record.fileName);
    reply.header('content-length', file.bytes);
    await reply.send(files.createReadStream(fileKeyOf(record.id)));
  });
}
