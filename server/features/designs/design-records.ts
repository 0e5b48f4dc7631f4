import type { Orientation, Side } from '@mailcall/contract/designs.ts';
import {
  type CommentStatus,
  readableComments,
  type ReviewStage,
  type VersionStatus,
} from '@mailcall/contract/rules/review.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { isNamedBy } from '../changes/index.ts';

export interface FaceRecord {
  image: string;
  width: number;
  height: number;
  modifiedAt: string;
}

export interface VersionRecord {
  id: string;
  version: number;
  status: VersionStatus;
  customerViewed: string | null;
  createdAt: string;
  front: FaceRecord | null;
  back: FaceRecord | null;
  frontOrientation: Orientation | null;
  backOrientation: Orientation | null;
}

export interface CommentRecord {
  id: string;
  /** First id if it was made in the portal; otherwise null. */
  portalId: string | null;
  versionId: string;
  side: Side;
  x: number;
  y: number;
  body: string;
  replyTo: string | null;
  status: CommentStatus;
  authorId: string | null;
  authorName: string;
  createdAt: string;
  modifiedAt: string;
  nextVersionId: string | null;
  revision: number;
}

export interface SalesContactRecord {
  name: string;
  position: string | null;
  email: string | null;
  phone: string | null;
  picture: string | null;
}

export interface DesignRecord {
  id: string;
  /** First id if it was made in the portal; otherwise null. */
  portal_id: string | null;
  account_id: string;
  account_name: string;
  name: string;
  media_type: string | null;
  archived: boolean;
  next_review: ReviewStage | null;
  current_approval_level: string | null;
  marketing_review_version: number | null;
  last_review_completed: Date | null;
  customer_review_completed: Date | null;
  customer_review_version: number | null;
  customer_reviewer: string | null;
  campaign_ids: string[];
  revision: number;
  sales_contact: SalesContactRecord | null;
  /** Newest first */
  versions: VersionRecord[];
  /** Oldest first; replies follow their comment. */
  comments: CommentRecord[];
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const face = (side: Side) => sql`
  (select jsonb_build_object('image', images.id, 'width', images.width, 'height', images.height,
      'modifiedAt', ${iso(`version.${side}_modified_at`)})
    from images where images.account_id = version.account_id and images.id = ${sql.ref(`version.${side}_image`)})`;

/** By present or first id, in order of id; omits designs of other accounts. */
export async function findDesigns(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  ids: readonly string[],
): Promise<DesignRecord[]> {
  const { rows } = await sql<DesignRecord>`
    select designs.id, designs.portal_id, designs.account_id, accounts.name as account_name, designs.name, designs.media_type, designs.archived,
      designs.next_review, designs.current_approval_level, designs.marketing_review_version, designs.last_review_completed,
      designs.customer_review_completed, designs.customer_review_version, designs.customer_reviewer, designs.campaign_ids,
      designs.revision,
      (select jsonb_build_object('name', name, 'position', position, 'email', email, 'phone', phone, 'picture', picture_key)
        from sales_contacts where sales_contacts.id = designs.sales_contact_id and not sales_contacts.deleted) as sales_contact,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', version.id, 'version', version.version, 'status', version.status,
          'customerViewed', ${iso('version.customer_viewed')}, 'createdAt', ${iso('version.created_at')},
          'front', ${face('front')}, 'back', ${face('back')},
          'frontOrientation', version.front_orientation, 'backOrientation', version.back_orientation)
        order by version.version desc, version.id), '[]')
        from design_versions as version
        where version.account_id = designs.account_id and version.design_id = designs.id and not version.deleted) as versions,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', comment.id, 'portalId', comment.portal_id, 'versionId', comment.version_id, 'side', comment.side, 'x', comment.x, 'y', comment.y,
          'body', comment.body, 'replyTo', comment.reply_to, 'status', comment.status, 'authorId', comment.author_contact_id,
          'authorName', comment.author_name, 'createdAt', ${iso('comment.created_at')}, 'modifiedAt', ${iso('comment.modified_at')},
          'nextVersionId', comment.next_design_version_id, 'revision', comment.revision)
        order by comment.created_at, comment.id), '[]')
        from review_comments as comment
        where comment.account_id = designs.account_id and comment.design_id = designs.id and not comment.deleted) as comments
    from designs join accounts on accounts.id = designs.account_id
    where designs.account_id = any(${[...accountIds]}) and ${isNamedBy('designs', ids)} and not designs.deleted
    order by designs.id`.execute(database);
  return rows.map((design) => ({
    ...design,
    comments: readableComments(
      design.versions.map((version) => version.id),
      design.comments,
    ),
  }));
}
