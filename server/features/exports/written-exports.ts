import { dayZones } from '@mailcall/contract/time/days.ts';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { atIntervals } from '../../platform/intervals.ts';
import { addJob, type Tasks } from '../../platform/jobs.ts';
import { Problem } from '../../platform/http/problems.ts';
import type { Brand } from '../brands/index.ts';
import { readCallList } from '../calls/index.ts';
import { contactAsViewer } from '../identity/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { callsWorkbook, type PreparedExport, prepareExport } from './calls-workbook.ts';
import { formatInZone } from './format-dates.ts';
import { endExport, type ExportRecord, fileKeyOf, findExport, exportLifetime } from './export-records.ts';
import { exportFailedMail, exportReadyMail } from './mails.ts';

export const writeExport = 'write export';
const payloadSchema = z.object({ id: z.uuid() });

/** Includes attempts that ended the whole process. */
const maxAttempts = 5;
/** Milliseconds: sorting millions of calls takes longer than a page. */
const statementTimeout = minutes(15);
/** Milliseconds without a heartbeat after which an unfinished export is queued again. */
const staleAfter = minutes(1);
const checkInterval = seconds(30);

type WrittenExportsDependencies = Pick<
  Dependencies,
  'database' | 'clock' | 'files' | 'environment' | 'log'
> & {
  outbox: Outbox;
};

interface WrittenFile {
  bytes: number;
  calls: number;
  timeZone: string;
}

/** Writes the exports that are too large to be streamed, in the process that does jobs. */
export class WrittenExports {
  readonly #dependencies: WrittenExportsDependencies;
  readonly #stopping = new AbortController();
  #endChecks = (): void => undefined;

  constructor(dependencies: WrittenExportsDependencies) {
    this.#dependencies = dependencies;
  }

  get tasks(): Tasks {
    return { [writeExport]: (payload) => this.write(payloadSchema.parse(payload).id) };
  }

