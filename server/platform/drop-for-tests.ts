import type { Pool } from 'pg';

/** Functions to call before a test drops the pool's database; unset for other databases. */
export const closings = new WeakMap<Pool, (() => void)[]>();

/** Registers `close` for the time before a test drops the pool's database; false outside tests. */
export function closeBeforeDrop(pool: Pool, close: () => void): boolean {
  const known = closings.get(pool);
  known?.push(close);
  return known !== undefined;
}
