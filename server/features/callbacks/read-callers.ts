import { callbackDays, type CallbackKind } from '@mailcall/contract/rules/callbacks.ts';
import {
  appointmentEvidence,
  type CallerFacts,
  type DoneAction,
  type Evidence,
  type MadeAppointment,
  type WaitingCall,
} from '@mailcall/contract/rules/callback-state.ts';
import type { UrgentCall } from '@mailcall/contract/rules/callback-urgency.ts';
import type { OfficeHours } from '@mailcall/contract/rules/office-hours.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { callTerms } from '../scope/index.ts';
import { readOfficeHours, unknownHours } from './office-hours.ts';

/** A missed or follow-up call, as the callback desk needs it. */
export interface CallerCall extends WaitingCall, UrgentCall {
  callerName: string | null;
  callerIdName: string | null;
  callerPhoneNumber: string | null;
}

/** Who a caller is: an account, and what their calls there have in common. */
export interface CallerKey {
  accountId: string;
  /** The normal form of the number, or `call:` and the id of a call without one. */
  caller: string;
}

/** A caller with what the record says of them. */
export interface Caller extends CallerKey, CallerFacts<CallerCall> {
  actions: readonly RecordedAction[];
  accountName: string;
  hours: OfficeHours;
  /** The highest version with which an action was done or undone; 0 without any. */
  version: number;
}

/** An action as it was recorded. */
export interface RecordedAction extends DoneAction {
  id: string;
  requestId: string | null;
}

/** By what calls are of the same caller. */
export const callerOf = (table: string) =>
  sql<string>`coalesce(caller_key(${sql.ref(`${table}.caller_phone_number`)}), 'call:' || ${sql.ref(`${table}.id`)})`;

/** The condition that a row of a table of calls is of a caller. */
export const isOfCaller = ({ accountId, caller }: CallerKey, table = 'calls') => {
  const callId = /^call:(.*)$/s.exec(caller)?.[1];
  return callId === undefined
    ? sql`(${sql.ref(`${table}.account_id`)} = ${accountId} and caller_key(${sql.ref(`${table}.caller_phone_number`)}) = ${caller})`
    : sql`(${sql.ref(`${table}.account_id`)} = ${accountId} and ${sql.ref(`${table}.id`)} = ${callId})`;
};

/** The earliest time of calls that the desk looks at. */
export const deskFrom = (now: Date) => new Date(now.getTime() - callbackDays * 24 * 60 * 60 * 1000);

type CallRecord = Omit<CallerCall, 'at' | 'resolvedAt'> &
  CallerKey & { accountName: string; timeZone: string; at: Date; resolvedAt: Date | null };

const readCalls = (database: Queryable, among: RawBuilder<unknown>, now: Date) =>
  sql<CallRecord>`
    select calls.account_id as "accountId", ${callerOf('calls')} as caller, accounts.name as "accountName",
      accounts.time_zone as "timeZone", calls.id, calls.call_date_time as at, calls.resolve_date as "resolvedAt",
      ${callTerms.missed} as missed, ${callTerms.opportunity} as opportunity,
      coalesce(calls.voicemail_left_message, false) as "leftMessage",
      coalesce(calls.voicemail_wants_appointment, false) as "wantsAppointment",
      calls.caller_name as "callerName", calls.caller_id_name as "callerIdName",
      calls.caller_phone_number as "callerPhoneNumber"
    from calls join accounts on accounts.id = calls.account_id
    where ${among} and not calls.deleted and not calls.personal_data_removed
      and calls.call_date_time >= ${deskFrom(now)} and ${callTerms.calledForCallback}
    order by calls.account_id, calls.call_date_time, calls.id`.execute(database);

/** An action as the callback desk shows it, also one that was undone. */
export interface ShownAction {
  id: string;
  kind: CallbackKind;
  /** Null for somebody of whom the feed tells. */
  contactId: string | null;
  by: string;
  at: Date;
  until: Date | null;
  undoneAt: Date | null;
}

