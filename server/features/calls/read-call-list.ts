import type { CallRow } from '@mailcall/contract/calls.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { cancelOnAbort } from '../../platform/cancel-on-abort.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { readAhead } from '../../platform/read-ahead.ts';
import { sortDirection } from '../../platform/sort-order.ts';
import type { CheckedScope } from '../scope/index.ts';
import { callRowColumns, type CallRowRecord, callRowTables, presentCallRow } from './call-row.ts';
import { callMatchesRequest, type CallListRequest, callSortKey } from './list-calls.ts';

export type FullListRequest = Pick<CallListRequest, 'filters' | 'query' | 'sort' | 'dir'>;

/** Times are local to the call's office, in milliseconds as if they were UTC. */
export interface CallInOfficeTime {
  call: CallRow;
  dateTime: number;
  resolveDate: number | null;
}

const batchSize = 500;
/** Milliseconds that the reader may leave the database waiting before it fetches the next batch. */
const defaultReadTimeout = minutes(1);

type OfficeTimeRecord = CallRowRecord & { office_time: number; office_resolve_time: number | null };

export async function countCallList(
  database: Queryable,
  scope: CheckedScope,
  request: FullListRequest,
): Promise<number> {
  if (scope.accountIds.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select cast(count(*) as integer) as total from calls where ${callMatchesRequest(scope, request)}`.execute(
    database,
  );
  return rows[0]?.total ?? 0;
}

const officeTime = (column: 'call_date_time' | 'resolve_date') =>
  sql`cast(extract(epoch from ${sql.ref(`calls.${column}`)} at time zone accounts.time_zone) * 1000 as double precision)`;

async function* batches(
  snapshot: Queryable,
  signal: AbortSignal,
): AsyncGenerator<readonly CallInOfficeTime[]> {
  for (;;) {
    const { rows: ids } = await sql<{
      account_id: string;
      id: string;
    }>`fetch ${sql.lit(batchSize)} from listed`.execute(snapshot);
    if (ids.length === 0) return;
    signal.throwIfAborted();
    const { rows } = await sql<OfficeTimeRecord>`
      select ${callRowColumns}, ${officeTime('call_date_time')} as office_time,
        ${officeTime('resolve_date')} as office_resolve_time
      from unnest(cast(${ids.map(({ account_id }) => account_id)} as text[]), cast(${ids.map(({ id }) => id)} as text[]))
        with ordinality as listed (account_id, id, place)
      join ${callRowTables} on calls.account_id = listed.account_id and calls.id = listed.id
      order by listed.place`.execute(snapshot);
    yield rows.map((row) => ({
      call: presentCallRow(row),
      dateTime: row.office_time,
      resolveDate: row.office_resolve_time,
    }));
  }
}

/** Batches of one snapshot, read while `use` has the previous one. The signal cancels the query. @param options.timeout milliseconds */
export function readCallList<Result>(
  database: Database,
  scope: CheckedScope,
  request: FullListRequest,
  options: { signal: AbortSignal; timeout?: number },
  use: (batches: AsyncIterable<readonly CallInOfficeTime[]>) => Promise<Result>,
): Promise<Result> {
  const { signal, timeout } = options;
  return database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      signal.throwIfAborted();
      await sql`
        select set_config('idle_in_transaction_session_timeout', ${String(defaultReadTimeout)}, true),
          set_config('cursor_tuple_fraction', '1', true),
          ${timeout === undefined ? sql`null` : sql`set_config('statement_timeout', ${String(timeout)}, true)`}
      `.execute(snapshot);
      return cancelOnAbort(database, snapshot, signal, async () => {
        if (scope.accountIds.length === 0) return use(noCalls());
        const { key, joins } = callSortKey(request.sort, scope);
        await sql`
          declare listed no scroll cursor for
          select calls.account_id, calls.id from calls ${joins} where ${callMatchesRequest(scope, request)}
          order by ${key} ${sortDirection(request.dir)} nulls last, calls.id`.execute(snapshot);
        const read = readAhead(batches(snapshot, signal));
        try {
          return await use(read);
        } finally {
          // a pending batch of a failed reader must not be read on a connection that others use
          await read.return(undefined);
        }
      });
    });
}

async function* noCalls(): AsyncGenerator<readonly CallInOfficeTime[]> {
  yield* [];
}
