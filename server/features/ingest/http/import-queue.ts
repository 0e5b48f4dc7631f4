import { maxRowBytes } from '@mailcall/contract/ingest.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import type { Pool } from 'pg';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Clock } from '../../../platform/clock.ts';
import { DatabaseUnavailable, isConnectionError } from '../../../platform/database-unavailable.ts';
import type { FileStore } from '../../../platform/files.ts';
import { Admission } from './admission.ts';
import { busy, Problem } from '../../../platform/http/problems.ts';
import { HeldBodies } from './receive-body.ts';
import { processMetrics } from '../../../platform/process-metrics.ts';
import { DatabaseLost, DiskFull, RecordLocked } from '../import-failures.ts';
import type { FeedSource } from '../feed-source.ts';
import { importFeed, type ImportOptions } from '../import-feed.ts';
import type { ImportReport } from '../import-report.ts';
import { ImportRunning } from '../import-session.ts';
import { KeptSession } from '../kept-session.ts';

const registers = [processMetrics];
const ingestDuration = new Histogram({
  name: 'mailcall_ingest_duration_seconds',
  help: 'Time that the import of one batch took, by how it ended.',
  labelNames: ['result'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});
const ingestRows = new Counter({
  name: 'mailcall_ingest_rows_total',
  help: 'Rows that the provider systems sent, by file and by what became of them.',
  labelNames: ['file', 'result'],
  registers,
});
const lastIngest = new Gauge({
  name: 'mailcall_ingest_last_success_timestamp_seconds',
  help: 'When this process last imported a batch.',
  registers,
});

function countRows({ files }: ImportReport): void {
  for (const { file, added, changed, unchanged, rejected } of files) {
    const name = file.replace(/\.[a-z]+$/, '');
    for (const [result, rows] of Object.entries({ added, changed, unchanged, rejected }))
      if (rows > 0) ingestRows.inc({ file: name, result }, rows);
  }
}

/** Requests with rows at a time. Most wait for their body or their turn; `maxHeldBytes` limits their memory. */
const maxRequests = 32;
/** Eight of the largest requests. */
const maxHeldBytes = 8 * maxRowBytes;
const maxUploads = 64;
/** Milliseconds to wait for another process's import. */
const lockTimeout = seconds(5);
/** Milliseconds to wait for a transaction that locks what the import writes. */
const recordTimeout = seconds(20);
type WantedOptions = Pick<
  ImportOptions,
  'listed' | 'portalWork' | 'callbacksFrom' | 'dryRun' | 'within' | 'samples' | 'onProgress' | 'signal'
>;

/** Milliseconds without an import after which the session is closed. */
const idleTime = seconds(30);

/** Says what the sender should do about the failure. */
function problemOf(error: unknown): unknown {
  if (error instanceof ImportRunning)
    return busy(10, 'Another import is running. Send this again in a moment.');
  if (error instanceof DatabaseLost || error instanceof DiskFull || error instanceof RecordLocked)
    return new Problem(503, error.message, { headers: { 'retry-after': '30' } });
  return isConnectionError(error) ? new DatabaseUnavailable(error) : error;
}

/** Imports the feeds of this process's requests and jobs one after the other, over a connection that is kept for a while. */
export class ImportQueue {
  readonly #pool: Pool;
  readonly #session: KeptSession;
  readonly #files: FileStore;
  readonly #clock: Clock;
  readonly rows = new Admission(maxRequests);
  readonly bodies = new HeldBodies(maxHeldBytes);
  readonly uploads = new Admission(maxUploads);
  #last: Promise<unknown> = Promise.resolve();
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor({ pool, files, clock }: { pool: Pool; files: FileStore; clock: Clock }) {
    this.#pool = pool;
    this.#session = new KeptSession(pool);
    this.#files = files;
    this.#clock = clock;
  }

  /** Throws 429 while another process imports, 503 when the database is lost or a disk full. `listed`: rejections in the report. */
  import(source: FeedSource, options: WantedOptions): Promise<ImportReport> {
    const turn = this.#last.then(() => this.#import(source, options));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #import(source: FeedSource, wanted: WantedOptions): Promise<ImportReport> {
    clearTimeout(this.#idleTimer);
    const ended = ingestDuration.startTimer();
    const options = {
      ...wanted,
      files: this.#files,
      clock: this.#clock,
      staleTimeout: lockTimeout,
      recordTimeout,
    };
    try {
      // a kept session would remember codes of values that a dry run takes back
      const report = wanted.dryRun
        ? await importFeed({ pool: this.#pool }, source, options)
        : await this.#session.import(source, options);
      ended({ result: 'succeeded' });
      if (wanted.dryRun) return report;
      countRows(report);
      lastIngest.setToCurrentTime();
      return report;
    } catch (error) {
      ended({ result: error instanceof ImportRunning ? 'busy' : 'failed' });
      throw problemOf(error);
    } finally {
      if (this.#closed) this.#session.close();
      else this.#idleTimer = setTimeout(() => this.#closeWhenIdle(), idleTime).unref();
    }
  }

  #closeWhenIdle(): void {
    this.#last = this.#last.then(() => this.#session.close());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    await this.#last;
    this.#session.close();
  }
}
