import { writtenGroups } from '@mailcall/contract/rules/campaign-groups.ts';
import { mailingStatuses } from '@mailcall/contract/rules/mailing.ts';
import { answererTexts } from '@mailcall/contract/rules/score-texts.ts';
import { maxSpeakerName, maxTurns, maxTurnText, maxTurnTime } from '@mailcall/contract/rules/transcripts.ts';
import { defaultTimeZone } from '@mailcall/contract/time/time-zone.ts';
import { scoreColumns } from '../calls/index.ts';
import { callbackFile } from './callback-files.ts';
import * as cell from './cell-kinds.ts';
import { designFiles } from './design-files.ts';
import {
  accountId,
  bothWrite,
  coded,
  column,
  type ColumnGroup,
  count,
  day,
  deleted,
  edits,
  type FileOfFeed,
  flag,
  id,
  ids,
  image,
  portalId,
  required,
  seconds,
  text,
  theAccountId,
  theId,
  tiedTo,
  unlessEdited,
  enumeration,
} from './feed-columns.ts';
import { mailPieceFile } from './mail-piece-files.ts';
import { mapFiles } from './map-files.ts';
import { notificationFile } from './notification-files.ts';
import { officeFiles } from './office-files.ts';
import { patientFiles } from './patient-files.ts';

export type { FeedColumn, FeedFile, FileOfFeed } from './feed-columns.ts';

const milliseconds = cell.wholeNumber({ max: maxTurnTime, example: 48_000 });

const answeredBy = cell.oneOf(...answererTexts);

const picklistGroup: ColumnGroup = {
  names: ['object', 'field', 'group'],
  read(cells) {
    const cellOf = (name: string) => cells.get(name)?.trim() ?? '';
    const isType = cellOf('object') === 'campaign' && cellOf('field') === 'campaignType';
    if (isType || cellOf('group') === '') return { values: new Map(), emptied: [] };
    const reason = 'must be empty, except in rows of the object campaign and the field campaignType';
    return { problem: { column: 'group', reason } };
  },
};

export const sortedItems = (list: string) =>
  `(select coalesce(array_agg(item order by item), '{}') from unnest(${list}) item)`;

/** SQL of the table `linked` with the accounts of the contact `known`. */
export const linkedAccounts = `cross join lateral (
  select array(select account_id from contact_accounts where contact_id = known.id order by 1) as accounts,
    array(select account_id from contact_accounts where contact_id = known.id and is_primary order by 1) as primary_accounts) linked`;

/** The order of accounts is no difference. */
const accountsCell = (name: string, known: string) => ({
  elsewhere: {
    known: `linked.${known}`,
    sent: `case when feed.${name} is not null then ${sortedItems(`feed.${name}`)} end`,
  },
});

