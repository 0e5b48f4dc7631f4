import { sql } from 'kysely';
import type { Database, Queryable } from './database.ts';

/** An abort cancels the running statement of the transaction, so `work` fails. Throws the signal's reason if already aborted. */
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
    // the next user of the connection must not receive this cancellation
    await ending;
  }
}

/** For reads that may be slow, in a transaction. Throws the signal's reason after an abort. */
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
