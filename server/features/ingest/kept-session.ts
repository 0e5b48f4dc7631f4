import { minutes } from '@mailcall/contract/time/durations.ts';
import type { Pool } from 'pg';
import type { FeedSource } from './feed-source.ts';
import { importInSession, type ImportOptions } from './import-feed.ts';
import type { ImportReport } from './import-report.ts';
import { ImportSession } from './import-session.ts';

/** Milliseconds after which a connection is replaced even if it is in use. */
const sessionLifetime = minutes(10);

/** A new connection must learn the tables first, which takes half of a small import. Replaced if lost, old, or after a failed import. */
export class KeptSession {
  readonly #pool: Pool;
  #kept: { session: ImportSession; openedAt: number } | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The caller waits for the end before the next import. Throws as `importInSession`, and PostgreSQL's error without a connection. */
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

  close(): void {
    this.#kept?.session.close();
    this.#kept = null;
  }
}
