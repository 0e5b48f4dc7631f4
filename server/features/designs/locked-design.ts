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

/** Same error for a design that does not exist and one that is not the viewer's. */
export const noDesign = () => notFound('There is no such design.');

/** @throws {Problem} 404 */
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

/** @throws {Problem} 404; 422 if a mailing was added to the design meanwhile */
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

export const changedMeanwhile = () =>
  notPossible('The design was changed in the meantime. Look at it again, then submit.');

interface CampaignOfDesign extends CampaignView {
  id: string;
}

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

/** On its own page or in a campaign. */
export async function isVisibleAnywhere(database: Queryable, design: DesignRecord): Promise<boolean> {
  if (isVisible(design, null)) return true;
  return (await campaignsOfDesign(database, design)).some((campaign) => isVisible(design, campaign));
}

/** On its own page or in a campaign. */
export async function isOpenAnywhere(database: Queryable, design: DesignRecord): Promise<boolean> {
  if (isOpenForReview(design, null)) return true;
  return (await campaignsOfDesign(database, design)).some((campaign) => isOpenForReview(design, campaign));
}

const notOpen = (design: DesignRecord) =>
  design.customer_review_completed !== null || isApprovedItself(design)
    ? reviewClosed()
    : notPossible(messages.designNotReady);

/** @throws {Problem} 422 unless the design is open, on its own page or in a campaign, and not approved */
export async function requireOpenForComments(transaction: Queryable, design: DesignRecord): Promise<void> {
  if (isApprovedItself(design) || !(await isOpenAnywhere(transaction, design))) throw notOpen(design);
}

/** @throws {Problem} 422 unless the design is open for review on its own page */
export function requireOwnPageOpen(design: DesignRecord): void {
  if (!isOpenForReview(design, null)) throw notOpen(design);
}

export const reviewClosed = () => notPossible('The review of this design is closed.');

/** Notifies open screens when the transaction is committed. */
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
