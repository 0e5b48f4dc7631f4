import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { EventCounts } from '../connections/index.ts';

/** How many calls wait, failed, or do not count, by connection. */
export async function countCalls(database: Queryable): Promise<ReadonlyMap<string, EventCounts>> {
  const { rows } = await sql<EventCounts & { connection: string }>`
    select connection,
      count(*) filter (where state = 'waiting')::int as waiting,
      min(received_at) filter (where state = 'waiting') as "oldestAt",
      max(reason) filter (where state = 'waiting') as problem,
      count(*) filter (where state in ('failed', 'gone'))::int as failed,
      count(*) filter (where state = 'left out')::int as "leftOut"
    from connection_calls group by connection`.execute(database);
  return new Map(rows.map(({ connection, ...counts }) => [connection, counts]));
}
