import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** JSON array of distinct numbers, in order. */
export const campaignNumbers: RawBuilder<string[]> = sql<string[]>`(
  select coalesce(jsonb_agg(distinct tracking_lines.number), '[]')
  from tracking_lines
  where tracking_lines.account_id = campaigns.account_id
    and tracking_lines.campaign_id = campaigns.id
    and not tracking_lines.deleted)`;

export async function numbersOfCampaign(
  database: Queryable,
  campaign: { account_id: string; id: string },
): Promise<string[]> {
  const row = await database
    .selectFrom('campaigns')
    .select(campaignNumbers.as('numbers'))
    .where('account_id', '=', campaign.account_id)
    .where('id', '=', campaign.id)
    .executeTakeFirst();
  return row?.numbers ?? [];
}
