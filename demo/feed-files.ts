import { join } from 'node:path';
import { campaignColumns } from './campaign-row.ts';
import { CsvFile } from './csv-file.ts';
import { designColumns, designVersionColumns, reviewCommentColumns } from './designs.ts';
import { mailPieceColumns } from './mail-pieces.ts';
import { geodataColumns, mailingAreaColumns, mailingZoneColumns } from './mailing-areas.ts';
import { notificationSettingColumns } from './notification-settings.ts';
import { officeHourColumns } from './office-hours.ts';
import { patientColumns, patientListColumns } from './patient-lists.ts';
import { picklistColumns } from './picklists.ts';
import { salesContactColumns } from './sales-contacts.ts';

export const callColumns = [
  'id',
  'account_id',
  'campaign_id',
  'tracking_line_id',
  'call_date_time',
  'duration_seconds',
  'caller_phone_number',
  'caller_name',
  'caller_id_name',
  'audio',
  'record_type',
  'score_id',
  'opportunity',
  'call_answered_by',
  'handler_id',
  'patient_type',
  'caller_gender',
  'payment_type',
  'caller_source',
  'wrong_source_mentioned',
  'source_mentioned',
  'ivr_outcome',
  'voicemail_outcome',
  'voicemail_left_message',
  'voicemail_wants_appointment',
  'caller_language',
  'follow_up_opportunity',
  'follow_up_reason',
  'non_opportunity_reason',
  'no_appointment_scheduled_reason',
  'highlights',
  'asked_for_appointment',
  'appointment_caller_mentioned',
  'asked_for_source',
  'source_caller_mentioned',
  'good_impression',
  'asked_for_additional_appointment',
  'additional_appointment_caller_mentioned',
  'interacted_with_ivr',
  'placed_on_hold',
  'asked_to_place_on_hold',
  'hold_seconds',
  'price_answer',
  'resolve_date',
  'callback_handler_id',
  'callback_outcome_result',
  'callback_outcome_opportunity_result',
  'callback_outcome_summary',
] as const;

export interface CallRow
  extends Partial<Record<(typeof callColumns)[number], string | number | boolean | null>> {
  id: string;
  account_id: string;
  call_date_time: string;
  duration_seconds: number;
}

export const inquiryColumns = [
  'id',
  'account_id',
  'call_id',
  'kind',
  'item_id',
  'item_name',
  'insurance_acceptance_status',
] as const;

export interface InquiryRow {
  id: string;
  account_id: string;
  call_id: string;
  kind: 'offer' | 'service' | 'insurance';
  item_id: string;
  item_name: string;
  insurance_acceptance_status: string | null;
}

export const appointmentColumns = [
  'id',
  'account_id',
  'call_id',
  'first_name',
  'last_name',
  'phone',
  'date_time',
  'outcome',
  'previous_appointment_id',
] as const;

export interface AppointmentRow {
  id: string;
  account_id: string;
  call_id: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  date_time: string | null;
  outcome: 'Scheduled' | 'Cancelled' | 'Rescheduled';
  previous_appointment_id: string | null;
}

const transcriptColumns = ['account_id', 'call_id', 'turn', 'speaker', 'from_ms', 'to_ms', 'text'] as const;

export interface SpokenTurn {
  speaker: 'Agent' | 'Caller';
  from_ms: number;
  to_ms: number;
  text: string;
}

export interface GeneratedCall {
  turns?: readonly SpokenTurn[];
  call: CallRow;
  inquiries: InquiryRow[];
  appointments: AppointmentRow[];
}

export async function openFeedFiles(folder: string) {
  const csvPath = (name: string) => join(folder, `${name}.csv`);
  return {
    accounts: await CsvFile.create(csvPath('accounts'), [
      'id',
      'name',
      'parent_id',
      'time_zone',
      'industry',
      'business_label',
      'client_label',
      'address',
      'latitude',
      'longitude',
      'color',
    ]),
    contacts: await CsvFile.create(csvPath('contacts'), [
      'id',
      'name',
      'email',
      'phone',
      'roles',
      'account_ids',
      'primary_account_ids',
    ]),
    staff: await CsvFile.create(csvPath('staff'), ['id', 'account_id', 'name', 'staff_type']),
    notificationSettings: await CsvFile.create(csvPath('notification-settings'), notificationSettingColumns),
    officeHours: await CsvFile.create(csvPath('office-hours'), officeHourColumns),
    campaigns: await CsvFile.create(csvPath('campaigns'), campaignColumns),
    mailPieces: await CsvFile.create(csvPath('mail-pieces'), mailPieceColumns),
    trackingLines: await CsvFile.create(csvPath('tracking-lines'), [
      'id',
      'account_id',
      'campaign_id',
      'number',
      'destination_number',
      'status',
      'friendly_name',
      'type',
    ]),
    calls: await CsvFile.create(csvPath('calls'), callColumns),
    inquiries: await CsvFile.create(csvPath('inquiries'), inquiryColumns),
    appointments: await CsvFile.create(csvPath('appointments'), appointmentColumns),
    transcripts: await CsvFile.create(csvPath('transcripts'), transcriptColumns),
    picklists: await CsvFile.create(csvPath('picklists'), picklistColumns),
    salesContacts: await CsvFile.create(csvPath('sales-contacts'), salesContactColumns),
    designs: await CsvFile.create(csvPath('designs'), designColumns),
    designVersions: await CsvFile.create(csvPath('design-versions'), designVersionColumns),
    reviewComments: await CsvFile.create(csvPath('review-comments'), reviewCommentColumns),
    geodata: await CsvFile.create(csvPath('geodata'), geodataColumns),
    mailingAreas: await CsvFile.create(csvPath('mailing-areas'), mailingAreaColumns),
    mailingZones: await CsvFile.create(csvPath('mailing-zones'), mailingZoneColumns),
    patientLists: await CsvFile.create(csvPath('patient-lists'), patientListColumns),
    patients: await CsvFile.create(csvPath('patients'), patientColumns),
  };
}
export type FeedFiles = Awaited<ReturnType<typeof openFeedFiles>>;
