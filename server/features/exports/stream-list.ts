import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/database.ts';
import { spreadsheetMediaType } from '../../platform/spreadsheet/index.ts';
import { type CallInOfficeTime, readCallList } from '../calls/index.ts';
import { callsWorkbook, type PreparedExport } from './calls-workbook.ts';

/**
 * Bytes that may lie ready for a slow reader: more than the largest list that is streamed comes to, so that the
 * database is not kept waiting by one.
 */
const highWaterMark = 8 * 1024 * 1024;

/** Says that a file follows, under which name. */
export function announceFile(reply: FastifyReply, fileName: string): void {
  reply.headers({
    'content-type': spreadsheetMediaType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
  });
}

/** The same batches; `begun` is told when the first one is there. */
async function* announced(
  batches: AsyncIterable<readonly CallInOfficeTime[]>,
  onStarted: () => void,
): AsyncGenerator<readonly CallInOfficeTime[]> {
  for await (const batch of batches) {
    onStarted();
    yield batch;
  }
  onStarted();
}

/**
 * Streams the calls of an export. What goes wrong before the first of them is an answer like any other; after that the
 * connection breaks, so that nobody takes a part for the whole. A reader who leaves ends the question in the database.
 */
export async function streamList(
  database: Database,
  prepared: PreparedExport,
  reply: FastifyReply,
): Promise<void> {
  if (reply.raw.destroyed) {
    // they left while the export was prepared: nothing would tell of it any more
    reply.hijack();
    return;
  }
  const leaving = new AbortController();
  const { list, fileName } = prepared.about.record;
  const passing = new PassThrough({ highWaterMark: highWaterMark });
  passing.once('close', () => {
    // what was read to its end needs no ending
    if (!passing.writableFinished) leaving.abort();
  });
  const onStarted = Promise.withResolvers<void>();
  const written = readCallList(
    database,
    prepared.scope,
    list,
    { signal: leaving.signal },
    async (batches) => {
      const workbook = callsWorkbook(prepared, announced(batches, onStarted.resolve));
      await pipeline(Readable.from(workbook, { objectMode: false }), passing, { signal: leaving.signal });
    },
  );
  // whoever reads learns of it from the stream
  written.catch((error: Error) => passing.destroy(error));
  const left = Promise.withResolvers<void>();
  reply.raw.once('close', () => {
    passing.destroy();
    left.resolve();
  });
  await Promise.race([onStarted.promise, written, left.promise]).catch((error: unknown) => {
    if (!reply.raw.destroyed) throw error;
  });
  if (reply.raw.destroyed) {
    // nobody is there to be answered
    reply.hijack();
    return;
  }
  announceFile(reply, fileName);
  await reply.send(passing);
}
