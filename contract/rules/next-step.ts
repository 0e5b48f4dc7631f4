import { z } from 'zod';
import { type MailingStatus, stepOf } from './mailing.ts';
import {
  awaitsChoice,
  beingMade,
  campaignDesignStatus,
  campaignMaySee,
  campaignReviewStage,
  type CampaignProduction,
  countsAsApproved,
  customerMaySee,
  type ReviewStage,
  type VersionStatus,
} from './review.ts';

/** What comes next for a mailing, or for a design that is reviewed on its own page. */
export const nextSteps = [
  /** The provider works on it: there is nothing to decide yet. */
  'beingMade',
  /** Two or more concepts wait: one of them must be chosen first. */
  'chooseConcept',
  /** The design must be reviewed first: comments are open, or only the design's own page is ready. */
  'review',
  /** The office asked for changes: the next version must come first. */
  'changesRequested',
  /** Nothing is open: it can be approved. Approving a mailing sends it to print. */
  'approve',
  'approved',
  /** Printed, shipped or delivered. */
  'goneOn',
] as const;
export const nextStepSchema = z.enum(nextSteps);
export type NextStep = z.infer<typeof nextStepSchema>;

/** What decides the next step of a design. */
export interface DesignFacts {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
  /** Status of the newest version; null without a version. */
  status: VersionStatus | null;
  /** Whether the newest version has a front or a back. */
  hasPictures: boolean;
  /** Whether an earlier version was sent back. */
  sentBackBefore: boolean;
  /** Whether comments ask for changes: drafts, and comments that are neither accepted nor answered by a new version. */
  hasOpenComments: boolean;
}

/** What decides the next step of a mailing. */
export interface MailingFacts {
  status: MailingStatus | null;
  production: CampaignProduction;
  /** Whether the order came with pictures of its own: those are printed, whatever its designs are. */
  hasOwnPictures: boolean;
  /** Designs of the mailing that are not archived; the first is the one that is reviewed and printed. */
  designs: readonly DesignFacts[];
}

/** The next step of a design that the customer has in front of them; `unfinished`: its newest version is in the making. */
function stepInReview(design: DesignFacts, unfinished: boolean): NextStep {
  if (design.status === 'Rejected') return 'changesRequested';
  if (unfinished || !design.hasPictures) return 'beingMade';
  return design.hasOpenComments ? 'review' : 'approve';
}

/** The next step of a design on its own page, whatever mailings use it. */
export function nextStepOfDesign(design: DesignFacts): NextStep {
  if (design.status === null) return 'beingMade';
  if (countsAsApproved(design.status, design.nextReview)) return 'approved';
  return customerMaySee(design) ? stepInReview(design, beingMade(design.status)) : 'beingMade';
}

/** The designs that the customer must choose among: two or more that wait for the customer, else none. */
export function conceptsToChoose<Design extends DesignFacts>(designs: readonly Design[]): Design[] {
  const waiting = designs.filter(awaitsChoice);
  return waiting.length > 1 ? waiting : [];
}

/** The next step of a mailing; null for one that was not ordered, such as call tracking. */
export function nextStepOfMailing(mailing: MailingFacts): NextStep | null {
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
    // its media is not ready for print: at most the design itself can be decided on
    return own === 'approved' ? 'beingMade' : own === 'approve' ? 'review' : own;
  }
  if (own === 'approved') return 'approve';
  if (status !== 'InReview' || design.status === null) return own;
  // The dates stand in for the version's own status, but they are older than a version that follows one sent back.
  return stepInReview(design, design.sentBackBefore && beingMade(design.status));
}

/** Pages that show the design of a mailing: the campaign's review, and the design's own page. */
export const reviewPageSchema = z.enum(['campaign', 'design']);
export type ReviewPage = z.infer<typeof reviewPageSchema>;

/** Which page shows the design of a mailing to the customer; null while none does. */
export function reviewPageOf({
  production,
  designs: [design],
}: Pick<MailingFacts, 'production' | 'designs'>): ReviewPage | null {
  if (!design || design.status === null) return null;
  if (campaignMaySee(campaignDesignStatus(production), campaignReviewStage(production))) return 'campaign';
  return customerMaySee(design) ? 'design' : null;
}

/** Whether a mailing waits for the office: somebody there has to choose, review or approve. */
export const waitsForOffice = (step: NextStep | null): boolean =>
  step === 'chooseConcept' || step === 'review' || step === 'approve';

/** How many of some mailings wait for the office. */
export const countWaiting = (mailings: readonly { nextStep: NextStep | null }[]): number =>
  mailings.filter(({ nextStep }) => waitsForOffice(nextStep)).length;

/** Whether a concept can still be chosen for a mailing: not once it is approved or has gone on. */
export const takesConcept = (step: NextStep | null): boolean => step !== 'approved' && step !== 'goneOn';

/** The next step in a few words, for a badge. */
export const nextStepWords: Record<NextStep, string> = {
  beingMade: 'Design being made',
  chooseConcept: 'Choose a design',
  review: 'Finish your review',
  changesRequested: 'Changes requested',
  approve: 'Ready to approve',
  approved: 'Approved',
  goneOn: 'Printed',
};

const changesWereRequested =
  'Changes to this design were asked for: it can be approved when its next version is here.';
const openComments = 'Comments ask for changes: send the design back, or delete them first.';

/** Why a mailing cannot be approved now; null when it can be, or is approved already. */
export function whyMailingNotApprovable(mailing: MailingFacts): string | null {
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
      return changesWereRequested;
    case 'review':
      return mailing.designs[0]?.hasOpenComments
        ? openComments
        : 'The design of this mailing waits for your review: approve the design first.';
  }
}

const designRefusals: Record<NextStep, string | null> = {
  beingMade: 'This version is still being made: it can be approved when it is ready.',
  chooseConcept: 'This design is one of several for its mailing: choose one of them first.',
  review: openComments,
  changesRequested: changesWereRequested,
  approve: null,
  approved: null,
  goneOn: null,
};

/** Why a design cannot be approved on its own page now, by its next step; null when it can be, or is approved already. */
export const whyDesignNotApprovable = (step: NextStep): string | null => designRefusals[step];
