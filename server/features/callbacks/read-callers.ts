import { callbackDays, type CallbackKind } from '@mailcall/contract/rules/callbacks.ts';
import {
  appointmentEvidence,
  type CallerFacts,
  type DoneAction,
  type Evidence,
  type WaitingCall,
  waitingSince,
} from '@mailcall/contract/rules/callback-state.ts';
import type { UrgentCall } from '@mailcall/contract/rules/callback-urgency.ts';
import type { OfficeHours } from '@mailcall/contract/rules/office-hours.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { closesOrReopens } from '../calls/index.ts';
import { callTerms } from '../figures/index.ts';
import { type CallerKey, callerOf, isOfCaller, keyOf } from './caller-key.ts';
import { readAppointments, readLaterCalls, type WaitingKey } from './caller-evidence.ts';
import { readOffices } from './offices.ts';
import { isScoredLate, waitsSince } from './waits-since.ts';

export interface CallerCall extends WaitingCall, UrgentCall {}

export interface Caller extends CallerKey, CallerFacts<CallerCall> {
  actions: readonly RecordedAction[];
  accountName: string;
  hours: OfficeHours;
  /** Highest of any action or undo; 0 without any. */
  version: number;
}

export interface RecordedAction extends DoneAction {
  id: string;
  requestId: string | null;
}

export const deskFrom = (now: Date) => new Date(now.getTime() - days(callbackDays));

type CallRecord = CallerCall & CallerKey;

const forDesk = sql`not calls.deleted and not calls.personal_data_removed and not calls.before_callbacks and ${callTerms.calledForCallback}`;

/** Condition of the index `calls_to_call_back`, which covers all columns read here. */
const onDesk = (now: Date) => sql`${forDesk} and calls.call_date_time >= ${deskFrom(now)}`;

/** Older calls that were scored late: the condition of the index `calls_scored_late`. */
const onDeskLate = (now: Date) =>
  sql`${forDesk} and ${isScoredLate} and calls.first_scored_at >= ${deskFrom(now)} and calls.call_date_time < ${deskFrom(now)}`;

const milliseconds = (time: RawBuilder<unknown>) =>
  sql<number>`cast(floor(extract(epoch from ${time}) * 1000) as double precision)`;

const callColumns = sql`calls.account_id as "accountId", ${callerOf('calls')} as caller, calls.id,
  ${milliseconds(sql`calls.call_date_time`)} as at, ${milliseconds(waitsSince)} as since,
  ${milliseconds(sql`calls.resolve_date`)} as "resolvedAt", ${callTerms.missed} as missed, ${callTerms.opportunity} as opportunity,
  coalesce(calls.voicemail_left_message, false) as "leftMessage",
  coalesce(calls.voicemail_wants_appointment, false) as "wantsAppointment"`;

const deskCalls = (among: RawBuilder<unknown>, now: Date) => sql`
  select ${callColumns} from calls where ${among} and ${onDesk(now)}
  union all select ${callColumns} from calls where ${among} and ${onDeskLate(now)}`;

const inOrder = (calls: CallRecord[]) =>
  calls.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

async function readCalls(database: Queryable, among: RawBuilder<unknown>, now: Date): Promise<CallRecord[]> {
  const { rows } = await sql<CallRecord>`${deskCalls(among, now)}`.execute(database);
  return inOrder(rows);
}

export interface CallersCounted {
  callers: number;
  calls: number;
}

/** Reads calls only of callers who wait, and counts all, without reading or normalizing numbers again. */
async function readWaitingCalls(database: Queryable, among: RawBuilder<unknown>, now: Date) {
  const { rows } = await sql<CallRecord & { allCallers: number; allCalls: number }>`
    with listed as materialized (${deskCalls(among, now)}),
    waiting as materialized (
      select distinct "accountId", caller from listed where "resolvedAt" is null and since >= ${waitingSince(now.getTime())}),
    counted as (
      select cast(count(*) as integer) as callers, cast(coalesce(sum(calls), 0) as integer) as calls
      from (select count(*) as calls from listed group by "accountId", caller) as each)
    select counted.callers as "allCallers", counted.calls as "allCalls", found.*
    from counted left join (
      select listed.* from listed join waiting on waiting."accountId" = listed."accountId" and waiting.caller = listed.caller) as found
    on true`.execute(database);
  const [first] = rows;
  return {
    all: { callers: first?.allCallers ?? 0, calls: first?.allCalls ?? 0 },
    // a single row without a call means that no one waits
    calls: inOrder(rows.filter(({ id }) => (id as string | null) !== null)),
  };
}

export interface ShownAction {
  id: string;
  kind: CallbackKind;
  /** Null for staff named by the feed. */
  contactId: string | null;
  by: string;
  at: Date;
  until: Date | null;
  undoneAt: Date | null;
}

