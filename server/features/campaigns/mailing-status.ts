import {
  deliveredStatuses,
  inProductionStatuses,
  type MailingStatus,
} from '@mailcall/contract/rules/mailing.ts';
import { sql } from 'kysely';

const known = sql.join([...inProductionStatuses, ...deliveredStatuses].map((status) => sql.lit(status)));

const hasCalls = sql`exists (
  select from calls where calls.account_id = campaigns.account_id and calls.campaign_id = campaigns.id and not calls.deleted)`;

/**
 * A campaign's status: what the feed or an approval says, where the first call on a delivered one counts by itself. One whose status nobody has said is as far as its calls and its dates show it to be; without any it
 * has none: nobody has ordered it, and there is nothing to approve.
 */
export const statusOfMailing = sql<MailingStatus | null>`
  case
    when campaigns.status = 'delivered' then case when ${hasCalls} then 'deliveredInFirstCall' else 'delivered' end
    when campaigns.status in (${known}) then campaigns.status
    when ${hasCalls} then 'deliveredInFirstCall'
    when campaigns.delivery_date is not null then 'delivered'
    when campaigns.shipment_date is not null then 'shipped'
    when campaigns.print_date is not null then 'printed'
    when campaigns.approval_date is not null then 'approved'
    when coalesce(campaigns.order_date, campaigns.media_started, campaigns.media_submitted, campaigns.pre_press_completed) is not null
    then 'ordered'
  end`;
