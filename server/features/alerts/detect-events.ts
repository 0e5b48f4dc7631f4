import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { appointmentCounts, callTerms } from '../figures/index.ts';
import { shipmentDay, statusOfMailing } from '../scope/index.ts';

/** Milliseconds in which a call can alert. */
export const callLifetime = days(1);
/** Whether an event can still alert, at once or after being held. */
export const canAlert = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < callLifetime;
const shipmentLifetime = 14;

/** Whether a call has a new counted appointment. One made in this portal is not new when the feed sends it back. */
const isBooked = sql`exists (
  select 1 from appointments where appointments.account_id = calls.account_id and appointments.call_id = calls.id
    and (appointments.portal_id is null or appointments.feed = '{}' or exists (
      select 1 from call_actions where call_actions.account_id = calls.account_id and call_actions.call_id = calls.id
        and call_actions.portal_id = appointments.portal_id)) and ${appointmentCounts})`;

/** Records events in chronological order. All compared rows have one account, so that each database node works alone. */
const noteEventsOfCalls = (
  condition: RawBuilder<unknown>,
  note: { now: Date; alertable: RawBuilder<unknown>; firstOpportunities: boolean },
) => sql<{
  sequence: number;
  alertable: boolean;
}>`
  insert into alert_events (account_id, alert_type, subject_id, call_id, noted_at, alertable)
  select account_id, alert_type, subject_id, call_id, ${note.now}::timestamptz, alertable and ${note.alertable}
  from (
    select account_id, alert_type, id, call_date_time, position,
      case position when 3 then campaign_id else id end as subject_id,
      case position when 3 then id end as call_id,
      case position
        when 3 then not exists (
          select 1 from calls where calls.account_id = changed.account_id and calls.campaign_id = changed.campaign_id
            and calls.call_date_time < changed.call_date_time and not calls.deleted and ${callTerms.opportunity})
        when 4 then booked
        else true end as alertable
    from (
      select account_id, id, campaign_id, call_date_time, missed, opportunity, appointment, booked,
        opportunity and campaign_id is not null and row_number() over (
          partition by account_id, campaign_id, opportunity order by call_date_time, id) = 1 as first_opportunity
      from (
        select calls.account_id, calls.id, calls.campaign_id, calls.call_date_time,
          ${callTerms.missed} as missed, ${callTerms.opportunity} as opportunity,
          ${callTerms.appointment} as appointment, (${callTerms.appointment} and ${isBooked}) as booked
        from calls where not calls.deleted and ${condition}
      ) as called
    ) as changed
    join (values (1, 'Missed Call Alert'), (2, 'New Opportunity Call Alert'), (3, 'First Opportunity Alert'),
      (4, 'New Appointment Call Alert')) as kinds (position, alert_type)
      on case position when 1 then missed when 2 then opportunity when 3 then first_opportunity and ${note.firstOpportunities}::boolean
        else appointment end
  ) as found
  where not exists (
    select 1 from alert_events as known where known.account_id = found.account_id
      and known.alert_type = found.alert_type and known.subject_id = found.subject_id)
  order by account_id, call_date_time, id, position
  on conflict do nothing
  returning sequence, alertable`;

export interface CallTimes {
  /** Lower limit: 24 hours ago, or earlier if no process looked meanwhile. */
  after: Date;
  /** Upper limit regardless of versions, to look at the past; null if absent. */
  until: Date | null;
}

/** Whether an event of `found` happened after the account's alerts began; earlier ones are its past. */
const isAfterBeginning = sql`call_date_time > (
  select began_at from alert_progress where alert_progress.account_id = found.account_id)`;

