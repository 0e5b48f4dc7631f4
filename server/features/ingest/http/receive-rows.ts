import { type IngestReport, listedProblems, maxRowBytes, maxRowLines } from '@mailcall/contract/ingest.ts';
import type { FeedFileName, PortalFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../../dependencies.ts';
import { Problem } from '../../../platform/http/problems.ts';
import type { ImportReport } from '../import-report.ts';
import { requestFetches } from './request-fetches.ts';
import type { ImportQueue } from './import-queue.ts';
import { handleOnce, repeatable } from './repeated-requests.ts';
import { rowsSource } from './rows-source.ts';

/** Milliseconds from the first byte to the last. */
const rowsTimeout = seconds(30);
const newline = 0x0a;

function checkLines(body: Buffer): void {
  let lines = 0;
  for (let at = body.indexOf(newline); at !== -1; at = body.indexOf(newline, at + 1)) lines += 1;
  if (lines > maxRowLines)
    throw new Problem(413, `The body has more than ${maxRowLines} lines. Send it in parts.`);
}

function presentReport(
  file: FeedFileName | PortalFileName,
  report: ImportReport,
  fetching: number,
): IngestReport {
  const [counts] = report.files;
  // a body that cannot be read counts as one rejected row
  const unread = counts?.unreadable ? 1 : 0;
  const problems = (list: ImportReport['firstRejections']) =>
    list
      .toSorted((one, other) => one.line - other.line)
      .slice(0, listedProblems)
      .map(({ line, column, reason }) => ({ line, column: column === '' ? null : column, reason }));
  return {
    file,
    received: (counts?.rows ?? 0) + unread,
    added: counts?.added ?? 0,
    changed: counts?.changed ?? 0,
    unchanged: counts?.unchanged ?? 0,
    rejected: (counts?.rejected ?? 0) + unread,
    replaced: counts?.replaced ?? 0,
    pending: counts?.pending ?? 0,
    missingFiles: Math.max(0, (counts?.missingRecordings ?? 0) + (counts?.missingImages ?? 0) - fetching),
    fetching,
    rejections: problems(report.firstRejections),
    emptied: problems(report.firstEmptied),
    notices: report.notices.map((notice) => notice.replace(`${file}.ndjson: `, '')),
  };
}

/** Reads the body before the import begins, so that a slow one holds up no others. Throws 408, 413, 422, 429 or 503. */
export async function receiveRows(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'clock' | 'environment'>,
  queue: ImportQueue,
  received: {
    apiKey: { id: string; system: string };
    file: FeedFileName | PortalFileName;
    portalWork: boolean;
    callbacksFrom: string | null;
    request: FastifyRequest;
  },
): Promise<IngestReport> {
  const { apiKey, file, portalWork, callbacksFrom, request } = received;
  const limits = { bytes: maxRowBytes, time: rowsTimeout };
  const handle = async (body: Buffer): Promise<IngestReport> => {
    checkLines(body);
    const repeated = repeatable(request, {
      apiKeyId: apiKey.id,
      file: [portalWork ? 'portal' : '', file, callbacksFrom ?? ''].join(' ').trim(),
      body,
    });
    const once = () =>
      importRows(dependencies, queue, { system: apiKey.system, file, portalWork, callbacksFrom, body });
    return repeated ? handleOnce(dependencies, repeated, once) : once();
  };
  return queue.rows.admit(apiKey.id, () => queue.bodies.hold(request, limits, handle));
}

async function importRows(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'clock' | 'environment'>,
  queue: ImportQueue,
  rows: {
    system: string;
    file: FeedFileName | PortalFileName;
    portalWork: boolean;
    callbacksFrom: string | null;
    body: Buffer;
  },
): Promise<IngestReport> {
  const { system, file, portalWork, callbacksFrom, body } = rows;
  const source = rowsSource(dependencies, { system, file, body });
  // all rejections: the addresses of rejected rows are not fetched
  const report = await queue.import(source, { listed: maxRowLines, portalWork, callbacksFrom });
  const fetching = await requestFetches(dependencies, {
    system,
    file,
    body,
    addresses: source.toFetch,
    rejectedLines: new Set(report.firstRejections.map(({ line }) => line)),
  });
  return presentReport(file, report, fetching);
}
