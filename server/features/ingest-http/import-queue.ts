import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { DatabaseUnavailable, isConnectionError } from '../../platform/database-unavailable.ts';
import type { FileStore } from '../../platform/files.ts';
import { Admission, busy } from './admission.ts';
import { Problem } from '../../platform/http/problems.ts';
import {
  DatabaseLost,
  DiskFull,
  type FeedSource,
  importInSession,
  type ImportReport,
  ImportRunning,
  ImportSession,
} from '../ingest/index.ts';

/** Milliseconds that an import waits for one of another process. */
const lockTimeout = 5_000;
/** Milliseconds without an import after which the session is closed. */
const idleTime = 30_000;
/** Milliseconds after which a session is closed even if it is in use. */
const sessionLifetime = 10 * 60_000;

/** An import's failure as an answer: what the sender should do about it. */
function problemOf(error: unknown): unknown {
  if (error instanceof ImportRunning)
    return busy(10, 'Another import is running. Send this again in a moment.');
  if (error instanceof DatabaseLost || error instanceof DiskFull)
    return new Problem(503, error.message, { headers: { 'retry-after': '30' } });
  return isConnectionError(error) ? new DatabaseUnavailable(error) : error;
}

/**
 * Imports what requests and jobs of this process bring, one after the other, over a connection that is kept for a while.
 */
export class ImportQueue {
  readonly #pool: Pool;
  readonly #files: FileStore;
  readonly #clock: Clock;
  /** Admits requests with rows. */
  readonly rows = new Admission();
  /** Admits uploads, which can take longer. */
  readonly uploads = new Admission();
  #last: Promise<unknown> = Promise.resolve();
  #session: { session: ImportSession; openedAt: number } | null = null;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor({ pool, files, clock }: { pool: Pool; files: FileStore; clock: Clock }) {
    this.#pool = pool;
    this.#files = files;
    this.#clock = clock;
  }

  /**
   * Imports a feed when it is its turn.
   * @param listed how many rejections the report holds
   * @throws {Problem} 429 while another process imports, 503 when the database is lost or a disk full
   */
  import(source: FeedSource, listed: number): Promise<ImportReport> {
    const turn = this.#last.then(() => this.#import(source, listed));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #import(source: FeedSource, listed: number): Promise<ImportReport> {
    clearTimeout(this.#idleTimer);
    const options = { files: this.#files, clock: this.#clock, staleTimeout: lockTimeout, listed };
    try {
      const session = await this.#open();
      return await importInSession(session, source, options, { isLast: false });
    } catch (error) {
      this.#closeSession();
      throw problemOf(error);
    } finally {
      if (this.#closed) this.#closeSession();
      else this.#idleTimer = setTimeout(() => this.#closeWhenIdle(), idleTime).unref();
    }
  }

  async #open(): Promise<ImportSession> {
    const now = performance.now();
    if (this.#session && (this.#session.session.lost || now - this.#session.openedAt > sessionLifetime))
      this.#closeSession();
    this.#session ??= { session: await ImportSession.open(this.#pool), openedAt: now };
    return this.#session.session;
  }

  #closeWhenIdle(): void {
    this.#last = this.#last.then(() => this.#closeSession());
  }

  #closeSession(): void {
    this.#session?.session.close();
    this.#session = null;
  }

  /** Finishes the import under way and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    await this.#last;
    this.#closeSession();
  }
}
