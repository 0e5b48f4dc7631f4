import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { instantInZone } from '@mailcall/contract/time/office-time.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { shipmentDay } from '../scope/index.ts';
import { callPath, mailingPath } from './messages/alert-paths.ts';
import type { AlertItem, EventAlertType } from './messages/types.ts';

/** An event that alerts, with its message's content. */
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
}

/** Key of an event's alerts. */
export const eventKeyOf = (subjectId: string): string => `event ${subjectId}`;

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

/** Events that can alert, in recorded order with current campaign names. Removed calls and campaigns stay out. */
export async function alertEventsOf(
  transaction: Queryable,
  { id: accountId, timeZone }: { id: string; timeZone: string },
  chosen: ChosenEvents,
): Promise<AlertEvent[]> {
  const { rows } = await sql<EventRow>`
    select events.alert_type as "alertType", events.subject_id as "subjectId", events.sequence, calls.id as "callId",
      calls.call_date_time as "calledAt", to_char(${shipmentDay}, 'YYYY-MM-DD') as "shippedOn", events.noted_at as "notedAt",
      coalesce(campaigns.friendly_name, campaigns.name) as "campaignName", campaigns.name as "orderNumber", campaigns.label
    from alert_events as events
      cross join lateral (
        select case when alert_type in ('First Opportunity Alert', 'En Route Alert') then null else subject_id end as call_id,
          case when alert_type in ('First Opportunity Alert', 'En Route Alert') then subject_id end as campaign_id) as subject
      left join calls on calls.account_id = events.account_id
        and calls.id = coalesce(events.call_id, subject.call_id) and not calls.deleted
      left join campaigns on campaigns.account_id = events.account_id
        and campaigns.id = coalesce(subject.campaign_id, calls.campaign_id)
    where events.account_id = ${accountId} and events.alertable and ${conditionOf(chosen)}
      and (calls.id is not null or events.alert_type = 'En Route Alert' and not campaigns.deleted)
    order by events.sequence desc limit ${maxEvents}`.execute(transaction);
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
      at: row.calledAt ?? (row.shippedOn ? instantInZone(row.shippedOn, noon, timeZone) : row.notedAt),
      path: row.callId === null ? mailingPath(row.subjectId) : callPath(row.callId),
    },
  }));
}
