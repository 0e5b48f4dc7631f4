import {
  callbackUntil,
  type LaterContact,
  type MissedCall,
  missedOutcome,
  type MissedOutcome,
} from '@mailcall/contract/rules/callback-figures.ts';
import { calledBackKinds, type CallbackKind } from '@mailcall/contract/rules/callbacks.ts';
import type { DoneAction } from '@mailcall/contract/rules/callback-state.ts';
import { type OfficeHours, officeMinutes } from '@mailcall/contract/rules/office-hours.ts';
import { callbackResults } from '@mailcall/contract/resolve.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { forEachInTurns } from '../../platform/in-turns.ts';
import { appointmentCounts, callTerms } from '../figures/index.ts';
import { callInScope, type CheckedScope, staffName } from '../scope/index.ts';
import { type CallerKey, callerOf, identifiesCaller, keyOf } from './caller-key.ts';
import { readOffices } from './offices.ts';
import { waitsSince } from './waits-since.ts';

/** Result of a callback in which someone spoke with the caller. */
const [spokeResult] = callbackResults;

export interface JudgedCall extends CallerKey, MissedOutcome {
  id: string;
  at: number;
  /** Hour at its office, 0 to 23. */
  hour: number;
  /** Minutes of office hours until the first callback by staff; null without one. */
  minutes: number | null;
  accountName: string;
  hours: OfficeHours;
}

type MissedRecord = CallerKey & MissedCall & { hour: number; removed: boolean };

const inMilliseconds = (time: RawBuilder<unknown>) =>
  sql<number>`cast(floor(extract(epoch from ${time}) * 1000) as double precision)`;
const milliseconds = (column: string) => inMilliseconds(sql.ref(column));

const readMissed = (database: Queryable, scope: CheckedScope) =>
  sql<MissedRecord>`
    select calls.account_id as "accountId", ${callerOf('calls')} as caller, calls.id, calls.local_hour as hour,
      ${milliseconds('calls.call_date_time')} as at, ${inMilliseconds(waitsSince)} as since,
      ${milliseconds('calls.resolve_date')} as "resolvedAt", ${staffName('staff')} as "resolvedBy", coalesce(calls.callback_outcome_result = ${spokeResult}, false) as spoke,
      ${callTerms.appointment} as booked, calls.personal_data_removed as removed
    from calls left join staff on staff.account_id = calls.account_id and staff.id = calls.callback_handler_id
    where ${callInScope(scope)} and ${callTerms.missed}`.execute(database);

interface Period extends CallerKey {
  from: number;
  to: number;
}

async function periodsOf(calls: readonly MissedRecord[]): Promise<Period[]> {
  const periods = new Map<string, Period>();
  await forEachInTurns(calls, ({ accountId, caller, at, since }) => {
    const key = keyOf({ accountId, caller });
    const { from, to } = periods.get(key) ?? { from: at, to: 0 };
    periods.set(key, {
      accountId,
      caller,
      from: Math.min(from, at),
      to: Math.max(to, callbackUntil(since)),
    });
  });
  return [...periods.values()];
}

const texts = (values: readonly string[]) => sql`cast(${values} as text[])`;
const times = (values: readonly number[]) =>
  sql`cast(${values.map((time) => new Date(time).toISOString())} as timestamptz[])`;

/** Leaves out callers without a number: nothing else is known about them. */
function asTable(periods: readonly Period[]) {
  const numbers = periods.filter(identifiesCaller);
  return sql`unnest(${texts(numbers.map(({ accountId }) => accountId))}, ${texts(numbers.map(({ caller }) => caller))},
    ${times(numbers.map(({ from }) => from))}, ${times(numbers.map(({ to }) => to))}) as missed (account_id, caller, first, last)`;
}

type LaterRecord = CallerKey & LaterContact;

