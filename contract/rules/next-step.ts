import { z } from 'zod';
import { type MailingStatus, stepOf } from './mailing.ts';
import {
  isAwaitingChoice,
  isBeingMade,
  campaignDesignStatus,
  isCampaignDesignVisible,
  campaignReviewStage,
  type CampaignProduction,
  countsAsApproved,
  isVisibleToCustomer,
  type ReviewStage,
  type VersionStatus,
} from './review.ts';

/** The next step of a mailing, or of a design that is reviewed on its own page. */
export const nextSteps = [
  /** The provider is working on it; there is nothing to decide yet. */
  'beingMade',
  /** Two or more concepts are waiting; one of them must be chosen first. */
  'chooseConcept',
  /** The design must be reviewed first, because comments are open or only its own page is ready. */
  'review',
  /** The office requested changes; the next version must come first. */
  'changesRequested',
  /** It can be approved. Approving a mailing sends it to print. */
  'approve',
  'approved',
  /** Printed, shipped or delivered. */
  'goneOn',
] as const;
export const nextStepSchema = z.enum(nextSteps);
export type NextStep = z.infer<typeof nextStepSchema>;

/** The fields of a design that determine its next step. */
export interface ReviewedDesign {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
  /** Status of the newest version; null if there is none. */
  status: VersionStatus | null;
  /** Whether the newest version has a front or a back. */
  hasPictures: boolean;
  /** Whether an earlier version was sent back. */
  sentBackBefore: boolean;
  /** Whether comments request changes: drafts, and comments that are neither accepted nor resolved in a new version. */
  hasOpenComments: boolean;
}

/** The fields of a mailing that determine its next step. */
export interface ReviewedMailing {
  status: MailingStatus | null;
  production: CampaignProduction;
  /** Whether the order has its own pictures, which are printed instead of any design. */
  hasOwnPictures: boolean;
  /** The mailing's designs that are not archived. The first one is reviewed and printed. */
  designs: readonly ReviewedDesign[];
}

/** The next step of a design that the customer can review. `unfinished` means that its newest version is being made. */
function stepInReview(design: ReviewedDesign, unfinished: boolean): NextStep {
  if (design.status === 'Rejected') return 'changesRequested';
  if (unfinished || !design.hasPictures) return 'beingMade';
  return design.hasOpenComments ? 'review' : 'approve';
}

/** The next step of a design on its own page, regardless of its mailings. */
export function nextStepOfDesign(design: ReviewedDesign): NextStep {
  if (design.status === null) return 'beingMade';
  if (countsAsApproved(design.status, design.nextReview)) return 'approved';
  return isVisibleToCustomer(design) ? stepInReview(design, isBeingMade(design.status)) : 'beingMade';
}

/** The designs that the customer must choose among: those waiting for the customer if there are two or more, else none. */
export function conceptsToChoose<Design extends ReviewedDesign>(designs: readonly Design[]): Design[] {
  const waiting = designs.filter(isAwaitingChoice);
  return waiting.length > 1 ? waiting : [];
}

/** The next step of a mailing; null for one that was never ordered, such as a call tracking campaign. */
export function nextStepOfMailing(mailing: ReviewedMailing): NextStep | null {
  const progress = stepOf(mailing.status);
  if (progress === null) return null;
  if (progress === 'approved') return 'approved';
  if (progress !== 'ordered') return 'goneOn';
  if (mailing.production.approvalDate !== null) return 'approved';
  if (mailing.hasOwnPictures) return 'approve';
  if (conceptsToChoose(mailing.designs).length > 0) return 'chooseConcept';
  const status = campaignDesignStatus(mailing.production);
  const [design] = mailing.designs;
  if (!design) return status === 'Wip' ? 'beingMade' : 'approve';
  const own = nextStepOfDesign(design);
  if (status === 'Wip') {
    // the media is not ready for print, so only the design itself can be decided on
    return own === 'approved' ? 'beingMade' : own === 'approve' ? 'review' : own;
  }
  if (own === 'approved') return 'approve';
  if (status !== 'InReview' || design.status === null) return own;
  // The dates replace the version's own status, but they are older than a version made after one was sent back.
  return stepInReview(design, design.sentBackBefore && isBeingMade(design.status));
}

/** The pages that can show the design of a mailing: the campaign's review and the design's own page. */
export const reviewPageSchema = z.enum(['campaign', 'design']);
export type ReviewPage = z.infer<typeof reviewPageSchema>;

/** The page that shows the design of a mailing to the customer; null if there is none yet. */
export function reviewPageOf({
  production,
  designs: [design],
}: Pick<ReviewedMailing, 'production' | 'designs'>): ReviewPage | null {
  if (!design || design.status === null) return null;
  if (isCampaignDesignVisible(campaignDesignStatus(production), campaignReviewStage(production)))
    return 'campaign';
  return isVisibleToCustomer(design) ? 'design' : null;
}

/** Whether a mailing is waiting for the office to choose, review or approve. */
export const isWaitingForOffice = (step: NextStep | null): boolean =>
  step === 'chooseConcept' || step === 'review' || step === 'approve';

/** Whether a concept can still be chosen for a mailing: not after it was approved, printed, shipped or delivered. */
export const canChooseConcept = (step: NextStep | null): boolean => step !== 'approved' && step !== 'goneOn';

/** The labels of the next steps, for badges. */
export const nextStepLabels: Record<NextStep, string> = {
  beingMade: 'Design being made',
  chooseConcept: 'Choose a design',
  review: 'Finish your review',
  changesRequested: 'Changes requested',
  approve: 'Ready to approve',
  approved: 'Approved',
  goneOn: 'Printed',
};

/** The labels on a design's own page, where approving prints nothing: the mailing is approved by itself. */
export const designStepLabels: Record<NextStep, string> = {
  ...nextStepLabels,
  approve: 'Design ready to approve',
  approved: 'Design approved',
};

const changesRequestedRefusal =
  'Changes to this design were asked for: it can be approved when its next version is here.';
const openCommentsRefusal = 'Comments ask for changes: send the design back, or delete them first.';

/** Why a mailing cannot be approved now; null when it can be or already is. */
export function mailingApprovalRefusal(mailing: ReviewedMailing): string | null {
  const step = nextStepOfMailing(mailing);
  switch (step) {
    case 'approve':
    case 'approved':
      return null;
    case 'goneOn':
      return `This mailing is ${stepOf(mailing.status)} already: there is nothing to approve.`;
    case null:
      return 'This mailing has not been ordered: there is nothing to approve.';
    case 'beingMade':
      return 'The design of this mailing is not ready for review yet: it can be approved when it is.';
    case 'chooseConcept':
      return 'This mailing has several designs: choose one of them first.';
    case 'changesRequested':
      return changesRequestedRefusal;
    case 'review':
      return mailing.designs[0]?.hasOpenComments
        ? openCommentsRefusal
        : 'The design of this mailing waits for your review: approve the design first.';
  }
}

const designApprovalRefusals: Record<NextStep, string | null> = {
  beingMade: 'This version is still being made: it can be approved when it is ready.',
  chooseConcept: 'This design is one of several for its mailing: choose one of them first.',
  review: openCommentsRefusal,
  changesRequested: changesRequestedRefusal,
  approve: null,
  approved: null,
  goneOn: null,
};

/** Why a design with this next step cannot be approved on its own page now; null when it can be or already is. */
export const designApprovalRefusal = (step: NextStep): string | null => designApprovalRefusals[step];
