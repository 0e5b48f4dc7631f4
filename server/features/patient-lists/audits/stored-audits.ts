import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import type { MatchRule } from '@mailcall/contract/rules/patient-match.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { dayText } from '../../../platform/sql-terms.ts';
import { deliveryDay } from '../../scope/index.ts';
import { refreshAuditFigures } from './audit-figures.ts';

interface ListId {
  accountId: string;
  patientListId: string;
}

/** Days are `YYYY-MM-DD`. */
export interface StoredMatch {
  patientId: string;
  householdId: string;
  class: 'strong' | 'weak';
  rule: MatchRule;
  firstVisit: string;
  campaignId: string;
  /** The office's name of the mailing, else its order number. */
  campaignName: string;
  /** Or the Monday of the delivery week. */
  deliveryDay: string;
  callId: string;
  /** In the office's time zone. */
  callDay: string;
  callDateTime: Date;
  callerName: string | null;
  callerNumber: string | null;
  hasAudio: boolean;
  /** Seconds. */
  callDuration: number;
  /** The appointment that matched, else the call's first; null without one. */
  appointmentId: string | null;
  appointmentDay: string | null;
  appointmentFirstName: string | null;
  appointmentLastName: string | null;
  appointmentDateTime: Date | null;
}

/** Strong matches first, then by patient id. */
export async function matchesOfHouseholds(
  database: Queryable,
  { accountId, patientListId }: ListId,
  householdIds: readonly string[],
): Promise<StoredMatch[]> {
  const { rows } = await sql<Omit<StoredMatch, 'campaignName'> & Parameters<typeof mailingTitle>[0]>`
    select match.id as "patientId", match.household_id as "householdId", match.class, match.rule,
      ${dayText('match.first_visit')} as "firstVisit", match.campaign_id as "campaignId",
      coalesce(campaigns.friendly_name, campaigns.name) as name, campaigns.name as "orderNumber", campaigns.label,
      ${dayText('match.delivery_day')} as "deliveryDay", match.call_id as "callId", ${dayText('match.call_day')} as "callDay",
      calls.call_date_time as "callDateTime", calls.caller_name as "callerName",
      calls.caller_phone_number as "callerNumber", calls.has_audio as "hasAudio",
      calls.duration_seconds as "callDuration", match.appointment_id as "appointmentId",
      ${dayText('match.appointment_day')} as "appointmentDay", appointments.first_name as "appointmentFirstName",
      appointments.last_name as "appointmentLastName", appointments.date_time as "appointmentDateTime"
    from patient_matches match
    join campaigns on campaigns.account_id = match.account_id and campaigns.id = match.campaign_id
    join calls on calls.account_id = match.account_id and calls.id = match.call_id
    left join appointments on appointments.account_id = match.account_id and appointments.id = match.appointment_id
    where match.account_id = ${accountId} and match.patient_list_id = ${patientListId}
      and match.household_id = any(${[...householdIds]})
    order by match.class, match.id`.execute(database);
  return rows.map(({ name, orderNumber, label, ...match }) => ({
    ...match,
    campaignName: mailingTitle({ name, orderNumber, label }),
  }));
}

/** Newest mailing that reached a household in time before a first visit, by household id. */
export async function mailedHouseholds(
  database: Queryable,
  { accountId, patientListId }: ListId,
  householdIds: readonly string[],
): Promise<Map<string, { campaignId: string; deliveryDay: string }>> {
  const { rows } = await sql<{ householdId: string; campaignId: string; deliveryDay: string }>`
    select household_id as "householdId", campaign_id as "campaignId", ${dayText('delivery_day')} as "deliveryDay"
    from mailed_households
    where account_id = ${accountId} and patient_list_id = ${patientListId}
      and household_id = any(${[...householdIds]})`.execute(database);
  return new Map(rows.map(({ householdId, ...mailing }) => [householdId, mailing]));
}

/** Production in US dollars. */
interface ClassTotals {
  total: number;
  production: number;
}

export interface StoredAudit {
  accountId: string;
  patientListId: string;
  auditedAt: Date;
  strongMatches: ClassTotals;
  weakMatches: ClassTotals;
  noMatches: ClassTotals;
  totalMailings: number;
  campaignsIds: string[];
  /** YYYY-MM-DD. */
  firstDelivery: string | null;
  lastDelivery: string | null;
  campaignsWithCost: number;
  /** US dollars; null if no cost is known. */
  cost: number | null;
  matches: number;
}

/** By list id, without lists that were not audited yet. */
export async function auditsOfAccounts(
  database: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, StoredAudit>> {
  const ofClass = (name: string) => sql`json_build_object(
    'total', ${sql.ref(`audit.${name}_households`)},
    'production', cast(${sql.ref(`audit.${name}_production_cents`)} as double precision) / 100)`;
  const { rows } = await sql<StoredAudit>`
    select audit.account_id as "accountId", audit.patient_list_id as "patientListId", audit.audited_at as "auditedAt",
      ${ofClass('strong')} as "strongMatches", ${ofClass('weak')} as "weakMatches", ${ofClass('unmatched')} as "noMatches",
      audit.campaign_ids as "campaignsIds", audit.matched_patients as matches,
      mailed.pieces as "totalMailings", mailed.with_cost as "campaignsWithCost", mailed.cost,
      ${dayText('mailed.first_delivery')} as "firstDelivery", ${dayText('mailed.last_delivery')} as "lastDelivery"
    from patient_list_audits audit
    cross join lateral (
      select cast(coalesce(sum(campaigns.quantity), 0) as integer) as pieces, cast(count(campaigns.cost) as integer) as with_cost,
        cast(sum(campaigns.cost) as double precision) as cost,
        min(coalesce(${deliveryDay}, campaigns.delivery_week)) as first_delivery,
        max(coalesce(${deliveryDay}, campaigns.delivery_week)) as last_delivery
      from campaigns where campaigns.account_id = audit.account_id and campaigns.id = any(audit.campaign_ids)) mailed
    where audit.account_id = any(${[...accountIds]})`.execute(database);
  return new Map(rows.map((row) => [row.patientListId, row]));
}

/** Call in the transaction that deletes the list, after marking or removing it. */
export async function removeAudit(
  transaction: Queryable,
  { accountId, patientListId }: ListId,
): Promise<void> {
  for (const table of [
    'patient_matches',
    'mailed_households',
    'patient_list_audits',
    'kept_matches',
  ] as const) {
    await transaction
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('patient_list_id', '=', patientListId)
      .execute();
  }
  await refreshAuditFigures(transaction, accountId);
}