async function readLater(database: Queryable, periods: readonly Period[]): Promise<LaterRecord[]> {
  const missed = asTable(periods);
  const own = await sql<LaterRecord>`
    select missed.account_id as "accountId", missed.caller, ${milliseconds('calls.call_date_time')} as at,
      ${callTerms.answered} as answered, ${callTerms.appointment} as booked
    from ${missed} join calls on calls.account_id = missed.account_id and caller_key(calls.caller_phone_number) = missed.caller
      and calls.call_date_time > missed.first and calls.call_date_time <= missed.last
    where not calls.deleted and (${callTerms.answered} or ${callTerms.appointment})`.execute(database);
  const ofNumber = await sql<LaterRecord>`
    select missed.account_id as "accountId", missed.caller, ${milliseconds('calls.call_date_time')} as at,
      false as answered, true as booked
    from ${missed} join appointments on appointments.account_id = missed.account_id and caller_key(appointments.phone) = missed.caller
    join calls on calls.account_id = appointments.account_id and calls.id = appointments.call_id and not calls.deleted
      and calls.call_date_time > missed.first and calls.call_date_time <= missed.last
    where ${appointmentCounts}`.execute(database);
  return [...own.rows, ...ofNumber.rows];
}

interface ActionRecord extends CallerKey {
  kind: CallbackKind;
  by: string;
  at: number;
  seenCallIds: string[] | null;
}

/** Leaves out undone actions. */
async function readTries(
  database: Queryable,
  scope: CheckedScope,
  { from, to }: Pick<Period, 'from' | 'to'>,
) {
  // a clock can be slow
  const first = new Date(from - days(1));
  const { rows } = await sql<ActionRecord>`
    select done.account_id as "accountId", ${callerOf('calls')} as caller, done.kind, done.contact_name as by,
      ${milliseconds('done.happened_at')} as at, done.seen_call_ids as "seenCallIds"
    from callback_actions done join calls on calls.account_id = done.account_id and calls.id = done.call_id and not calls.deleted
    where done.account_id = any(${[...scope.accountIds]}) and done.undone_at is null and not done.deleted
      and done.kind = any(${[...calledBackKinds]})
      and done.happened_at >= ${first} and done.happened_at <= ${new Date(to)}
    order by done.happened_at, done.version, done.id`.execute(database);
  return rows;
}

const actionOf = ({ kind, by, at, seenCallIds }: ActionRecord): DoneAction => ({
  kind,
  by,
  at,
  contactId: null,
  until: null,
  seen: seenCallIds && { callIds: seenCallIds, appointmentId: null },
});

export interface JudgedCalls {
  calls: JudgedCall[];
  removed: number;
}

export async function readJudgedCalls(database: Queryable, scope: CheckedScope): Promise<JudgedCalls> {
  const { rows } = await readMissed(database, scope);
  const missed = rows.filter(({ removed }) => !removed);
  const removed = rows.length - missed.length;
  const periods = await periodsOf(missed);
  if (periods.length === 0) return { calls: [], removed };
  const all = {
    from: periods.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY),
    to: periods.reduce((most, { to }) => Math.max(most, to), 0),
  };
  const later = Map.groupBy(await readLater(database, periods), keyOf);
  const tries = Map.groupBy(await readTries(database, scope, all), keyOf);
  const offices = await readOffices(database, [...new Set(missed.map(({ accountId }) => accountId))]);
  const calls: JudgedCall[] = [];
  await forEachInTurns(missed, (call) => {
    const { id, accountId, caller, at, since, hour } = call;
    const office = offices.get(accountId);
    if (!office) return;
    const key = keyOf(call);
    const outcome = missedOutcome(call, (tries.get(key) ?? []).map(actionOf), later.get(key) ?? []);
    const { firstAttempt } = outcome;
    // 0 for a callback before the first score
    const minutes = firstAttempt && officeMinutes(since, firstAttempt.at, office.hours);
    const { name: accountName, hours } = office;
    calls.push({ id, accountId, caller, at, hour, minutes, accountName, hours, ...outcome });
  });
  return { calls: calls.sort((one, other) => other.at - one.at || (one.id < other.id ? -1 : 1)), removed };
}
