import { campaignDesignStatus, campaignReviewStage } from '@mailcall/contract/rules/review.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import { dayText } from '../../platform/day-text.ts';
import { notFound } from '../../platform/http/problems.ts';
import {
  campaignNumbers,
  type MailingState,
  mailingStateColumn,
  reviewedDesign,
} from '../campaigns/index.ts';
import type { CampaignView } from './present-design.ts';

/** A campaign as its review shows it. */
export interface CampaignRecord {
  id: string;
  account_id: string;
  name: string;
  label: string | null;
  campaign_type: string;
  media_type: string | null;
  quantity: number | null;
  design_id: string | null;
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

/** A campaign of the viewer's accounts, with the design that it is reviewed by. */
export async function findCampaign(
  database: QueryExecutorProvider,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<CampaignRecord> {
  const { rows } = await sql<CampaignRecord>`
    select campaigns.id, campaigns.account_id, coalesce(campaigns.friendly_name, campaigns.name) as name, campaigns.label,
      campaigns.campaign_type, campaigns.media_type, campaigns.quantity, campaigns.approved_by,
      ${day('approval_date')}, ${day('media_started')}, ${day('media_submitted')}, ${day('pre_press_completed')}, ${day('delivery_week')},
      design.id as design_id, ${campaignNumbers} as tracking_numbers, parent.name as parent_account,
      ${mailingStateColumn} as state
    from campaigns join accounts on accounts.id = campaigns.account_id
    left join lateral (${reviewedDesign}) as design on true
    left join accounts as parent on parent.id = accounts.parent_id and not parent.deleted
    where campaigns.account_id = any(${[...accountIds]}) and campaigns.id = ${id} and not campaigns.deleted`.execute(
    database,
  );
  const [campaign] = rows;
  if (!campaign) throw notFound('There is no such campaign.');
  return campaign;
}

/** What a campaign's dates make of its design, in place of the design's own status and stage. */
export const viewOfCampaign = ({ state: { production } }: CampaignRecord): CampaignView => ({
  status: campaignDesignStatus(production),
  stage: campaignReviewStage(production),
});
