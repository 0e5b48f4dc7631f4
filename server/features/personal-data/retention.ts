import { setTimeout as timeout } from 'node:timers/promises';
import { hours } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { lockTimeoutState, waitForImports } from '../../platform/import-lock.ts';
import { countPrunable, pruneActivity } from '../activity/index.ts';
import { raiseDueEpochs } from '../changes/index.ts';
import { blankCalls, blankPatients, removeRecordings, type RowsOfAccount } from './blank-rows.ts';
import { removeNotedFiles } from './removed-files.ts';
import { removedPrefix } from '../ingest/index.ts';

export interface RetentionCounts {
  /** Calls that lose a recording, a transcript or both. */
  recordings: number;
  /** Deleted calls, with their appointments. */
  calls: number;
  patients: number;
  /** Sealed activity and download records. */
  accessLog: number;
}

type RetentionDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'> & {
  environment: Pick<Environment, 'retentionRecordings' | 'retentionPersonalData' | 'retentionAccessLog'>;
};

/** Rows per transaction, few enough that others wait no longer than for an import's. */
const defaultBatch = 500;

/** Milliseconds to wait for an import, or for rows that a user saves. */
const lockTimeout = 500;

/** Milliseconds before a blocked batch is tried again; doubles each time. */
const pauses = { first: 1_000, longest: 30_000 };

const unlessLocked = (transaction: Promise<void>): Promise<boolean> =>
  transaction.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === lockTimeoutState) return false;
      throw error;
    },
  );

/** Returns early if stopped. */
const pauseUnless = (stopped: AbortSignal | undefined) => (milliseconds: number) =>
  timeout(milliseconds, undefined, stopped ? { signal: stopped } : {}).catch((error: unknown) => {
    if (!stopped?.aborted) throw error;
  });

/** UTC hours in which a run may begin: night in all of the United States. */
const nightHours = { from: 6, to: 10 };
const nightlyInterval = hours(20);

function monthsBefore(now: Date, months: number | undefined): Date | null {
  if (months === undefined) return null;
  const before = new Date(now);
  const day = before.getUTCDate();
  before.setUTCMonth(before.getUTCMonth() - months);
  // last day of a shorter month
  if (before.getUTCDate() !== day) before.setUTCDate(0);
  return before;
}

function tooOld({ environment, clock }: Pick<RetentionDependencies, 'environment' | 'clock'>) {
  const now = clock.now();
  const recordings = monthsBefore(now, environment.retentionRecordings);
  const personal = monthsBefore(now, environment.retentionPersonalData);
  const log = monthsBefore(now, environment.retentionAccessLog);
  return {
    recordings:
      recordings &&
      sql`calls where call_date_time < ${recordings} and ((audio is not null and audio not like ${`${removedPrefix}%`})
        or exists (select 1 from transcript_turns turns where turns.account_id = calls.account_id and turns.call_id = calls.id))`,
    calls: personal && sql`calls where call_date_time < ${personal} and not personal_data_removed`,
    patients:
      personal &&
      sql`patients where not personal_data_removed and exists (
        select 1 from patient_lists list where list.account_id = patients.account_id and list.id = patients.patient_list_id
          and list.modified_at < ${personal})`,
    activity: log,
    accessLog: log && [
      { table: 'connection_changes', key: ['id'], condition: sql`happened_at < ${log}` },
      { table: 'operator_reads', key: ['id'], condition: sql`happened_at < ${log}` },
      // not while the file can be downloaded
      {
        table: 'exports',
        key: ['id'],
        condition: sql`requested_at < ${log} and (ready_at is null or removed_at is not null)`,
      },
      { table: 'patient_list_exports', key: ['account_id', 'id'], condition: sql`requested_at < ${log}` },
    ],
  };
}

async function countOf(database: Queryable, rows: RawBuilder<unknown> | null): Promise<number> {
  if (rows === null) return 0;
  const { rows: found } = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(
    database,
  );
  return found[0]?.count ?? 0;
}

export async function countRetention(dependencies: RetentionDependencies): Promise<RetentionCounts> {
  const { kysely } = dependencies.database;
  const old = tooOld(dependencies);
  let accessLog = old.activity ? await countPrunable(kysely, old.activity) : 0;
  for (const { table, condition } of old.accessLog ?? [])
    accessLog += await countOf(kysely, sql`${sql.table(table)} where ${condition}`);
  return {
    recordings: await countOf(kysely, old.recordings),
    calls: await countOf(kysely, old.calls),
    patients: await countOf(kysely, old.patients),
    accessLog,
  };
}