  /** Queues exports of killed processes again, now and at intervals. */
  async start(): Promise<void> {
    await this.resume();
    this.#endChecks = atIntervals(
      () => this.resume(),
      checkInterval,
      (error) => this.#dependencies.log.warn({ err: error }, 'the check for stale exports failed'),
    );
  }

  /** A worker that starts later writes an aborted export again. */
  stop(): void {
    this.#endChecks();
    this.#stopping.abort();
  }

  async resume(): Promise<void> {
    const { database, clock } = this.#dependencies;
    const before = new Date(clock.now().getTime() - staleAfter);
    await database.transaction(async (transaction) => {
      const stale = await transaction
        .selectFrom('exports')
        .select('id')
        .where('delivery', '=', 'mailed')
        .where('ready_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('heartbeat_at', '<', before)
        .orderBy('heartbeat_at')
        .limit(20)
        .execute();
      for (const { id } of stale)
        await addJob(transaction, writeExport, { id }, { key: `${writeExport} ${id}` });
    });
  }

  async write(id: string): Promise<void> {
    await this.#dependencies.database.exclusivelyIfFree(`${writeExport} ${id}`, () => this.#writeAlone(id));
  }

  async #writeAlone(id: string): Promise<void> {
    const { database, log } = this.#dependencies;
    if (this.#stopping.signal.aborted) return;
    const record = await this.#startAttempt(id);
    if (!record) return;
    try {
      if (record.attempts > maxAttempts) throw new Error('The export was attempted too often.');
      await this.#finish(record, await this.#writeFile(record));
    } catch (error) {
      if (this.#stopping.signal.aborted) {
        // a stop is not a failed attempt, and the export is stale immediately
        await database.kysely
          .updateTable('exports')
          .set((row) => ({ attempts: row('attempts', '-', 1), heartbeat_at: new Date(0) }))
          .where('id', '=', id)
          .execute();
        return;
      }
      if (await this.#removeIfEnded(id)) return;
      // a person who lost access still lacks it at the next attempt
      const isFinal = error instanceof Problem || record.attempts >= maxAttempts;
      if (!isFinal) throw error;
      log.warn({ err: error, export: id }, 'an export was given up');
      await this.#giveUp(record);
    }
  }

  /** Null if the export is finished. */
  async #startAttempt(id: string): Promise<ExportRecord | null> {
    const { database, clock } = this.#dependencies;
    const now = clock.now();
    const { numUpdatedRows } = await database.kysely
      .updateTable('exports')
      .set((row) => ({
        attempts: row('attempts', '+', 1),
        started_at: row.fn.coalesce('started_at', row.val(now)),
        heartbeat_at: now,
        rows_written: 0,
      }))
      .where('id', '=', id)
      .where('delivery', '=', 'mailed')
      .where('ready_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? null : findExport(database.kysely, id);
  }

  async #writeFile(record: ExportRecord): Promise<WrittenFile> {
    const { database, clock, files, environment } = this.#dependencies;
    const now = clock.now();
    const viewer = await contactAsViewer(
      database.kysely,
      { contactId: record.contactId, sessionId: null },
      { now, environment },
    );
    const prepared: PreparedExport = await prepareExport(database.kysely, viewer, record, {
      madeAt: now,
      dayMode: environment.dayMode,
      offset: null,
    });
    const { signal } = this.#stopping;
    let calls = 0;
    const bytes = await readCallList(
      database,
      prepared.scope,
      record.list,
      { signal, timeout: statementTimeout },
      async (batches) => {
        const workbook = callsWorkbook(prepared, batches, async (written) => {
          signal.throwIfAborted();
          calls = written;
          await this.#recordProgress(record.id, written);
        });
        return files.put(fileKeyOf(record.id), workbook);
      },
    );
    // the first office's zone, like the sheet's wording; UTC without an office
    const [timeZone = 'UTC'] = dayZones('office', prepared.about.names.timeZones.slice(0, 1));
    return { bytes, calls, timeZone };
  }

  /** @throws {Error} if the export has ended meanwhile: its calls may name a person who was erased. */
  async #recordProgress(id: string, written: number): Promise<void> {
    const { database, clock } = this.#dependencies;
    const { numUpdatedRows } = await database.kysely
      .updateTable('exports')
      .set({ rows_written: written, heartbeat_at: clock.now() })
      .where('id', '=', id)
      .where('ready_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error('The export has ended.');
  }

  /** Removes the file of an export that ended while it was written, unless another process has finished it; returns whether it ended. */
  async #removeIfEnded(id: string): Promise<boolean> {
    const { database, files } = this.#dependencies;
    const record = await findExport(database.kysely, id);
    if (record && !record.readyAt && !record.failedAt) return false;
    if (!record?.readyAt || record.removedAt) await files.remove(fileKeyOf(id));
    return true;
  }

  async #finish(record: ExportRecord, made: WrittenFile): Promise<void> {
    const { database, clock } = this.#dependencies;
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + exportLifetime);
    const isFinished = await database.transaction(async (transaction) => {
      // only the first process that finishes an export mails the link
      const finished = await endExport(transaction, record.id, {
        ready_at: now,
        expires_at: expiresAt,
        heartbeat_at: now,
        bytes: made.bytes,
        rows_written: made.calls,
      });
      if (!finished) return false;
      const person = await transaction
        .selectFrom('contacts')
        .select('email')
        .where('id', '=', finished.contact_id)
        .executeTakeFirst();
      if (!person) return true;
      const { outbox } = this.#dependencies;
      const brand = await outbox.brands.of(transaction, { contactId: finished.contact_id });
      await outbox.write(transaction, {
        brand,
        channel: 'email',
        recipient: person.email,
        goodUntil: expiresAt,
        letter: exportReadyMail(brand.provider, {
          url: pageOf(brand, record.id),
          calls: made.calls,
          until: formatInZone(expiresAt, made.timeZone),
        }),
      });
      return true;
    });
    if (!isFinished) await this.#removeIfEnded(record.id);
  }

  async #giveUp(record: ExportRecord): Promise<void> {
    const { database, clock, files } = this.#dependencies;
    const now = clock.now();
    await database.transaction(async (transaction) => {
      const failed = await endExport(transaction, record.id, { failed_at: now, heartbeat_at: now });
      if (!failed) return;
      const person = await transaction
        .selectFrom('contacts')
        .select('email')
        .where('id', '=', failed.contact_id)
        .where('deleted', '=', false)
        .executeTakeFirst();
      if (!person?.email) return;
      const { outbox } = this.#dependencies;
      const brand = await outbox.brands.of(transaction, { contactId: failed.contact_id });
      await outbox.write(transaction, {
        brand,
        channel: 'email',
        recipient: person.email,
        goodUntil: new Date(now.getTime() + exportLifetime),
        letter: exportFailedMail(brand.provider, pageOf(brand, record.id)),
      });
    });
    await files.remove(fileKeyOf(record.id));
  }
}

const pageOf = ({ publicUrl }: Brand, id: string): string =>
  `${publicUrl}/scoreboard?tab=all-calls&exports=${id}`;
