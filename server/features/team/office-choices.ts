import { maxFoundOffices, type OfficeChoice } from '@mailcall/contract/provider-offices.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { accountNamesForOperators, type Viewer } from '../identity/index.ts';
import { teamAccounts } from './team-accounts.ts';

/** The viewer's, by name. */
export async function findOffices(
  database: Queryable,
  viewer: Pick<Viewer, 'team'>,
  query: string | undefined,
): Promise<OfficeChoice[]> {
  const matches = textMatches(query, [inText(sql`accounts.name`), inText(sql`accounts.id`)]);
  const { rows } = await sql<{ id: string }>`
    select id from accounts where ${teamAccounts(viewer, 'accounts.id')} and not deleted and ${matches ?? sql`true`}
    order by lower(name), id limit ${maxFoundOffices}`.execute(database);
  return namedOffices(
    database,
    rows.map(({ id }) => id),
  );
}

/** In the order of `ids`. The caller has checked that the viewer may see them. */
export async function namedOffices(database: Queryable, ids: readonly string[]): Promise<OfficeChoice[]> {
  const names = await accountNamesForOperators(database, ids);
  return ids.map((id) => ({ id, name: names.get(id) ?? id }));
}
