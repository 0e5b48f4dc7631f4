import { defaultTimeZone } from '@mailcall/contract/rules/time-zone.ts';
import * as cell from './cell-kinds.ts';

/** What an empty cell, or the portal's own change, means for what the record holds. */
export type Keeping =
  /** The feed decides: an empty cell clears. */
  | 'feed'
  /** People edit it or the system moves it: the feed applies only a value that is new from the feed. */
  | 'edits'
  /** Like `edits`, but an empty cell clears what nobody has edited. */
  | 'unless-edited';

/** A column of a feed file. */
export interface FeedColumn {
  /** Its name in the file. */
  name: string;
  read: cell.CellReader;
  /** PostgreSQL type of what `read` gives. */
  type: string;
  /** Name of the record's column; that of the file unless given. */
  target: string;
  /** A new row must have it, and no row may empty it. */
  required: boolean;
  keeping: Keeping;
  /** SQL for what an empty cell means; null unless given. */
  otherwise: string | null;
  /** The text becomes a code of this dimension (see dimension_values)… */
  dimension: string | null;
  /** …which the record holds in place of the text. */
  coded: boolean;
  /** The record's table has this column; false for what is stored elsewhere. */
  stored: boolean;
  /** A path of a recording in the folder: it becomes a key of the file store. */
  audio: boolean;
  /** Also read on rows that say `deleted`. */
  identifies: boolean;
}

const column = (
  name: string,
  type: string,
  read: cell.CellReader,
  more: Partial<FeedColumn> = {},
): FeedColumn => ({
  name,
  read,
  type,
  target: name,
  required: false,
  keeping: 'feed',
  otherwise: null,
  dimension: null,
  coded: false,
  stored: true,
  audio: false,
  identifies: false,
  ...more,
});

type More = Partial<FeedColumn>;
const id = (name: string, more?: More) => column(name, 'text', cell.id, more);
const text = (name: string, most: number, more?: More) => column(name, 'text', cell.text(most), more);
const day = (name: string, more?: More) => column(name, 'date', cell.day, more);
const flag = (name: string, more?: More) => column(name, 'boolean', cell.flag, more);
const count = (name: string, more?: More) => column(name, 'integer', cell.wholeNumber(), more);
/** No call and no hold lasts longer than a day. */
const seconds = (name: string, more?: More) => column(name, 'integer', cell.wholeNumber(86_400), more);
const coded = (name: string, dimension: string, more?: More) =>
  column(name, 'smallint', cell.text(200), { dimension, coded: true, ...more });
const ids = (name: string, more?: More) =>
  column(name, 'text[]', cell.list(cell.id), { stored: false, otherwise: "'{}'", ...more });

const required = { required: true };
const edits = { keeping: 'edits' } as const;
const unlessEdited = { keeping: 'unless-edited' } as const;
const theId = id('id', { required: true, identifies: true });
const accountId = id('account_id', { required: true, identifies: true });
const deleted = flag('deleted', { otherwise: 'false', identifies: true });

/** A kind of file of the feed and the table its rows go to. */
export interface FeedFile {
  /** Name without its ending. */
  name:
    | 'accounts'
    | 'contacts'
    | 'staff'
    | 'campaigns'
    | 'tracking-lines'
    | 'calls'
    | 'inquiries'
    | 'appointments'
    | 'picklists';
  table: string;
  /** What one row is, for people. */
  noun: string;
  columns: readonly FeedColumn[];
}

const answeredBy = cell.oneOf('Staff', 'IVR', 'Voicemail', 'No Answer');

