import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { instantInZone } from '@mailcall/contract/time/office-time.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { appointmentCounts, callTerms } from '../figures/index.ts';
import { readGroupOf, shipmentDay, statusOfMailing } from '../scope/index.ts';
import { isCorrected } from './corrections.ts';
import { callPath, mailingPath } from './messages/alert-paths.ts';
import type { AlertItem, EventAlertType } from './messages/types.ts';

/** Milliseconds */
export const callLifetime = days(1);
export const canAlert = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < callLifetime;
const shipmentLifetime = 14;

/** Whether a call has a new counted appointment. One made in this portal is not new when the feed sends it back. */
const isBooked = sql`exists (
  select 1 from appointments where appointments.account_id = calls.account_id and appointments.call_id = calls.id
    and (appointments.portal_id is null or appointments.feed = '{}' or exists (
      select 1 from call_actions where call_actions.account_id = calls.account_id and call_actions.call_id = calls.id
        and call_actions.portal_id = appointments.portal_id)) and ${appointmentCounts})`;

/** Compares rows of one account, so that each database node works alone. */
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

/** Earlier events are the past of the account. */
const isAfterBeginning = sql`call_date_time > (
  select began_at from alert_progress where alert_progress.account_id = found.account_id)`;

/** Returns the sequence numbers of the events that alert. */
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

const wasShipped = sql`(
  not campaigns.deleted and (${shipmentDay} is not null or campaigns.status = 'shipped')
  and ${statusOfMailing} in ('shipped', 'delivered', 'deliveredInFirstCall'))`;

/** Runs daily, too, so that a new setting reports no old shipments. After two weeks they do not alert. @param day last local day */
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

/** `past` if the account's oldest call came before its alerts began, `new` if it came later, `none` without calls. */
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

export interface AlertEvent {
  alertType: EventAlertType;
  subjectId: string;
  /** Ascending within an account. */
  sequence: number;
  item: AlertItem;
}

/** Maximum events read, newest first; far above a week of any account. */
const maxEvents = 20_000;
/** Minutes of noon, for a day without a time: the same day in every message format. */
const noon = 12 * 60;

interface EventRow {
  alertType: EventAlertType;
  subjectId: string;
  sequence: number;
  callId: string | null;
  calledAt: Date | null;
  shippedOn: string | null;
  notedAt: Date;
  campaignName: string | null;
  orderNumber: string | null;
  label: string | null;
  campaignType: string | null;
}

export const eventKeyOf = (subjectId: string): string => `event ${subjectId}`;

/** Held alerts of an account that a person's correction made untrue, as their type and key. */
export async function correctedAlertsOf(
  transaction: Queryable,
  accountId: string,
  alerts: readonly { alertType: EventAlertType; eventKey: string }[],
): Promise<{ alertType: EventAlertType; eventKey: string }[]> {
  const { rows } = await sql<{ alertType: EventAlertType; subjectId: string }>`
    select events.alert_type as "alertType", events.subject_id as "subjectId"
    from alert_events as events join calls on calls.account_id = events.account_id
      and calls.id = coalesce(events.call_id, events.subject_id)
    where events.account_id = ${accountId} and ${conditionOf({ alerts })} and ${isCorrected}`.execute(
    transaction,
  );
  return rows.map(({ alertType, subjectId }) => ({ alertType, eventKey: eventKeyOf(subjectId) }));
}

export type ChosenEvents =
  | { sequences: readonly number[] }
  | { afterSequence: number }
  | { alerts: readonly { alertType: EventAlertType; eventKey: string }[] };

function conditionOf(chosen: ChosenEvents): RawBuilder<unknown> {
  if ('sequences' in chosen) return sql`events.sequence = any(${[...chosen.sequences]}::bigint[])`;
  if ('afterSequence' in chosen) return sql`events.sequence > ${chosen.afterSequence}`;
  const { alerts } = chosen;
  return sql`(events.alert_type, events.subject_id) in (
    select * from unnest(${alerts.map(({ alertType }) => alertType)}::text[],
      ${alerts.map(({ eventKey }) => eventKey.slice(eventKeyOf('').length))}::text[]))`;
}

/** Events that can alert, in recorded order. Removed calls and campaigns, and what people corrected since, stay out. */
export async function alertEventsOf(
  transaction: Queryable,
  { id: accountId, timeZone }: { id: string; timeZone: string },
  chosen: ChosenEvents,
): Promise<AlertEvent[]> {
  const { rows } = await sql<EventRow>`
    select events.alert_type as "alertType", events.subject_id as "subjectId", events.sequence, calls.id as "callId",
      calls.call_date_time as "calledAt", to_char(${shipmentDay}, 'YYYY-MM-DD') as "shippedOn", events.noted_at as "notedAt",
      coalesce(campaigns.friendly_name, campaigns.name) as "campaignName", campaigns.name as "orderNumber", campaigns.label,
      campaigns.campaign_type as "campaignType"
    from alert_events as events
      cross join lateral (
        select case when alert_type in ('First Opportunity Alert', 'En Route Alert') then null else subject_id end as call_id,
          case when alert_type in ('First Opportunity Alert', 'En Route Alert') then subject_id end as campaign_id) as subject
      left join calls on calls.account_id = events.account_id
        and calls.id = coalesce(events.call_id, subject.call_id) and not calls.deleted
      left join campaigns on campaigns.account_id = events.account_id
        and campaigns.id = coalesce(subject.campaign_id, calls.campaign_id)
    where events.account_id = ${accountId} and events.alertable and ${conditionOf(chosen)}
      and (calls.id is not null or events.alert_type = 'En Route Alert' and not campaigns.deleted) and not ${isCorrected}
    order by events.sequence desc limit ${maxEvents}`.execute(transaction);
  const groupOf = await readGroupOf(transaction);
  return rows.reverse().map((row) => ({
    alertType: row.alertType,
    subjectId: row.subjectId,
    sequence: row.sequence,
    item: {
      title:
        row.campaignName === null
          ? null
          : mailingTitle({
              name: row.campaignName,
              orderNumber: row.orderNumber ?? row.campaignName,
              label: row.label,
            }),
      isMailed: groupOf(row.campaignType) === 'mvp-mail',
      at: row.calledAt ?? (row.shippedOn ? instantInZone(row.shippedOn, noon, timeZone) : row.notedAt),
      path: row.callId === null ? mailingPath(row.subjectId) : callPath(row.callId),
    },
  }));
}
