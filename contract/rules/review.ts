import { z } from 'zod';

export const versionStatuses = ['Requested', 'Wip', 'InReview', 'Approved', 'Rejected'] as const;
export const versionStatusSchema = z.enum(versionStatuses);
export type VersionStatus = z.infer<typeof versionStatusSchema>;

export const reviewStages = ['CustomerReview', 'FinalInspection', 'Approved'] as const;
export const reviewStageSchema = z.enum(reviewStages);
export type ReviewStage = z.infer<typeof reviewStageSchema>;

/** The customer can review from this level on. */
export const marketingReview = 'Marketing Review';

/** Dates (`YYYY-MM-DD`) that determine the design's status. */
export interface CampaignProduction {
  mediaStarted: string | null;
  mediaSubmitted: string | null;
  prePressCompleted: string | null;
  approvalDate: string | null;
}

export function campaignDesignStatus(campaign: CampaignProduction): VersionStatus {
  const { mediaStarted, mediaSubmitted, prePressCompleted, approvalDate } = campaign;
  if (!mediaSubmitted) return mediaStarted ? 'Wip' : 'Requested';
  if (!prePressCompleted) return 'Wip';
  return approvalDate ? 'Approved' : 'InReview';
}

export function campaignReviewStage(campaign: Pick<CampaignProduction, 'approvalDate'>): ReviewStage {
  return campaign.approvalDate ? 'Approved' : 'CustomerReview';
}

export function countsAsRequested(status: VersionStatus): boolean {
  return isBeingMade(status) || status === 'Rejected';
}

/** Unfinished versions cannot be approved yet. */
export function isBeingMade(status: VersionStatus): boolean {
  return status === 'Requested' || status === 'Wip';
}

export function countsAsApproved(status: VersionStatus, stage: ReviewStage | null): boolean {
  return status === 'Approved' || stage === 'FinalInspection' || stage === 'Approved';
}

/** Inspected, approved, or for review after the marketing review. */
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

export function isAwaitingChoice(design: {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
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

export function isCampaignDesignVisible(status: VersionStatus, stage: ReviewStage | null): boolean {
  return status === 'InReview' || countsAsApproved(status, stage);
}

export const commentStatuses = ['Draft', 'Pending', 'Accepted', 'Rejected'] as const;
export const commentStatusSchema = z.enum(commentStatuses);
export type CommentStatus = z.infer<typeof commentStatusSchema>;

export function commentStatus(text: string | null | undefined): CommentStatus {
  return commentStatuses.find((status) => status === text) ?? 'Pending';
}

/** Status of the newest reply about the next version, otherwise of the comment. */
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

export type ReviewWorkflow = 'Request' | 'Review';

/** `Review` if comments came after the last completed review, none is a draft and not all are accepted. */
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

/** A draft, pending or rejected comment asks for changes. */
export function reviewDecision(comments: readonly { status: CommentStatus }[]): 'changes' | 'approved' {
  return comments.some(({ status }) => status === 'Draft' || status === 'Pending' || status === 'Rejected')
    ? 'changes'
    : 'approved';
}

interface ThreadComment {
  id: string;
  versionId: string;
  replyTo: string | null;
}

/** Visible comments by thread, without those on removed versions: hidden comments must not affect decisions. */
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
    // replies from the feed can form a cycle without a first comment
    while (first?.replyTo && !visited.has(first.id)) {
      visited.add(first.id);
      first = present.get(first.replyTo);
    }
    if (!first || first.replyTo) return [];
    return [first === comment ? comment : { ...comment, replyTo: first.id }];
  });
}

/** Comments of the current version, all drafts, and rejected comments of earlier versions. */
export function decidingComments<
  Comment extends { versionId: string; status: CommentStatus; replyTo: string | null },
>(comments: readonly Comment[], currentVersionId: string | undefined): Comment[] {
  return comments.filter(
    ({ versionId, status, replyTo }) =>
      status === 'Draft' || (replyTo === null && (versionId === currentVersionId || status === 'Rejected')),
  );
}
