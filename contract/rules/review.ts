import { z } from 'zod';

/** The statuses of a version of a design. */
export const versionStatuses = ['Requested', 'Wip', 'InReview', 'Approved', 'Rejected'] as const;
export const versionStatusSchema = z.enum(versionStatuses);
export type VersionStatus = z.infer<typeof versionStatusSchema>;

/** The review stages of a design: which review it is waiting for. */
export const reviewStages = ['CustomerReview', 'FinalInspection', 'Approved'] as const;
export const reviewStageSchema = z.enum(reviewStages);
export type ReviewStage = z.infer<typeof reviewStageSchema>;

/** The approval level at which the customer can review. */
export const marketingReview = 'Marketing Review';

/** The dates of a campaign from which its design's status is derived, `YYYY-MM-DD`. */
export interface CampaignProduction {
  mediaStarted: string | null;
  mediaSubmitted: string | null;
  prePressCompleted: string | null;
  approvalDate: string | null;
}

/** The status of a campaign's design by the campaign's dates. */
export function campaignDesignStatus(campaign: CampaignProduction): VersionStatus {
  const { mediaStarted, mediaSubmitted, prePressCompleted, approvalDate } = campaign;
  if (!mediaSubmitted) return mediaStarted ? 'Wip' : 'Requested';
  if (!prePressCompleted) return 'Wip';
  return approvalDate ? 'Approved' : 'InReview';
}

/** The stage of a campaign review: Approved with an approval date, else CustomerReview. */
export function campaignReviewStage(campaign: Pick<CampaignProduction, 'approvalDate'>): ReviewStage {
  return campaign.approvalDate ? 'Approved' : 'CustomerReview';
}

/** Whether a design counts as requested: its version is Requested, Wip or Rejected. */
export function countsAsRequested(status: VersionStatus): boolean {
  return isBeingMade(status) || status === 'Rejected';
}

/** Whether a version is still being made, so that it cannot be approved yet. */
export function isBeingMade(status: VersionStatus): boolean {
  return status === 'Requested' || status === 'Wip';
}

/** Whether a design counts as approved: its version is Approved, or its stage is FinalInspection or Approved. */
export function countsAsApproved(status: VersionStatus, stage: ReviewStage | null): boolean {
  return status === 'Approved' || stage === 'FinalInspection' || stage === 'Approved';
}

/**
 * Whether the customer can see a design on its own page: in stage FinalInspection or Approved, or in CustomerReview with
 * a marketing review version while the approval level is Marketing Review.
 */
export function isVisibleToCustomer(design: {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
}): boolean {
  if (design.nextReview === 'FinalInspection' || design.nextReview === 'Approved') return true;
  return (
    design.nextReview === 'CustomerReview' &&
    design.marketingReviewVersion !== null &&
    design.currentApprovalLevel === marketingReview
  );
}

/** Whether a design is waiting to be chosen: it is visible to the customer, in CustomerReview and not approved. */
export function isAwaitingChoice(design: {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
  /** Status of the newest version; null if there is none. */
  status: VersionStatus | null;
}): boolean {
  const { nextReview, status } = design;
  return (
    nextReview === 'CustomerReview' &&
    isVisibleToCustomer(design) &&
    status !== null &&
    !countsAsApproved(status, nextReview)
  );
}

/** Whether the review of a campaign can be opened: its design is in review or approved. */
export function isCampaignDesignVisible(status: VersionStatus, stage: ReviewStage | null): boolean {
  return status === 'InReview' || countsAsApproved(status, stage);
}

/** The statuses of a comment. */
export const commentStatuses = ['Draft', 'Pending', 'Accepted', 'Rejected'] as const;
export const commentStatusSchema = z.enum(commentStatuses);
export type CommentStatus = z.infer<typeof commentStatusSchema>;

/** The comment status in a text of the feed or an older record; Pending when it is unknown. */
export function commentStatus(text: string | null | undefined): CommentStatus {
  return commentStatuses.find((status) => status === text) ?? 'Pending';
}

/** The status that is shown for a comment: that of its newest reply about the next version, else its own. */
export function displayedCommentStatus(
  comment: {
    status: CommentStatus;
    replies: readonly { status: CommentStatus; createdDate: string; nextDesignVersionId: string | null }[];
  },
  nextVersionId: string | null,
): CommentStatus {
  const overriding = comment.replies
    .filter((reply) => nextVersionId !== null && reply.nextDesignVersionId === nextVersionId)
    .toSorted((a, b) => a.createdDate.localeCompare(b.createdDate))
    .at(-1);
  return overriding?.status ?? comment.status;
}

/** The workflow of a review: the customer requests changes, or reviews requested changes. */
export type ReviewWorkflow = 'Request' | 'Review';

/**
 * The workflow of a review. It is Request until a comment of the current version was created after the last completed
 * review, while any comment is a draft, and when all comments are accepted; else Review.
 */
export function reviewWorkflow(
  comments: readonly { status: CommentStatus; createdDate: string }[],
  lastReviewCompleted: string | null,
): ReviewWorkflow {
  const since = lastReviewCompleted === null ? Number.NEGATIVE_INFINITY : Date.parse(lastReviewCompleted);
  if (!comments.some(({ createdDate }) => Date.parse(createdDate) > since)) return 'Request';
  if (comments.some(({ status }) => status === 'Draft')) return 'Request';
  if (comments.every(({ status }) => status === 'Accepted')) return 'Request';
  return 'Review';
}

/** The decision that submitting a review makes: changes while any comment is open, else approved. */
export function reviewDecision(comments: readonly { status: CommentStatus }[]): 'changes' | 'approved' {
  return comments.some(({ status }) => status === 'Draft' || status === 'Pending' || status === 'Rejected')
    ? 'changes'
    : 'approved';
}

/** The fields of a comment that determine its thread. */
interface ThreadComment {
  id: string;
  versionId: string;
  /** Id of the comment that it replies to; null if it is not a reply. */
  replyTo: string | null;
}

/**
 * The visible comments, with each reply assigned to the first comment of its thread. Comments on removed versions and
 * replies to removed comments are left out, because a comment that nobody can see must not affect decisions.
 */
export function readableComments<Comment extends ThreadComment>(
  versionIds: readonly string[],
  comments: readonly Comment[],
): Comment[] {
  const versions = new Set(versionIds);
  const present = new Map(
    comments.filter(({ versionId }) => versions.has(versionId)).map((comment) => [comment.id, comment]),
  );
  return [...present.values()].flatMap((comment) => {
    const visited = new Set<string>();
    let first: Comment | undefined = comment;
    // replies from the feed can form a cycle, which has no first comment
    while (first?.replyTo && !visited.has(first.id)) {
      visited.add(first.id);
      first = present.get(first.replyTo);
    }
    if (!first || first.replyTo) return [];
    return [first === comment ? comment : { ...comment, replyTo: first.id }];
  });
}

/**
 * The comments that determine the decision of a review: those of the current version, all drafts, and rejected comments
 * of earlier versions.
 */
export function decidingComments<
  Comment extends { versionId: string; status: CommentStatus; replyTo: string | null },
>(comments: readonly Comment[], currentVersionId: string | undefined): Comment[] {
  return comments.filter(
    ({ versionId, status, replyTo }) =>
      status === 'Draft' || (replyTo === null && (versionId === currentVersionId || status === 'Rejected')),
  );
}
