import { randomUUID } from 'node:crypto';
import {
  ingestRecording,
  ingestRows,
  ingestUpload,
  listFetches,
  maxPictureBytes,
  maxRecordingBytes,
} from '@mailcall/contract/ingest.ts';
import {
  type FeedFileName,
  feedFileNames,
  portalFileNames,
} from '@mailcall/contract/rules/api-key-scopes.ts';
import { callbacksFromProblem } from '@mailcall/contract/rules/callbacks-from.ts';
import { cleanRejections } from '../import-rejections.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { notFound, notValid, Problem } from '../../../platform/http/problems.ts';
import type { RouteServer } from '../../../platform/http/serve.ts';
import { checkApiKey, type Viewer } from '../../identity/index.ts';
import { cleanFetches } from './fetch-files.ts';
import type { ImportQueue } from './import-queue.ts';
import { bodyOf } from './receive-body.ts';
import { receiveRows } from './receive-rows.ts';
import { cleanReports } from './repeated-requests.ts';
import { rowsSource } from './rows-source.ts';
import { cleanFiles, dropFile, keepFile } from './uploaded-files.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** Throws 400 for a day with which no call of today would wait, or for another file than `calls`. */
function checkedDay(file: string, day: string | undefined, now: Date): string | null {
  if (day === undefined) return null;
  if (file !== 'calls') throw notValid({ callbacksFrom: 'Only calls take this day.' });
  const problem = callbacksFromProblem(day, now);
  if (problem !== null) throw notValid({ callbacksFrom: `The day ${problem}.` });
  return day;
}

const uploadTimeout = minutes(10);

type IngestDependencies = Pick<Dependencies, 'database' | 'files' | 'clock' | 'environment'>;

export function serveIngest(
  routes: RouteServer<Viewer>,
  dependencies: IngestDependencies,
  queue: ImportQueue,
): void {
  const { database, clock } = dependencies;
  routes.serve(ingestRows, async ({ params, query, request }) => {
    const { file } = params;
    const portalWork = query.source === 'portal';
    const isKnown = (names: readonly string[]) => names.includes(file);
    if (!isKnown(portalWork ? portalFileNames : feedFileNames))
      throw notValid({ file: `There is no such file of ${portalWork ? 'an export' : 'the feed'}.` });
    const scope = portalWork ? 'portal-work' : (`ingest:${file as FeedFileName}` as const);
    const apiKey = await checkApiKey(database.kysely, request, scope, clock.now());
    const callbacksFrom = checkedDay(file, query.callbacksFrom, clock.now());
    return receiveRows(dependencies, queue, { apiKey, file, portalWork, callbacksFrom, request });
  });

  routes.serve(ingestUpload, async ({ query, request }) => {
    const apiKey = await checkApiKey(database.kysely, request, 'ingest:files', clock.now());
    const { path } = query;
    const isPicture = /\.(png|jpe?g|pdf)$/i.test(path);
    const limits = { bytes: isPicture ? maxPictureBytes : maxRecordingBytes, time: uploadTimeout };
    const file = { system: apiKey.system, path };
    const bytes = await queue.uploads.admit(apiKey.id, () =>
      keepFile(dependencies, file, bodyOf(request, limits)),
    );
    return { path, bytes };
  });

  routes.serve(ingestRecording, async ({ params, request }) => {
    const apiKey = await checkApiKey(database.kysely, request, 'ingest:recordings', clock.now());
    const { callId } = params;
    const { system } = apiKey;
    // no upload has this path, because uploads' paths begin with no slash; the id keeps two files of one call apart
    const path = `/recordings/${callId}/${randomUUID()}`;
    const limits = { bytes: maxRecordingBytes, time: uploadTimeout };
    return queue.uploads.admit(apiKey.id, async () => {
      const bytes = await keepFile(dependencies, { system, path }, bodyOf(request, limits));
      try {
        const body = Buffer.from(JSON.stringify({ id: callId, audio: path }));
        const report = await queue.import(rowsSource(dependencies, { system, file: 'calls', body }), {
          listed: 1,
        });
        if (report.rejected > 0) throw notFound('There is no such call yet. Send the call first.');
        const [unusable] = report.firstEmptied;
        if (unusable) throw new Problem(415, unusable.reason);
        return { callId, bytes, changed: report.files[0]?.changed === 1 };
      } finally {
        await dropFile(dependencies, system, path);
      }
    });
  });

  routes.serve(listFetches, async ({ request }) => {
    const apiKey = await checkApiKey(database.kysely, request, 'ingest:files', clock.now());
    const rows = await database.kysely
      .selectFrom('ingest_fetches')
      .selectAll()
      .where('system', '=', apiKey.system)
      .orderBy('requested_at')
      .orderBy('id')
      .limit(1000)
      .execute();
    return {
      records: rows.map((row) => ({
        file: row.file,
        rowId: row.row_id,
        column: row.column_name,
        address: row.address,
        requestedAt: row.requested_at.toISOString(),
        failedAt: row.failed_at?.toISOString() ?? null,
        failure: row.failure,
      })),
    };
  });
}

export async function cleanIngest(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'clock'>,
): Promise<void> {
  await cleanReports(dependencies);
  await cleanFetches(dependencies);
  await cleanFiles(dependencies);
  await cleanRejections(dependencies.database.kysely, dependencies.clock.now());
}