/** Records each call's first events, unless they must wait. Returns the sequence numbers of those that alert. */
export async function noteCallEvents(
  transaction: Queryable,
  {
    accountId,
    afterVersion,
    calls,
    firstOpportunities,
  }: { accountId: string; afterVersion: number; calls: CallTimes; firstOpportunities: boolean },
  now: Date,
): Promise<number[]> {
  const until = calls.until ? sql`and calls.call_date_time <= ${calls.until}` : sql``;
  const condition = sql`calls.account_id = ${accountId} and calls.version > ${afterVersion}
    and calls.call_date_time > ${calls.after} ${until}`;
  const { rows } = await noteEventsOfCalls(condition, {
    now,
    alertable: isAfterBeginning,
    firstOpportunities,
  }).execute(transaction);
  return rows.filter(({ alertable }) => alertable).map(({ sequence }) => sequence);
}

/** Whether a `campaigns` row was mailed and is shipped or delivered. */
const wasShipped = sql`(
  not campaigns.deleted and (${shipmentDay} is not null or campaigns.status = 'shipped')
  and ${statusOfMailing} in ('shipped', 'delivered', 'deliveredInFirstCall'))`;

/**
 * Records newly shipped mailings of an account, after changes and every day, so that an alert does not report shipments
 * before it was switched on. Shipments more than two weeks ago do not alert, because the feed reported them late.
 * @param day last local day with weekly messages
 */
export async function noteShipments(
  transaction: Queryable,
  { accountId, day, now }: { accountId: string; day: string; now: Date },
): Promise<void> {
  await sql`
    insert into alert_events (account_id, alert_type, subject_id, noted_at, alertable)
    select account_id, 'En Route Alert', id, ${now}::timestamptz,
      coalesce(${shipmentDay} >= greatest(${day}::date - ${shipmentLifetime}::int, began_at::date), campaigns.status = 'shipped')
    from campaigns join alert_progress using (account_id)
    where account_id = ${accountId} and ${wasShipped}
      and coalesce(${shipmentDay} <= ${now}::date, true)
      and not exists (
        select 1 from alert_events as known where known.account_id = campaigns.account_id
          and known.alert_type = 'En Route Alert' and known.subject_id = campaigns.id)
    order by ${shipmentDay}, id
    on conflict do nothing`.execute(transaction);
}

/** Records everything that accounts have at a time, without alerting. */
export async function noteWhatIsThere(
  transaction: Queryable,
  accountIds: readonly string[],
  { now, at = now }: { now: Date; at?: Date },
): Promise<void> {
  const ids = [...accountIds];
  const callsAfter = new Date(at.getTime() - callLifetime);
  const untilThen = at < now ? sql`and calls.call_date_time <= ${at}` : sql``;
  const shippedByThen = at < now ? sql`and coalesce(${shipmentDay} < ${at}::date, true)` : sql``;
  await noteEventsOfCalls(
    sql`calls.account_id = any(${ids}) and calls.call_date_time > ${callsAfter} ${untilThen}`,
    { now: at, alertable: sql`false`, firstOpportunities: true },
  ).execute(transaction);
  await sql`
    insert into alert_events (account_id, alert_type, subject_id, noted_at, alertable)
    select account_id, 'First Opportunity Alert', id, ${at}::timestamptz, false
    from campaigns where account_id = any(${ids}) and exists (
      select 1 from calls where calls.account_id = campaigns.account_id and calls.campaign_id = campaigns.id
        and not calls.deleted and ${callTerms.opportunity} ${untilThen})
    union all
    select account_id, 'En Route Alert', id, ${at}::timestamptz, false
    from campaigns where account_id = any(${ids}) and ${wasShipped} ${shippedByThen}
    on conflict do nothing`.execute(transaction);
}

/** `past` if some of the first calls precede the account's alerts, `new` if all are later, `none` without calls. */
export async function firstCallsOf(
  transaction: Queryable,
  accountId: string,
): Promise<'none' | 'new' | 'past'> {
  const { rows } = await sql<{ kind: 'none' | 'new' | 'past' }>`
    select case when oldest is null then 'none' when oldest > began_at then 'new' else 'past' end as kind
    from alert_progress cross join lateral (
      select min(call_date_time) as oldest from calls
      where calls.account_id = alert_progress.account_id and not calls.deleted) as first
    where account_id = ${accountId}`.execute(transaction);
  return rows[0]?.kind ?? 'none';
}