/** Removes rows in small transactions, so that the next run continues a stopped one. `pause` takes milliseconds. */
export async function applyRetention(
  dependencies: RetentionDependencies,
  options: { batch?: number; stopped?: AbortSignal; pause?: (milliseconds: number) => Promise<void> } = {},
): Promise<RetentionCounts> {
  const { database, clock } = dependencies;
  const { batch = defaultBatch, stopped, pause = pauseUnless(stopped) } = options;
  const old = tooOld(dependencies);
  const now = clock.now();
  const isStopped = () => stopped?.aborted ?? false;
  const inBatches = async (
    rows: RawBuilder<unknown> | null,
    work: (transaction: Queryable, rows: RowsOfAccount) => Promise<void>,
  ): Promise<number> => {
    if (rows === null) return 0;
    let count = 0;
    const { rows: accounts } = await sql<{ id: string }>`select id from accounts order by id`.execute(
      database.kysely,
    );
    for (const { id: accountId } of accounts) {
      for (let wait = pauses.first; !isStopped(); ) {
        const { rows: found } = await sql<{ id: string }>`
          select id from ${rows} and account_id = ${accountId} limit ${batch}`.execute(database.kysely);
        const ids = found.map(({ id }) => id);
        if (ids.length === 0) break;
        const done = await unlessLocked(
          database.transaction(async (transaction) => {
            await sql`set local statement_timeout = 0`.execute(transaction);
            await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(transaction);
            // an import that has read the rows would restore the names
            await waitForImports(transaction);
            await work(transaction, { accountId, ids });
          }),
        );
        if (!done) await pause(wait);
        wait = done ? pauses.first : Math.min(2 * wait, pauses.longest);
        if (done) count += ids.length;
      }
    }
    return count;
  };
  const counts = {
    recordings: await inBatches(old.recordings, (transaction, rows) =>
      removeRecordings(transaction, rows, now),
    ),
    // copies are made once, also after a stopped or killed run
    calls: await inBatches(old.calls, (transaction, rows) => blankCalls(transaction, rows, now)).finally(() =>
      database.transaction(raiseDueEpochs),
    ),
    patients: await inBatches(old.patients, (transaction, rows) => blankPatients(transaction, rows, now)),
    accessLog: old.activity ? await pruneActivity(database, old.activity, isStopped) : 0,
  };
  for (const { table, key, condition } of old.accessLog ?? []) {
    for (let deleted = batch; deleted === batch && !isStopped(); counts.accessLog += deleted) {
      const ids = sql.join(key.map((column) => sql.ref(column)));
      const result = await sql`
        delete from ${sql.table(table)} where (${ids}) in (
          select ${ids} from ${sql.table(table)} where ${condition} limit ${batch})`.execute(database.kysely);
      deleted = Number(result.numAffectedRows ?? 0);
    }
  }
  await removeNotedFiles(dependencies);
  return counts;
}

const isOn = ({
  retentionRecordings,
  retentionPersonalData,
  retentionAccessLog,
}: RetentionDependencies['environment']) =>
  (retentionRecordings ?? retentionPersonalData ?? retentionAccessLog) !== undefined;

const overdueAfter = hours(48);

/** Sentences. `since`: start of this process, before which a run that never happened is not overdue. */
export async function retentionWarnings(
  {
    database,
    clock,
    environment,
  }: { database: Queryable } & Pick<RetentionDependencies, 'clock' | 'environment'>,
  since: Date,
): Promise<string[]> {
  if (!isOn(environment)) return [];
  const { rows } = await sql<{ lastAt: Date | null }>`
    select max(finished_at) as "lastAt" from command_runs where command = 'retention'`.execute(database);
  const lastAt = rows[0]?.lastAt ?? null;
  if (clock.now().getTime() - (lastAt ?? since).getTime() <= overdueAfter) return [];
  return [
    `Retention has not run ${lastAt ? `since ${lastAt.toISOString().slice(0, 10)}` : 'yet'}: nothing is removed that is too old. Look for "the retention failed" in the log of the workers.`,
  ];
}

/** Applies the retention once a night, in one process at a time, and removes noted files in any case; null if nothing was due. */
export async function nightlyRetention(
  dependencies: RetentionDependencies,
  stopped: AbortSignal,
): Promise<RetentionCounts | null> {
  const { database, clock, environment } = dependencies;
  await removeNotedFiles(dependencies);
  if (!isOn(environment)) return null;
  const startedAt = clock.now();
  const hour = startedAt.getUTCHours();
  if (hour < nightHours.from || hour >= nightHours.to) return null;
  return database.exclusivelyIfFree('retention', async () => {
    const { rows } = await sql`
      select 1 from command_runs where command = 'retention' and finished_at > ${new Date(startedAt.getTime() - nightlyInterval)}
      limit 1`.execute(database.kysely);
    if (rows.length > 0) return null;
    const counts = await applyRetention(dependencies, { stopped });
    if (stopped.aborted) return null;
    await recordCommandRun(
      { database: database.kysely, clock },
      { command: 'retention', startedAt, counts: { ...counts }, byItself: true },
    );
    return counts;
  });
}
