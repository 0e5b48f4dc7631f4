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

/** The progress of an import. */
export interface ImportProgress {
  /** For example `calls.csv`. */
  file: string;
  phase: 'reading' | 'saving';
  /** Rows of this file read, or saved, so far. */
  rows: number;
  /** Rows to save; not known while reading. */
  total: number | null;
  seconds: number;
}

/** The state that the steps of one import share. */
export interface ImportRun {
  /** The import's own connection, which all of its statements run on. */
  database: Queryable;
  /** The same connection as `pg` sees it, for COPY alone: Kysely has no streams into the database. */
  client: PoolClient;
  /** The pool that the connection is of. */
  pool: Pool;
  /** The temporary tables of the connection. */
  tables: TemporaryTables;
  /** How statements over the connection reach the rows of the record. */
  record: RecordRows;
  report: ReportBuilder;
  codes: SystemCodes;
  recordings: RecordingImporter;
  images: ImageImporter;
  /** Whether the rows are what people did in a portal, and not the feed. */
  portalWork: boolean;
  /** The first day of each office of which new calls wait for a callback; null: all. */
  callbacksFrom: string | null;
  /** Source of the scores of calls and inquiries. */
  scoreSource: ScoreSource;
  /** Whether personal data or recordings were ever removed, which the feed must not bring back. */
  hasRemovedData: boolean;
  /** Rows saved in one transaction. */
  batchRows: number;
  progress(progress: Omit<ImportProgress, 'seconds'>): void;
  /** Runs a batch in a transaction of its own, or within the one transaction of a strict import. */
  batch<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A deadlock, a serialization failure, or a value that was taken concurrently: tried again, the batch succeeds or rejects the row. */
const retryableStates = new Set(['40P01', '40001', '23505']);
/** Each attempt waits up to a second: together they outlast the request that blocks them (`DATABASE_STATEMENT_TIMEOUT`). */
const maxAttempts = 30;

/** The transactions of an import: one per batch, or savepoints in the one that the caller has begun. */
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