type ActionRecord = CallerKey &
  ShownAction & {
    requestId: string | null;
    version: number;
    seenCallIds: string[] | null;
    seenAppointmentId: string | null;
  };

/** Which callers to read: a condition on rows of `calls`, and the accounts that they are of. */
interface Among {
  accountIds: readonly string[];
  among: RawBuilder<unknown>;
}

/** Actions of the time that the desk looks at, and older closings: whoever calls again is called knowing of them. Both have an index. */
const readActions = (database: Queryable, { accountIds, among }: Among, now: Date) =>
  sql<ActionRecord>`
    select done.account_id as "accountId", ${callerOf('calls')} as caller, done.id, done.kind, done.contact_id as "contactId",
      done.contact_name as by, done.happened_at as at, done.until, done.undone_at as "undoneAt",
      done.request_id as "requestId", cast(done.version as double precision) as version,
      done.seen_call_ids as "seenCallIds", done.seen_appointment_id as "seenAppointmentId"
    from callback_actions done join calls on calls.account_id = done.account_id and calls.id = done.call_id and not calls.deleted
    where done.account_id = any(${[...accountIds]}) and not done.deleted and ${among} and (done.happened_at >= ${deskFrom(now)}
      or done.undone_at is null and done.kind in ('wrong-number', 'do-not-call', 'reopen'))
    order by done.happened_at, done.version, done.id`.execute(database);

/** A caller of whom some calls are not resolved, as parameters of a statement. */
const asTable = (waiting: readonly CallerKey[]) =>
  sql`unnest(cast(${waiting.map(({ accountId }) => accountId)} as text[]), cast(${waiting.map(({ caller }) => caller)} as text[]))
    as waiting (account_id, caller)`;

const readAnswered = (database: Queryable, waiting: readonly CallerKey[], now: Date) =>
  sql<CallerKey & { id: string; at: Date }>`
    select calls.account_id as "accountId", waiting.caller, max(calls.call_date_time) as at,
      (array_agg(calls.id order by calls.call_date_time desc, calls.id))[1] as id
    from ${asTable(waiting)} join calls on calls.account_id = waiting.account_id and caller_key(calls.caller_phone_number) = waiting.caller
    where not calls.deleted and ${callTerms.answered} and calls.call_date_time >= ${deskFrom(now)}
    group by calls.account_id, waiting.caller`.execute(database);

type AppointmentRecord = CallerKey & {
  id: string;
  callId: string;
  callAt: Date;
  madeAt: Date;
  inPortal: boolean;
};

const readAppointments = (database: Queryable, waiting: readonly CallerKey[], now: Date) =>
  sql<AppointmentRecord>`
    select made.account_id as "accountId", made.caller, made.id, calls.id as "callId", calls.call_date_time as "callAt",
      made.created_at as "madeAt", made.portal_id is not null as "inPortal"
    from (
      select appointments.*, waiting.caller from ${asTable(waiting)}
      join appointments on appointments.account_id = waiting.account_id and caller_key(appointments.phone) = waiting.caller
      where not appointments.deleted
      union
      select appointments.*, waiting.caller from ${asTable(waiting)}
      join calls on calls.account_id = waiting.account_id and caller_key(calls.caller_phone_number) = waiting.caller and not calls.deleted
      join appointments on appointments.account_id = calls.account_id and appointments.call_id = calls.id
    ) as made
    join calls on calls.account_id = made.account_id and calls.id = made.call_id and not calls.deleted
    where not made.deleted and made.outcome <> 'Cancelled' and made.created_at >= ${deskFrom(now)}
    order by made.created_at, made.id`.execute(database);

const keyOf = ({ accountId, caller }: CallerKey) => `${accountId}\n${caller}`;
const isWaiting = (calls: readonly CallRecord[]) => calls.some(({ resolvedAt }) => resolvedAt === null);

