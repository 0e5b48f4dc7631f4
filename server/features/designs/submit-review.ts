import type { Design } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { beingMade, decidingComments, reviewDecision } from '@mailcall/contract/rules/review.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { ClientTransaction } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { approveMailing, reviewedDesign } from '../campaigns/index.ts';
import { nameOfViewer, type Viewer } from '../identity/index.ts';
import type { Outbox } from '../outbox/index.ts';
import type { DesignRecord } from './design-records.ts';
import {
  type CampaignOfDesign,
  campaignsOfDesign,
  lockDesign,
  moveOn,
  noDesign,
  requireOwnPageOpen,
  reviewClosed,
} from './locked-design.ts';
import { isApprovedItself, isOpenForReview } from './present-design.ts';

type Decision = ReturnType<typeof reviewDecision>;

/** Refuses to submit what one has not seen. */
function requireSeen(design: DesignRecord, revision: number | undefined): void {
  if (revision !== undefined && revision !== design.revision) {
    throw notPossible('The design was changed meanwhile. Look at it again, then submit.');
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
  if (decision === 'approved' && !version.front && !version.back) {
    throw notPossible('This version has no pictures yet: there is nothing to approve.');
  }
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
  await moveOn(transaction, design);
}

/** Submits the customer's review on a design's own page. One that is approved already stays as it is. */
export async function closeDesign(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { id, revision, now }: { id: string; revision: number | undefined; now: Date },
): Promise<Decision> {
  const design = await lockDesign(transaction, viewer.accountIds, id);
  if (isApprovedItself(design)) return 'approved';
  requireOwnPageOpen(design);
  requireSeen(design, revision);
  const status = design.versions[0]?.status;
  const decision = reviewDecision(decidingComments(design.comments, design.versions[0]?.id));
  if (decision === 'approved' && status && beingMade(status)) {
    throw notPossible('This version is still being made: it can be approved when it is ready.');
  }
  await writeReview(transaction, viewer, { design, decision, now });
  return decision;
}

/** What a campaign's review is done with. */
export interface CampaignReviewMeans {
  campaignId: string;
  designId: string;
  revision: number | undefined;
  now: Date;
  outbox: Outbox;
  publicUrl: string;
}

/** Approves a campaign's design and with it the mailing (spec 3 §4); a second time is harmless. */
export async function approveCampaignDesign(
  on: ClientTransaction,
  viewer: Viewer,
  means: CampaignReviewMeans,
): Promise<Decision> {
  const { design, campaign } = await lockForCampaign(on.queries, viewer, means);
  if (campaign.stage === 'Approved') return 'approved';
  requireReady(design, campaign);
  requireSeen(design, means.revision);
  await approveDesign(on.queries, viewer, { design, now: means.now });
  await approveMailing(on, viewer, { ...means, id: means.campaignId });
  return 'approved';
}

/** Approves the design of a campaign that is approved. One that was approved by itself stays as it is. */
async function approveDesign(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { design, now }: { design: DesignRecord; now: Date },
): Promise<void> {
  if (isApprovedItself(design)) {
    // nothing is left to decide on it; open screens are told of the campaign
    await moveOn(transaction, design);
    return;
  }
  if (reviewDecision(decidingComments(design.comments, design.versions[0]?.id)) === 'changes') {
    const unsent = design.comments.some(({ status }) => status === 'Draft');
    throw notPossible(
      design.versions[0]?.status === 'Rejected' && !unsent
        ? 'Changes to this design were asked for: it can be approved when its next version is here.'
        : 'Comments ask for changes: send the design back, or delete them first.',
    );
  }
  await writeReview(transaction, viewer, { design, decision: 'approved', now });
}

/**
 * Approves a mailing from its card: with it the design that its pictures are from, so that nothing goes to print that
 * somebody wants changed, or that nobody here has seen. A second time is harmless.
 * @throws {Problem} 404; 422 while its design is not ready, or changes to it are asked for.
 */
export async function approveWithDesign(
  on: ClientTransaction,
  viewer: Viewer,
  means: Omit<CampaignReviewMeans, 'designId' | 'revision'>,
): Promise<void> {
  const approved = { ...means, id: means.campaignId };
  const { rows } = await sql<{ design_id: string | null }>`
    select design.id as design_id from campaigns left join lateral (${reviewedDesign}) as design on true
    where campaigns.account_id = any(${[...viewer.accountIds]}) and campaigns.id = ${means.campaignId}
      and campaigns.front_image is null and campaigns.approval_date is null`.execute(on.queries);
  const designId = rows[0]?.design_id ?? null;
  if (designId === null) return approveMailing(on, viewer, approved);
  const { design, campaign } = await lockForCampaign(on.queries, viewer, { ...means, designId });
  if (campaign.stage === 'Approved') return;
  // refuses a mailing that has gone on already, whatever its design is
  await approveMailing(on, viewer, approved);
  const isReady = isApprovedItself(design) || [campaign, null].some((view) => isOpenForReview(design, view));
  if (!isReady) {
    throw notPossible(
      'The design of this mailing is not ready for review yet: it can be approved when it is.',
    );
  }
  await approveDesign(on.queries, viewer, { design, now: means.now });
}

/** Sends a campaign's design back with its comments. */
export async function rejectCampaignDesign(
  on: ClientTransaction,
  viewer: Viewer,
  means: CampaignReviewMeans,
): Promise<Decision> {
  const { design, campaign } = await lockForCampaign(on.queries, viewer, means);
  if (campaign.stage === 'Approved') throw notPossible('This campaign was approved already.');
  requireReady(design, campaign);
  if (isApprovedItself(design)) throw reviewClosed();
  requireSeen(design, means.revision);
  if (reviewDecision(decidingComments(design.comments, design.versions[0]?.id)) === 'approved') {
    throw notPossible('Say what should be changed: pin a comment on the design first.');
  }
  await writeReview(on.queries, viewer, { design, decision: 'changes', now: means.now });
  return 'changes';
}

async function lockForCampaign(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { designId, campaignId }: Pick<CampaignReviewMeans, 'designId' | 'campaignId'>,
) {
  // the campaign before its design, as imports do: two that wait for one another would end one of them
  await sql`
    select id from campaigns where account_id = any(${[...viewer.accountIds]}) and id = ${campaignId} for update`.execute(
    transaction,
  );
  const design = await lockDesign(transaction, viewer.accountIds, designId);
  const campaigns = await campaignsOfDesign(transaction, design);
  const campaign = campaigns.find(({ id }) => id === campaignId);
  if (!campaign) throw noDesign();
  return { design, campaign };
}

/** Refuses to decide on a campaign before its own dates say that it is in review, whatever its design is ready for. */
function requireReady(design: DesignRecord, campaign: CampaignOfDesign): void {
  if (!isOpenForReview(design, campaign)) throw notPossible(messages.campaignNotReady);
}

/** What submitting came to, with the design as it is now. */
export interface SubmittedReview {
  design: Design;
  decision: Decision;
}
