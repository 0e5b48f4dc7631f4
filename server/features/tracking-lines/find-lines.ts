import { type FoundLine, maxFound } from '@mailcall/contract/search.ts';
import { searchWords } from '@mailcall/contract/rules/search-text.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type SearchWanted, textMatches } from '../../platform/text-search.ts';
import {
  displayedName,
  inDisplayedCampaign,
  inOwnTexts,
  matchingCampaigns,
  namedLineTables,
} from './tracking-line-rows.ts';

interface FoundRecord {
  id: string;
  account_id: string;
  account_name: string;
  name: string;
  number: string;
}

/** Lines in the order of their names. */
export async function findLines(
  database: Queryable,
  accountIds: readonly string[],
  wanted: SearchWanted,
): Promise<FoundLine[]> {
  const condition =
    'ids' in wanted
      ? sql`lines.id = any(${[...wanted.ids]})`
      : textMatches(wanted.query, [inOwnTexts, inDisplayedCampaign]);
  if (!condition || accountIds.length === 0) return [];
  const matching = 'ids' in wanted ? sql`` : matchingCampaigns(accountIds, searchWords(wanted.query));
  const { rows } = await sql<FoundRecord>`
    select lines.id, lines.account_id, offices.name as account_name, ${displayedName} as name, lines.number
    from ${namedLineTables} ${matching} join accounts as offices on offices.id = lines.account_id
    where lines.account_id = any(${[...accountIds]}) and not lines.deleted and ${condition}
    order by lower(${displayedName}), lines.id limit ${maxFound}`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    name: row.name,
    number: row.number,
  }));
}
