import { madeHerePattern } from '@mailcall/contract/edited-rows.ts';
import { lastingKinds } from '@mailcall/contract/rules/callbacks.ts';
import {
  disputeReasonLength,
  disputeStates,
  maxWantedLength,
} from '@mailcall/contract/rules/score-disputes.ts';
import { passStates } from '@mailcall/contract/rules/second-pass.ts';
import type { ScoreReason } from '@mailcall/contract/scoring.ts';
import * as cell from './cell-kinds.ts';
import {
  accountId,
  column,
  count,
  deleted,
  enumeration,
  type FeedColumn,
  type FeedFile,
  id,
  portalId,
  required,
  text,
  timestamp,
} from './feed-columns.ts';
import { feedFile } from './feed-files.ts';

/** People's work in the portal: the feed's columns and the portal's own, which all apply unchanged. */
export interface PortalFile extends FeedFile {
  /** Columns of the feed's rows that are always exported. Others that both write are exported if a person changed them. */
  edited: readonly string[];
  /** Columns that rows have besides if `when` holds, an SQL condition on `known`. */
  besides: { columns: readonly string[]; when: string } | null;
  /** SQL condition on `known` for rows of people in a table that has others with the same ids. */
  among: string;
  /** Rows are never removed, and have no portal_id. */
  isLog: boolean;
  /** SQL condition on `known`: the row is the portal's own, and all columns are exported. */
  whole: string;
}

const uuid: cell.CellReader = (value) =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
    ? value
    : new cell.CellProblem('must be a UUID such as 0b0ee3f4-6b0f-4d4e-9b0a-4f2f4f3c2d1e');
const hash: cell.CellReader = (value) =>
  /^[0-9a-f]{64}$/.test(value)
    ? `\\x${value}`
    : new cell.CellProblem('must be a hash of 64 hexadecimal digits');

const json: cell.CellReader = (value) => {
  try {
    JSON.parse(value);
    return value;
  } catch {
    return new cell.CellProblem('must be JSON');
  }
};

const callActions: FeedFile = {
  name: 'call-actions',
  table: 'call_actions',
  noun: 'action on a call',
  columns: [
    column('id', 'uuid', uuid, { required: true, identifies: true }),
    accountId,
    id('call_id', required),
    enumeration('action', ['resolved', 'appointment added'], required),
    id('contact_id', required),
    text('contact_name', 500, required),
    timestamp('happened_at', required),
    text('details', 20_000, required),
    portalId,
    deleted,
  ],
};

const scoreVersions: FeedFile = {
  name: 'score-versions',
  table: 'score_versions',
  noun: 'version of a score',
  columns: [
    column('id', 'uuid', uuid, { required: true, identifies: true }),
    accountId,
    id('call_id', required),
    count('number', required),
    enumeration(
      'reason',
      ['scored', 'second pass', 'dispute', 'correction', 'undone', 'feed'] satisfies ScoreReason[],
      required,
    ),
    column('score', 'jsonb', json),
    column('marks', 'jsonb', json, { otherwise: "'[]'" }),
    id('contact_id'),
    text('role', 100),
    text('rubric', 100),
    timestamp('began_at'),
    timestamp('made_at', required),
    column('appointment_ids', 'text[]', cell.list(cell.id), { otherwise: "'{}'" }),
    deleted,
  ],
};

const secondPasses: FeedFile = {
  name: 'score-second-passes',
  table: 'score_second_passes',
  noun: 'second pass',
  columns: [
    column('id', 'uuid', uuid, { required: true, identifies: true }),
    accountId,
    id('call_id', required),
    count('first_version', required),
    id('first_contact_id', required),
    text('outcome', 100, required),
    enumeration('state', passStates, required),
    timestamp('chosen_at', required),
    column('shown', 'jsonb', json, required),
    id('second_contact_id'),
    column('second_score', 'jsonb', json),
    column('second_marks', 'jsonb', json, { otherwise: "'[]'" }),
    column('answers', 'jsonb', json),
    text('rubric', 100),
    timestamp('began_at'),
    timestamp('second_at'),
    text('note', 500),
    id('returned_by_id'),
    timestamp('returned_at'),
    text('answer', 500),
    timestamp('answered_at'),
    id('decided_by_id'),
    timestamp('decided_at'),
    count('version'),
    timestamp('changed_at', required),
    deleted,
  ],
};

const disputeText = disputeReasonLength.max;

const disputes: FeedFile = {
  name: 'score-disputes',
  table: 'score_disputes',
  noun: 'dispute',
  columns: [
    column('id', 'uuid', uuid, { required: true, identifies: true }),
    accountId,
    id('call_id', required),
    text('field', 100, required),
    text('shown', 1000),
    text('wanted', maxWantedLength, required),
    text('reason', disputeText, required),
    count('at_second'),
    enumeration('state', disputeStates, required),
    id('contact_id', required),
    timestamp('opened_at', required),
    id('decided_by_id'),
    text('decided_as', 500),
    timestamp('decided_at'),
    text('decision', disputeText),
    count('version'),
    id('withdrawn_by_id'),
    timestamp('withdrawn_at'),
    text('answer', disputeText),
    id('answered_by_id'),
    timestamp('answered_at'),
    timestamp('seen_at'),
    timestamp('changed_at', required),
    deleted,
  ],
};

