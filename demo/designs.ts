import type { CardPictures } from './card-pictures.ts';
import type { Campaign } from './campaigns.ts';
import { backOf, backPicture, brandOf, frontPicture, messageOf } from './cards.ts';
import { localAt, type WallClock } from './local-time.ts';
import type { Office } from './offices.ts';
import { type DesignPlan, designPlansOf, type VersionPlan } from './design-plans.ts';
import { salesContactOf } from './sales-contacts.ts';

export const designColumns = [
  'id',
  'account_id',
  'name',
  'media_type',
  'archived',
  'next_review',
  'current_approval_level',
  'marketing_review_version',
  'last_review_completed',
  'customer_review_completed',
  'customer_review_version',
  'customer_reviewer',
  'sales_contact_id',
  'campaign_ids',
] as const;
export const designVersionColumns = [
  'id',
  'account_id',
  'design_id',
  'version',
  'status',
  'customer_viewed',
  'created_at',
  'front',
  'back',
  'front_orientation',
  'back_orientation',
  'front_modified_at',
  'back_modified_at',
] as const;
export const reviewCommentColumns = [
  'id',
  'account_id',
  'design_id',
  'version_id',
  'side',
  'x',
  'y',
  'body',
  'reply_to',
  'status',
  'author_name',
  'created_at',
  'next_design_version_id',
] as const;
type Row<Columns extends readonly string[]> = Partial<
  Record<Columns[number], string | number | boolean | null>
>;

export interface DesignRows {
  designs: Row<typeof designColumns>[];
  versions: Row<typeof designVersionColumns>[];
  comments: Row<typeof reviewCommentColumns>[];
}

export interface DesignContext {
  office: Office;
  campaigns: readonly Campaign[];
  clock: WallClock;
  today: number;
  end: number;
  reviewer: string;
  pictures: CardPictures | null;
}

export function designRowsOf(context: DesignContext): DesignRows {
  const rows: DesignRows = { designs: [], versions: [], comments: [] };
  for (const campaign of context.campaigns)
    for (const [at, plan] of designPlansOf(context.office, campaign, context.today).entries())
      addDesign(rows, context, { id: `${campaign.id}-design-${at + 1}`, campaign, plan });
  return rows;
}

interface DesignDraft {
  id: string;
  campaign: Campaign;
  plan: DesignPlan;
}

function timeText({ clock, today, end }: DesignContext, daysAgo: number, hours: number): string {
  return clock.text(Math.min(localAt(today - daysAgo, 34_200) + hours * 3600, end - 600 + hours));
}

function reviewTimeOf(context: DesignContext, plan: DesignPlan): string | null {
  if (!plan.reviewed) return null;
  const reviewed = plan.versions.findLast(({ status }) => status !== 'InReview');
  if (!reviewed) return null;
  const hours = (reviewed.comments ?? []).map(({ hoursAfter }) => hoursAfter + 2);
  return timeText(context, reviewed.daysAgo, Math.max(28, ...hours));
}

function addDesign(rows: DesignRows, context: DesignContext, draft: DesignDraft): void {
  const { id, campaign, plan } = draft;
  const { office, reviewer } = context;
  const reviewedAt = reviewTimeOf(context, plan);
  const isApproved = plan.versions.at(-1)?.status === 'Approved';
  rows.designs.push({
    id,
    account_id: office.id,
    name: `${campaign.label}${plan.suffix ? `, ${plan.suffix}` : ''}`,
    media_type: campaign.mediaType,
    archived: plan.archived ?? false,
    next_review: plan.stage,
    current_approval_level: plan.approvalLevel,
    marketing_review_version: plan.stage ? plan.versions.length : null,
    last_review_completed: reviewedAt,
    customer_review_completed: isApproved ? reviewedAt : null,
    customer_review_version: isApproved ? plan.versions.length : null,
    customer_reviewer: isApproved ? reviewer : null,
    sales_contact_id: salesContactOf(office.id),
    campaign_ids: campaign.id,
  });
  for (const [index, version] of plan.versions.entries()) {
    addVersion(rows, context, draft, version, index + 1);
    addComments(rows, context, draft, version, index + 1);
  }
}

const versionId = (designId: string, number: number) => `${designId}-v${number}`;

function addVersion(
  { versions }: DesignRows,
  context: DesignContext,
  { id, campaign }: DesignDraft,
  version: VersionPlan,
  number: number,
): void {
  const created = timeText(context, version.daysAgo, 0);
  versions.push({
    id: versionId(id, number),
    account_id: context.office.id,
    design_id: id,
    version: number,
    status: version.status,
    customer_viewed:
      version.comments || version.status === 'Rejected' ? timeText(context, version.daysAgo, 2) : null,
    created_at: created,
    ...facesOf(context, campaign, version),
    front_orientation: 'landscape',
    back_orientation: 'landscape',
    front_modified_at: created,
    back_modified_at: created,
  });
}

function addComments(
  { comments }: DesignRows,
  context: DesignContext,
  { id, plan }: DesignDraft,
  version: VersionPlan,
  number: number,
): void {
  const version_id = versionId(id, number);
  const nextVersionId = number < plan.versions.length ? versionId(id, number + 1) : null;
  const nameOf = (author: 'customer' | 'provider') =>
    author === 'customer' ? context.reviewer : 'Mika Natsumi';
  for (const [at, { replies = [], hoursAfter, author, ...pin }] of (version.comments ?? []).entries()) {
    const comment = {
      account_id: context.office.id,
      design_id: id,
      version_id,
      ...pin,
      id: `${version_id}-comment-${at + 1}`,
    };
    comments.push({
      ...comment,
      author_name: nameOf(author),
      created_at: timeText(context, version.daysAgo, hoursAfter),
    });
    for (const [replyIndex, reply] of replies.entries())
      comments.push({
        ...comment,
        id: `${comment.id}-reply-${replyIndex + 1}`,
        body: reply.body,
        status: reply.status,
        reply_to: comment.id,
        author_name: nameOf(reply.author),
        created_at: timeText(context, version.daysAgo, reply.hoursAfter),
        next_design_version_id: reply.isAboutNextVersion ? nextVersionId : null,
      });
  }
}

function facesOf(
  { office, pictures }: DesignContext,
  campaign: Campaign,
  { faces }: VersionPlan,
): { front: string | null; back: string | null } {
  if (faces === null || pictures === null) return { front: null, back: null };
  const brand = { ...brandOf(office), ...faces.brand };
  const message = { ...messageOf(office, campaign.label), ...faces.message };
  return {
    front: frontPicture(pictures, brand, message),
    back: backPicture(pictures, brand, message, { ...backOf(office, campaign.line.number), ...faces.back }),
  };
}
