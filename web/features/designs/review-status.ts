import type { Design } from '@mailcall/contract/designs.ts';
import { dayInZone } from '@mailcall/contract/time/date-format.ts';
import type { ReviewState } from './review-state.ts';

const draftsText = (drafts: number) => `${drafts} ${drafts === 1 ? 'draft' : 'drafts'}`;
const on = (instant: string | null, timeZone: string) =>
  instant === null ? '' : ` on ${dayInZone(instant, timeZone)}`;

/** Whether nothing is left to decide: archived, approved, or its mailing was printed. */
export const isReviewOver = (
  design: Pick<Design, 'archived'>,
  { step }: Pick<ReviewState, 'step'>,
): boolean => design.archived || step === 'approved' || step === 'goneOn';

interface ReviewedView {
  state: ReviewState;
  prints: boolean;
  /** Time zone of the office, which determines the named days. */
  timeZone: string;
}

function statusText(design: Design, view: ReviewedView, subject: string): string {
  const { state, prints, timeZone } = view;
  const { step, commentable, drafts } = state;
  if (design.archived) return 'Another concept was chosen: this design is archived.';
  if (step === 'approved') {
    const by = design.customerReviewer === null ? '' : ` by ${design.customerReviewer}`;
    return `${subject} was approved${by}${on(design.customerReviewCompleted, timeZone)}.`;
  }
  if (drafts > 0 && commentable)
    return `${draftsText(drafts)}, which only your office sees until you submit.`;
  const canComment = commentable ? ' You can already add comments.' : '';
  switch (step) {
    case 'goneOn':
      return 'This mailing was printed already: there is nothing to approve.';
    case null:
      return 'This design is not open for review.';
    case 'beingMade':
      return `This version is still being made.${canComment}`;
    case 'chooseConcept':
      return 'This is one of several designs.';
    case 'changesRequested': {
      const whom = design.salesContact?.name ?? 'us';
      return `You asked for changes${on(design.lastReviewCompleted, timeZone)}. The next version is being made; you can still add comments. If you no longer want the changes, tell ${whom}.`;
    }
    case 'review':
      return 'Comments are open. Request these changes, or accept each comment that needs no more changes.';
    case 'approve':
      if (!commentable) return 'The design itself is approved. Approve the mailing to have it printed.';
      return prints
        ? 'Pin a comment where something should change, or approve: then it goes to print.'
        : 'Pin a comment where something should change, or approve the design.';
  }
}

/** Status of a review as text; on an earlier version it says that the status is the current version's. */
export function reviewStatusText(
  design: Design,
  view: ReviewedView & { displayedVersion: number; currentVersion: number },
): string {
  const { state, displayedVersion, currentVersion } = view;
  if (displayedVersion === currentVersion) return statusText(design, view, 'This design');
  const looking = `You are looking at version ${displayedVersion}.`;
  return isReviewOver(design, state)
    ? `${looking} ${statusText(design, view, `Version ${currentVersion}`)}`
    : `${looking} Only the current version ${currentVersion} can be approved or sent back.`;
}