const scoreColumnNames = feedFile('calls')
  .columns.filter(({ score }) => score)
  .map(({ name }) => name);

/** SQL condition on `known`: a person scored the call, even if the score was withdrawn since. */
const scoredByPerson = `(known.score_source = 'person'
  or exists (select 1 from call_scores beside where beside.account_id = known.account_id and beside.id = known.id and beside.source = 'person')
  or exists (select 1 from score_versions version where version.account_id = known.account_id and version.call_id = known.id))`;

/** Inserts the portal's columns before `deleted`, or replaces those with the same names. Columns that both write keep what the feed sent last. */
function portalFile(
  file: FeedFile,
  {
    edited = [],
    besides = null,
    among = 'true',
    isLog = false,
    whole = 'false',
    more = [],
    optional = [],
  }: Partial<PortalFile> & { more?: readonly FeedColumn[]; optional?: readonly string[] },
): PortalFile {
  const kept = file.columns.filter(({ name }) => !more.some((own) => own.name === name));
  const columns = [...kept.slice(0, -1), ...more, ...kept.slice(-1)];
  return {
    ...file,
    edited,
    besides,
    among,
    isLog,
    whole,
    columns: columns.map((one) => ({
      ...one,
      keeping: one.keeping === 'until-edited' ? one.keeping : 'feed',
      keptIf: null,
      required: one.required && !optional.includes(one.name),
    })),
  };
}

const madeInPortal = 'known.portal_id is not null';
const madeHere = `(known.id like 'portal-%' and known.id ~ '${madeHerePattern}')`;

export const portalFiles: readonly PortalFile[] = [
  portalFile(feedFile('accounts'), { edited: ['color'], whole: madeHere }),
  portalFile(feedFile('contacts'), {
    edited: ['email', 'phone', 'received_sms_alerts'],
    whole: madeHere,
    more: [
      column('received_sms_alerts', 'text[]', cell.list(cell.oneOf('email', 'push')), { otherwise: "'{}'" }),
    ],
  }),
  // those whom scorers added
  portalFile(feedFile('staff'), { whole: 'true' }),
  portalFile(feedFile('notification-settings'), { whole: 'true' }),
  // an empty cell means that people do not know it
  portalFile(feedFile('office-hours'), { whole: 'true', optional: ['hours'] }),
  portalFile(feedFile('office-holidays'), { whole: 'true' }),
  portalFile(feedFile('campaigns'), {
    edited: [
      'friendly_name',
      'status',
      'approval_date',
      'approved_by',
      'approved_by_contact_id',
      'approved_at',
    ],
    whole: madeHere,
    more: [id('approved_by_contact_id'), timestamp('approved_at')],
  }),
  portalFile(feedFile('tracking-lines'), { edited: ['friendly_name'], whole: madeHere }),
  portalFile(feedFile('calls'), {
    edited: [
      'resolve_date',
      'callback_handler_id',
      'callback_outcome_result',
      'callback_outcome_opportunity_result',
      'callback_outcome_summary',
    ],
    besides: { columns: ['caller_name', ...scoreColumnNames, 'first_scored_at'], when: scoredByPerson },
    more: [timestamp('first_scored_at')],
  }),
  portalFile(feedFile('inquiries'), { whole: 'true', among: `known.source = 'person'` }),
  portalFile(feedFile('appointments'), {
    whole: 'true',
    more: [timestamp('created_at', { otherwise: 'now()' })],
  }),
  portalFile(callActions, { whole: 'true', isLog: true }),
  portalFile(scoreVersions, { whole: 'true', isLog: true }),
  portalFile(secondPasses, { whole: 'true', isLog: true }),
  portalFile(disputes, { whole: 'true', isLog: true }),
  portalFile(feedFile('callback-attempts'), {
    whole: 'true',
    more: [
      enumeration('kind', lastingKinds, required),
      id('made_by_contact_id', { target: 'contact_id' }),
      timestamp('undone_at'),
    ],
  }),
  portalFile(feedFile('sales-contacts'), { whole: madeHere }),
  portalFile(feedFile('designs'), {
    edited: [
      'archived',
      'next_review',
      'last_review_completed',
      'customer_review_completed',
      'customer_review_version',
      'customer_reviewer',
      'campaign_ids',
    ],
    whole: madeInPortal,
  }),
  portalFile(feedFile('design-versions'), {
    edited: ['status', 'customer_viewed'],
    whole: madeInPortal,
  }),
  portalFile(feedFile('review-comments'), {
    edited: ['status', 'modified_at'],
    whole: madeInPortal,
    more: [id('author_contact_id'), timestamp('modified_at', { otherwise: 'now()' })],
  }),
  portalFile(feedFile('geodata'), { whole: madeHere }),
  portalFile(feedFile('mailing-areas'), { edited: ['color'], whole: madeHere }),
  portalFile(feedFile('mailing-zones'), { edited: ['color'], whole: madeHere }),
  portalFile(feedFile('patient-lists'), {
    edited: ['archived_at'],
    whole: madeInPortal,
    more: [
      id('uploaded_by_contact_id'),
      timestamp('modified_at', { otherwise: 'now()' }),
      timestamp('archived_at'),
      column('content_hash', 'bytea', hash),
    ],
  }),
  portalFile(feedFile('patients'), { whole: 'true', more: [count('row_number', { otherwise: '0' })] }),
];
