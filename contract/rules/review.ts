import { z } from 'zod';

/** The status of a design's version. */
export const versionStatuses = ['Requested', 'Wip', 'InReview', 'Approved', 'Rejected'] as const;
export const versionStatusSchema = z.enum(versionStatuses);
export type VersionStatus = z.infer<typeof versionStatusSchema>;

/** Which review a design waits for. */
export const reviewStages = ['CustomerReview', 'FinalInspection', 'Approved'] as const;
export const reviewStageSchema = z.enum(reviewStages);
export type ReviewStage = z.infer<typeof reviewStageSchema>;

/** The approval level at which a customer may review. */
export const marketingReview = 'Marketing Review';

/** The days of a campaign that its design's status derives from. */
export interface CampaignProduction {
  mediaStarted: string | null;
  mediaSubmitted: string | null;
  prePressCompleted: string | null;
  approvalDate: string | null;
}

/** The status of a campaign's design, derived from the campaign's dates. */
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

/** A design counts as requested when its version is Requested, Wip or Rejected. */
export function countsAsRequested(status: VersionStatus): boolean {
  return beingMade(status) || status === 'Rejected';
}

/** A version that is still being made: it can be commented, and there is nothing to approve yet. */
export function beingMade(status: VersionStatus): boolean {
  return status === 'Requested' || status === 'Wip';
}

/** A design counts as approved when its version is Approved or its stage is FinalInspection or Approved. */
export function countsAsApproved(status: VersionStatus, stage: ReviewStage | null): boolean {
  return status === 'Approved' || stage === 'FinalInspection' || stage === 'Approved';
}

/**
 * Whether the customer's page of a design opens: in stage FinalInspection or Approved, or in CustomerReview
 * with a marketing review version while the approval level is Marketing Review.
 */
export function customerMaySee(design: {
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

/** Whether a design is one of those that the customer chooses among: shown to the customer, waiting, not approved. */
export function awaitsChoice(design: {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
  /** Of its newest version; null without one: there is nothing to choose. */
  status: VersionStatus | null;
}): boolean {
  const { nextReview, status } = design;
  return (
    nextReview === 'CustomerReview' &&
    customerMaySee(design) &&
    status !== null &&
    !countsAsApproved(status, nextReview)
  );
}

/** Whether a campaign's review opens: its design is in review or approved. */
export function campaignMaySee(status: VersionStatus, stage: ReviewStage | null): boolean {
  return status === 'InReview' || countsAsApproved(status, stage);
}

/** The status of a comment. */
export const commentStatuses = ['Draft', 'Pending', 'Accepted', 'Rejected'] as const;
export const commentStatusSchema = z.enum(commentStatuses);
export type CommentStatus = z.infer<typeof commentStatusSchema>;

/** A status as the feed or an older record says it; an unknown one is Pending. */
export function commentStatus(text: string | null | undefined): CommentStatus {
  const read = commentStatusSchema.safeParse(text);
  return read.success ? read.data : 'Pending';
}

/**
 * The status shown of a comment: that of its newest reply for the version that follows, if there is one, else its own.
 */
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

/** Whether the customer asks for changes, or what was asked for is being reviewed. */
export type ReviewWorkflow = 'Request' | 'Review';

/**
 * The workflow of a review: Request, until a comment of the current version was created after the last
 * review completed; Request again while any comment is a draft, or when none is pending and all are accepted.
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

/** What submitting a customer's review means: changes are asked for as long as a comment is open, else it is approved. */
export function reviewDecision(comments: readonly { status: CommentStatus }[]): 'changes' | 'approved' {
  return comments.some(({ status }) => status === 'Draft' || status === 'Pending' || status === 'Rejected')
    ? 'changes'
    : 'approved';
}

/** What tells which comments of a design a reader finds. */
interface PlacedComment {
  id: string;
  versionId: string;
  /** Id of the comment that it answers. */
  replyTo: string | null;
}

/**
 * The comments that a reader finds, each answer with the first comment of its thread: none on a version that is gone and
 * none below a comment that is, because what nobody sees decides nothing.
 */
export function readableComments<Comment extends PlacedComment>(
  versionIds: readonly string[],
  comments: readonly Comment[],
): Comment[] {
  const versions = new Set(versionIds);
  const there = new Map(
    comments.filter(({ versionId }) => versions.has(versionId)).map((comment) => [comment.id, comment]),
  );
  return [...there.values()].flatMap((comment) => {
    const passed = new Set<string>();
    let first: Comment | undefined = comment;
    // the feed can name answers in a circle: those have no first one
    while (first?.replyTo && !passed.has(first.id)) {
      passed.add(first.id);
      first = there.get(first.replyTo);
    }
    if (!first || first.replyTo) return [];
    return [first === comment ? comment : { ...comment, replyTo: first.id }];
  });
}

/**
 * The comments that decide what submitting a review means: those of the current version, drafts anywhere, and answers to
 * earlier comments that were not good enough.
 */
export function decidingComments<
  Comment extends { versionId: string; status: CommentStatus; replyTo: string | null },
>(comments: readonly Comment[], currentVersionId: string | undefined): Comment[] {
  return comments.filter(
    ({ versionId, status, replyTo }) =>
      status === 'Draft' || (replyTo === null && (versionId === currentVersionId || status === 'Rejected')),
  );
}
