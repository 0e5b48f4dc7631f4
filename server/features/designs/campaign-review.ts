import type { getCampaign } from '@mailcall/contract/campaign-review.ts';
import { campaignDesignStatus, campaignReviewStage } from '@mailcall/contract/rules/review.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';
import { notFound } from '../../platform/http/problems.ts';
import { campaignNumbers, type MailingState, mailingStateColumn } from '../campaigns/index.ts';
import type { CampaignView } from './present-design.ts';

type Campaign = RouteReply<typeof getCampaign>['record'];

export interface CampaignRecord {
  id: string;
  account_id: string;
  name: string;
  order_number: string;
  label: string | null;
  campaign_type: string;
  media_type: string | null;
  quantity: number | null;
  approval_date: string | null;
  approved_by: string | null;
  media_started: string | null;
  media_submitted: string | null;
  pre_press_completed: string | null;
  delivery_week: string | null;
  tracking_numbers: string[];
  parent_account: string | null;
  state: MailingState;
}

const day = (column: string) => sql`${dayText(`campaigns.${column}`)} as ${sql.ref(column)}`;

/** @throws {Problem} 404 */
export async function findCampaign(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<CampaignRecord> {
  const { rows } = await sql<CampaignRecord>`
    select campaigns.id, campaigns.account_id, coalesce(campaigns.friendly_name, campaigns.name) as name,
      campaigns.name as order_number, campaigns.label,
      campaigns.campaign_type, campaigns.media_type, campaigns.quantity, campaigns.approved_by,
      ${day('approval_date')}, ${day('media_started')}, ${day('media_submitted')}, ${day('pre_press_completed')}, ${day('delivery_week')},
      ${campaignNumbers} as tracking_numbers, parent.name as parent_account,
      ${mailingStateColumn} as state
    from campaigns join accounts on accounts.id = campaigns.account_id
    left join accounts as parent on parent.id = accounts.parent_id and not parent.deleted
    where campaigns.account_id = any(${[...accountIds]}) and campaigns.id = ${id} and not campaigns.deleted`.execute(
    database,
  );
  const [campaign] = rows;
  if (!campaign) throw notFound('There is no such campaign.');
  return campaign;
}

export const viewOfCampaign = ({ state: { production } }: CampaignRecord): CampaignView => ({
  status: campaignDesignStatus(production),
  stage: campaignReviewStage(production),
});

export const presentCampaign = (
  campaign: CampaignRecord,
  design: Campaign['design'],
  mailings: Campaign['mailings'],
): Campaign => ({
  id: campaign.id,
  accountId: campaign.account_id,
  name: campaign.name,
  orderNumber: campaign.order_number,
  label: campaign.label,
  campaignType: campaign.campaign_type,
  mediaType: campaign.media_type,
  quantity: campaign.quantity,
  design,
  approvalDate: campaign.approval_date,
  approvedBy: campaign.approved_by,
  mediaStarted: campaign.media_started,
  mediaSubmitted: campaign.media_submitted,
  prePressCompleted: campaign.pre_press_completed,
  deliveryWeek: campaign.delivery_week,
  trackingNumbers: campaign.tracking_numbers,
  mailings,
  parentAccount: campaign.parent_account,
});
