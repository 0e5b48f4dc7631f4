import { sql } from 'kysely';

/** The designs that name a row of `campaigns` and are not archived. */
export const designsOfCampaign = sql`designs.account_id = campaigns.account_id
    and campaigns.id = any(designs.campaign_ids) and not designs.archived and not designs.deleted`;

/** The order of a campaign's designs: the first is reviewed and printed; those with a review to come stand before others. */
export const reviewOrder = sql`designs.next_review is null, designs.id`;

/** The design that a row of `campaigns` is reviewed by. One row or none, for a lateral join. */
export const reviewedDesign = sql`
  select designs.id, designs.next_review, designs.current_approval_level, designs.marketing_review_version from designs
  where ${designsOfCampaign}
  order by ${reviewOrder} limit 1`;
