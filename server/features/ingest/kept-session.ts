import { minutes } from '@mailcall/contract/time/durations.ts';
import type { Pool } from 'pg';
import type { FeedSource } from './feed-source.ts';
import { importInSession, type ImportOptions } from './import-feed.ts';
import type { ImportReport } from './import-report.ts';
import { ImportSession } from './import-session.ts';

/** Milliseconds after which a connection is replaced even if it is in use. */
const sessionLifetime = minutes(10);

/**
 * Imports one after the other over a connection that is kept for the next. One that is opened knows no table yet, and to learn of
 * them takes half of a small import. A connection that was lost, that is old, or over which an import failed is replaced.
 */
export class KeptSession {
  readonly #pool: Pool;
  #kept: { session: ImportSession; openedAt: number } | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Imports a feed; the caller waits for its end before the next.
   * @throws as `importInSession`, and what PostgreSQL reports when there is no connection
   */
  async import(source: FeedSource, options: ImportOptions): Promise<ImportReport> {
    try {
      return await importInSession(await this.#open(), source, options, { isLast: false });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #open(): Promise<ImportSession> {
    const now = performance.now();
    if (this.#kept && (this.#kept.session.lost || now - this.#kept.openedAt > sessionLifetime)) this.close();
    this.#kept ??= { session: await ImportSession.open(this.#pool), openedAt: now };
    return this.#kept.session;
  }

  /** Closes the connection; another import opens the next. */
  close(): void {
    this.#kept?.session.close();
    this.#kept = null;
  }
}
