import { isConnectionError } from '../../platform/database-unavailable.ts';
import type { FileStore } from '../../platform/files.ts';
import { isDatabaseDiskFull, isDiskFull, sqlStateOf } from '../../platform/logged-error.ts';
import { lockTimeoutState } from '../../platform/import-lock.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

/** `unknown`: the connection was lost while the only transaction was committed. */
export type SavedRows = 'saved batches' | 'nothing' | 'unknown';

const sentences: Record<SavedRows, string> = {
  'saved batches': 'What was saved so far stays; run the import again to complete it.',
  nothing: 'Nothing was kept; run the import again.',
  unknown:
    'Whether the rows were kept is not known; run the import again, which changes nothing if they were.',
};

export class DatabaseLost extends OperatorProblem {
  constructor(kept: SavedRows) {
    super(`The database was lost during the import. ${sentences[kept]}`);
  }
}

export class DiskFull extends OperatorProblem {
  constructor(place: 'database' | 'file store', kept: SavedRows) {
    super(`The disk of the ${place} is full. Make room. ${sentences[kept]}`);
  }
}

/** Another session keeps a table or a row locked, for instance in a transaction that was left open. */
export class RecordLocked extends OperatorProblem {
  constructor(kept: SavedRows) {
    super(
      `The import waited too long for a lock that another database session holds (pg_stat_activity shows it). ${sentences[kept]}`,
    );
  }
}

export function importFailure(error: unknown, failed: { lost: boolean; kept: SavedRows }): unknown {
  if (error instanceof OperatorProblem) return error;
  if (failed.lost) return new DatabaseLost(failed.kept);
  if (sqlStateOf(error) === lockTimeoutState) return new RecordLocked(failed.kept);
  if (isDatabaseDiskFull(error)) return new DiskFull('database', failed.kept);
  if (sqlStateOf(error) !== null && isConnectionError(error)) return new DatabaseLost(failed.kept);
  if (error instanceof FileStoreFull) return new DiskFull('file store', failed.kept);
  return error;
}

class FileStoreFull extends Error {}

/** Reports a full file store by an error of its own, because the code alone does not say which disk is full. */
export const reportingDiskFull = (files: FileStore): FileStore => ({
  ...files,
  put: (key, source) =>
    files.put(key, source).catch((error: unknown) => {
      throw isDiskFull(error) ? new FileStoreFull('The file store is full.', { cause: error }) : error;
    }),
});
