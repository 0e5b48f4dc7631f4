import { type SqlBool, sql } from 'kysely';
import type { SearchedText } from '../../platform/text-search.ts';

/** The name of a call's campaign as it is shown: the client's own, else the feed's. */
export const inCampaignName =
  (accountIds: readonly string[]): SearchedText =>
  (pattern) =>
    sql<SqlBool>`(calls.account_id, calls.campaign_id) in (
      select campaigns.account_id, campaigns.id from campaigns
      where campaigns.account_id = any(${[...accountIds]}) and coalesce(campaigns.friendly_name, campaigns.name) ~* ${pattern})`;
