import type { Design, DesignVersion, Face, ReviewComment, Side } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { NextStep } from '@mailcall/contract/rules/next-step.ts';
import {
  isCampaignDesignVisible,
  type CommentStatus,
  isVisibleToCustomer,
  type ReviewWorkflow,
  reviewWorkflow,
  displayedCommentStatus,
} from '@mailcall/contract/rules/review.ts';

/** A comment with its number on the version: pins and list name it by the same one. */
export interface NumberedComment {
  number: number;
  comment: ReviewComment;
  /** As displayed: the newest reply for the next version can override it. */
  status: CommentStatus;
}

/** All versions, newest first. */
export const versionsOf = (design: Design): DesignVersion[] =>
  design.currentVersion ? [design.currentVersion, ...design.previousVersions] : [];

/** The version after another; null after the newest. */
const versionAfter = (design: Design, version: DesignVersion): DesignVersion | null => {
  const versions = versionsOf(design);
  return versions[versions.findIndex(({ id }) => id === version.id) - 1] ?? null;
};

/** The version before another; null before the oldest. */
export const versionBefore = (design: Design, version: DesignVersion): DesignVersion | null => {
  const versions = versionsOf(design);
  return versions[versions.findIndex(({ id }) => id === version.id) + 1] ?? null;
};

/** A comment's status as displayed. A decision of the office after the designer's reply takes precedence. */
function statusOf(comment: ReviewComment, nextVersionId: string | null): CommentStatus {
  const answered = comment.replies
    .filter(
      ({ nextDesignVersionId }) => nextDesignVersionId !== null && nextDesignVersionId === nextVersionId,
    )
    .map(({ createdDate }) => Date.parse(createdDate));
  const decided = comment.status === 'Accepted' || comment.status === 'Rejected';
  if (decided && Date.parse(comment.lastModifiedDate) > Math.max(...answered)) return comment.status;
  return displayedCommentStatus(comment, nextVersionId);
}

/** The comments of a version in the order in which they were pinned. */
export function numberedComments(design: Design, version: DesignVersion): NumberedComment[] {
  const next = versionAfter(design, version)?.id ?? null;
  return version.comments
    .toSorted((a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate) || a.id.localeCompare(b.id))
    .map((comment, index) => ({ number: index + 1, comment, status: statusOf(comment, next) }));
}

/** The comments on earlier versions that are not accepted yet, or that the current version replies to. */
export function earlierComments(design: Design): (NumberedComment & { version: DesignVersion })[] {
  const current = design.currentVersion?.id;
  return design.previousVersions.flatMap((version) =>
    numberedComments(design, version)
      .filter(
        ({ status, comment }) =>
          status !== 'Accepted' ||
          comment.replies.some(({ nextDesignVersionId }) => nextDesignVersionId === current),
      )
      .map((numbered) => ({ ...numbered, version })),
  );
}

/** The id of a design or comment that stays the same when the provider's system gives it one of its own. */
export const lastingId = ({ id, portalId }: Pick<ReviewComment, 'id' | 'portalId'>): string => portalId ?? id;

/** Every comment and reply of a design. */
function allComments(design: Design) {
  return versionsOf(design).flatMap(({ comments }) =>
    comments.flatMap((comment) => [
      comment,
      ...comment.replies.map((reply) => ({ ...reply, versionId: comment.versionId, replyTo: comment.id })),
    ]),
  );
}

/** What submitting a review does: it requests changes, or approves. */
export type ReviewAction = 'requestChanges' | 'approve';

/** The state of a review, by the next step in the server's response. */
export interface ReviewState {
  step: NextStep | null;
  /** Whether comments are allowed: not after the design itself was approved, when only its campaign is still to be approved. */
  commentable: boolean;
  workflow: ReviewWorkflow;
  /** What can be submitted now; null while there is nothing. */
  action: ReviewAction | null;
  /** The number of comments and replies that only the office sees yet. */
  drafts: number;
}

/** Whether nothing is left to decide. */
const isClosed = ({ archived, nextStep }: Design): boolean =>
  archived || nextStep === null || nextStep === 'approved' || nextStep === 'goneOn';

/** The state of a design's review. */
export function reviewState(design: Design): ReviewState {
  const { currentVersion: version, nextStep: step } = design;
  const drafts = allComments(design).filter(({ status }) => status === 'Draft').length;
  const commentable = design.openForComments && !isClosed(design);
  const canRequestChanges = commentable && (drafts > 0 || step === 'review');
  return {
    step,
    commentable,
    workflow: reviewWorkflow(version?.comments ?? [], design.lastReviewCompleted),
    action: canRequestChanges ? 'requestChanges' : step === 'approve' && !design.archived ? 'approve' : null,
    drafts,
  };
}

/**
 * Why a confirmation that was opened for a design no longer applies to the design as it is now; null while it does. It
 * still applies with another number of drafts.
 */
export function changeSinceConfirmation(openedFor: Design, now: Design): string | null {
  const { action, step } = reviewState(now);
  if (step === 'approved' || step === 'goneOn') return 'it was approved.';
  if (now.archived) return 'another concept was chosen.';
  if (now.nextReview !== 'CustomerReview') return 'it is not open for review any more.';
  if (now.currentVersion?.id !== openedFor.currentVersion?.id) return 'a new version has come.';
  if (action === reviewState(openedFor).action) return null;
  if (action === 'requestChanges') return 'there are comments to submit now.';
  if (action === 'approve') return 'no comment is open any more.';
  if (step === 'changesRequested') return 'changes were asked for.';
  return step === 'chooseConcept' ? 'another concept has come.' : 'this version is being made again.';
}

/** Why a design's own review is unavailable; null when it is available. */
export function designBlockedReason(design: Design): string | null {
  if (!design.currentVersion) return messages.noDesignsSelected;
  if (design.nextReview === null) return messages.designStatusNotSet;
  return isVisibleToCustomer(design) ? null : messages.designNotReady;
}

/** Why a campaign's review is unavailable; null when it is available: its design must be in review or approved. */
export function campaignBlockedReason(design: Design | null): string | null {
  const version = design?.currentVersion;
  if (!version) return messages.campaignNotReady;
  return isCampaignDesignVisible(version.status, design.nextReview) ? null : messages.campaignNotReady;
}

/** The sides of a version that have a picture. */
export const sidesOf = (version: DesignVersion): Side[] =>
  (['front', 'back'] as const).filter((side) => version[side] !== null);

/** A face of a version. */
export const faceOf = (version: DesignVersion | null, side: Side): Face | null => version?.[side] ?? null;

export const sideLabels: Record<Side, string> = { front: 'Front', back: 'Back' };
