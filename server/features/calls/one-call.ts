import type { Appointment, Call } from '@mailcall/contract/calls.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { appointmentCounts, callTerms } from '../figures/index.ts';
import { staffName } from '../scope/index.ts';
import {
  callRowColumns,
  type CallRowRecord,
  callRowTables,
  campaignTitleOf,
  outcomesOfRow,
  presentCallRow,
  recordingPath,
  displayedCallerId,
  valueOf,
} from './call-row.ts';

interface CallRecord extends CallRowRecord {
  campaign_id: string | null;
  campaign_media_type: string | null;
  score_id: string | null;
  ivr_outcome: string | null;
  caller_source: string | null;
  source_mentioned: string | null;
  voicemail_left_message: boolean | null;
  voicemail_wants_appointment: boolean | null;
  follow_up_reason: string | null;
  non_opportunity_reason: string | null;
  no_appointment_scheduled_reason: string | null;
  callback_handler: string | null;
  callback_outcome_result: string | null;
  callback_outcome_opportunity_result: string | null;
  callback_outcome_summary: string | null;
  audio_peaks: number[] | null;
  recording_removed: boolean;
  has_transcript: boolean;
}

const callInAccountsOf = (accountIds: ReadonlySet<string>) =>
  sql`calls.account_id = any(${[...accountIds]}) and not calls.deleted`;

const maxRelatedCalls = 20;

async function readCall(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<CallRecord | null> {
  const { rows } = await sql<CallRecord>`
    select ${callRowColumns}, calls.campaign_id,
      ${valueOf('mediaType')} as campaign_media_type, calls.score_id, ${valueOf('ivrOutcome')} as ivr_outcome,
      ${valueOf('callerSource')} as caller_source, calls.source_mentioned, calls.voicemail_left_message,
      calls.voicemail_wants_appointment, ${valueOf('followUpReason')} as follow_up_reason,
      ${valueOf('nonOpportunityReason')} as non_opportunity_reason,
      ${valueOf('noAppointmentScheduledReason')} as no_appointment_scheduled_reason,
      (select ${staffName('staff')} from staff where staff.account_id = calls.account_id and staff.id = calls.callback_handler_id) as callback_handler,
      calls.callback_outcome_result, calls.callback_outcome_opportunity_result, calls.callback_outcome_summary,
      (select recordings.peaks from recordings where recordings.account_id = calls.account_id and recordings.key = calls.audio) as audio_peaks,
      coalesce(calls.audio like 'removed/%', false) as recording_removed,
      exists (select 1 from transcript_turns said where said.account_id = calls.account_id and said.call_id = calls.id and not said.deleted) as has_transcript
    from ${callRowTables}
    where calls.id = ${id} and ${callInAccountsOf(accountIds)}`.execute(database);
  return rows[0] ?? null;
}

export interface AppointmentRecord {
  id: string;
  first_name: string | null;
  last_name: string | null;
  date_time: Date | null;
  phone: string | null;
  outcome: string;
  previous_appointment_id: string | null;
  counts: boolean;
}

export const appointmentColumns = sql`appointments.id, appointments.first_name, appointments.last_name, appointments.date_time,
  appointments.phone, appointments.outcome, appointments.previous_appointment_id, ${appointmentCounts} as counts`;

export const presentAppointment = (row: AppointmentRecord): Appointment => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  dateTime: row.date_time?.toISOString() ?? null,
  phone: row.phone,
  outcome: row.outcome,
  previousAppointmentId: row.previous_appointment_id,
  replaced: !row.counts,
});

async function readAppointments(
  database: Queryable,
  accountId: string,
  callId: string,
): Promise<Appointment[]> {
  const { rows } = await sql<AppointmentRecord>`
    select ${appointmentColumns}
    from appointments where account_id = ${accountId} and call_id = ${callId} and not deleted
    order by date_time nulls last, id`.execute(database);
  return rows.map(presentAppointment);
}

interface InquiryRecord {
  id: string;
  kind: 'offer' | 'service' | 'insurance';
  item_id: string;
  item_name: string;
  insurance_acceptance_status: string | null;
}

