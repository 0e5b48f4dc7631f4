import { maxPictureBytes, maxRecordingBytes } from '@mailcall/contract/ingest.ts';
import { days, minutes } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import { connectionProblem } from '../../../platform/connection-problem.ts';
import { type Attempt, requeueInterrupted, type Tasks } from '../../../platform/jobs.ts';
import { feedFileOf } from '../naming-cells.ts';
import { allowedAddress } from './fetch-addresses.ts';
import type { ImportQueue } from './import-queue.ts';
import { fetchTask } from './request-fetches.ts';
import { type ConnectionFetches, connectionLimits, FetchFailed, requestFile } from './request-file.ts';
import { rowsSource } from './rows-source.ts';
import { dropFile, findFile, keepFile, makeRoom } from './uploaded-files.ts';

type FetchDependencies = Pick<Dependencies, 'database' | 'files' | 'clock' | 'environment'>;

const fetchTimeout = minutes(5);
/** Days for which failed fetches are listed. */
const keptDays = 7;

/** Recognizes a login or error page, whatever its status and media type say. */
const isPage = (start: Uint8Array): boolean =>
  /^\s*<(!doctype|html|head|body|\?xml)/i.test(Buffer.from(start.subarray(0, 256)).toString('latin1'));

async function* limited(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes === 0 && isPage(chunk))
      throw new FetchFailed('The address answers with a page instead of a file.');
    bytes += chunk.length;
    if (bytes > most) throw new FetchFailed(`The file is larger than ${most / 1024 / 1024} MB.`, true);
    yield chunk;
  }
}

export class FeedFileFetches {
  readonly tasks: Tasks = {
    [fetchTask]: (payload, attempt) => this.#fetch(z.object({ id: z.uuid() }).parse(payload).id, attempt),
  };
  readonly #dependencies: FetchDependencies;
  readonly #queue: ImportQueue;
  readonly #connectionFetches: ConnectionFetches | undefined;
  readonly #limits: typeof connectionLimits;

  /** @param limits of files of connections' systems */
  constructor(
    dependencies: FetchDependencies,
    queue: ImportQueue,
    connectionFetches?: ConnectionFetches,
    limits = connectionLimits,
  ) {
    this.#dependencies = dependencies;
    this.#queue = queue;
    this.#limits = limits;
    this.#connectionFetches = connectionFetches;
  }

  /** Queues fetches of a killed process again. */
  resume(): Promise<void> {
    return this.#dependencies.database.transaction((transaction) =>
      requeueInterrupted(transaction, fetchTask, 2 * fetchTimeout),
    );
  }

  async #fetch(id: string, { isLast }: Attempt): Promise<void> {
    const { database, clock } = this.#dependencies;
    const wanted = await database.kysely
      .selectFrom('ingest_fetches')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!wanted) return;
    const same = () =>
      database.kysely.deleteFrom('ingest_fetches').where('id', '=', id).where('cell', '=', wanted.cell);
    try {
      await this.#bring(wanted);
      await same().execute();
    } catch (error) {
      const failed = error instanceof FetchFailed ? error : null;
      const isOver = isLast || failed?.isFinal === true;
      const failure = failed?.message ?? 'The file could not be stored.';
      await database.kysely
        .updateTable('ingest_fetches')
        .set({ failure, failed_at: isOver ? clock.now() : null })
        .where('id', '=', id)
        .where('cell', '=', wanted.cell)
        .execute();
      // other errors are for the log
      if (!isOver || !failed) throw error;
    }
  }

  async #bring(wanted: {
    system: string;
    file: string;
    row_id: string;
    column_name: string;
    cell: string;
    address: string;
  }): Promise<void> {
    const { environment } = this.#dependencies;
    const file = feedFileOf(wanted.file);
    const address = allowedAddress(wanted.address, environment.ingestFetchOrigins);
    if (!address || !file) throw new FetchFailed('Nothing is fetched from this address.', true);
    const { system, address: path, cell } = wanted;
    // a previous attempt or another row has brought it
    if (!(await findFile(this.#dependencies, system, path))) await this.#download(address, wanted);
    const row = { id: wanted.row_id, [wanted.column_name]: cell };
    const body = Buffer.from(JSON.stringify(row));
    const source = rowsSource(this.#dependencies, { system, file: file.name, body });
    const report = await this.#queue.import(source, { listed: 1 });
    const [rejection] = report.firstRejections;
    if (rejection)
      throw new FetchFailed(`Its row is rejected: ${rejection.column || 'it'} ${rejection.reason}.`, true);
    const [unusable] = report.firstEmptied;
    if (unusable) {
      // the address may answer with another file later
      await dropFile(this.#dependencies, system, path);
      throw new FetchFailed(unusable.reason);
    }
    const [counts] = report.files;
    if (counts && counts.missingRecordings + counts.missingImages > 0)
      throw new FetchFailed('The file could not be stored.');
  }

  async #download(address: URL, wanted: { system: string; file: string; address: string }): Promise<void> {
    const { system, address: path } = wanted;
    const connection = (await this.#connectionFetches?.(system)) ?? null;
    const signal = AbortSignal.timeout(connection ? this.#limits.time : fetchTimeout);
    const origins = this.#dependencies.environment.ingestFetchOrigins;
    const content = await requestFile(address, { origins, connection, signal });
    const kindLimit = wanted.file === 'calls' ? maxRecordingBytes : maxPictureBytes;
    const most = connection ? Math.min(kindLimit, this.#limits.bytes) : kindLimit;
    // an answer that breaks off before it is read must not end the process; reading it fails then
    content.on('error', () => undefined);
    try {
      await makeRoom(this.#dependencies, system);
      await keepFile(this.#dependencies, { system, path }, limited(content, most));
    } catch (error) {
      if (signal.aborted) throw new FetchFailed('The file takes too long.');
      // the answer broke off, not the store
      throw error === content.errored ? new FetchFailed(connectionProblem(error)) : error;
    } finally {
      content.destroy();
    }
  }
}

export async function cleanFetches({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await database.kysely
    .deleteFrom('ingest_fetches')
    .where('failed_at', '<', new Date(clock.now().getTime() - days(keptDays)))
    .execute();
}
