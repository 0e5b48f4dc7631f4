import { deliveredStatuses } from '@mailcall/contract/rules/mailing.ts';
import { type RawBuilder, sql } from 'kysely';
import { deliveryDay, statusOfMailing } from '../../scope/index.ts';

const delivered = sql.join(deliveredStatuses.map((status) => sql.lit(status)));

export const deliveredMailings = (accountId: RawBuilder<unknown>) => sql`
  select campaigns.id, campaigns.zone_id, coalesce(${deliveryDay}, campaigns.delivery_week) as delivery
  from campaigns
  where campaigns.account_id = ${accountId} and not campaigns.deleted and campaigns.zone_id is not null
    and coalesce(${deliveryDay}, campaigns.delivery_week) is not null
    and ${statusOfMailing} in (${delivered})`;
