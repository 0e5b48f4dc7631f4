import {
  type CampaignGroup,
  campaignGroups,
  groupOfType,
  isPrintOnly,
  writtenGroups,
} from '@mailcall/contract/rules/campaign-groups.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export type GroupOf = (type: string | null) => CampaignGroup | null;

/** From the picklist, also of a retired type, which mailings still have; Mailcall knows some types itself. */
export async function readGroupOf(database: Queryable): Promise<GroupOf> {
  const { rows } = await sql<{ value: string; campaign_group: keyof typeof writtenGroups }>`
    select value, campaign_group from picklists
    where object = 'campaign' and field = 'campaignType' and campaign_group is not null`.execute(database);
  const fromFeed = new Map(
    rows.map(({ value, campaign_group }) => [value.toLowerCase(), writtenGroups[campaign_group]]),
  );
  return (type) => (type === null ? null : groupOfType(type, fromFeed));
}

export async function campaignTypes(database: Queryable): Promise<readonly string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from dimension_values where dimension = 'campaignType'`.execute(database);
  return [...new Set([...Object.values(campaignGroups).flat(), ...rows.map(({ value }) => value)])].sort();
}

export async function typesOfGroup(database: Queryable, group: CampaignGroup): Promise<readonly string[]> {
  const groupOf = await readGroupOf(database);
  return (await campaignTypes(database)).filter((type) => groupOf(type) === group);
}

export async function typesWithoutGroup(database: Queryable): Promise<{ type: string; campaigns: number }[]> {
  const groupOf = await readGroupOf(database);
  const { rows } = await sql<{ type: string; campaigns: number }>`
    select campaign_type as type, cast(count(*) as integer) as campaigns from campaigns
    where not deleted group by campaign_type order by campaigns desc, type`.execute(database);
  return rows.filter(({ type }) => !isPrintOnly(type) && groupOf(type) === null);
}
