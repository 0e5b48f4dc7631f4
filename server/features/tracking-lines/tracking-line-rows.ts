import type { TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { type RawBuilder, sql } from 'kysely';
import { inSearchText, type SearchedText } from '../../platform/text-search.ts';
import { type GroupOf, idsOf } from '../scope/index.ts';

export interface TrackingLineRecord {
  id: string;
  account_id: string;
  account_name: string;
  campaign_id: string | null;
  campaign_name: string | null;
  campaign_type: string | null;
  number: string;
  status: string;
  type: string | null;
  destination_number: string | null;
  friendly_name: string | null;
  calls_count: number;
}

/** For a statement over {@link trackingLineTables}. */
export const trackingLineColumns: RawBuilder<unknown> = sql`
  lines.id, lines.account_id, offices.name as account_name, lines.campaign_id, coalesce(campaigns.friendly_name, campaigns.name) as campaign_name,
  campaigns.campaign_type, lines.number, lines.status, lines.type, lines.destination_number, lines.friendly_name,
  coalesce(counted.calls_count, 0) as calls_count`;

export const namedLineTables: RawBuilder<unknown> = sql`
  tracking_lines as lines
  left join campaigns on campaigns.account_id = lines.account_id and campaigns.id = lines.campaign_id and not campaigns.deleted`;

export const inOwnTexts: SearchedText = inSearchText(sql`lines.search_text`);

export const inCampaign: SearchedText = inSearchText(sql`campaigns.search_text`);

/** Table `matching` for lines without a name of their own. Joining each line with its campaign takes longer than the search. */
export const matchingCampaigns = (
  accountIds: readonly string[],
  words: readonly string[],
): RawBuilder<unknown> => sql`
  left join (
    select campaigns.account_id, campaigns.id, campaigns.search_text from campaigns
    where campaigns.account_id = any(${[...accountIds]}) and not campaigns.deleted and (${sql.join(words.map(inCampaign), sql` or `)})) as matching
  on matching.account_id = lines.account_id and matching.id = lines.campaign_id and lines.friendly_name is null`;

/** For {@link matchingCampaigns}. */
export const inDisplayedCampaign: SearchedText = inSearchText(sql`matching.search_text`);

export interface LineCounts {
  account_id: string;
  tracking_line_id: string;
  calls_count: number;
}

export const callsByLine = (accountIds: readonly string[]): RawBuilder<LineCounts> => sql<LineCounts>`
  select calls.account_id, calls.tracking_line_id, cast(count(*) as integer) as calls_count from calls
  where calls.account_id = any(${idsOf('account', accountIds)}) and calls.tracking_line_id is not null and not calls.deleted
  group by calls.account_id, calls.tracking_line_id`;

export const knownCounts = (counts: readonly LineCounts[]): RawBuilder<LineCounts> => sql<LineCounts>`
  select * from unnest(
    cast(${counts.map(({ account_id }) => account_id)} as text[]),
    cast(${counts.map(({ tracking_line_id }) => tracking_line_id)} as text[]),
    cast(${counts.map(({ calls_count }) => calls_count)} as integer[])) as known (account_id, tracking_line_id, calls_count)`;

export const trackingLineTables = (counts: RawBuilder<LineCounts>): RawBuilder<unknown> => sql`
  ${namedLineTables}
  join accounts as offices on offices.id = lines.account_id
  left join (${counts}) as counted on counted.account_id = lines.account_id and counted.tracking_line_id = lines.id`;

/** Like {@link trackingLineTables}, for few lines, each of which counts its own calls. */
export const fewLinesTables: RawBuilder<unknown> = sql`
  ${namedLineTables}
  join accounts as offices on offices.id = lines.account_id
  cross join lateral (
    select cast(count(*) as integer) as calls_count from calls
    where calls.account_id = lines.account_id and calls.tracking_line_id = lines.id and not calls.deleted
  ) as counted`;

/** The office's own name, otherwise the campaign's, otherwise the number. */
export const displayedName: RawBuilder<string> = sql<string>`coalesce(lines.friendly_name, campaigns.friendly_name, campaigns.name, lines.number)`;

export function presentTrackingLine(row: TrackingLineRecord, groupOf: GroupOf): TrackingLine {
  return {
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    campaignName: row.campaign_name,
    campaignId: row.campaign_id,
    number: row.number,
    status: row.status,
    type: row.type ?? '--',
    destinationNumber: row.destination_number,
    callsCount: row.calls_count,
    friendlyName: row.friendly_name ?? row.campaign_name ?? row.number,
    campaignType: row.campaign_type,
    campaignGroup: groupOf(row.campaign_type),
  };
}
