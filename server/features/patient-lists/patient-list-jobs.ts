import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { atIntervals } from '../../platform/intervals.ts';
import { addJob, type Tasks } from '../../platform/jobs.ts';
import { httpGeocoder } from './geocoder.ts';
import { locateHouseholds, type LocatedHousehold } from './locate-households.ts';
import { prepareHouseholds, prepareList, queuePreparation } from './prepare-list.ts';
import { type ReadFile, readPatients } from './read-patients.ts';
import { removeFile } from './remove-uploads.ts';
import { readUpload } from './start-upload.ts';
import { knownPointsOf } from './store-households.ts';
import { ListDeleted, listWithRows, lockUploadedList, storeUploadedList } from './store-uploaded-list.ts';
import { findUpload, type UploadRecord } from './upload-records.ts';
import { storeReport } from './upload-report.ts';
import { loadZipPoints } from '../../platform/zip-points.ts';

const payloadSchema = z.object({
  accountId: z.string(),
  id: z.string(),
  /** Creates a list although an archived one has its rows. If a killed process loses the choice, the user is asked again. */
  ignoresArchived: z.boolean().optional(),
});
type Payload = z.infer<typeof payloadSchema>;

/** Includes attempts that ended the process. */
const maxAttempts = 3;
/** Milliseconds without a heartbeat after which an unfinished upload is queued again. */
const staleAfter = minutes(1);
const checkInterval = seconds(30);

class Stopped extends Error {}

/** The message is for people. */
class UploadFailed extends Error {}

type JobDependencies = Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment' | 'log'>;

export class PatientListJobs {
  readonly #dependencies: JobDependencies;
  readonly #stopping = new AbortController();
  #endChecks = (): void => undefined;

  constructor(dependencies: JobDependencies) {
    this.#dependencies = dependencies;
  }

  get tasks(): Tasks {
    return {
      [readUpload]: (payload) => this.read(payloadSchema.parse(payload)),
      [prepareList]: (payload) => this.prepare(payloadSchema.parse(payload)),
    };
  }

