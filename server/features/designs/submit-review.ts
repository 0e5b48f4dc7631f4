import { messages } from '@mailcall/contract/rules/messages.ts';
import { designApprovalRefusal } from '@mailcall/contract/rules/next-step.ts';
import {
  campaignDesignStatus,
  campaignReviewStage,
  decidingComments,
  reviewDecision,
} from '@mailcall/contract/rules/review.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import {
  approveMailing,
  type LockedMailing,
  lockMailings,
  mailingStep,
  noMailing,
} from '../campaigns/index.ts';
import { nameOfViewer, type Viewer } from '../identity/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { recordChanges } from '../changes/index.ts';
import { noteDecision } from '../design-alerts/index.ts';
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

interface Seen {
  revision: number | undefined;
  versionId: string | undefined;
}

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

/** Drafts become pending, and the version is approved or rejected. */
async function writeReview(
  transaction: Queryable,
  viewer: Viewer,
  { design, decision, now }: Reviewed,
): Promise<void> {
  const [version] = design.versions;
  if (!version) throw notPossible('This design has no version yet.');
  const submitted = await transaction
    .updateTable('review_comments')
    .set({ status: 'Pending', modified_at: now })
    .where('account_id', '=', design.account_id)
    .where('design_id', '=', design.id)
    .where('status', '=', 'Draft')
    .where('deleted', '=', false)
    .returning('id')
    .execute();
  await transaction
    .updateTable('design_versions')
    .set({ status: decision === 'approved' ? 'Approved' : 'Rejected' })
    .where('account_id', '=', design.account_id)
    .where('id', '=', version.id)
    .execute();
  await transaction
    .updateTable('designs')
    .set({
      last_review_completed: now,
      ...(decision === 'approved' && {
        next_review: 'FinalInspection',
        customer_review_completed: now,
        customer_review_version: version.version,
        customer_reviewer: await nameOfViewer(transaction, viewer),
      }),
    })
    .where('account_id', '=', design.account_id)
    .where('id', '=', design.id)
    .execute();
  const accountId = design.account_id;
  await recordChanges(
    transaction,
    [
      ...submitted.map(({ id }) => ({ accountId, file: 'review-comments', rowId: id }) as const),
      { accountId, file: 'design-versions', rowId: version.id },
      { accountId, file: 'designs', rowId: design.id },
    ],
    { contactId: viewer.contactId, at: now },
  );
  await recordActivity(transaction, [
    {
      accountId,
      contactId: viewer.contactId,
      action: decision === 'approved' ? 'approve' : 'request changes',
      subject: { kind: 'design', id: design.id },
      at: now,
    },
  ]);
  await noteDecision(transaction, {
    accountId,
    designId: design.id,
    decision,
    contactId: viewer.contactId,
    at: now,
  });
  await bumpRevision(transaction, design);
}

/** An approved design does not change. @throws {Problem} 404; 422 unless the design is open for review and can be decided on */
export async function closeDesign(
  transaction: Queryable,
  viewer: Viewer,
  { id, now, ...seen }: Seen & { id: string; now: Date },
): Promise<Decision> {
  const { design, mailings } = await lockDesignWithMailings(transaction, viewer.accountIds, id);
  if (isApprovedItself(design)) return 'approved';
  requireOwnPageOpen(design);
  requireSeen(design, seen);
  const decision = reviewDecision(decidingComments(design.comments, design.versions[0]?.id));
  const refusal = designApprovalRefusal(stepOnOwnPage(design, mailings));
  if (decision === 'approved' && refusal !== null) throw notPossible(refusal);
  await writeReview(transaction, viewer, { design, decision, now });
  return decision;
}

export interface MailingApproval {
  campaignId: string;
  now: Date;
  outbox: Outbox;
}

/** Approves mailing and design together: every printed design was reviewed. Repeatable. @throws {Problem} 404; 422 unless approvable */
export async function approveWithDesign(
  transaction: Queryable,
  viewer: Viewer,
  approval: MailingApproval,
  /** Runs before anything is written. */
  require: (mailing: LockedMailing) => void | Promise<void> = () => {},
): Promise<void> {
  const [mailing] = await lockMailings(transaction, viewer.accountIds, [approval.campaignId]);
  if (!mailing) throw noMailing();
  const { state } = mailing;
  if (state.production.approvalDate !== null || mailingStep(state).nextStep === 'approved') return;
  await require(mailing);
  await approveMailing(transaction, viewer, { ...approval, mailing });
  const [printed] = state.designs;
  if (!printed || state.hasOwnPictures) return;
  const design = await lockDesign(transaction, viewer.accountIds, printed.id);
  if (isApprovedItself(design)) {
    // the design is decided already: only notify open screens of the campaign's change
    await bumpRevision(transaction, design);
    return;
  }
  await writeReview(transaction, viewer, { design, decision: 'approved', now: approval.now });
}

export type CampaignReview = MailingApproval & Seen;

/** Repeating the approval changes nothing. */
export async function approveCampaignDesign(
  transaction: Queryable,
  viewer: Viewer,
  review: CampaignReview,
): Promise<Decision> {
  await approveWithDesign(transaction, viewer, review, async (mailing) => {
    const { design, campaign } = await designInReview(transaction, viewer, mailing);
    requireReady(design, campaign);
    requireSeen(design, review);
  });
  return 'approved';
}

/** @throws {Problem} 404; 422 unless the design is open for review and has comments */
export async function rejectCampaignDesign(
  transaction: Queryable,
  viewer: Viewer,
  review: CampaignReview,
): Promise<Decision> {
  const [mailing] = await lockMailings(transaction, viewer.accountIds, [review.campaignId]);
  if (!mailing) throw noMailing();
  const { design, campaign } = await designInReview(transaction, viewer, mailing);
  if (campaign.stage === 'Approved') throw notPossible('This campaign was approved already.');
  requireReady(design, campaign);
  if (isApprovedItself(design)) throw reviewClosed();
  requireSeen(design, review);
  if (reviewDecision(decidingComments(design.comments, design.versions[0]?.id)) === 'approved') {
    throw notPossible('Say what should be changed: pin a comment on the design first.');
  }
  await writeReview(transaction, viewer, { design, decision: 'changes', now: review.now });
  return 'changes';
}

async function designInReview(
  transaction: Queryable,
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

/** The campaign's own dates decide, whatever the state of its design. */
function requireReady(design: DesignRecord, campaign: CampaignView): void {
  if (!isOpenForReview(design, campaign)) throw notPossible(messages.campaignNotReady);
}
