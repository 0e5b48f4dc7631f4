import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { EventCounts, UnfinishedEvent } from './kind-handler.ts';

/** How many calls wait, failed, or do not count, by connection. */
export async function countCalls(database: Queryable): Promise<ReadonlyMap<string, EventCounts>> {
  const { rows } = await sql<EventCounts & { connection: string }>`
    select connection,
      count(*) filter (where state = 'waiting')::int as waiting,
      min(received_at) filter (where state = 'waiting') as "oldestAt",
      max(reason) filter (where state = 'waiting') as problem,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'gone')::int as gone,
      count(*) filter (where state = 'left out')::int as "leftOut"
    from connection_calls group by connection`.execute(database);
  return new Map(rows.map(({ connection, ...counts }) => [connection, counts]));
}

/** The calls of a connection that wait, could not be imported or lack a column that could not be read, the newest first, at most 100. */
export async function listUnfinishedCalls(
  database: Queryable,
  connection: string,
): Promise<UnfinishedEvent[]> {
  const { rows } = await sql<UnfinishedEvent>`
    select call_id as id, state, received_at as "receivedAt", reason from connection_calls
    where connection = ${connection} and (state in ('waiting', 'failed') or (state = 'imported' and reason is not null))
    order by received_at desc, call_id limit 100`.execute(database);
  return rows;
}
