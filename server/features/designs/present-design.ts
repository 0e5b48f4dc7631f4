import type { Design, DesignVersion, Face, ReviewComment } from '@mailcall/contract/designs.ts';
import type { NextStep } from '@mailcall/contract/rules/next-step.ts';
import {
  isCampaignDesignVisible,
  countsAsApproved,
  isVisibleToCustomer,
  type ReviewStage,
  type VersionStatus,
} from '@mailcall/contract/rules/review.ts';
import type { Viewer } from '../identity/index.ts';
import type { ImageAddresses } from '../images/index.ts';
import type { CommentRecord, DesignRecord, FaceRecord, VersionRecord } from './design-records.ts';

/** Account id of the provider's own images, such as pictures of sales contacts. */
const providersImages = '';

/** Follows the campaign's dates, not the design's own status and stage. */
export interface CampaignView {
  status: VersionStatus;
  stage: ReviewStage;
}

export function isVisible(design: DesignRecord, campaign: CampaignView | null): boolean {
  if (campaign) return isCampaignDesignVisible(campaign.status, campaign.stage);
  return isVisibleToCustomer({
    nextReview: design.next_review,
    currentApprovalLevel: design.current_approval_level,
    marketingReviewVersion: design.marketing_review_version,
  });
}

/** Whether it is visible, waits for the customer, and is not approved. */
export function isOpenForReview(design: DesignRecord, campaign: CampaignView | null): boolean {
  if (design.archived || !isVisible(design, campaign)) return false;
  const stage = campaign?.stage ?? design.next_review;
  const status = campaign?.status ?? design.versions[0]?.status;
  return stage === 'CustomerReview' && status !== undefined && !countsAsApproved(status, stage);
}

/** Regardless of the campaigns that use it. */
export function isApprovedItself(design: DesignRecord): boolean {
  const status = design.versions[0]?.status;
  return status !== undefined && countsAsApproved(status, design.next_review);
}

export function isOpenForComments(design: DesignRecord, campaign: CampaignView | null): boolean {
  return isOpenForReview(design, campaign) && !isApprovedItself(design);
}

export const presentComment = (
  comments: readonly CommentRecord[],
  comment: CommentRecord,
  viewer: Viewer,
): ReviewComment => ({
  ...partOf(comment, viewer),
  portalId: comment.portalId,
  versionId: comment.versionId,
  side: comment.side,
  x: comment.x,
  y: comment.y,
  replyTo: comment.replyTo,
  replies: comments
    .filter(({ replyTo }) => replyTo === comment.id)
    .map((reply) => ({ ...partOf(reply, viewer), nextDesignVersionId: reply.nextVersionId })),
});

const partOf = (comment: CommentRecord, viewer: Viewer) => ({
  id: comment.id,
  author: { name: comment.authorName },
  body: comment.body,
  status: comment.status,
  createdDate: comment.createdAt,
  lastModifiedDate: comment.modifiedAt,
  revision: comment.revision,
  mine: comment.authorId === viewer.contactId && comment.status === 'Draft',
});

/** Includes drafts of colleagues, so that they are not repeated. */
export function presentComments(
  comments: readonly CommentRecord[],
  versionId: string,
  viewer: Viewer,
): ReviewComment[] {
  return comments
    .filter((comment) => comment.replyTo === null && comment.versionId === versionId)
    .map((comment) => presentComment(comments, comment, viewer));
}

export interface DesignContext {
  viewer: Viewer;
  images: ImageAddresses;
  nextStep: NextStep | null;
  /** Null on the design's own page. */
  campaign: CampaignView | null;
  /** For the provider's people, who see designs before the customer. */
  ofDesk?: boolean;
}

/** Without faces and comments until the customer may see the design. */
export function presentDesign(
  design: DesignRecord,
  { viewer, images, nextStep, campaign, ofDesk = false }: DesignContext,
): Design {
  const visible = ofDesk || isVisible(design, campaign);
  const face = (record: FaceRecord | null, fallback: string): Face | null =>
    record && visible
      ? {
          url: images.urlOf({ accountId: design.account_id, imageId: record.image, rendition: 'preview' }),
          thumbnailUrl: images.urlOf({
            accountId: design.account_id,
            imageId: record.image,
            rendition: 'thumbnail',
          }),
          width: record.width,
          height: record.height,
          lastModified: record.modifiedAt ?? fallback,
        }
      : null;
  const orientationOf = (record: FaceRecord | null) =>
    record && record.height > record.width ? 'portrait' : 'landscape';
  const version = (record: VersionRecord): DesignVersion => ({
    id: record.id,
    version: record.version,
    status: record.status,
    customerViewed: record.customerViewed,
    createdDate: record.createdAt,
    front: face(record.front, record.createdAt),
    back: face(record.back, record.createdAt),
    frontOrientation: record.frontOrientation ?? orientationOf(record.front),
    backOrientation: record.backOrientation ?? orientationOf(record.back),
    comments: visible ? presentComments(design.comments, record.id, viewer) : [],
  });
  const [current, ...previous] = design.versions.map(version);
  return {
    id: design.id,
    portalId: design.portal_id,
    accountId: design.account_id,
    name: design.name,
    mediaType: design.media_type,
    archived: design.archived,
    nextReview: campaign?.stage ?? design.next_review,
    currentApprovalLevel: design.current_approval_level,
    marketingReviewVersion: design.marketing_review_version,
    lastReviewCompleted: design.last_review_completed?.toISOString() ?? null,
    customerReviewCompleted: design.customer_review_completed?.toISOString() ?? null,
    customerReviewVersion: design.customer_review_version,
    customerReviewer: design.customer_reviewer,
    account: { name: design.account_name },
    currentVersion: current ? { ...current, status: campaign?.status ?? current.status } : null,
    previousVersions: visible ? previous : [],
    salesContact: design.sales_contact && {
      name: design.sales_contact.name,
      position: design.sales_contact.position,
      email: design.sales_contact.email,
      phone: design.sales_contact.phone,
      avatarUrl:
        design.sales_contact.picture === null
          ? null
          : images.urlOf({
              accountId: providersImages,
              imageId: design.sales_contact.picture,
              rendition: 'thumbnail',
            }),
    },
    campaignIds: design.campaign_ids,
    openForComments: isOpenForComments(design, campaign),
    nextStep,
    revision: design.revision,
  };
}
