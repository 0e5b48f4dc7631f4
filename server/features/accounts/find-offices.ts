import { matchesSearch } from '@mailcall/contract/rules/search-text.ts';
import { type FoundOffice, maxFound } from '@mailcall/contract/search.ts';
import type { Queryable } from '../../platform/database.ts';
import type { SearchWanted } from '../../platform/text-search.ts';
import { accountNamesOf } from '../identity/index.ts';

export async function findOffices(
  database: Queryable,
  accountIds: readonly string[],
  wanted: SearchWanted,
): Promise<FoundOffice[]> {
  const isWanted = ([id, name]: [string, string]) =>
    'ids' in wanted ? wanted.ids.includes(id) : matchesSearch([name], wanted.query);
  return [...(await accountNamesOf(database, accountIds))]
    .filter(isWanted)
    .slice(0, maxFound)
    .map(([id, name]) => ({ id, name }));
}
