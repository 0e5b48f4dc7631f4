import { type FoundOffice, maxFound } from '@mailcall/contract/search.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { SearchWanted } from '../../platform/search-wanted.ts';
import { inText, textMatches } from '../../platform/text-search.ts';

/** Those of some checked accounts that a search wants, by their names and in order of them. */
export async function findOffices(
  database: Queryable,
  accountIds: readonly string[],
  wanted: SearchWanted,
): Promise<FoundOffice[]> {
  const condition =
    'ids' in wanted
      ? sql`accounts.id = any(${[...wanted.ids]})`
      : textMatches(wanted.query, [inText(sql`accounts.name`)]);
  if (!condition || accountIds.length === 0) return [];
  const { rows } = await sql<FoundOffice>`
    select accounts.id, accounts.name from accounts
    where accounts.id = any(${[...accountIds]}) and not accounts.deleted and ${condition}
    order by lower(accounts.name), accounts.id limit ${maxFound}`.execute(database);
  return rows;
}
