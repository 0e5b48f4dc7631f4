import { batchRunner, type ImportRun } from './import-run.ts';
import type { ImportSession } from './import-session.ts';
import { movePendingReferences, openPendingReferences } from './pending-references.ts';

/** Opened at the first use. */
export class SecondConnection {
  readonly #run: ImportRun;
  readonly #openSession: (() => Promise<ImportSession | null>) | null;
  #session: ImportSession | null = null;
  #opened: Promise<ImportRun | null> | null = null;

  constructor(run: ImportRun, openSession: (() => Promise<ImportSession | null>) | null) {
    this.#run = run;
    this.#openSession = openSession;
  }

  /** Null if the import must do without. */
  open(): Promise<ImportRun | null> {
    return (this.#opened ??= this.#open());
  }

  async #open(): Promise<ImportRun | null> {
    this.#session = (await this.#openSession?.()) ?? null;
    if (!this.#session) return null;
    const { client, database, tables } = this.#session;
    const record = await this.#session.record();
    const batch = batchRunner({ database, tables }, false);
    const run = { ...this.#run, client, database, tables, record, batch };
    await openPendingReferences(run);
    return run;
  }

  /** The first connection reports references that this one has not resolved. */
  async leavePendingReferences(): Promise<void> {
    const run = await this.#opened;
    if (run) await movePendingReferences(run, this.#run);
  }

  close(): void {
    this.#session?.close();
  }
}
