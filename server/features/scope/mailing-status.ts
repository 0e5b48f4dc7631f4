import {
  deliveredStatuses,
  inProductionStatuses,
  type MailingStatus,
} from '@mailcall/contract/rules/mailing.ts';
import { type RawBuilder, sql } from 'kysely';

const known = sql.join([...inProductionStatuses, ...deliveredStatuses].map((status) => sql.lit(status)));

const hasCalls = sql`exists (
  select 1 from calls where calls.account_id = campaigns.account_id and calls.campaign_id = campaigns.id and not calls.deleted)`;

/** The feed's day, otherwise the first on which a piece entered the mail. */
export const shipmentDay: RawBuilder<unknown> = sql`coalesce(campaigns.shipment_date, campaigns.pieces_shipment_date)`;
/** The feed's day, otherwise the day of its pieces. */
export const deliveryDay: RawBuilder<unknown> = sql`coalesce(campaigns.delivery_date, campaigns.pieces_delivery_date)`;

/** Tells mailings apart where people choose one: what clients see, and the order number. */
export const choiceOfMailing: RawBuilder<string> = sql<string>`concat_ws(' · ',
  coalesce(nullif(campaigns.friendly_name, campaigns.name), nullif(campaigns.label, '')), campaigns.name)`;

/** Feed or approval, raised by pieces and first calls; otherwise from calls and dates. Null without those: never ordered. */
const statusWith = (delivered: RawBuilder<unknown>) => sql<MailingStatus | null>`
  case
    when campaigns.status = 'deliveredInFirstCall' then campaigns.status
    when campaigns.status = 'delivered' or campaigns.pieces_delivery_date is not null then ${delivered}
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

export const statusOfMailing = statusWith(
  sql`case when ${hasCalls} then 'deliveredInFirstCall' else 'delivered' end`,
);

/** Either of the delivered statuses stands for both. Reads no calls of mailings with a status. */
export const stepOfMailing = statusWith(sql`'delivered'`);
