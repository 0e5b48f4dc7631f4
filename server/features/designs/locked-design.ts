import { messages } from '@mailcall/contract/rules/messages.ts';
import { campaignDesignStatus, campaignReviewStage } from '@mailcall/contract/rules/review.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import { dayText } from '../../platform/day-text.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { lockMailings, type MailingStep, mailingStep } from '../campaigns/index.ts';
import { type DesignRecord, findDesigns } from './design-records.ts';
import { designChanged } from './design-events.ts';
import { type CampaignView, isApprovedItself, isOpenForReview, isShown } from './present-design.ts';

/** No such design, or not the viewer's. */
export const noDesign = () => notFound('There is no such design.');

/**
 * Locks a design until the transaction ends, so that what people do with it at once comes one after the other.
 * @throws {Problem} 404.
 */
export async function lockDesign(
  transaction: QueryExecutorProvider,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<DesignRecord> {
  await sql`
    select id from designs where account_id = any(${[...accountIds]}) and id = ${id} and not deleted for update`.execute(
    transaction,
  );
  const [design] = await findDesigns(transaction, accountIds, [id]);
  if (!design) throw noDesign();
  return design;
}

/**
 * Locks a design with the mailings that use it.
 * @throws {Problem} 404; 422 when it came to another mailing meanwhile.
 */
export async function lockDesignWithMailings(
  transaction: QueryExecutorProvider,
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

/** Somebody else was faster. */
export const changedMeanwhile = () =>
  notPossible('The design was changed meanwhile. Look at it again, then submit.');

/** A campaign that a design is for, with what its dates make of the design. */
interface CampaignOfDesign extends CampaignView {
  id: string;
}

/** The campaigns of a design that are reviewed by themselves: those with dates of their media. */
async function campaignsOfDesign(
  database: QueryExecutorProvider,
  design: Pick<DesignRecord, 'account_id' | 'campaign_ids'>,
): Promise<CampaignOfDesign[]> {
  const { rows } = await sql<{
    id: string;
    mediaStarted: string | null;
    mediaSubmitted: string | null;
    prePressCompleted: string | null;
    approvalDate: string | null;
  }>`
    select id, ${dayText('media_started')} as "mediaStarted", ${dayText('media_submitted')} as "mediaSubmitted",
      ${dayText('pre_press_completed')} as "prePressCompleted", ${dayText('approval_date')} as "approvalDate"
    from campaigns where account_id = ${design.account_id} and id = any(${design.campaign_ids}) and not deleted`.execute(
    database,
  );
  return rows.map((campaign) => ({
    id: campaign.id,
    status: campaignDesignStatus(campaign),
    stage: campaignReviewStage(campaign),
  }));
}

/** Whether a customer may look at a design, on its own page or as a campaign's. */
export async function isShownAnywhere(
  database: QueryExecutorProvider,
  design: DesignRecord,
): Promise<boolean> {
  if (isShown(design, null)) return true;
  return (await campaignsOfDesign(database, design)).some((campaign) => isShown(design, campaign));
}

/** Whether the customer reviews a design at the moment, on its own page or as a campaign's. */
export async function isOpenAnywhere(
  database: QueryExecutorProvider,
  design: DesignRecord,
): Promise<boolean> {
  if (isOpenForReview(design, null)) return true;
  return (await campaignsOfDesign(database, design)).some((campaign) => isOpenForReview(design, campaign));
}

const notOpen = (design: DesignRecord) =>
  design.customer_review_completed !== null || isApprovedItself(design)
    ? reviewClosed()
    : notPossible(messages.designNotReady);

/**
 * Refuses what may only be done while the customer reviews the design, on its own page or as a campaign's.
 * @throws {Problem} 422.
 */
export async function requireOpenForComments(
  transaction: QueryExecutorProvider,
  design: DesignRecord,
): Promise<void> {
  if (isApprovedItself(design) || !(await isOpenAnywhere(transaction, design))) throw notOpen(design);
}

/**
 * Refuses what a design's own page does while that is not open, whatever a campaign's is.
 * @throws {Problem} 422.
 */
export function requireOwnPageOpen(design: DesignRecord): void {
  if (!isOpenForReview(design, null)) throw notOpen(design);
}

/** The customer has decided: nothing more is said on the design. */
export const reviewClosed = () => notPossible('The review of this design is closed.');

/** Moves a design on after a change, and tells open screens when the transaction is committed. */
export async function bumpRevision(transaction: QueryExecutorProvider, design: DesignRecord): Promise<void> {
  const { rows } = await sql<{ revision: number }>`
    update designs set revision = revision + 1 where account_id = ${design.account_id} and id = ${design.id}
    returning revision`.execute(transaction);
  await designChanged(transaction, design.id, rows[0]?.revision ?? 0);
}
