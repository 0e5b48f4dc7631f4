import {
  deliveredStatuses,
  inProductionStatuses,
  type MailingStatus,
} from '@mailcall/contract/rules/mailing.ts';
import { type RawBuilder, sql } from 'kysely';

const known = sql.join([...inProductionStatuses, ...deliveredStatuses].map((status) => sql.lit(status)));

const hasCalls = sql`exists (
  select 1 from calls where calls.account_id = campaigns.account_id and calls.campaign_id = campaigns.id and not calls.deleted)`;

/** A campaign's day of shipment: the feed's, otherwise the first on which one of its pieces entered the mail. */
export const shipmentDay: RawBuilder<unknown> = sql`coalesce(campaigns.shipment_date, campaigns.pieces_shipment_date)`;
/** A campaign's day of delivery: the feed's, otherwise that which its pieces tell. */
export const deliveryDay: RawBuilder<unknown> = sql`coalesce(campaigns.delivery_date, campaigns.pieces_delivery_date)`;

/**
 * A campaign's status: that of the feed or of an approval, raised by what its pieces tell; the first call on a delivered campaign
 * changes it by itself. Otherwise the status follows from the campaign's calls and dates. Without those it is null: the campaign was
 * not ordered, and there is nothing to approve.
 */
export const statusOfMailing = sql<MailingStatus | null>`
  case
    when campaigns.status = 'deliveredInFirstCall' then campaigns.status
    when campaigns.status = 'delivered' or campaigns.pieces_delivery_date is not null
    then case when ${hasCalls} then 'deliveredInFirstCall' else 'delivered' end
    when campaigns.status in (${known}) and campaigns.pieces_shipment_date is not null then 'shipped'
    when campaigns.status in (${known}) then campaigns.status
    when ${hasCalls} then 'deliveredInFirstCall'
    when campaigns.delivery_date is not null then 'delivered'
    when ${shipmentDay} is not null then 'shipped'
    when campaigns.print_date is not null then 'printed'
    when campaigns.approval_date is not null then 'approved'
    when coalesce(campaigns.order_date, campaigns.media_started, campaigns.media_submitted, campaigns.pre_press_completed) is not null
    then 'ordered'
  end`;
