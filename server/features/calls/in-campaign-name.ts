import { type SqlBool, sql } from 'kysely';
import { inSearchText, type SearchedText } from '../../platform/text-search.ts';
import { idsOf } from '../scope/index.ts';

/** The displayed name of a call's campaign: the client's own, else the feed's. */
export const inCampaignName =
  (accountIds: readonly string[]): SearchedText =>
  (word) =>
    sql<SqlBool>`(calls.account_id, calls.campaign_id) in (
      select campaigns.account_id, campaigns.id from campaigns
      where campaigns.account_id = any(${idsOf('account', accountIds)}) and ${inSearchText(sql`campaigns.search_text`)(word)})`;
