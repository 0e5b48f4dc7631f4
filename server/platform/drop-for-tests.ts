import type { Pool } from 'pg';

/** Run before a test drops the pool's database; unset for other databases. */
export const closings = new WeakMap<Pool, (() => void)[]>();

/** False outside tests. */
export function closeBeforeDrop(pool: Pool, close: () => void): boolean {
  const known = closings.get(pool);
  known?.push(close);
  return known !== undefined;
}