/** In import order: referenced files come first. */
export const feedFiles: readonly FileOfFeed[] = [
  {
    name: 'picklists',
    table: 'picklists',
    noun: 'picklist value',
    columns: [
      column('object', 'text', cell.oneOf('score', 'campaign'), { required: true, identifies: true }),
      text('field', 200, { required: true, identifies: true }),
      text('value', 500, { required: true, identifies: true }),
      text('label', 500),
      enumeration('group', Object.keys(writtenGroups), { target: 'campaign_group' }),
      deleted,
    ],
    group: picklistGroup,
  },
  {
    name: 'accounts',
    table: 'accounts',
    noun: 'account',
    columns: [
      theAccountId,
      ...bothWrite(
        text('name', 500, required),
        id('parent_id'),
        column('time_zone', 'text', cell.timeZone, { otherwise: `'${defaultTimeZone}'` }),
        text('industry', 200),
        text('business_label', 200),
        text('client_label', 200),
        text('address', 1000),
        column('latitude', 'double precision', cell.decimal({ min: -90, max: 90, example: 39.7392 })),
        column('longitude', 'double precision', cell.decimal({ min: -180, max: 180, example: -104.9903 })),
        text('color', 50, edits),
      ),
      tiedTo,
      ...bothWrite(deleted),
    ],
  },
  {
    name: 'contacts',
    table: 'contacts',
    noun: 'contact',
    columns: [
      theId,
      ...bothWrite(
        text('name', 500, required),
        column('email', 'text', cell.email, { required: true, ...edits }),
        column('phone', 'text', cell.e164, edits),
        text('picture', 2000),
        column('roles', 'text[]', cell.list(cell.text(100)), { otherwise: "'{}'" }),
        ids('account_ids', accountsCell('account_ids', 'accounts')),
        ids('primary_account_ids', accountsCell('primary_account_ids', 'primary_accounts')),
      ),
      tiedTo,
      ...bothWrite(deleted),
    ],
  },
  {
    name: 'staff',
    table: 'staff',
    noun: 'member of staff',
    columns: [
      theId,
      accountId,
      ...bothWrite(
        text('name', 500, required),
        text('staff_type', 200),
        column('aliases', 'text[]', cell.list(cell.text(100)), { otherwise: "'{}'" }),
        deleted,
      ),
    ],
  },
  notificationFile,
  ...officeFiles,
  {
    name: 'campaigns',
    table: 'campaigns',
    noun: 'campaign',
    columns: [
      theId,
      accountId,
      ...bothWrite(
        text('name', 500, required),
        text('friendly_name', 500, edits),
        text('label', 500),
        text('campaign_type', 200, { required: true, dimension: 'campaignType' }),
        text('campaign_type_details', 500),
        text('media_type', 200, { dimension: 'mediaType' }),
        enumeration('status', mailingStatuses, edits),
        count('quantity'),
        column('cost', 'numeric(14, 2)', cell.cost),
        day('delivery_week', { target: 'reported_delivery_week' }),
        day('created_date'),
        day('order_date'),
        day('approval_date', edits),
        text('approved_by', 200, edits),
        day('print_date'),
        day('shipment_date'),
        day('delivery_date'),
        id('mailing_area_id'),
        id('zone_id'),
        image('front_design', 'front_image'),
        image('back_design', 'back_image'),
        image('map', 'map_image'),
        day('media_started'),
        day('media_submitted'),
        day('pre_press_completed'),
      ),
      count('qr_scans'),
      day('matched_last_audit'),
      count('matched_new_patients'),
      column('matched_total_production', 'numeric(14, 2)', cell.production),
      count('matched_top_patients'),
      tiedTo,
      ...bothWrite(deleted),
    ],
  },
  mailPieceFile,
  {
    name: 'tracking-lines',
    table: 'tracking_lines',
    noun: 'tracking line',
    columns: [
      theId,
      accountId,
      ...bothWrite(
        id('campaign_id'),
        text('number', 50, required),
        text('destination_number', 50),
        column('status', 'text', cell.oneOf('Active', 'New', 'Released', 'Suspended'), {
          otherwise: "'Active'",
          ...edits,
        }),
        text('friendly_name', 500, edits),
        text('type', 200),
      ),
      tiedTo,
      ...bothWrite(deleted),
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
      column('call_date_time', 'timestamptz', cell.timestamp, required),
      seconds('duration_seconds', { otherwise: '0' }),
      column('caller_phone_number', 'text', cell.callerNumber),
      text('caller_name', 500),
      text('caller_id_name', 500),
      text('audio', 1000, { audio: true }),
      coded('record_type', 'recordType'),
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
      column('resolve_date', 'timestamptz', cell.timestamp, edits),
      id('callback_handler_id', edits),
      text('callback_outcome_result', 200, edits),
      text('callback_outcome_opportunity_result', 200, edits),
      text('callback_outcome_summary', 10_000, edits),
      deleted,
    ].map((one) => ({ ...one, score: scoreColumns.has(one.target) })),
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
      { ...deleted, target: 'removed' },
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
      column('phone', 'text', cell.callerNumber, unlessEdited),
      column('date_time', 'timestamptz', cell.timestamp, unlessEdited),
      column('outcome', 'text', cell.oneOf('Scheduled', 'Cancelled', 'Rescheduled'), {
        otherwise: "'Scheduled'",
        ...unlessEdited,
      }),
      id('previous_appointment_id', unlessEdited),
      portalId,
      { ...deleted, keeping: 'unless-edited' },
    ],
  },
  callbackFile,
  {
    name: 'transcripts',
    table: 'transcript_turns',
    noun: 'turn of a transcript',
    idOf: ['call_id', 'turn'],
    columns: [
      id('id', { identifies: true }),
      accountId,
      id('call_id', { ...required, identifies: true }),
      column('turn', 'integer', cell.wholeNumber({ min: 1, max: maxTurns, example: 3 }), {
        ...required,
        identifies: true,
      }),
      text('speaker', maxSpeakerName),
      column('from_ms', 'integer', milliseconds),
      column('to_ms', 'integer', milliseconds),
      text('text', maxTurnText, required),
      deleted,
    ],
  },
  ...designFiles,
  ...mapFiles,
  ...patientFiles,
];

export const formatsOfFiles = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof formatsOfFiles)[number];

export function feedFile(name: FileOfFeed['name']): FileOfFeed {
  return feedFiles.find((file) => file.name === name) as FileOfFeed;
}
