import type { Pool } from 'pg';

/** How many sessions of a pool's database wait for a lock, on all machines of a distributed one. */
export async function countLockWaits(pool: Pool): Promise<number> {
  const { rows: found } = await pool.query<{ view: string }>(
    `select coalesce(to_regclass('citus_stat_activity'), 'pg_stat_activity'::regclass)::text as view`,
  );
  const { rowCount } = await pool.query(
    `select 1 from ${found[0]?.view} where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
