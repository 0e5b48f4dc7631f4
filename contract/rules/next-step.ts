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

export const nextSteps = [
  /** The provider works on it; nothing can be decided yet. */
  'beingMade',
  /** Two or more concepts wait for a choice. */
  'chooseConcept',
  /** Comments are open, or only the design's own page is ready. */
  'review',
  /** The office requested changes; the next version must come first. */
  'changesRequested',
  /** Approving a mailing sends it to print. */
  'approve',
  'approved',
  /** Printed, shipped or delivered. */
  'goneOn',
] as const;
export const nextStepSchema = z.enum(nextSteps);
export type NextStep = z.infer<typeof nextStepSchema>;

export interface ReviewedDesign {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
  status: VersionStatus | null;
  hasPictures: boolean;
  sentBackBefore: boolean;
  /** Comments that request changes: drafts, and comments neither accepted nor resolved in a new version. */
  hasOpenComments: boolean;
}

export interface ReviewedMailing {
  status: MailingStatus | null;
  /** At the provider's desk, not by the feed. */
  isMadeHere: boolean;
  production: CampaignProduction;
  /** The order has its own pictures, which are printed instead of a design. */
  hasOwnPictures: boolean;
  /** Unarchived designs; the first one is reviewed and printed. */
  designs: readonly ReviewedDesign[];
}

/** `unfinished`: the newest version is being made. */
function stepInReview(design: ReviewedDesign, unfinished: boolean): NextStep {
  if (design.status === 'Rejected') return 'changesRequested';
  if (unfinished || !design.hasPictures) return 'beingMade';
  return design.hasOpenComments ? 'review' : 'approve';
}

/** Ignores the design's mailings. */
export function nextStepOfDesign(design: ReviewedDesign): NextStep {
  if (design.status === null) return 'beingMade';
  if (countsAsApproved(design.status, design.nextReview)) return 'approved';
  return isVisibleToCustomer(design) ? stepInReview(design, isBeingMade(design.status)) : 'beingMade';
}

/** Designs that wait for the customer, if there are two or more. */
export function conceptsToChoose<Design extends ReviewedDesign>(designs: readonly Design[]): Design[] {
  const waiting = designs.filter(isAwaitingChoice);
  return waiting.length > 1 ? waiting : [];
}

/** Made at the desk, and nothing says that its design is ready: the client would approve it unseen. */
export const lacksDesign = ({ isMadeHere, production, hasOwnPictures, designs }: ReviewedMailing): boolean =>
  isMadeHere && !hasOwnPictures && designs.length === 0 && campaignDesignStatus(production) === 'Requested';

/** Null if never ordered, such as a call tracking campaign. */
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
  if (!design) return status === 'Wip' || lacksDesign(mailing) ? 'beingMade' : 'approve';
  const own = nextStepOfDesign(design);
  if (status === 'Wip') {
    // the media is not ready for print, so only the design can be decided
    return own === 'approved' ? 'beingMade' : own === 'approve' ? 'review' : own;
  }
  if (own === 'approved') return 'approve';
  if (status !== 'InReview' || design.status === null) return own;
  // the dates override the version's status, unless the version was made after one was sent back
  return stepInReview(design, design.sentBackBefore && isBeingMade(design.status));
}

export const reviewPageSchema = z.enum(['campaign', 'design']);
export type ReviewPage = z.infer<typeof reviewPageSchema>;

/** Page on which the first design can be seen; null until the customer may see it. */
export function reviewPageOf({
  production,
  designs: [design],
}: Pick<ReviewedMailing, 'production' | 'designs'>): ReviewPage | null {
  if (!design || design.status === null) return null;
  if (isCampaignDesignVisible(campaignDesignStatus(production), campaignReviewStage(production)))
    return 'campaign';
  return isVisibleToCustomer(design) ? 'design' : null;
}

export const isWaitingForOffice = (step: NextStep | null): boolean =>
  step === 'chooseConcept' || step === 'review' || step === 'approve';

export const canChooseConcept = (step: NextStep | null): boolean => step !== 'approved' && step !== 'goneOn';

export const nextStepLabels: Record<NextStep, string> = {
  beingMade: 'Design being made',
  chooseConcept: 'Choose a design',
  review: 'Finish your review',
  changesRequested: 'Changes requested',
  approve: 'Ready to approve',
  approved: 'Approved',
  goneOn: 'Printed',
};

/** Approving on this page prints nothing; the mailing needs its own approval. */
export const designStepLabels: Record<NextStep, string> = {
  ...nextStepLabels,
  approve: 'Design ready to approve',
  approved: 'Design approved',
};

const changesRequestedRefusal =
  'Changes to this design were requested. You can approve it when the next version is ready.';
const openCommentsRefusal = 'Comments ask for changes: send the design back, or delete them first.';

/** Null if the mailing can be approved or already is. */
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
      return 'The design of this mailing is not ready for review yet. You can approve it when it is.';
    case 'chooseConcept':
      return 'This mailing has several designs: choose one of them first.';
    case 'changesRequested':
      return changesRequestedRefusal;
    case 'review':
      return mailing.designs[0]?.hasOpenComments
        ? openCommentsRefusal
        : 'The design of this mailing is waiting for your review. Approve the design first.';
  }
}

const designApprovalRefusals: Record<NextStep, string | null> = {
  beingMade: 'This version is still being made. You can approve it when it is ready.',
  chooseConcept: 'This design is one of several for its mailing: choose one of them first.',
  review: openCommentsRefusal,
  changesRequested: changesRequestedRefusal,
  approve: null,
  approved: null,
  goneOn: null,
};

export const designApprovalRefusal = (step: NextStep): string | null => designApprovalRefusals[step];
