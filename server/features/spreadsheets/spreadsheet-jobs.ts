import { maxSpreadsheetRows, shownRows } from '@mailcall/contract/provider-spreadsheets.ts';
import { isTeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { Problem } from '../../platform/http/problems.ts';
import { atIntervals } from '../../platform/intervals.ts';
import { addJob, type Attempt, type Tasks } from '../../platform/jobs.ts';
import { recordActivity } from '../activity/index.ts';
import type { ImportQueue, ImportReport } from '../ingest/index.ts';
import { readTeamPeople } from '../team/index.ts';
import { type Importer, kindsFor } from './kinds.ts';
import { findSpreadsheet, readReport, type SpreadsheetRecord, storeReport } from './records.ts';
import { reportOfSpreadsheet } from './spreadsheet-report.ts';
import { readTimeZones, SpreadsheetReader } from './spreadsheet-source.ts';

const readSpreadsheet = 'read spreadsheet';
const payloadSchema = z.object({ id: z.uuid() });

const maxAttempts = 3;
/** Milliseconds without a heartbeat after which an unfinished spreadsheet is queued again. */
const staleAfter = minutes(1);
const checkInterval = seconds(30);
const progressInterval = seconds(1);

const lostRight = 'You may no longer import these rows.';
const unreadable = 'The file could not be read. Please try again.';

type JobDependencies = Pick<Dependencies, 'database' | 'clock' | 'files' | 'log'> & { queue: ImportQueue };

/** Checks and imports spreadsheets, in the process that does jobs. */
export class SpreadsheetJobs {
  readonly #dependencies: JobDependencies;
  readonly #stopping = new AbortController();
  #endChecks = (): void => undefined;

  constructor(dependencies: JobDependencies) {
    this.#dependencies = dependencies;
  }

  get tasks(): Tasks {
    return { [readSpreadsheet]: (payload, attempt) => this.read(payloadSchema.parse(payload).id, attempt) };
  }

  /** Queues spreadsheets of killed processes again, now and at intervals. */
  async start(): Promise<void> {
    await this.resume();
    this.#endChecks = atIntervals(
      () => this.resume(),
      checkInterval,
      (error) => this.#dependencies.log.warn({ err: error }, 'the check for stale spreadsheets failed'),
    );
  }

  stop(): void {
    this.#endChecks();
    this.#stopping.abort();
  }

  async resume(): Promise<void> {
    const { database, clock } = this.#dependencies;
    await database.transaction(async (transaction) => {
      const stale = await transaction
        .selectFrom('spreadsheets')
        .select('id')
        .where('state', 'in', ['checking', 'importing'])
        .where('heartbeat_at', '<', new Date(clock.now().getTime() - staleAfter))
        .limit(20)
        .execute();
      for (const { id } of stale) await queueSpreadsheet(transaction, id);
    });
  }

  /** Skips a spreadsheet that has ended or is read elsewhere. */
  async read(id: string, { isLast }: Attempt): Promise<void> {
    await this.#dependencies.database.exclusivelyIfFree(`${readSpreadsheet} ${id}`, () =>
      this.#readAlone(id, isLast),
    );
  }

  async #readAlone(id: string, isLast: boolean): Promise<void> {
    const { database, clock, log } = this.#dependencies;
    if (this.#stopping.signal.aborted) return;
    const record = await findSpreadsheet(database.kysely, id);
    if (record?.state !== 'checking' && record?.state !== 'importing') return;
    await this.#change(id, { heartbeat_at: clock.now() });
    try {
      await this.#import(record);
    } catch (error) {
      if (this.#stopping.signal.aborted) {
        // another worker continues at once
        await this.#change(id, { heartbeat_at: new Date(0) });
        return;
      }
      // another import runs, or the database is gone for a moment
      const waits = error instanceof Problem && error.statusCode >= 429;
      const attempts = record.attempts + (waits ? 0 : 1);
      if (!isLast && attempts < maxAttempts) {
        await this.#change(id, { attempts });
        throw error;
      }
      log.error({ err: error, spreadsheet: id }, 'a spreadsheet was given up');
      await this.#change(id, { state: 'failed', failure: unreadable });
    }
  }

  async #change(
    id: string,
    values: { heartbeat_at?: Date; attempts?: number; state?: string; failure?: string; done_count?: number },
  ): Promise<void> {
    await this.#dependencies.database.kysely
      .updateTable('spreadsheets')
      .set(values)
      .where('id', '=', id)
      .execute();
  }

  /** As the person may do now; null if they left the team. */
  async #importer(contactId: string): Promise<Importer | null> {
    const people = await readTeamPeople(this.#dependencies.database.kysely);
    const person = people.find(({ id }) => id === contactId);
    return person ? { roles: new Set(person.roles.filter(isTeamRole)), scope: person.scope } : null;
  }

  async #import(record: SpreadsheetRecord): Promise<void> {
    const { database, clock, files, queue } = this.#dependencies;
    const { id, kind, columns } = record;
    const importer = await this.#importer(record.contactId);
    const mayImport = importer && kindsFor(importer).some((one) => one.kind === kind);
    if (!mayImport || kind === null || columns === null) {
      await this.#change(id, { state: 'failed', failure: lostRight });
      return;
    }
    const dryRun = record.state === 'checking';
    const reader = new SpreadsheetReader(
      files,
      { ...record, kind, columns },
      { zones: await readTimeZones(database.kysely), thisYear: clock.now().getUTCFullYear() },
    );
    const report = await queue.import(reader.source, {
      dryRun,
      within: importer.scope,
      samples: shownRows,
      listed: maxSpreadsheetRows,
      signal: this.#stopping.signal,
      onProgress: this.#progressOf(record),
    });
    const shown = await reportOfSpreadsheet(files, record, { report, seen: reader.seen });
    const { firstRows } = await readReport(files, record.fileKey);
    await storeReport(files, record.fileKey, { firstRows, report: shown });
    await this.#finish(record, { report, accounts: accountsOf(report, reader) });
  }

  /** Reading is the first half. */
  #progressOf({ id, rowCount }: SpreadsheetRecord) {
    let last = performance.now();
    return ({ phase, rows }: { phase: 'reading' | 'saving'; rows: number }): void => {
      if (performance.now() - last < progressInterval) return;
      last = performance.now();
      const done_count = Math.floor((rows + (phase === 'saving' ? rowCount : 0)) / 2);
      this.#change(id, { done_count, heartbeat_at: this.#dependencies.clock.now() }).catch(() => {});
    };
  }

  async #finish(
    { id, contactId, state }: SpreadsheetRecord,
    { report, accounts }: { report: ImportReport; accounts: ReadonlySet<string> },
  ): Promise<void> {
    const { database, clock } = this.#dependencies;
    const [file] = report.files;
    const {
      added = 0,
      changed = 0,
      unchanged = 0,
      rejected = 0,
      replaced = 0,
      asked = 0,
      pending = 0,
      emptied = 0,
    } = file ?? {};
    const counts = { added, changed, unchanged, rejected, replaced, asked, pending, emptied };
    await database.transaction(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('spreadsheets')
        .set({
          state: state === 'checking' ? 'checked' : 'imported',
          counts: JSON.stringify(counts),
          done_count: 0,
          attempts: 0,
          failure: null,
        })
        .where('id', '=', id)
        .where('state', '=', state)
        .executeTakeFirst();
      if (numUpdatedRows === 0n || state === 'checking' || added + changed === 0) return;
      const { rows: known } = await sql<{ id: string }>`
        select coalesce(merged_into, id) as id from accounts where id = any(${[...accounts]}::text[])
        union select coalesce(merged_into, row_id) from tied_ids left join accounts on accounts.id = row_id where file = 'accounts' and feed_id = any(${[...accounts]}::text[])`.execute(
        transaction,
      );
      const at = clock.now();
      await recordActivity(
        transaction,
        known.map((account) => ({
          accountId: account.id,
          contactId,
          action: 'import',
          subject: { kind: 'spreadsheet', id },
          at,
        })),
      );
    });
  }
}

function accountsOf(report: ImportReport, { seen }: SpreadsheetReader): ReadonlySet<string> {
  const rejected = new Set(report.firstRejections.map(({ line }) => line));
  return new Set([...seen.accounts].flatMap(([line, ids]) => (rejected.has(line) ? [] : ids)));
}

export const queueSpreadsheet = (transaction: Parameters<typeof addJob>[0], id: string): Promise<void> =>
  addJob(transaction, readSpreadsheet, { id }, { key: `${readSpreadsheet} ${id}` });
