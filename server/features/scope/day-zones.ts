import { type DayMode, dayZones } from '@mailcall/contract/time/days.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** Includes groups, because a group may have calls. */
export async function dayZonesOf(
  database: Queryable,
  mode: DayMode,
  accountIds: readonly string[],
): Promise<readonly string[]> {
  if (mode === 'utc') return dayZones(mode, []);
  const { rows } = await sql<{ zone: string }>`
    select distinct time_zone as zone from accounts where id = any(${[...accountIds]})`.execute(database);
  return dayZones(
    mode,
    rows.map(({ zone }) => zone),
  );
}
