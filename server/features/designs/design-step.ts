import { type NextStep, nextStepOfDesign } from '@mailcall/contract/rules/next-step.ts';
import { designFacts, type MailingStep } from '../campaigns/index.ts';
import type { DesignRecord } from './design-records.ts';

/** A design among a mailing's concepts must be chosen before it can be decided on. */
export function stepOnOwnPage(design: DesignRecord, mailings: readonly MailingStep[]): NextStep {
  const step = nextStepOfDesign(
    designFacts({
      nextReview: design.next_review,
      currentApprovalLevel: design.current_approval_level,
      marketingReviewVersion: design.marketing_review_version,
      versions: design.versions.map(({ id, status, front, back }) => ({
        id,
        status,
        front: front?.image ?? null,
        back: back?.image ?? null,
      })),
      comments: design.comments,
    }),
  );
  const isConcept = mailings.some(({ conceptIds }) => conceptIds.includes(design.id));
  return isConcept && (step === 'approve' || step === 'review') ? 'chooseConcept' : step;
}
