import type { MadeAppointment } from '@mailcall/contract/rules/callback-state.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { callTerms } from '../figures/index.ts';
import { type CallerKey, callerOf, keyOf } from './caller-key.ts';

export interface WaitingKey extends CallerKey {
  lastId: string;
  /** Milliseconds; only later evidence counts. */
  last: number;
}

export type LaterCall = CallerKey & { id: string; at: Date; answered: boolean };

const asTable = (waiting: readonly WaitingKey[]) =>
  sql`unnest(cast(${waiting.map(({ accountId }) => accountId)} as text[]), cast(${waiting.map(({ caller }) => caller)} as text[]),
    cast(${waiting.map(({ last }) => new Date(last).toISOString())} as timestamptz[])) as waiting (account_id, caller, last)`;

export async function readLaterCalls(
  database: Queryable,
  waiting: readonly WaitingKey[],
): Promise<LaterCall[]> {
  if (waiting.length === 0) return [];
  const { rows } = await sql<LaterCall>`
    select waiting.account_id as "accountId", waiting.caller, calls.id, calls.call_date_time as at, ${callTerms.answered} as answered
    from ${asTable(waiting)} join calls on calls.account_id = waiting.account_id and caller_key(calls.caller_phone_number) = waiting.caller
      and calls.call_date_time > waiting.last
    where not calls.deleted order by calls.call_date_time, calls.id desc`.execute(database);
  return rows;
}

type MadeRecord = CallerKey &
  Pick<MadeAppointment, 'id' | 'callId' | 'inPortal'> & { callAt: Date; madeAt: Date };

const madeColumns = sql`appointments.id, calls.id as "callId", calls.call_date_time as "callAt", appointments.created_at as "madeAt",
  appointments.portal_id is not null as "inPortal"`;
const callOfAppointment = sql`calls on calls.account_id = appointments.account_id and calls.id = appointments.call_id and not calls.deleted`;
const shows = sql`not appointments.deleted and appointments.outcome <> 'Cancelled'`;

const readOfNumber = (database: Queryable, waiting: readonly WaitingKey[]) =>
  sql<MadeRecord>`
    select waiting.account_id as "accountId", waiting.caller, ${madeColumns} from ${asTable(waiting)}
    join appointments on appointments.account_id = waiting.account_id and caller_key(appointments.phone) = waiting.caller
    join ${callOfAppointment}
    where ${shows} and appointments.created_at > waiting.last`.execute(database);

async function readOfCalls(database: Queryable, calls: readonly (CallerKey & { id: string })[]) {
  const callers = new Map(calls.map(({ id, caller }) => [id, caller]));
  const { rows } = await sql<MadeRecord>`
    select appointments.account_id as "accountId", '' as caller, ${madeColumns}
    from unnest(cast(${calls.map(({ accountId }) => accountId)} as text[]), cast(${calls.map(({ id }) => id)} as text[]))
      as named (account_id, id)
    join calls on calls.account_id = named.account_id and calls.id = named.id and not calls.deleted
    join appointments on appointments.account_id = named.account_id and appointments.call_id = named.id
    where ${shows}`.execute(database);
  return rows.map((row) => ({ ...row, caller: callers.get(row.callId) ?? '' }));
}

async function readInPortal(database: Queryable, waiting: readonly WaitingKey[]): Promise<MadeRecord[]> {
  const accountIds = [...new Set(waiting.map(({ accountId }) => accountId))];
  const first = new Date(
    waiting.reduce((least, { last }) => Math.min(least, last), Number.POSITIVE_INFINITY),
  );
  const { rows } = await sql<MadeRecord>`
    select appointments.account_id as "accountId", ${callerOf('calls')} as caller, ${madeColumns}
    from appointments join ${callOfAppointment}
    where appointments.account_id = any(${accountIds}) and appointments.portal_id is not null and ${shows}
      and appointments.created_at > ${first}`.execute(database);
  return rows;
}

/** Reads possible evidence by number, by later calls, and by the portal; each has an index. */
export async function readAppointments(
  database: Queryable,
  waiting: readonly WaitingKey[],
  later: readonly LaterCall[],
): Promise<(CallerKey & MadeAppointment)[]> {
  if (waiting.length === 0) return [];
  const lasts = waiting.map(({ accountId, caller, lastId: id }) => ({ accountId, caller, id }));
  const found = [
    ...(await readOfNumber(database, waiting)).rows,
    ...(await readOfCalls(database, [...lasts, ...later])),
    ...(await readInPortal(database, waiting)),
  ];
  const made = new Map(
    found.map((row) => [
      `${keyOf(row)}\n${row.id}`,
      { ...row, callAt: row.callAt.getTime(), madeAt: row.madeAt.getTime() },
    ]),
  );
  return [...made.values()].sort((one, other) => one.madeAt - other.madeAt || (one.id < other.id ? -1 : 1));
}
