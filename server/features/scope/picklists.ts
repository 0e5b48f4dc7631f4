import { picklistFields } from '@mailcall/contract/figures/dimensions.ts';
import { campaignPicklist, scorePicklist } from '@mailcall/contract/picklists.ts';
import type { Dependencies } from '../../dependencies.ts';
import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { notValid } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';

export function servePicklists(
  routes: RouteServer<Viewer>,
  { database }: Pick<Dependencies, 'database'>,
): void {
  routes.serve(scorePicklist, ({ query }) => picklistsOf(database.kysely, 'score', query.names));
  routes.serve(campaignPicklist, ({ query }) => picklistsOf(database.kysely, 'campaign', query.names));
}

/** A field that the feed has no options for gets an empty picklist. @throws {Problem} 400 for unknown fields */
async function picklistsOf(database: Queryable, object: 'score' | 'campaign', names: readonly string[]) {
  const known = picklistFields(object);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw notValid({ names: `There is no field ${unknown.join(', ')}. Use ${known.join(', ')}.` });
  const rows = await database
    .selectFrom('picklists')
    .select(['field', 'value', 'label'])
    .where('object', '=', object)
    .where('deleted', '=', false)
    .where('field', '=', anyOf(names))
    .orderBy('field')
    .orderBy('position')
    .orderBy('value')
    .execute();
  return Object.fromEntries(
    names.map((name) => [
      name,
      { picklist: rows.filter((row) => row.field === name).map(({ value, label }) => ({ value, label })) },
    ]),
  );
}
