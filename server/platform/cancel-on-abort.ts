import { sql } from 'kysely';
import type { Database, Queryable } from './database.ts';

/**
 * Runs `work` with the statements of a transaction. When the signal is aborted, the statement that is running is canceled in PostgreSQL,
 * and so `work` fails.
 * @throws the signal's reason, when it was aborted before
 */
export async function cancelOnAbort<Result>(
  database: Pick<Database, 'cancelQuery'>,
  transaction: Queryable,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  let ending: Promise<unknown> | undefined;
  const end = () => {
    ending = database.cancelQuery(rows[0]?.pid ?? 0).catch(() => {});
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    signal.removeEventListener('abort', end);
    // the connection is used by others afterwards: no cancellation of their queries may be pending
    await ending;
  }
}

/**
 * Reads for somebody who may leave before: the statement that is running then is canceled. It takes a transaction, so that it is for
 * statements that can be long.
 * @throws the signal's reason, once it is aborted
 */
export async function readUntilAborted<Result>(
  database: Pick<Database, 'kysely' | 'cancelQuery'>,
  signal: AbortSignal,
  read: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  try {
    return await database.kysely
      .transaction()
      .setAccessMode('read only')
      .execute((transaction) => cancelOnAbort(database, transaction, signal, () => read(transaction)));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