  /** Also calls {@link resume} at intervals. */
  async start(): Promise<void> {
    await this.resume();
    this.#endChecks = atIntervals(
      () => this.resume(),
      checkInterval,
      (error) => this.#dependencies.log.warn({ err: error }, 'the check for stale uploads failed'),
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
        .selectFrom('patient_list_uploads')
        .select(['account_id as accountId', 'id'])
        .where('requested_at', 'is not', null)
        .where('finished_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('canceled_at', 'is', null)
        .where('heartbeat_at', '<', new Date(clock.now().getTime() - staleAfter))
        .limit(20)
        .execute();
      for (const { accountId, id } of stale)
        await addJob(transaction, readUpload, { accountId, id }, { key: `${readUpload} ${id}` });
    });
  }

  async prepare(list: Payload): Promise<void> {
    const { database } = this.#dependencies;
    await database.exclusively(`${prepareList} ${list.id}`, () =>
      prepareHouseholds(this.#dependencies, list),
    );
  }

  /** Skips an upload that has ended or is read elsewhere. */
  async read(payload: Payload): Promise<void> {
    await this.#dependencies.database.exclusivelyIfFree(`${readUpload} ${payload.id}`, () =>
      this.#readAlone(payload),
    );
  }

  async #readAlone(payload: Payload): Promise<void> {
    const { log } = this.#dependencies;
    if (this.#stopping.signal.aborted) return;
    const upload = await this.#startAttempt(payload);
    if (!upload) return;
    try {
      if (upload.attempts > maxAttempts)
        throw new UploadFailed('The file could not be read. Please try again.');
      await this.#readIntoList(upload, payload.ignoresArchived ?? false);
      await this.#removeUnusedFile(upload);
    } catch (error) {
      if (this.#stopping.signal.aborted) {
        // a stop is no failed attempt; another worker continues at once
        await this.#change(upload, { attempts: upload.attempts - 1, heartbeat_at: new Date(0) });
        return;
      }
      if (error instanceof Stopped || (await this.#isCanceled(upload))) {
        await this.#removeUnusedFile(upload);
        return;
      }
      const isFinal = error instanceof UploadFailed || upload.attempts >= maxAttempts;
      if (!isFinal) throw error;
      if (!(error instanceof UploadFailed))
        log.error({ err: error, upload: upload.id }, 'an upload of a patient list was given up');
      const failure =
        error instanceof UploadFailed ? error.message : 'The file could not be read. Please try again.';
      await this.#change(upload, { failed_at: this.#dependencies.clock.now(), failure });
      await this.#removeUnusedFile(upload);
    }
  }

  /** Reading fails if a canceled upload's file is removed meanwhile. */
  async #isCanceled({ accountId, id }: UploadRecord): Promise<boolean> {
    const upload = await findUpload(this.#dependencies.database.kysely, [accountId], id);
    return upload?.canceledAt !== null;
  }

  /** Keeps the file if the upload can still become a new list. */
  async #removeUnusedFile({ accountId, id }: UploadRecord): Promise<void> {
    const { database, files } = this.#dependencies;
    const upload = await findUpload(database.kysely, [accountId], id);
    if (upload && (upload.canceledAt || upload.failedAt || (upload.unchanged && !upload.patientListArchived)))
      await removeFile(files, upload.fileKey);
  }

  async #startAttempt({ accountId, id }: Payload): Promise<UploadRecord | null> {
    const { database, clock } = this.#dependencies;
    const now = clock.now();
    const { numUpdatedRows } = await database.kysely
      .updateTable('patient_list_uploads')
      .set((row) => ({
        attempts: row('attempts', '+', 1),
        started_at: now,
        heartbeat_at: now,
        step: 'reading',
        done_count: 0,
        total_count: row.ref('row_count'),
      }))
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('requested_at', 'is not', null)
      .where('finished_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('canceled_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? null : findUpload(database.kysely, [accountId], id);
  }

  async #change(
    { accountId, id }: UploadRecord,
    values: { attempts?: number; heartbeat_at?: Date; failed_at?: Date; failure?: string },
  ): Promise<void> {
    await this.#dependencies.database.kysely
      .updateTable('patient_list_uploads')
      .set(values)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }

  /** Throws if the upload was canceled or deleted, or the process stops. */
  async #recordProgress(
    { accountId, id }: UploadRecord,
    progress: { step: 'reading' | 'locating' | 'saving'; done: number; total: number },
  ): Promise<void> {
    const { database, clock } = this.#dependencies;
    if (this.#stopping.signal.aborted) throw new Stopped();
    const { numUpdatedRows } = await database.kysely
      .updateTable('patient_list_uploads')
      .set({
        step: progress.step,
        done_count: progress.done,
        total_count: progress.total,
        heartbeat_at: clock.now(),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('canceled_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Stopped();
  }

  async #readIntoList(upload: UploadRecord, ignoresArchived: boolean): Promise<void> {
    const { database, clock, files, environment } = this.#dependencies;
    const file = await readPatients(files, upload, {
      thisYear: clock.now().getUTCFullYear(),
      onProgress: (done) => this.#recordProgress(upload, { step: 'reading', done, total: upload.rowCount }),
    });
    if (file.patients.length === 0) {
      await database.transaction((transaction) => this.#rejectAll(transaction, upload, file));
      return;
    }
    const grouped = file.groups.households;
    const locating = (done: number) =>
      this.#recordProgress(upload, { step: 'locating', done, total: grouped.length });
    await locating(0);
    const { located, failure } = await locateHouseholds(grouped, {
      geocoder: environment.geocoderUrl === undefined ? null : httpGeocoder(environment.geocoderUrl),
      knownPoints: await knownPointsOf(database.kysely, upload.accountId),
      zipPoints: await loadZipPoints(),
      signal: this.#stopping.signal,
      onProgress: locating,
    });
    if (failure)
      this.#dependencies.log.warn({ err: failure }, 'the geocoder failed; ZIP codes take its place');
    await this.#recordProgress(upload, { step: 'saving', done: 0, total: file.patients.length });
    await this.#save(upload, { file, households: located, locateAgain: failure !== null, ignoresArchived });
  }

  async #rejectAll(
    transaction: Parameters<Parameters<Dependencies['database']['transaction']>[0]>[0],
    upload: UploadRecord,
    file: ReadFile,
  ): Promise<void> {
    await storeReport(transaction, upload, file);
    await transaction
      .updateTable('patient_list_uploads')
      .set({
        failed_at: this.#dependencies.clock.now(),
        failure: 'None of the rows could be read as a patient.',
        rejected_count: file.rejected.length,
      })
      .where('account_id', '=', upload.accountId)
      .where('id', '=', upload.id)
      .execute();
  }

  /** One transaction, so that a canceled upload leaves nothing. Locks the list before the upload, as deletion does. */
  async #save(
    started: UploadRecord,
    read: {
      file: ReadFile;
      households: readonly LocatedHousehold[];
      locateAgain: boolean;
      ignoresArchived: boolean;
    },
  ): Promise<void> {
    const { database, clock } = this.#dependencies;
    const now = clock.now();
    const { accountId, id } = started;
    const { file, households, locateAgain, ignoresArchived } = read;
    await database.transaction(async (transaction) => {
      const upload = await lockUploadedList(transaction, started).catch((error: unknown) => {
        throw error instanceof ListDeleted
          ? new UploadFailed('The list that this file replaces was deleted. Add it as a new list.')
          : error;
      });
      const sameList = await listWithRows(transaction, upload, file.contentHash, { ignoresArchived });
      await storeReport(transaction, upload, file);
      if (sameList === null) {
        await storeUploadedList(transaction, upload, { file, households, at: now });
        if (locateAgain) await queuePreparation(transaction, [{ accountId, id: upload.patientListId ?? '' }]);
      }
      const { numUpdatedRows } = await transaction
        .updateTable('patient_list_uploads')
        .set({
          finished_at: now,
          heartbeat_at: now,
          accepted_count: file.patients.length,
          rejected_count: file.rejected.length,
          emptied_count: file.emptiedCount,
          patient_list_id: sameList ?? upload.patientListId,
          unchanged: sameList !== null,
        })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('canceled_at', 'is', null)
        .where('finished_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Stopped();
    });
  }
}
