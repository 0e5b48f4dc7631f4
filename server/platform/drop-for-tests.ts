import type { Pool } from 'pg';

/** What tests close before they drop the database of a pool; of other databases nothing is known. */
export const closings = new WeakMap<Pool, (() => void)[]>();

/** Closes something before a test drops the database of the pool; false when none will. */
export function closeBeforeDrop(pool: Pool, close: () => void): boolean {
  const known = closings.get(pool);
  known?.push(close);
  return known !== undefined;
}
