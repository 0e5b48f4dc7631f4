import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/database.ts';
import { spreadsheetMediaType } from '../../platform/spreadsheet/index.ts';
import { type CallInOfficeTime, readCallList } from '../calls/index.ts';
import { callsWorkbook, type PreparedExport } from './calls-workbook.ts';
import { setFileHeaders } from '../../platform/http/download-reply.ts';
import type { Turns } from '../../platform/turns.ts';

/** Bytes; more than the largest streamed list, so that no slow reader keeps a database connection waiting. */
const highWaterMark = 8 * 1024 * 1024;

/** Calls `onStarted` when the first batch, or the end, has arrived. */
async function* withStart(
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
 * An error before the first call is an ordinary error reply; later the connection breaks, so that a partial file cannot be mistaken for a
 * complete one. A disconnecting client cancels the database query. Settles when the reader has taken the file, or disconnects.
 * @param options `reading`: the turns in which lists are read
 */
export async function streamList(
  database: Database,
  prepared: PreparedExport,
  { reply, reading }: { reply: FastifyReply; reading: Turns },
): Promise<void> {
  if (reply.raw.destroyed) {
    // the client disconnected while the export was prepared, and no `close` event will follow
    reply.hijack();
    return;
  }
  const disconnected = new AbortController();
  const { list, fileName } = prepared.about.record;
  const output = new PassThrough({ highWaterMark });
  // an error before anybody reads the stream would end the process; it is thrown below
  output.on('error', () => undefined);
  output.once('close', () => {
    if (!output.writableFinished) disconnected.abort();
  });
  const started = Promise.withResolvers<void>();
  const { signal } = disconnected;
  const read = () =>
    readCallList(database, prepared.scope, list, { signal }, async (batches) => {
      const workbook = callsWorkbook(prepared, withStart(batches, started.resolve));
      await pipeline(Readable.from(workbook, { objectMode: false }), output, { signal });
    });
  const written = reading.run(read, signal);
  // the reader receives the error from the stream
  written.catch((error: Error) => output.destroy(error));
  const closed = Promise.withResolvers<void>();
  reply.raw.once('close', () => {
    output.destroy();
    closed.resolve();
  });
  await Promise.race([started.promise, written, closed.promise]).catch((error: unknown) => {
    if (!reply.raw.destroyed) throw error;
  });
  if (reply.raw.destroyed) {
    reply.hijack();
    return;
  }
  setFileHeaders(reply, { name: fileName, mediaType: spreadsheetMediaType });
  await reply.send(output);
  // what the reader has not taken is in memory
  await finished(output).catch(() => undefined);
}
