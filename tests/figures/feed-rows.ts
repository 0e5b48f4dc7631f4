export interface AccountRow {
  id: string;
  name: string;
  parent_id: string;
  time_zone: string;
}

export interface StaffRow {
  id: string;
  account_id: string;
  name: string;
  staff_type: string;
  deleted: boolean;
}

export interface CampaignRow {
  id: string;
  account_id: string;
  name: string;
  campaign_type: string;
  media_type: string;
  status: string;
  /** `YYYY-MM-DD`; '' when unknown, like the days below. */
  delivery_week: string;
  order_date: string;
  delivery_date: string;
  /** Pieces; '' when unknown. */
  quantity: number | '';
  mailing_area_id: string;
  zone_id: string;
  deleted: boolean;
}

export interface AreaRow {
  id: string;
  account_id: string;
  name: string;
  campaign_type: string;
  archived: boolean;
}

export interface ZoneRow {
  id: string;
  account_id: string;
  name: string;
  mailing_area_id: string;
}

export interface LineRow {
  id: string;
  account_id: string;
  campaign_id: string;
  number: string;
  status: string;
  deleted: boolean;
}

/** The text dimensions of a call, by the column of calls.csv; '' when unknown. */
export interface CallDimensions {
  call_answered_by: string;
  patient_type: string;
  caller_gender: string;
  payment_type: string;
  caller_source: string;
  ivr_outcome: string;
  voicemail_outcome: string;
  record_type: string;
  caller_language: string;
  follow_up_reason: string;
  non_opportunity_reason: string;
  no_appointment_scheduled_reason: string;
}

export type YesNo = boolean | '';

/** Handling of a call by the front desk; '' when unknown. */
export interface CallHandling {
  asked_for_appointment: YesNo;
  appointment_caller_mentioned: YesNo;
  asked_for_source: YesNo;
  source_caller_mentioned: YesNo;
  good_impression: YesNo;
  asked_for_additional_appointment: YesNo;
  additional_appointment_caller_mentioned: YesNo;
  interacted_with_ivr: YesNo;
  placed_on_hold: YesNo;
  asked_to_place_on_hold: YesNo;
  hold_seconds: number | '';
  price_answer: string;
}

export interface CallRow extends CallDimensions, CallHandling {
  id: string;
  account_id: string;
  campaign_id: string;
  tracking_line_id: string;
  /** ISO 8601, UTC. */
  call_date_time: string;
  duration_seconds: number;
  /** '' when unknown, like the texts below. */
  caller_name: string;
  caller_phone_number: string;
  highlights: string;
  handler_id: string;
  audio: string;
  opportunity: YesNo;
  follow_up_opportunity: YesNo;
  wrong_source_mentioned: YesNo;
  /** '' when it is not resolved. */
  resolve_date: string;
  deleted: boolean;
}

export interface InquiryRow {
  id: string;
  account_id: string;
  call_id: string;
  kind: 'offer' | 'service' | 'insurance';
  item_id: string;
  item_name: string;
  deleted: boolean;
}

export interface AppointmentRow {
  id: string;
  account_id: string;
  call_id: string;
  first_name: string;
  /** '' when unknown, like the number. */
  last_name: string;
  phone: string;
  outcome: string;
  previous_appointment_id: string;
  deleted: boolean;
}

export interface Feed {
  accounts: AccountRow[];
  staff: StaffRow[];
  areas: AreaRow[];
  zones: ZoneRow[];
  campaigns: CampaignRow[];
  lines: LineRow[];
  calls: CallRow[];
  inquiries: InquiryRow[];
  appointments: AppointmentRow[];
}

export interface Selection {
  /** Selected accounts; they include their sub-accounts. */
  accountIds: string[];
  /** First and last UTC day, `YYYY-MM-DD`. */
  startDate: string;
  endDate: string;
  campaignType: 'all' | 'mvp-mail' | 'non-mailing';
}
