import type { OfficeHours } from '@mailcall/contract/rules/office-hours.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { readOfficeHours, unknownHours } from './office-hours.ts';

export async function readOffices(database: Queryable, accountIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; timeZone: string }>`
    select id, name, time_zone as "timeZone" from accounts where id = any(${[...accountIds]})`.execute(
    database,
  );
  const hours = await readOfficeHours(database, accountIds);
  return new Map(
    rows.map(({ id, name, timeZone }) => [
      id,
      { name, hours: { timeZone, ...(hours.get(id) ?? unknownHours) } satisfies OfficeHours },
    ]),
  );
}
