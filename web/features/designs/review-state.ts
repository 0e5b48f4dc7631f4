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

export interface NumberedComment {
  number: number;
  comment: ReviewComment;
  /** Displayed status; the newest reply for the next version can override the comment's. */
  status: CommentStatus;
}

export const versionsOf = (design: Design): DesignVersion[] =>
  design.currentVersion ? [design.currentVersion, ...design.previousVersions] : [];

const versionAfter = (design: Design, version: DesignVersion): DesignVersion | null => {
  const versions = versionsOf(design);
  return versions[versions.findIndex(({ id }) => id === version.id) - 1] ?? null;
};

export const versionBefore = (design: Design, version: DesignVersion): DesignVersion | null => {
  const versions = versionsOf(design);
  return versions[versions.findIndex(({ id }) => id === version.id) + 1] ?? null;
};

/** Displayed status of a comment. The office's decision after the designer's reply takes precedence. */
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

export function numberedComments(design: Design, version: DesignVersion): NumberedComment[] {
  const next = versionAfter(design, version)?.id ?? null;
  return version.comments
    .toSorted((a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate) || a.id.localeCompare(b.id))
    .map((comment, index) => ({ number: index + 1, comment, status: statusOf(comment, next) }));
}

/** Comments on earlier versions that are not accepted, or that the current version replies to. */
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

/** Id of a design or comment that survives a new id from the provider's system. */
export const lastingId = ({ id, portalId }: Pick<ReviewComment, 'id' | 'portalId'>): string => portalId ?? id;

function allComments(design: Design) {
  return versionsOf(design).flatMap(({ comments }) =>
    comments.flatMap((comment) => [
      comment,
      ...comment.replies.map((reply) => ({ ...reply, versionId: comment.versionId, replyTo: comment.id })),
    ]),
  );
}

export type ReviewAction = 'requestChanges' | 'approve';

/** State of a review, by the server's next step. */
export interface ReviewState {
  step: NextStep | null;
  /** Whether comments are allowed: not after the design was approved, when only its campaign is left. */
  commentable: boolean;
  workflow: ReviewWorkflow;
  action: ReviewAction | null;
  /** Comments and replies visible only to the office. */
  drafts: number;
}

const isClosed = ({ archived, nextStep }: Design): boolean =>
  archived || nextStep === null || nextStep === 'approved' || nextStep === 'goneOn';

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

/** Why a confirmation for an earlier state no longer applies; null while it does. Drafts do not count. */
export function changeSinceConfirmation(openedFor: Design, now: Design): string | null {
  const { action, step } = reviewState(now);
  if (step === 'approved' || step === 'goneOn') return 'it was approved.';
  if (now.archived) return 'another concept was chosen.';
  if (now.nextReview !== 'CustomerReview') return 'it is no longer open for review.';
  if (now.currentVersion?.id !== openedFor.currentVersion?.id) return 'a new version has arrived.';
  if (action === reviewState(openedFor).action) return null;
  if (action === 'requestChanges') return 'there are comments to submit now.';
  if (action === 'approve') return 'no comment is open now.';
  if (step === 'changesRequested') return 'changes were requested.';
  return step === 'chooseConcept' ? 'another concept has arrived.' : 'this version is being made again.';
}

export function designBlockedReason(design: Design): string | null {
  if (!design.currentVersion) return messages.noDesignsSelected;
  if (design.nextReview === null) return messages.designStatusNotSet;
  return isVisibleToCustomer(design) ? null : messages.designNotReady;
}

export function campaignBlockedReason(design: Design | null): string | null {
  const version = design?.currentVersion;
  if (!version) return messages.campaignNotReady;
  return isCampaignDesignVisible(version.status, design.nextReview) ? null : messages.campaignNotReady;
}

export const sidesOf = (version: DesignVersion): Side[] =>
  (['front', 'back'] as const).filter((side) => version[side] !== null);

export const faceOf = (version: DesignVersion | null, side: Side): Face | null => version?.[side] ?? null;
