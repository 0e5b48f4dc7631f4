import { hours, minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import type { EventCounts, UnfinishedEvent } from './kind-handler.ts';

export const importTask = 'import connected calls';

/** Milliseconds for which a process claims calls, hardly ever too short; a double import changes nothing. */
const claimTime = minutes(15);

export interface WaitingCall {
  callId: string;
  /** At an agency; null for a connection of one company. */
  companyId: string | null;
  revision: number;
}

/** `delay` is in milliseconds. Mails and sign-in codes go first. */
export const requestImport = (transaction: Queryable, connection: string, delay = 0): Promise<void> =>
  addJob(
    transaction,
    importTask,
    { connection },
    { key: `${importTask} ${connection}`, waitsForOthers: true, delay },
  );

/** Lets a call wait, again if it was worked off before; or notes why it is not imported. */
export async function noteCall(
  transaction: Queryable,
  {
    connection,
    callId,
    leftOut,
    companyId = null,
    now,
  }: { connection: string; callId: string; leftOut: string | null; companyId?: string | null; now: Date },
): Promise<void> {
  const state = leftOut === null ? 'waiting' : 'left out';
  await sql`
    insert into connection_calls as known (connection, call_id, state, reason, company_id, received_at)
    values (${connection}, ${callId}, ${state}, ${leftOut}, ${companyId}, ${now})
    on conflict (connection, call_id) do update
      set state = excluded.state, company_id = coalesce(excluded.company_id, known.company_id), reason = excluded.reason, revision = known.revision + 1, received_at = excluded.received_at`.execute(
    transaction,
  );
}

/** Oldest first, except those that were tried. */
export async function claimCalls(
  database: Queryable,
  {
    connection,
    tried,
    limit,
    now,
  }: { connection: string; tried: readonly string[]; limit: number; now: Date },
): Promise<WaitingCall[]> {
  const { rows } = await sql<WaitingCall>`
    update connection_calls set claimed_until = ${new Date(now.getTime() + claimTime)}
    where connection = ${connection} and call_id in (
      select call_id from connection_calls
      where connection = ${connection} and state = 'waiting' and (claimed_until is null or claimed_until <= ${now})
        and call_id <> all(${[...tried]}::text[])
      order by received_at, call_id limit ${limit} for update skip locked)
    returning call_id as "callId", company_id as "companyId", revision`.execute(database);
  return rows;
}

export async function someAreClaimed(database: Queryable, connection: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from connection_calls where connection = ${connection} and state = 'waiting' and claimed_until > ${now} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

export interface SettledCall {
  callId: string;
  revision: number;
  state: 'waiting' | 'imported' | 'left out' | 'parked' | 'failed' | 'gone';
  reason: string | null;
  mappingVersion: number | null;
  /** Id that the mapping gave, if imported. */
  recordId?: string | null;
}

/** Stores outcomes; a call with a newer event waits again, and its id is returned. */
export async function settleCalls(
  database: Queryable,
  connection: string,
  calls: readonly SettledCall[],
): Promise<string[]> {
  const { rows } = await sql<{ callId: string; changed: boolean }>`
    update connection_calls known set claimed_until = null,
      state = case when known.revision = done.revision then done.state else known.state end,
      reason = case when known.revision = done.revision then done.reason else known.reason end,
      mapping_version = coalesce(done.mapping_version, known.mapping_version),
      record_id = coalesce(done.record_id, known.record_id)
    from jsonb_to_recordset(${JSON.stringify(
      calls.map((call) => ({
        call_id: call.callId,
        revision: call.revision,
        state: call.state,
        reason: call.reason?.slice(0, 500) ?? null,
        mapping_version: call.mappingVersion,
        record_id: call.recordId ?? null,
      })),
    )}::jsonb) as done (call_id text, revision integer, state text, reason text, mapping_version integer, record_id text)
    where known.connection = ${connection} and known.call_id = done.call_id
    returning known.call_id as "callId", known.revision <> done.revision as changed`.execute(database);
  return rows.flatMap(({ callId, changed }) => (changed ? [callId] : []));
}

/** Whatever their outcome; returns their number. */
export async function replayCalls(
  transaction: Queryable,
  { connection, since }: { connection: string; since: Date | null },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update connection_calls set state = 'waiting', reason = null, revision = revision + 1
    where connection = ${connection} and (${since}::timestamptz is null or received_at >= ${since})
      and (state <> 'left out' or mapping_version is not null)`.execute(transaction);
  await requestImport(transaction, connection);
  return Number(numAffectedRows);
}

export async function reworkParkedCalls(
  transaction: Queryable,
  { connection, reference, now }: { connection: string; reference: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ item: string }>`
    delete from connection_parked where connection = ${connection} and reference = ${reference} returning item`.execute(
    transaction,
  );
  for (const { item } of rows) await noteCall(transaction, { connection, callId: item, leftOut: null, now });
  if (rows.length > 0) await requestImport(transaction, connection);
  return rows.length;
}

/** For calls that have waited for an hour: their job was given up, or is lost. */
export async function requestLateImports(database: Queryable, now: Date): Promise<void> {
  const { rows } = await sql<{ connection: string }>`
    select distinct connection from connection_calls join connections on connections.name = connection
    where state = 'waiting' and removed_at is null and paused_at is null and received_at < ${new Date(now.getTime() - hours(1))}`.execute(
    database,
  );
  for (const { connection } of rows) await requestImport(database, connection);
}

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

/** Calls that wait, failed, or lack an unreadable column, newest first, at most 100. */
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
