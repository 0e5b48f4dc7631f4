import {
  type CampaignGroup,
  campaignGroups,
  groupOfType,
  typesOfNoGroup,
  writtenGroups,
} from '@mailcall/contract/rules/campaign-groups.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** Reads the groups of campaign types that the feed gives in its picklist. */
async function groupsFromFeed(database: Queryable): Promise<Map<string, CampaignGroup>> {
  const { rows } = await sql<{ value: string; campaign_group: keyof typeof writtenGroups }>`
    select value, campaign_group from picklists
    where object = 'campaign' and field = 'campaignType' and campaign_group is not null`.execute(database);
  return new Map(
    rows.map(({ value, campaign_group }) => [value.toLowerCase(), writtenGroups[campaign_group]]),
  );
}

/** Reads the campaign types of a group: those that are known without the feed, and all others that campaigns have. */
export async function typesOfGroup(database: Queryable, group: CampaignGroup): Promise<readonly string[]> {
  const fromFeed = await groupsFromFeed(database);
  const { rows } = await sql<{ value: string }>`
    select value from dimension_values where dimension = 'campaignType'`.execute(database);
  const types = new Set([...Object.values(campaignGroups).flat(), ...rows.map(({ value }) => value)]);
  return [...types].filter((type) => groupOfType(type, fromFeed) === group).sort();
}

/** Reads the campaign types whose group nobody knows, with the number of their campaigns, the most frequent first. */
export async function typesWithoutGroup(database: Queryable): Promise<{ type: string; campaigns: number }[]> {
  const fromFeed = await groupsFromFeed(database);
  const { rows } = await sql<{ type: string; campaigns: number }>`
    select campaign_type as type, cast(count(*) as integer) as campaigns from campaigns
    where not deleted group by campaign_type order by campaigns desc, type`.execute(database);
  return rows.filter(({ type }) => !typesOfNoGroup.includes(type) && groupOfType(type, fromFeed) === null);
}
