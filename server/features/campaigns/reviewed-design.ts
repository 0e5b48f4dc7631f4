import { sql } from 'kysely';

/** The design that a row of `campaigns` is reviewed by: of those not archived that name it the first, those with a review to come before others. One row or none, for a lateral join. */
export const reviewedDesign = sql`
  select designs.id, designs.next_review, designs.current_approval_level, designs.marketing_review_version from designs
  where designs.account_id = campaigns.account_id and campaigns.id = any(designs.campaign_ids)
    and not designs.archived and not designs.deleted
  order by designs.next_review is null, designs.id limit 1`;
