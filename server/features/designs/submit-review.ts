import { messages } from '@mailcall/contract/rules/messages.ts';
import { whyDesignNotApprovable } from '@mailcall/contract/rules/next-step.ts';
import {
  campaignDesignStatus,
  campaignReviewStage,
  decidingComments,
  reviewDecision,
} from '@mailcall/contract/rules/review.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { ClientTransaction } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import {
  approveMailing,
  type LockedMailing,
  lockMailings,
  mailingStep,
  noMailing,
} from '../campaigns/index.ts';
import { nameOfViewer, type Viewer } from '../identity/index.ts';
import type { Outbox } from '../outbox/index.ts';
import type { DesignRecord } from './design-records.ts';
import {
  changedMeanwhile,
  lockDesign,
  lockDesignWithMailings,
  bumpRevision,
  noDesign,
  requireOwnPageOpen,
  reviewClosed,
} from './locked-design.ts';
import { stepOnOwnPage } from './design-step.ts';
import { type CampaignView, isApprovedItself, isOpenForReview } from './present-design.ts';

type Decision = ReturnType<typeof reviewDecision>;

/** What the person saw when they submitted. */
interface Seen {
  revision: number | undefined;
  /** Id of the version on the screen. */
  versionId: string | undefined;
}

/** Refuses to submit what one has not seen. */
function requireSeen({ versions, revision }: DesignRecord, seen: Seen): void {
  const [current] = versions;
  if (current && seen.versionId !== undefined && seen.versionId !== current.id) {
    throw notPossible(`Version ${current.version} is the current one. Look at it, then submit.`);
  }
  if (seen.revision !== undefined && seen.revision !== revision) {
    throw changedMeanwhile();
  }
}

interface Reviewed {
  design: DesignRecord;
  decision: Decision;
  now: Date;
}

/** Writes down what a customer's review came to: drafts become pending, and the version is sent back or approved. */
async function writeReview(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { design, decision, now }: Reviewed,
): Promise<void> {
  const [version] = design.versions;
  if (!version) throw notPossible('This design has no version yet.');
  await sql`
    update review_comments set status = 'Pending', modified_at = ${now}
    where account_id = ${design.account_id} and design_id = ${design.id} and status = 'Draft' and not deleted`.execute(
    transaction,
  );
  await sql`
    update design_versions set status = ${decision === 'approved' ? 'Approved' : 'Rejected'}
    where account_id = ${design.account_id} and id = ${version.id}`.execute(transaction);
  await (decision === 'approved'
    ? sql`
        update designs set last_review_completed = ${now}, next_review = 'FinalInspection',
          customer_review_completed = ${now}, customer_review_version = ${version.version},
          customer_reviewer = ${await nameOfViewer(transaction, viewer)}
        where account_id = ${design.account_id} and id = ${design.id}`
    : sql`
        update designs set last_review_completed = ${now}
        where account_id = ${design.account_id} and id = ${design.id}`
  ).execute(transaction);
  await bumpRevision(transaction, design);
}

/** Submits the customer's review on a design's own page. One that is approved already stays as it is. */
export async function closeDesign(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { id, now, ...seen }: Seen & { id: string; now: Date },
): Promise<Decision> {
  const { design, mailings } = await lockDesignWithMailings(transaction, viewer.accountIds, id);
  if (isApprovedItself(design)) return 'approved';
  requireOwnPageOpen(design);
  requireSeen(design, seen);
  const decision = reviewDecision(decidingComments(design.comments, design.versions[0]?.id));
  const refusal = whyDesignNotApprovable(stepOnOwnPage(design, mailings));
  if (decision === 'approved' && refusal !== null) throw notPossible(refusal);
  await writeReview(transaction, viewer, { design, decision, now });
  return decision;
}

/** What a mailing is approved with. */
export interface MailingApproval {
  campaignId: string;
  now: Date;
  outbox: Outbox;
  publicUrl: string;
}

/**
 * Approves a mailing, and with it the design that it is printed from, so that nothing goes to print that somebody wants
 * changed, or that nobody here has seen. A second time is harmless.
 * @throws {Problem} 404; 422 unless it can be approved.
 */
export async function approveWithDesign(
  on: ClientTransaction,
  viewer: Viewer,
  approval: MailingApproval,
  /** Refuses further, before anything is written. */
  require: (mailing: LockedMailing) => void | Promise<void> = () => {},
): Promise<void> {
  const [mailing] = await lockMailings(on.queries, viewer.accountIds, [approval.campaignId]);
  if (!mailing) throw noMailing();
  const { state } = mailing;
  if (state.production.approvalDate !== null || mailingStep(state).nextStep === 'approved') return;
  await require(mailing);
  await approveMailing(on, viewer, { ...approval, mailing });
  const [printed] = state.designs;
  if (!printed || state.hasOwnPictures) return;
  const design = await lockDesign(on.queries, viewer.accountIds, printed.id);
  if (isApprovedItself(design)) {
    // nothing is left to decide on it; open screens are told of the campaign
    await bumpRevision(on.queries, design);
    return;
  }
  await writeReview(on.queries, viewer, { design, decision: 'approved', now: approval.now });
}

/** What a campaign's review is submitted with. */
export type CampaignReview = MailingApproval & Seen;

/** Approves the mailing of a campaign's review with its design; a second time is harmless. */
export async function approveCampaignDesign(
  on: ClientTransaction,
  viewer: Viewer,
  review: CampaignReview,
): Promise<Decision> {
  await approveWithDesign(on, viewer, review, async (mailing) => {
    const { design, campaign } = await designInReview(on.queries, viewer, mailing);
    requireReady(design, campaign);
    requireSeen(design, review);
  });
  return 'approved';
}

/** Sends a campaign's design back with its comments. */
export async function rejectCampaignDesign(
  on: ClientTransaction,
  viewer: Viewer,
  review: CampaignReview,
): Promise<Decision> {
  const [mailing] = await lockMailings(on.queries, viewer.accountIds, [review.campaignId]);
  if (!mailing) throw noMailing();
  const { design, campaign } = await designInReview(on.queries, viewer, mailing);
  if (campaign.stage === 'Approved') throw notPossible('This campaign was approved already.');
  requireReady(design, campaign);
  if (isApprovedItself(design)) throw reviewClosed();
  requireSeen(design, review);
  if (reviewDecision(decidingComments(design.comments, design.versions[0]?.id)) === 'approved') {
    throw notPossible('Say what should be changed: pin a comment on the design first.');
  }
  await writeReview(on.queries, viewer, { design, decision: 'changes', now: review.now });
  return 'changes';
}

/** The design that a campaign is reviewed by, locked, with what the campaign's dates make of it. */
async function designInReview(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  mailing: LockedMailing,
): Promise<{ design: DesignRecord; campaign: CampaignView }> {
  const [reviewed] = mailing.state.designs;
  if (!reviewed) throw noDesign();
  const { production } = mailing.state;
  return {
    design: await lockDesign(transaction, viewer.accountIds, reviewed.id),
    campaign: { status: campaignDesignStatus(production), stage: campaignReviewStage(production) },
  };
}

/** Refuses to decide on a campaign before its own dates say that it is in review, whatever its design is ready for. */
function requireReady(design: DesignRecord, campaign: CampaignView): void {
  if (!isOpenForReview(design, campaign)) throw notPossible(messages.campaignNotReady);
}