type ActionRecord = ShownAction & {
  accountId: string;
  /** Null if its call is on the desk: the caller is known then. */
  caller: string | null;
  callId: string;
  requestId: string | null;
  version: number;
  seenCallIds: string[] | null;
  seenAppointmentId: string | null;
};

interface Among {
  accountIds: readonly string[];
  among: RawBuilder<unknown>;
}

/** Includes older closings, which matter when a caller calls again. Each uses an index. */
const readActions = (database: Queryable, { accountIds, among }: Among, now: Date) =>
  sql<ActionRecord>`
    select done.account_id as "accountId", case when ${onDesk(now)} then null else ${callerOf('calls')} end as caller,
      done.call_id as "callId", done.id, done.kind, done.contact_id as "contactId",
      done.contact_name as by, done.happened_at as at, done.until, done.undone_at as "undoneAt",
      done.request_id as "requestId", cast(done.version as double precision) as version,
      done.seen_call_ids as "seenCallIds", done.seen_appointment_id as "seenAppointmentId"
    from callback_actions done join calls on calls.account_id = done.account_id and calls.id = done.call_id and not calls.deleted
    where done.account_id = any(${[...accountIds]}) and not done.deleted and ${among} and (done.happened_at >= ${deskFrom(now)}
      or done.undone_at is null and ${closesOrReopens})
    order by done.happened_at, done.version, done.id`.execute(database);

function evidenceFrom(record: { id: string; at: Date } | undefined): Evidence | null {
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

const keysWaiting = (byCaller: Iterable<readonly CallRecord[]>): WaitingKey[] =>
  [...byCaller].flatMap((calls) => {
    const last = calls.findLast(({ resolvedAt }) => resolvedAt === null);
    return last ? [{ accountId: last.accountId, caller: last.caller, lastId: last.id, last: last.at }] : [];
  });

async function withFacts(
  database: Queryable,
  { calls: all, chosen, now }: { calls: CallRecord[]; chosen: Among; now: Date },
): Promise<Caller[]> {
  const byCaller = Map.groupBy(all, keyOf);
  const waiting = keysWaiting(byCaller.values());
  const callers = new Map(
    [...byCaller.values()].flatMap((calls) => calls.map((call) => [call.id, call.caller])),
  );
  const actions = Map.groupBy(
    (await readActions(database, chosen, now)).rows,
    ({ accountId, caller, callId }) => keyOf({ accountId, caller: caller ?? callers.get(callId) ?? '' }),
  );
  const later = await readLaterCalls(database, waiting);
  const answered = new Map(later.filter((call) => call.answered).map((call) => [keyOf(call), call]));
  const made = Map.groupBy(await readAppointments(database, waiting, later), keyOf);
  const offices = await readOffices(database, chosen.accountIds);
  return [...byCaller].flatMap(([key, calls]) => {
    const [first] = calls;
    const office = first && offices.get(first.accountId);
    if (!first || !office) return [];
    const { accountId, caller } = first;
    const done = actions.get(key) ?? [];
    return [
      {
        accountId,
        caller,
        accountName: office.name,
        calls,
        actions: done.filter(({ undoneAt }) => undoneAt === null).map(actionOf),
        answered: evidenceFrom(answered.get(key)),
        appointment: appointmentEvidence(calls, made.get(key) ?? []),
        hours: office.hours,
        version: done.reduce((most, { version }) => Math.max(most, version), 0),
      },
    ];
  });
}

const ofAccounts = (accountIds: readonly string[]): Among => ({
  accountIds,
  among: sql`calls.account_id = any(${[...accountIds]})`,
});

/** Callers with a missed or follow-up call of the last 60 days. */
export async function readCallers(
  database: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<Caller[]> {
  const chosen = ofAccounts(accountIds);
  return withFacts(database, { calls: await readCalls(database, chosen.among, now), chosen, now });
}

/** Reads callers with a call that waits unless evidence closes them; only counts others. */
export async function readWaitingCallers(
  database: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<{ callers: Caller[]; all: CallersCounted }> {
  const chosen = ofAccounts(accountIds);
  const { all, calls } = await readWaitingCalls(database, chosen.among, now);
  return { all, callers: await withFacts(database, { calls, chosen, now }) };
}

/** Null without a missed or follow-up call of the last 60 days. */
export async function readCaller(database: Queryable, key: CallerKey, now: Date): Promise<Caller | null> {
  const chosen = { accountIds: [key.accountId], among: isOfCaller(key) };
  const calls = await readCalls(database, chosen.among, now);
  const [caller] = await withFacts(database, { calls, chosen, now });
  return caller ?? null;
}
