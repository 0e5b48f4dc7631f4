import { closingKinds } from '@mailcall/contract/rules/callbacks.ts';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { capitalizeWords } from '@mailcall/contract/rules/caller.ts';
import { outcomesOf } from '@mailcall/contract/rules/outcome.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import type { CallRow } from '@mailcall/contract/calls.ts';
import type { DimensionName } from '@mailcall/contract/figures/dimensions.ts';
import { requestRecording } from '@mailcall/contract/recordings.ts';
import { type RawBuilder, sql } from 'kysely';
import { dayText } from '../../platform/sql-terms.ts';
import { callTerms } from '../figures/index.ts';
import { dimensionColumn, staffName } from '../scope/index.ts';

export interface CallRowRecord {
  call_id: string;
  account_id: string;
  account_name: string;
  time_zone: string;
  call_date_time: Date;
  duration_seconds: number;
  has_recording: boolean;
  highlights: string | null;
  handler_name: string | null;
  answered_by: string | null;
  appointment_count: number;
  resolve_date: Date | null;
  campaign_type: string | null;
  campaign_type_details: string | null;
  record_type: string | null;
  campaign_name: string | null;
  campaign_order_number: string | null;
  campaign_label: string | null;
  campaign_delivery_week: string | null;
  patient_type: string | null;
  caller_name: string | null;
  caller_id_name: string | null;
  caller_phone_number: string | null;
  follow_up_opportunity: boolean;
  opportunity: boolean;
  missed: boolean;
  non_opportunity: boolean;
  follow_up: boolean;
  cancelled: boolean;
  rescheduled: boolean;
  callback_mark: CallRow['callbackMark'] | null;
}

export const valueOf = (dimension: DimensionName): RawBuilder<string | null> =>
  sql`(select value from dimension_values where dimension = ${dimension} and code = ${dimensionColumn(dimension)})`;

/** Whether the action `done` concerns a call; the rule `isAbout` of contract/rules/callback-state.ts in SQL. */
export const callbackIsAbout = sql<boolean>`
  (case when done.seen_call_ids is null then done.happened_at >= calls.call_date_time else calls.id = any(done.seen_call_ids) end)`;

/** Literals, so that the partial index `callback_actions_that_close` serves the condition. */
export const closesOrReopens = sql<boolean>`done.kind in (${sql.join([...closingKinds, 'reopen'].map((kind) => sql.lit(kind)))})`;

/** How people closed the caller at the callback desk since a waiting call; null if they did not, or reopened it. */
const callbackMark = sql`
  case when ${callTerms.missedAndFollowUp} then (
    select nullif((array_agg(done.kind order by done.happened_at desc, done.version desc))[1], 'reopen')
    from callback_actions done
    join calls same on same.account_id = done.account_id and same.id = done.call_id and not same.deleted
    where done.account_id = calls.account_id and done.undone_at is null and not done.deleted
      and ${closesOrReopens}
      and ${callbackIsAbout}
      and (same.id = calls.id or caller_key(same.caller_phone_number) = caller_key(calls.caller_phone_number))) end`;

export const callRowColumns = sql`
  calls.id as call_id, calls.account_id, accounts.name as account_name, accounts.time_zone,
  calls.call_date_time, calls.duration_seconds, calls.highlights,
  exists (select 1 from recordings where recordings.account_id = calls.account_id and recordings.key = calls.audio) as has_recording,
  ${staffName('handler')} as handler_name, ${valueOf('answeredBy')} as answered_by, calls.appointment_count, calls.resolve_date,
  ${valueOf('campaignType')} as campaign_type, campaigns.campaign_type_details, ${valueOf('recordType')} as record_type, coalesce(campaigns.friendly_name, campaigns.name) as campaign_name,
  campaigns.name as campaign_order_number, campaigns.label as campaign_label,
  ${dayText('campaigns.delivery_week')} as campaign_delivery_week, ${valueOf('patientType')} as patient_type,
  calls.caller_name, calls.caller_id_name, calls.caller_phone_number, calls.follow_up_opportunity,
  ${callTerms.opportunity} as opportunity, ${callTerms.missed} as missed, ${callTerms.nonOpportunity} as non_opportunity,
  ${callTerms.followUp} as follow_up, calls.has_cancelled_appointment as cancelled,
  calls.has_rescheduled_appointment as rescheduled, ${callbackMark} as callback_mark`;

export const callRowTables = sql`calls
  join accounts on accounts.id = calls.account_id
  left join campaigns on campaigns.account_id = calls.account_id and campaigns.id = calls.campaign_id
  left join staff as handler on handler.account_id = calls.account_id and handler.id = calls.handler_id`;

export const outcomesOfRow = (row: CallRowRecord) =>
  outcomesOf({
    appointment: row.appointment_count > 0,
    missed: row.missed,
    followUp: row.follow_up,
    cancelled: row.cancelled,
    rescheduled: row.rescheduled,
    opportunity: row.opportunity,
    nonOpportunity: row.non_opportunity,
  });

export const recordingPath = (row: Pick<CallRowRecord, 'call_id' | 'has_recording'>): string | null =>
  row.has_recording ? pathOf(requestRecording, { id: row.call_id }) : null;

/** Null if it consists of spaces. */
export const displayedCallerId = (name: string | null): string | null =>
  name?.trim() ? capitalizeWords(name.trim()) : null;

export const campaignTitleOf = ({
  campaign_name: name,
  campaign_order_number: orderNumber,
  campaign_label: label,
}: Pick<CallRowRecord, 'campaign_name' | 'campaign_order_number' | 'campaign_label'>): string | null =>
  name === null || orderNumber === null ? null : mailingTitle({ name, orderNumber, label });

export function presentCallRow(row: CallRowRecord): CallRow {
  return {
    callId: row.call_id,
    accountId: row.account_id,
    accountName: row.account_name,
    dateTime: row.call_date_time.toISOString(),
    timeZone: row.time_zone,
    callDuration: row.duration_seconds,
    callAudioURL: recordingPath(row),
    callSummary: row.highlights,
    callHandler: row.handler_name,
    answeredBy: row.answered_by,
    outcome: outcomesOfRow(row),
    count: row.appointment_count,
    callResolveDate: row.resolve_date?.toISOString() ?? null,
    campaignType: row.campaign_type,
    campaignTypeDetails: row.campaign_type_details,
    campaignName: row.campaign_name,
    campaignTitle: campaignTitleOf(row),
    campaignTargetDeliveryWeek: row.campaign_delivery_week,
    recordType: row.record_type,
    patientType: row.patient_type,
    callerName: row.caller_name,
    callerIdName: displayedCallerId(row.caller_id_name),
    callerPhoneNumber: row.caller_phone_number,
    followUpOpportunity: row.follow_up_opportunity,
    opportunity: row.opportunity,
    callbackMark: row.callback_mark ?? null,
  };
}
