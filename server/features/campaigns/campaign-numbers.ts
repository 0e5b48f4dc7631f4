import { type RawBuilder, sql } from 'kysely';

/** The numbers of the tracking lines of a row of `campaigns`, each once, in order: an array in JSON. */
export const campaignNumbers: RawBuilder<string[]> = sql<string[]>`(
  select coalesce(jsonb_agg(distinct tracking_lines.number), '[]') from tracking_lines
  where tracking_lines.account_id = campaigns.account_id and tracking_lines.campaign_id = campaigns.id
    and not tracking_lines.deleted)`;
