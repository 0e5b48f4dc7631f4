import type { Design, DesignVersion, Face, ReviewComment, Side } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  beingMade,
  campaignMaySee,
  type CommentStatus,
  countsAsApproved,
  countsAsRequested,
  customerMaySee,
  decidingComments,
  reviewDecision,
  type ReviewWorkflow,
  reviewWorkflow,
  shownCommentStatus,
} from '@mailcall/contract/rules/review.ts';

/** A comment with its number on the version: pins and list name it by the same one. */
export interface NumberedComment {
  number: number;
  comment: ReviewComment;
  /** As shown: the newest answer for the version that follows can override it (spec 3 §4). */
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

/** A comment's status as shown. What the office decided after the designer's answer stands. */
function statusOf(comment: ReviewComment, nextVersionId: string | null): CommentStatus {
  const answered = comment.replies
    .filter(
      ({ nextDesignVersionId }) => nextDesignVersionId !== null && nextDesignVersionId === nextVersionId,
    )
    .map(({ createdDate }) => Date.parse(createdDate));
  const decided = comment.status === 'Accepted' || comment.status === 'Rejected';
  if (decided && Date.parse(comment.lastModifiedDate) > Math.max(...answered)) return comment.status;
  return shownCommentStatus(comment, nextVersionId);
}

/** The comments of a version in the order in which they were pinned. */
export function numberedComments(design: Design, version: DesignVersion): NumberedComment[] {
  const next = versionAfter(design, version)?.id ?? null;
  return version.comments
    .toSorted((a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate) || a.id.localeCompare(b.id))
    .map((comment, index) => ({ number: index + 1, comment, status: statusOf(comment, next) }));
}

/** What was asked for on earlier versions and is not accepted yet, or was answered by the current one. */
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

/** Every comment and answer of a design. */
function everyWord(design: Design) {
  return versionsOf(design).flatMap(({ comments }) =>
    comments.flatMap((comment) => [
      comment,
      ...comment.replies.map((reply) => ({ ...reply, versionId: comment.versionId, replyTo: comment.id })),
    ]),
  );
}

/** Where a review stands. */
export interface ReviewState {
  /** Whether one may decide. */
  open: boolean;
  /** Whether one may comment: not once the design itself was approved, and only its campaign waits. */
  commentable: boolean;
  approved: boolean;
  /** Changes were asked for, or the version is still being made. */
  requested: boolean;
  workflow: ReviewWorkflow;
  /** What submitting means now. */
  decision: 'changes' | 'approved';
  /** Comments and answers that only the office sees yet. */
  drafts: number;
  /** Whether there is anything to submit: changes that were asked for are not asked for again, and what is not there yet is not approved. */
  submittable: boolean;
}

export function reviewState(design: Design): ReviewState {
  const { currentVersion: version, nextReview } = design;
  const words = everyWord(design);
  const drafts = words.filter(({ status }) => status === 'Draft').length;
  const approved = version !== null && countsAsApproved(version.status, nextReview);
  const open = version !== null && !approved && !design.archived && nextReview === 'CustomerReview';
  const commentable = open && design.openForComments;
  const deciding = decidingComments(words, version?.id);
  const decision = open && !commentable ? 'approved' : reviewDecision(deciding);
  const asked = version !== null && (version.status === 'Rejected' || allSent(design, version, deciding));
  const approvable =
    version !== null && !beingMade(version.status) && (version.front !== null || version.back !== null);
  return {
    open,
    commentable,
    approved,
    requested:
      version !== null &&
      (countsAsRequested(version.status) || (open && decision === 'changes' && drafts === 0 && asked)),
    workflow: reviewWorkflow(version?.comments ?? [], design.lastReviewCompleted),
    decision,
    drafts,
    submittable: open && (decision === 'approved' ? approvable : drafts > 0 || !asked),
  };
}

/** Whether all that is open on a version was sent with the last review: a campaign's status does not tell (spec 3 §4). */
function allSent(
  { lastReviewCompleted }: Design,
  version: DesignVersion,
  deciding: readonly { lastModifiedDate: string }[],
): boolean {
  if (lastReviewCompleted === null) return false;
  const sent = Date.parse(lastReviewCompleted);
  return [version.createdDate, ...deciding.map(({ lastModifiedDate }) => lastModifiedDate)].every(
    (date) => Date.parse(date) <= sent,
  );
}

/**
 * What has changed so that a question asked about a design does not hold any more, as it is now; null while it does.
 * Another number of drafts to send is the same question.
 */
export function changedSinceAsked(asked: Design, now: Design): string | null {
  const { open, approved, decision, submittable } = reviewState(now);
  if (approved) return 'it was approved.';
  if (now.archived) return 'another concept was chosen.';
  if (!open) return 'it is not open for review any more.';
  if (now.currentVersion?.id !== asked.currentVersion?.id) return 'a new version has come.';
  if (decision === reviewState(asked).decision && submittable) return null;
  if (decision === 'approved') {
    return submittable ? 'no comment is open any more.' : 'this version is being made again.';
  }
  return submittable ? 'there are comments to submit now.' : 'these changes were asked for.';
}

/** Why a design's own page does not open; null when it does (spec 3 §2, §4). */
export function whyNotDesign(design: Design): string | null {
  if (!design.currentVersion) return messages.noDesignsSelected;
  if (design.nextReview === null) return messages.designStatusNotSet;
  return customerMaySee(design) ? null : messages.designNotReady;
}

/** Why a campaign's review does not open; null when it does: its design must be in review or approved (spec 3 §2). */
export function whyNotCampaign(design: Design | null): string | null {
  const version = design?.currentVersion;
  if (!version) return messages.campaignNotReady;
  return campaignMaySee(version.status, design.nextReview) ? null : messages.campaignNotReady;
}

/** The sides of a version that have a picture. */
export const sidesOf = (version: DesignVersion): Side[] =>
  (['front', 'back'] as const).filter((side) => version[side] !== null);

/** A face of a version. */
export const faceOf = (version: DesignVersion | null, side: Side): Face | null => version?.[side] ?? null;

export const sideWords: Record<Side, string> = { front: 'Front', back: 'Back' };
