import type { Provider } from '@mailcall/contract/provider.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { addJob, type Tasks } from '../../platform/jobs.ts';
import { Problem } from '../../platform/http/problems.ts';
import { readCallList } from '../calls/index.ts';
import { contactAsViewer } from '../identity/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { callsWorkbook, type PreparedExport, prepareExport } from './calls-workbook.ts';
import { formatDay } from './format-dates.ts';
import { type ExportRecord, fileKeyOf, findExport, exportLifetime } from './export-records.ts';
import { exportFailedMail, exportReadyMail } from './mails.ts';

/** The job that writes one export; it is told the export's id alone. */
export const writeExport = 'write export';
const payloadSchema = z.object({ id: z.uuid() });

/** Tries after which an export is given up; one that ends the whole process each time counts as well. */
const maxAttempts = 5;
/** Milliseconds that one statement of an export may take: sorting millions of calls takes longer than a page. */
const timeout = 15 * 60 * 1000;
/** Milliseconds after which an export that nothing was heard of is begun again. */
const staleAfter = 60_000;
/** Milliseconds between looks for such exports. */
const checkInterval = 30_000;

type WrittenExportsDependencies = Pick<
  Dependencies,
  'database' | 'clock' | 'files' | 'environment' | 'log'
> & {
  outbox: Outbox;
  provider: Provider;
};

/** Writes the exports that are too large to be streamed, in the process that does jobs. */
export class WrittenExports {
  readonly #means: WrittenExportsDependencies;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(dependencies: WrittenExportsDependencies) {
    this.#means = dependencies;
  }

  /** What the job worker does for exports. */
  get tasks(): Tasks {
    return { [writeExport]: (payload) => this.write(payloadSchema.parse(payload).id) };
  }

  /** Begins what a process that was killed has left, now and from time to time. */
  async start(): Promise<void> {
    await this.resume();
    this.#timer = setInterval(() => {
      this.resume().catch((error: unknown) =>
        this.#means.log.warn({ err: error }, 'exports under way could not be looked for'),
      );
    }, checkInterval);
    this.#timer.unref();
  }

  /** Ends what is being written: it is begun again when jobs are done again. */
  stop(): void {
    clearInterval(this.#timer);
    this.#stopping.abort();
  }

  /** Has exports written again of which nothing was heard for a while. */
  async resume(): Promise<void> {
    const { database, clock } = this.#means;
    const before = new Date(clock.now().getTime() - staleAfter);
    await database.transaction(async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        select id from exports
        where way = 'mailed' and ready_at is null and failed_at is null and heard_at < ${before}
        order by heard_at limit 20`.execute(transaction);
      for (const { id } of rows)
        await addJob(transaction, writeExport, { id }, { key: `${writeExport} ${id}` });
    });
  }

  /** Writes an export, unless it is written already or another process is at it. */
  async write(id: string): Promise<void> {
    await this.#means.database.exclusivelyIfFree(`${writeExport} ${id}`, () => this.#writeAlone(id));
  }

  async #writeAlone(id: string): Promise<void> {
    const { database, clock, log } = this.#means;
    if (this.#stopping.signal.aborted) return;
    const begun = await sql<{ tries: number }>`
      update exports set tries = tries + 1, started_at = coalesce(started_at, ${clock.now()}),
        heard_at = ${clock.now()}, rows_written = 0
      where id = ${id} and way = 'mailed' and ready_at is null and failed_at is null
      returning tries`.execute(database.kysely);
    const tries = begun.rows[0]?.tries;
    const record = tries === undefined ? null : await findExport(database.kysely, id);
    if (!record) return;
    try {
      if (record.tries > maxAttempts) throw new Error('It was begun too often.');
      await this.#finish(record, await this.#writeFile(record));
    } catch (error) {
      if (this.#stopping.signal.aborted) {
        // being stopped is no failure: whoever looks next for what was left begins it again, without waiting
        await sql`update exports set tries = tries - 1, heard_at = 'epoch' where id = ${id}`.execute(
          database.kysely,
        );
        return;
      }
      // who lost the right will not have it at the next try
      const hopeless = error instanceof Problem || record.tries >= maxAttempts;
      if (!hopeless) throw error;
      log.warn({ err: error, export: id }, 'an export was given up');
      await this.#giveUp(record);
    }
  }

  /** Writes the file, in place of one that an earlier try may have left. Gives its size in bytes and its calls. */
  async #writeFile(record: ExportRecord): Promise<{ bytes: number; calls: number }> {
    const { database, clock, files, environment } = this.#means;
    const now = clock.now();
    const viewer = await contactAsViewer(
      database.kysely,
      { contactId: record.contactId, sessionId: null },
      { now, environment },
    );
    const prepared: PreparedExport = await prepareExport(database.kysely, viewer, record, {
      madeAt: now,
      offset: null,
    });
    const { signal } = this.#stopping;
    let calls = 0;
    const bytes = await readCallList(
      database,
      prepared.scope,
      record.list,
      { signal, timeout },
      async (batches) => {
        const workbook = callsWorkbook(prepared, batches, async (written) => {
          signal.throwIfAborted();
          calls = written;
          await this.#note(record.id, written);
        });
        return files.put(fileKeyOf(record.id), workbook);
      },
    );
    return { bytes, calls };
  }

  async #note(id: string, written: number): Promise<void> {
    const { database, clock } = this.#means;
    await sql`
      update exports set rows_written = ${written}, heard_at = ${clock.now()} where id = ${id}
    `.execute(database.kysely);
  }

  async #finish(record: ExportRecord, made: { bytes: number; calls: number }): Promise<void> {
    const { database, clock, provider } = this.#means;
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + exportLifetime);
    await database.transaction(async (transaction) => {
      // whoever is first mails the link
      const { rows } = await sql<{ email: string }>`
        update exports set ready_at = ${now}, expires_at = ${expiresAt}, heard_at = ${now}, bytes = ${made.bytes},
          rows_written = ${made.calls}
        from contacts
        where exports.id = ${record.id} and ready_at is null and failed_at is null and contacts.id = exports.contact_id
        returning contacts.email`.execute(transaction);
      if (!rows[0]) return;
      await this.#means.outbox.write(transaction, {
        channel: 'email',
        recipient: rows[0].email,
        goodUntil: expiresAt,
        letter: exportReadyMail(provider, {
          url: this.#pageOf(record.id),
          calls: made.calls,
          until: formatDay(expiresAt.toISOString().slice(0, 10)),
        }),
      });
    });
  }

  async #giveUp(record: ExportRecord): Promise<void> {
    const { database, clock, provider, files } = this.#means;
    const now = clock.now();
    await database.transaction(async (transaction) => {
      const { rows } = await sql<{ email: string | null }>`
        update exports set failed_at = ${now}, heard_at = ${now}
        where id = ${record.id} and ready_at is null and failed_at is null
        returning (select email from contacts where contacts.id = exports.contact_id and not contacts.deleted) as email
      `.execute(transaction);
      if (!rows[0]?.email) return;
      await this.#means.outbox.write(transaction, {
        channel: 'email',
        recipient: rows[0].email,
        goodUntil: new Date(now.getTime() + exportLifetime),
        letter: exportFailedMail(provider, this.#pageOf(record.id)),
      });
    });
    await files.remove(fileKeyOf(record.id));
  }

  /** The page that shows a person's exports, this one marked. */
  #pageOf(id: string): string {
    return `${this.#means.environment.publicUrl}/scoreboard?tab=all-calls&exports=${id}`;
  }
}
