import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../../platform/database.ts';
import type { ScoreSource } from '../calls/index.ts';
import type { RecordRows } from '../../platform/distribution/record-rows.ts';
import type { SystemCodes } from './dimension-codes.ts';
import type { ImageImporter } from './images.ts';
import type { ReportBuilder } from './import-report.ts';
import { executeSql } from './execute-sql.ts';
import type { RecordingImporter } from './recordings.ts';
import type { TemporaryTables } from './temporary-tables.ts';
import type { TiedIds } from './tied-ids.ts';

/** Accounts for which a person of the provider works. */
export type WithinAccounts = 'all' | ReadonlySet<string>;

export interface ImportProgress {
  file: string;
  phase: 'reading' | 'saving';
  rows: number;
  /** Rows to save; null while reading. */
  total: number | null;
  seconds: number;
}

export interface ImportRun {
  database: Queryable;
  /** For COPY only: Kysely has no streams into the database. */
  client: PoolClient;
  pool: Pool;
  tables: TemporaryTables;
  record: RecordRows;
  report: ReportBuilder;
  codes: SystemCodes;
  recordings: RecordingImporter;
  images: ImageImporter;
  /** Rows are of these accounts only (see senders-rights); null: of all. */
  within: WithinAccounts | null;
  /** Lines of each outcome in the report. */
  samples: number;
  /** People's work in a portal instead of the feed. */
  portalWork: boolean;
  /** A person changes rows, instead of the feed. */
  byPerson: boolean;
  tied: TiedIds;
  /** First local day of new calls that wait for a callback; null: all. */
  callbacksFrom: string | null;
  scoreSource: ScoreSource;
  /** Personal data or recordings were removed at some time; the feed must not restore them. */
  hasRemovedData: boolean;
  batchRows: number;
  progress(progress: Omit<ImportProgress, 'seconds'>): void;
  batch<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A deadlock, a serialization failure, or a value taken concurrently. Another try succeeds or rejects the row. */
const retryableStates = new Set(['40P01', '40001', '23505']);
/** Each attempt waits up to a second, so that all outlast a blocking request (`DATABASE_STATEMENT_TIMEOUT`). */
const maxAttempts = 30;

/** One transaction per batch, or savepoints in the caller's. */
export function batchRunner(
  { database, tables }: Pick<ImportRun, 'database' | 'tables'>,
  strict: boolean,
): ImportRun['batch'] {
  const [begin, commit, rollback] = strict
    ? ['savepoint batch', 'release savepoint batch', 'rollback to savepoint batch']
    : ['begin', 'commit', 'rollback'];
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      await executeSql(database, begin);
      try {
        const result = await work();
        await executeSql(database, commit);
        return result;
      } catch (error) {
        await executeSql(database, rollback).catch(() => {});
        tables.forget();
        const { code } = error as { code?: string };
        if (attempt < maxAttempts && code !== undefined && retryableStates.has(code)) continue;
        throw error;
      }
    }
  };
}