/** The files of the feed, in the order in which they are read: what others refer to comes first. */
export const feedFiles: readonly FeedFile[] = [
  {
    name: 'picklists',
    table: 'picklists',
    noun: 'picklist value',
    columns: [
      column('object', 'text', cell.oneOf('score', 'campaign'), { required: true, identifies: true }),
      text('field', 200, { required: true, identifies: true }),
      text('value', 500, { required: true, identifies: true }),
      text('label', 500),
      deleted,
    ],
  },
  {
    name: 'accounts',
    table: 'accounts',
    noun: 'account',
    columns: [
      theId,
      text('name', 500, required),
      id('parent_id'),
      column('time_zone', 'text', cell.timeZone, { otherwise: `'${defaultTimeZone}'` }),
      text('industry', 200),
      text('business_label', 200),
      text('client_label', 200),
      text('address', 1000),
      column('latitude', 'double precision', cell.decimal(-90, 90)),
      column('longitude', 'double precision', cell.decimal(-180, 180)),
      text('color', 50, edits),
      deleted,
    ],
  },
  {
    name: 'contacts',
    table: 'contacts',
    noun: 'contact',
    columns: [
      theId,
      text('name', 500, required),
      column('email', 'text', cell.email, { required: true, ...edits }),
      column('phone', 'text', cell.e164, edits),
      text('picture', 2000),
      column('roles', 'text[]', cell.list(cell.text(100)), { otherwise: "'{}'" }),
      ids('account_ids'),
      ids('primary_account_ids'),
      deleted,
    ],
  },
  {
    name: 'staff',
    table: 'staff',
    noun: 'member of staff',
    columns: [theId, accountId, text('name', 500, required), text('staff_type', 200), deleted],
  },
  {
    name: 'campaigns',
    table: 'campaigns',
    noun: 'campaign',
    columns: [
      theId,
      accountId,
      text('name', 500, required),
      text('label', 500),
      text('campaign_type', 200, { required: true, dimension: 'campaignType' }),
      text('media_type', 200, { dimension: 'mediaType' }),
      text('status', 100, edits),
      count('quantity'),
      day('delivery_week'),
      day('order_date'),
      day('approval_date', edits),
      text('approved_by', 200, edits),
      day('print_date'),
      day('shipment_date'),
      day('delivery_date'),
      count('qr_scans'),
      id('mailing_area_id'),
      id('zone_id'),
      text('front_design', 1000),
      text('back_design', 1000),
      day('media_started'),
      day('media_submitted'),
      day('pre_press_completed'),
      day('matched_last_audit'),
      count('matched_new_patients'),
      column('matched_total_production', 'numeric(14, 2)', cell.money),
      count('matched_top_patients'),
      deleted,
    ],
  },
  {
    name: 'tracking-lines',
    table: 'tracking_lines',
    noun: 'tracking line',
    columns: [
      theId,
      accountId,
      id('campaign_id'),
      text('number', 50, required),
      text('destination_number', 50),
      column('status', 'text', cell.oneOf('Active', 'New', 'Released', 'Suspended'), {
        otherwise: "'Active'",
        ...edits,
      }),
      text('friendly_name', 500, edits),
      text('type', 200),
      deleted,
    ],
  },
  {
    name: 'calls',
    table: 'calls',
    noun: 'call',
    columns: [
      theId,
      accountId,
      id('campaign_id', { target: 'reported_campaign_id' }),
      id('tracking_line_id'),
      column('call_date_time', 'timestamptz', cell.moment, required),
      seconds('duration_seconds', { otherwise: '0' }),
      text('caller_phone_number', 100),
      text('caller_name', 500),
      text('caller_id_name', 500),
      text('audio', 1000, { audio: true }),
      id('score_id'),
      flag('opportunity'),
      coded('call_answered_by', 'answeredBy', { read: answeredBy, target: 'answered_by' }),
      id('handler_id'),
      coded('patient_type', 'patientType'),
      coded('caller_gender', 'callerGender'),
      coded('payment_type', 'paymentType'),
      coded('caller_source', 'callerSource'),
      flag('wrong_source_mentioned'),
      text('source_mentioned', 1000),
      coded('ivr_outcome', 'ivrOutcome'),
      coded('voicemail_outcome', 'voicemailOutcome'),
      flag('voicemail_left_message'),
      flag('voicemail_wants_appointment'),
      coded('caller_language', 'callerLanguage'),
      flag('follow_up_opportunity', { otherwise: 'false' }),
      coded('follow_up_reason', 'followUpReason'),
      coded('non_opportunity_reason', 'nonOpportunityReason'),
      coded('no_appointment_scheduled_reason', 'noAppointmentScheduledReason'),
      text('highlights', 10_000),
      flag('asked_for_appointment'),
      flag('appointment_caller_mentioned'),
      flag('asked_for_source'),
      flag('source_caller_mentioned'),
      flag('good_impression'),
      flag('asked_for_additional_appointment'),
      flag('additional_appointment_caller_mentioned'),
      flag('interacted_with_ivr'),
      flag('placed_on_hold'),
      flag('asked_to_place_on_hold'),
      seconds('hold_seconds'),
      coded('price_answer', 'priceAnswer'),
      column('resolve_date', 'timestamptz', cell.moment, edits),
      id('callback_handler_id', edits),
      text('callback_outcome_result', 200, edits),
      text('callback_outcome_opportunity_result', 200, edits),
      text('callback_outcome_summary', 10_000, edits),
      deleted,
    ],
  },
  {
    name: 'inquiries',
    table: 'inquiries',
    noun: 'inquiry',
    columns: [
      theId,
      accountId,
      id('call_id', required),
      column('kind', 'text', cell.oneOf('offer', 'service', 'insurance'), required),
      id('item_id', required),
      text('item_name', 500, required),
      text('insurance_acceptance_status', 200),
      deleted,
    ],
  },
  {
    name: 'appointments',
    table: 'appointments',
    noun: 'appointment',
    columns: [
      theId,
      accountId,
      id('call_id', required),
      text('first_name', 500, unlessEdited),
      text('last_name', 500, unlessEdited),
      text('phone', 100, unlessEdited),
      column('date_time', 'timestamptz', cell.moment, unlessEdited),
      column('outcome', 'text', cell.oneOf('Scheduled', 'Cancelled', 'Rescheduled'), {
        otherwise: "'Scheduled'",
        ...unlessEdited,
      }),
      id('previous_appointment_id', unlessEdited),
      id('portal_id', { identifies: true, ...edits }),
      { ...deleted, keeping: 'unless-edited' },
    ],
  },
];

/** The names under which a kind of file is looked for. */
export const formatsOfFiles = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof formatsOfFiles)[number];

/** A kind of file by its name. */
export function feedFile(name: FeedFile['name']): FeedFile {
  return feedFiles.find((file) => file.name === name) as FeedFile;
}
