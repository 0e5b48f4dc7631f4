import type { Pool } from 'pg';
import { inject } from 'vitest';

/** How many statements of a pool's database wait for a lock, on all machines of a distributed one. */
export async function countLockWaits(pool: Pick<Pool, 'query'>): Promise<number> {
  // over several machines a statement has a process on each, and one number
  const processes =
    inject('testServer').cluster === null
      ? 'select pid as process from pg_stat_activity'
      : 'select global_pid as process from citus_stat_activity';
  const { rows } = await pool.query<{ count: number }>(
    `select count(distinct process)::int as count
     from (${processes} where datname = current_database() and wait_event_type = 'Lock') waiting`,
  );
  return rows[0]?.count ?? 0;
}

/** Runs something while a table is locked, so that every statement on it waits. */
export async function whileLocked(
  pool: Pick<Pool, 'connect'>,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}
