import { isUnusualReading, readingActions, readingSubject } from '@mailcall/contract/rules/activity.ts';
import * as duration from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { actorInstead, requestPlace } from '../../platform/http/request-place.ts';
import { teamRoleOf } from './record-activity.ts';

export interface ReadCall {
  accountId: string;
  callId: string;
}

const anHour = duration.hours(1);

/** Milliseconds after an hour in which its requests may still be recorded; covers long statements and clock differences. */
const settling = duration.minutes(5);

const comparedDays = 30;

const hourOf = (time: number): Date => new Date(Math.floor(time / anHour) * anHour);

/** Call before the response. Sorted, so that two requests of a person do not wait for each other. */
export async function recordCallsRead(
  database: Queryable,
  { contactId, at }: { contactId: string; at: Date },
  calls: readonly ReadCall[],
): Promise<void> {
  if (calls.length === 0) return;
  await sql`
    insert into calls_read (account_id, contact_id, hour, call_id, place)
    select distinct account_id, ${actorInstead(contactId)}, cast(${hourOf(at.getTime())} as timestamptz), call_id, cast(${requestPlace()} as text)
    from unnest(cast(${calls.map(({ accountId }) => accountId)} as text[]), cast(${calls.map(({ callId }) => callId)} as text[]))
      as read (account_id, call_id)
    order by account_id, call_id
    on conflict do nothing`.execute(database);
}

interface ReadHour {
  contactId: string;
  hour: Date;
  accounts: { accountId: string; calls: number; place: string | null }[];
}

/** Earliest first, because each is compared with earlier ones. */
async function endedHours(database: Queryable, now: Date): Promise<ReadHour[]> {
  const { rows } = await sql<Omit<ReadHour, 'accounts'> & ReadHour['accounts'][number]>`
    select account_id as "accountId", contact_id as "contactId", hour, cast(count(*) as integer) as calls,
      case when count(place) = count(*) and min(place) = max(place) then min(place) end as place
    from calls_read where hour < ${hourOf(now.getTime() - settling)}
    group by account_id, contact_id, hour order by hour, contact_id, account_id`.execute(database);
  const hours = Map.groupBy(rows, ({ contactId, hour }) => JSON.stringify([contactId, hour]));
  return [...hours.values()].flatMap((accounts) => {
    const [first] = accounts;
    return first ? [{ contactId: first.contactId, hour: first.hour, accounts }] : [];
  });
}

/** Most calls that the contact read in one hour, in all accounts together. */
async function busiestHourBefore(database: Queryable, { contactId, hour }: ReadHour): Promise<number> {
  const since = new Date(hour.getTime() - comparedDays * 24 * anHour);
  const { rows } = await sql<{ calls: number }>`
    select cast(sum(cast(subject_id as integer)) as integer) as calls from access_log
    where contact_id = ${contactId} and subject_kind = ${sql.lit(readingSubject)} and action in (${sql.join(Object.values(readingActions).map(sql.lit))})
      and happened_at >= ${since} and happened_at < ${hour}
    group by happened_at order by calls desc limit 1`.execute(database);
  return rows[0]?.calls ?? 0;
}

/** One entry per account. Entry ids derive from the hour, so that a retry adds none. */
async function appendHour(transaction: Queryable, { contactId, hour, accounts }: ReadHour, action: string) {
  const rows = accounts.map(({ accountId, calls, place }) => ({ accountId, calls: String(calls), place }));
  await sql`
    insert into access_log (account_id, id, contact_id, team_role, action, subject_kind, subject_id, place, happened_at)
    select "accountId", cast(md5(concat_ws(' ', "accountId", cast(${contactId} as text), cast(${hour.toISOString()} as text))) as uuid),
      ${contactId}, ${teamRoleOf(sql`${contactId}`)}, ${action}, ${readingSubject}, calls, place, cast(${hour} as timestamptz)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as read ("accountId" text, calls text, place text)
    on conflict do nothing`.execute(transaction);
  await sql`
    delete from calls_read where account_id = any(${accounts.map(({ accountId }) => accountId)})
      and contact_id = ${contactId} and hour = ${hour}`.execute(transaction);
}

/** One entry per person, account and ended hour; hours are complete or absent. @returns hours of people; null if another process writes */
export async function appendReadHours({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number | null> {
  return database.exclusivelyIfFree('calls read', async () => {
    const hours = await endedHours(database.kysely, clock.now());
    for (const hour of hours) {
      const calls = hour.accounts.reduce((sum, account) => sum + account.calls, 0);
      const isUnusual = isUnusualReading(calls, await busiestHourBefore(database.kysely, hour));
      const action = isUnusual ? readingActions.unusual : readingActions.usual;
      await database.transaction((transaction) => appendHour(transaction, hour, action));
    }
    return hours.length;
  });
}
