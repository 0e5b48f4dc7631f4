import { type DayMode, dayZones } from '@mailcall/contract/rules/days.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** The time zones by whose days some accounts are counted. A group has one too, because calls can be recorded on it. */
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
