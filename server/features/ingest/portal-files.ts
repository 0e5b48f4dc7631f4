import { lastingKinds } from '@mailcall/contract/rules/callbacks.ts';
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
  /** Columns that people edit in rows of the feed. */
  edited: readonly string[];
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

/** Inserts the portal's columns before `deleted`, or replaces those with the same names. No column keeps people's edits. */
function portalFile(
  file: FeedFile,
  {
    edited = [],
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
    whole,
    columns: columns.map((one) => ({
      ...one,
      keeping: 'feed',
      keptIf: null,
      required: one.required && !optional.includes(one.name),
    })),
  };
}

const madeInPortal = 'known.portal_id is not null';

export const portalFiles: readonly PortalFile[] = [
  portalFile(feedFile('accounts'), { edited: ['color'] }),
  portalFile(feedFile('contacts'), {
    edited: ['email', 'phone', 'received_sms_alerts'],
    more: [
      column('received_sms_alerts', 'text[]', cell.list(cell.oneOf('email', 'push')), { otherwise: "'{}'" }),
    ],
  }),
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
    more: [id('approved_by_contact_id'), timestamp('approved_at')],
  }),
  portalFile(feedFile('tracking-lines'), { edited: ['friendly_name'] }),
  portalFile(feedFile('calls'), {
    edited: [
      'resolve_date',
      'callback_handler_id',
      'callback_outcome_result',
      'callback_outcome_opportunity_result',
      'callback_outcome_summary',
    ],
  }),
  portalFile(feedFile('appointments'), {
    whole: 'true',
    more: [timestamp('created_at', { otherwise: 'now()' })],
  }),
  portalFile(callActions, { whole: 'true' }),
  portalFile(feedFile('callback-attempts'), {
    whole: 'true',
    more: [
      enumeration('kind', lastingKinds, required),
      id('made_by_contact_id', { target: 'contact_id' }),
      timestamp('undone_at'),
    ],
  }),
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
  portalFile(feedFile('mailing-areas'), { edited: ['color'] }),
  portalFile(feedFile('mailing-zones'), { edited: ['color'] }),
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