async function readInquiries(database: Queryable, accountId: string, callId: string) {
  const { rows } = await sql<InquiryRecord>`
    select id, kind, item_id, item_name, insurance_acceptance_status
    from inquiries where account_id = ${accountId} and call_id = ${callId} and not deleted
    order by item_name, id`.execute(database);
  const ofKind = (kind: InquiryRecord['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({ row, shown: { id: row.id, itemId: row.item_id, name: row.item_name } }));
  return {
    offers: ofKind('offer').map(({ shown }) => shown),
    services: ofKind('service').map(({ shown }) => shown),
    insurances: ofKind('insurance').map(({ shown, row }) => ({
      ...shown,
      insuranceAcceptanceStatus: row.insurance_acceptance_status,
    })),
  };
}

const maxAccountOffers = 200;

/** Reads the newest inquiry of each offer from an index alone: an account can have tens of thousands, and opening a call reads this. */
async function readAccountOffers(database: Queryable, accountId: string): Promise<Call['accountOffers']> {
  const { rows } = await sql<Call['accountOffers'][number]>`
    select inquiries.item_id as "itemId", inquiries.item_name as name
    from (
      select distinct on (item_id) item_id, id, source from inquiries
      where account_id = ${accountId} and kind = 'offer' and not deleted
      order by item_id, version desc, id, source) newest
    join inquiries on inquiries.account_id = ${accountId} and inquiries.id = newest.id and inquiries.source = newest.source
    order by lower(inquiries.item_name), inquiries.item_id
    limit ${maxAccountOffers}`.execute(database);
  return rows;
}

async function readRelatedCalls(database: Queryable, call: CallRecord) {
  if (!call.caller_phone_number) return [];
  const { rows } = await sql<CallRowRecord>`
    select ${callRowColumns} from ${callRowTables}
    where calls.account_id = ${call.account_id} and calls.caller_phone_number = ${call.caller_phone_number}
      and calls.id <> ${call.call_id} and not calls.deleted
    order by calls.call_date_time desc, calls.id limit ${maxRelatedCalls}`.execute(database);
  return rows.map(presentCallRow);
}

export async function findCall(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
  options: { related: boolean },
): Promise<Call | null> {
  const row = await readCall(database, accountIds, id);
  if (!row) return null;
  const appointments = await readAppointments(database, row.account_id, row.call_id);
  const inquiries = await readInquiries(database, row.account_id, row.call_id);
  const relatedCalls = options.related ? await readRelatedCalls(database, row) : [];
  return {
    id: row.call_id,
    accountId: row.account_id,
    accountName: row.account_name,
    timeZone: row.time_zone,
    callDateTime: row.call_date_time.toISOString(),
    callAudio: recordingPath(row),
    callDuration: row.duration_seconds,
    callerPhoneNumber: row.caller_phone_number && formatPhone(row.caller_phone_number),
    callerPhoneNumberRaw: row.caller_phone_number,
    appointmentsCounter: row.appointment_count,
    outcome: outcomesOfRow(row),
    campaignId: row.campaign_id,
    campaignName: row.campaign_name,
    campaignTitle: campaignTitleOf(row),
    campaignLabel: row.campaign_label,
    campaignTargetDeliveryWeek: row.campaign_delivery_week,
    campaignType: row.campaign_type,
    campaignTypeDetails: row.campaign_type_details,
    recordType: row.record_type,
    campaignMediaType: row.campaign_media_type,
    scoreId: row.score_id,
    callerName: row.caller_name,
    callerIdName: displayedCallerId(row.caller_id_name),
    callerIdNameFmt: displayedCallerId(row.caller_id_name),
    opportunity: row.opportunity,
    callAnsweredBy: row.answered_by,
    handlerName: row.handler_name,
    patientType: row.patient_type,
    ivrOutcome: row.ivr_outcome,
    referralSource: row.caller_source,
    sourceMentioned: row.source_mentioned,
    voicemailLeftMessage: row.voicemail_left_message,
    voicemailWantsAppointment: row.voicemail_wants_appointment,
    highlights: row.highlights,
    followUpOpportunity: row.follow_up_opportunity,
    followUpReason: row.follow_up_reason,
    nonOpportunityReason: row.non_opportunity_reason,
    noAppointmentScheduledReason: row.no_appointment_scheduled_reason,
    resolveDate: row.resolve_date?.toISOString() ?? null,
    callbackHandler: row.callback_handler,
    callbackOutcomeResult: row.callback_outcome_result,
    callbackOutcomeOpportunityResult: row.callback_outcome_opportunity_result,
    callbackOutcomeOpportunity: row.callback_outcome_opportunity_result,
    callbackOutcomeSummary: row.callback_outcome_summary,
    appointments,
    ...inquiries,
    accountOffers: await readAccountOffers(database, row.account_id),
    relatedCalls,
    audioPeaks: row.audio_peaks,
    recordingRemoved: row.recording_removed,
    hasTranscript: row.has_transcript,
    goneAt: (await goneSince(database, row.call_id))?.toISOString() ?? null,
  };
}

/** Since when the system of a call's origin no longer has it; null if it has, or if unknown. */
async function goneSince(database: Queryable, callId: string): Promise<Date | null> {
  const { rows } = await sql<{ goneAt: Date }>`
    select gone_at as "goneAt" from gone_calls where call_id = ${callId}`.execute(database);
  return rows[0]?.goneAt ?? null;
}

export interface Recording {
  accountId: string;
  /** Expected, but perhaps not arrived yet. */
  announced: boolean;
  removed: boolean;
  /** Key in the file store; null if there is no recording, or if it has not arrived yet. */
  file: string | null;
  mediaType: string | null;
}

export async function findRecording(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<Recording | null> {
  const { rows } = await sql<Recording>`
    select calls.account_id as "accountId", ${callTerms.hasAudio} as announced,
      coalesce(calls.audio like 'removed/%', false) as removed, recordings.key as file, recordings.media_type as "mediaType"
    from calls left join recordings on recordings.account_id = calls.account_id and recordings.key = calls.audio
    where calls.id = ${id} and ${callInAccountsOf(accountIds)}`.execute(database);
  return rows[0] ?? null;
}
