import { orientations, sides } from '@mailcall/contract/designs.ts';
import { commentStatus, reviewStages, versionStatuses } from '@mailcall/contract/rules/review.ts';
import * as cell from './cell-kinds.ts';
import {
  accountId,
  bothWrite,
  column,
  count,
  deleted,
  edits,
  type FileOfFeed,
  flag,
  id,
  image,
  ownRows,
  portalId,
  timestamp,
  required,
  text,
  theId,
  enumeration,
} from './feed-columns.ts';

const written = { ...required, ...ownRows };
const fraction = (name: string) =>
  column(name, 'double precision', cell.decimal({ min: 0, max: 1, example: 0.25 }), written);
const idList = (name: string, more: { keeping: 'edits' }) =>
  column(name, 'text[]', cell.list(cell.id), { otherwise: "'{}'", ...more });

export const designFiles: readonly FileOfFeed[] = [
  {
    name: 'sales-contacts',
    table: 'sales_contacts',
    noun: 'sales contact',
    columns: [
      theId,
      ...bothWrite(
        text('name', 500, required),
        text('position', 200),
        column('email', 'text', cell.email),
        column('phone', 'text', cell.e164),
        image('picture', 'picture_key'),
        deleted,
      ),
    ],
  },
  {
    name: 'designs',
    table: 'designs',
    noun: 'design',
    columns: [
      theId,
      accountId,
      ...bothWrite(
        text('name', 500, required),
        text('media_type', 200),
        flag('archived', { otherwise: 'false', ...edits }),
        enumeration('next_review', reviewStages, edits),
        text('current_approval_level', 200),
        count('marketing_review_version'),
        timestamp('last_review_completed', edits),
        timestamp('customer_review_completed', edits),
        count('customer_review_version', edits),
        text('customer_reviewer', 500, edits),
        id('sales_contact_id'),
        idList('campaign_ids', edits),
      ),
      portalId,
      ...bothWrite(deleted),
    ],
  },
  {
    name: 'design-versions',
    table: 'design_versions',
    noun: 'version of a design',
    columns: [
      theId,
      accountId,
      id('design_id', required),
      ...bothWrite(
        column('version', 'integer', cell.wholeNumber({ min: 1, max: 10_000, example: 2 }), required),
        enumeration('status', versionStatuses, { otherwise: "'Requested'", ...edits }),
        timestamp('customer_viewed', edits),
        timestamp('created_at', { otherwise: 'now()', ...edits }),
        image('front', 'front_image'),
        image('back', 'back_image'),
        enumeration('front_orientation', orientations),
        enumeration('back_orientation', orientations),
        timestamp('front_modified_at'),
        timestamp('back_modified_at'),
      ),
      portalId,
      ...bothWrite(deleted),
    ],
  },
  {
    name: 'review-comments',
    table: 'review_comments',
    noun: 'review comment',
    columns: [
      theId,
      accountId,
      id('design_id', written),
      id('version_id', written),
      enumeration('side', sides, written),
      fraction('x'),
      fraction('y'),
      text('body', 10_000, written),
      id('reply_to', ownRows),
      column('status', 'text', commentStatus, { otherwise: "'Pending'", ...edits }),
      text('author_name', 500, written),
      timestamp('created_at', written),
      id('next_design_version_id'),
      portalId,
      { ...deleted, ...ownRows },
    ],
  },
];
