import type { Pool } from 'pg';
import { inject } from 'vitest';

/** Number of statements in the pool's database that wait for a lock, on all nodes of a cluster. */
export async function countLockWaits(pool: Pick<Pool, 'query'>): Promise<number> {
  // a distributed statement has one process on each node but the same global number
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

/** Runs `work` while a table is locked, so that every statement on it waits. */
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