function evidenceOf(record: { id: string; at: Date } | undefined): Evidence | null {
  return record ? { id: record.id, at: record.at.getTime() } : null;
}

function actionOf({ id, kind, contactId, by, requestId, ...action }: ActionRecord): RecordedAction {
  const [at, until] = [action.at.getTime(), action.until?.getTime() ?? null];
  const seen = action.seenCallIds && {
    callIds: action.seenCallIds,
    appointmentId: action.seenAppointmentId,
  };
  return { id, kind, contactId, by, at, until, requestId, seen };
}

const madeOf = ({ id, callId, callAt, madeAt, inPortal }: AppointmentRecord): MadeAppointment => ({
  id,
  callId,
  callAt: callAt.getTime(),
  madeAt: madeAt.getTime(),
  inPortal,
});

/** Reads callers whose rows of `calls` meet a condition, with everything that their state follows from. */
async function readAmong(database: Queryable, chosen: Among, now: Date): Promise<Caller[]> {
  const byCaller = Map.groupBy((await readCalls(database, chosen.among, now)).rows, keyOf);
  const waiting = [...byCaller.values()].flatMap((calls) => {
    const [first] = calls;
    return first && isWaiting(calls) ? [{ accountId: first.accountId, caller: first.caller }] : [];
  });
  const actions = Map.groupBy((await readActions(database, chosen, now)).rows, keyOf);
  const nothing = { rows: [] };
  const answered = waiting.length === 0 ? nothing : await readAnswered(database, waiting, now);
  const answeredOf = new Map(answered.rows.map((row) => [keyOf(row), row]));
  const made = waiting.length === 0 ? nothing : await readAppointments(database, waiting, now);
  const madeBy = Map.groupBy(made.rows, keyOf);
  const hours = await readOfficeHours(database, [
    ...new Set([...byCaller.values()].flatMap(([call]) => call?.accountId ?? [])),
  ]);
  return [...byCaller].flatMap(([key, records]) => {
    const [first] = records;
    if (!first) return [];
    const calls = records.map(({ at, resolvedAt, ...call }) => ({
      ...call,
      at: at.getTime(),
      resolvedAt: resolvedAt?.getTime() ?? null,
    }));
    const done = actions.get(key) ?? [];
    return [
      {
        accountId: first.accountId,
        caller: first.caller,
        accountName: first.accountName,
        calls,
        actions: done.filter(({ undoneAt }) => undoneAt === null).map(actionOf),
        answered: evidenceOf(answeredOf.get(key)),
        appointment: appointmentEvidence(calls, (madeBy.get(key) ?? []).map(madeOf)),
        hours: { timeZone: first.timeZone, ...(hours.get(first.accountId) ?? unknownHours) },
        version: Math.max(0, ...done.map(({ version }) => version)),
      },
    ];
  });
}

/** Reads all callers of some accounts with a missed or follow-up call of the last 60 days. */
export const readCallers = (
  database: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<Caller[]> =>
  accountIds.length === 0
    ? Promise.resolve([])
    : readAmong(database, { accountIds, among: sql`calls.account_id = any(${[...accountIds]})` }, now);

/** Reads one caller; null when they have no missed or follow-up call of the last 60 days. */
export async function readCaller(database: Queryable, key: CallerKey, now: Date): Promise<Caller | null> {
  const [caller] = await readAmong(database, { accountIds: [key.accountId], among: isOfCaller(key) }, now);
  return caller ?? null;
}

/** Whose call it is, of a call of these accounts; null when there is none. */
export async function callerOfCall(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  callId: string,
): Promise<CallerKey | null> {
  const { rows } = await sql<CallerKey>`
    select calls.account_id as "accountId", ${callerOf('calls')} as caller from calls
    where calls.id = ${callId} and calls.account_id = any(${[...accountIds]}) and not calls.deleted`.execute(
    database,
  );
  return rows[0] ?? null;
}
