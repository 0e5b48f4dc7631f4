import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Connection } from './connections.ts';

/** Finds calls of the record by the ids that the connection's mapping, or the ready one, gives them. */
export async function noteGone(
  database: Queryable,
  { name, kind }: Pick<Connection, 'name' | 'kind'>,
  callIds: readonly string[],
  now: Date,
): Promise<void> {
  if (callIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select coalesce(record_id, ${`${kind}:`} || call_id) as id from connection_calls
    where connection = ${name} and call_id = any(${[...callIds]}::text[]) and state = 'gone'`.execute(
    database,
  );
  const known = await sql<{ id: string }>`
    select id from calls where id = any(${rows.map(({ id }) => id)}::text[]) and not deleted`.execute(
    database,
  );
  await sql`
    insert into gone_calls (call_id, connection, gone_at)
    select call_id, ${name}, ${now} from unnest(${known.rows.map(({ id }) => id)}::text[]) as gone (call_id)
    on conflict do nothing`.execute(database);
}

/** Notes that a system has these calls of the record, also if it had not before. */
export async function noteFound(database: Queryable, recordIds: readonly string[]): Promise<void> {
  await sql`delete from gone_calls where call_id = any(${[...recordIds]}::text[])`.execute(database);
}
