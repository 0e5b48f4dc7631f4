import { messages } from '@mailcall/contract/rules/messages.ts';
import { campaignDesignStatus, campaignReviewStage } from '@mailcall/contract/rules/review.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { anyOf, dayText } from '../../platform/sql-terms.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { lockMailings, type MailingStep, mailingStep } from '../campaigns/index.ts';
import { designChanged, isNamedBy } from '../changes/index.ts';
import { lockInAccounts } from '../scope/index.ts';
import { type DesignRecord, findDesigns } from './design-records.ts';
import { type CampaignView, isApprovedItself, isOpenForReview, isVisible } from './present-design.ts';

/** The error for a design that does not exist or is not the viewer's. */
export const noDesign = () => notFound('There is no such design.');

/**
 * Locks a design until the transaction ends, so that concurrent changes run one after the other.
 * @throws {Problem} 404.
 */
export async function lockDesign(
  transaction: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<DesignRecord> {
  await lockInAccounts(
    transaction,
    'designs',
    accountIds,
    sql`${isNamedBy('designs', [id])} and not deleted`,
  );
  const [design] = await findDesigns(transaction, accountIds, [id]);
  if (!design) throw noDesign();
  return design;
}

/**
 * Locks a design with the mailings that use it.
 * @throws {Problem} 404; 422 when a mailing was added to the design meanwhile.
 */
export async function lockDesignWithMailings(
  transaction: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<{ design: DesignRecord; mailings: MailingStep[] }> {
  const [found] = await findDesigns(transaction, accountIds, [id]);
  if (!found) throw noDesign();
  const mailings = await lockMailings(transaction, accountIds, found.campaign_ids);
  const design = await lockDesign(transaction, accountIds, id);
  if (design.campaign_ids.some((campaignId) => !found.campaign_ids.includes(campaignId))) {
    throw changedMeanwhile();
  }
  return { design, mailings: mailings.map(({ state }) => mailingStep(state)) };
}

/** The error if another user changed the design meanwhile. */
export const changedMeanwhile = () =>
  notPossible('The design was changed meanwhile. Look at it again, then submit.');

/** A campaign of a design, with the status and stage that its dates give the design. */
interface CampaignOfDesign extends CampaignView {
  id: string;
}

/** The campaigns of a design, with the review that each campaign's dates imply. */
async function campaignsOfDesign(
  database: Queryable,
  design: Pick<DesignRecord, 'account_id' | 'campaign_ids'>,
): Promise<CampaignOfDesign[]> {
  const campaigns = await database
    .selectFrom('campaigns')
    .select([
      'id',
      dayText('media_started').as('mediaStarted'),
      dayText('media_submitted').as('mediaSubmitted'),
      dayText('pre_press_completed').as('prePressCompleted'),
      dayText('approval_date').as('approvalDate'),
    ])
    .where('account_id', '=', design.account_id)
    .where('id', '=', anyOf(design.campaign_ids))
    .where('deleted', '=', false)
    .execute();
  return campaigns.map((campaign) => ({
    id: campaign.id,
    status: campaignDesignStatus(campaign),
    stage: campaignReviewStage(campaign),
  }));
}

/** Whether a customer may view a design, on its own page or in a campaign. */
export async function isVisibleAnywhere(database: Queryable, design: DesignRecord): Promise<boolean> {
  if (isVisible(design, null)) return true;
  return (await campaignsOfDesign(database, design)).some((campaign) => isVisible(design, campaign));
}

/** Whether a design is open for the customer's review, on its own page or in a campaign. */
export async function isOpenAnywhere(database: Queryable, design: DesignRecord): Promise<boolean> {
  if (isOpenForReview(design, null)) return true;
  return (await campaignsOfDesign(database, design)).some((campaign) => isOpenForReview(design, campaign));
}

const notOpen = (design: DesignRecord) =>
  design.customer_review_completed !== null || isApprovedItself(design)
    ? reviewClosed()
    : notPossible(messages.designNotReady);

/**
 * Checks that a design is open for the customer's review, on its own page or in a campaign, and not approved.
 * @throws {Problem} 422.
 */
export async function requireOpenForComments(transaction: Queryable, design: DesignRecord): Promise<void> {
  if (isApprovedItself(design) || !(await isOpenAnywhere(transaction, design))) throw notOpen(design);
}

/**
 * Checks that a design is open for review on its own page.
 * @throws {Problem} 422.
 */
export function requireOwnPageOpen(design: DesignRecord): void {
  if (!isOpenForReview(design, null)) throw notOpen(design);
}

/** The error after the customer's decision: no more comments are accepted. */
export const reviewClosed = () => notPossible('The review of this design is closed.');

/** Raises a design's revision after a change, and notifies open screens when the transaction is committed. */
export async function bumpRevision(transaction: Queryable, design: DesignRecord): Promise<void> {
  const changed = await transaction
    .updateTable('designs')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('account_id', '=', design.account_id)
    .where('id', '=', design.id)
    .returning('revision')
    .executeTakeFirst();
  await designChanged(transaction, {
    id: design.id,
    accountId: design.account_id,
    revision: changed?.revision ?? 0,
  });
}
