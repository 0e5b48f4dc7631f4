import { picklistFields } from '@mailcall/contract/figures/dimensions.ts';
import { campaignPicklist, scorePicklist } from '@mailcall/contract/picklists.ts';
import {
  defaultValues,
  type PicklistObject,
  picklistsOf,
} from '@mailcall/contract/rules/default-picklists.ts';
import type { writtenGroups } from '@mailcall/contract/rules/campaign-groups.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notValid } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';

export function servePicklists(
  routes: RouteServer<Viewer>,
  { database }: Pick<Dependencies, 'database'>,
): void {
  routes.serve(scorePicklist, ({ query }) => optionsOf(database.kysely, 'score', query.names));
  routes.serve(campaignPicklist, ({ query }) => optionsOf(database.kysely, 'campaign', query.names));
}

type Group = keyof typeof writtenGroups | null;

export interface ListedValue {
  value: string;
  label: string;
  group: Group;
  isRetired: boolean;
  /** What the feed sent last; empty for values made in the portal. */
  feed: { label?: string; group?: Group };
}

export interface Picklist {
  field: string;
  /** In display order, retired ones last. */
  values: ListedValue[];
  areDefaults: boolean;
}

/** A list without a value, also a retired one, has the default values. */
export async function readPicklists(database: Queryable, object: PicklistObject): Promise<Picklist[]> {
  const { rows } = await sql<ListedValue & { field: string }>`
    select field, value, label, campaign_group as "group", deleted as "isRetired", feed from picklists
    where object = ${object} order by deleted, position, value`.execute(database);
  return picklistsOf(object).map((field) => {
    const own = rows.filter((row) => row.field === field);
    return {
      field,
      areDefaults: own.length === 0,
      values:
        own.length > 0
          ? own
          : defaultValues(object, field).map((one) => ({ ...one, group: null, isRetired: false, feed: {} })),
    };
  });
}

/** Values that are not retired, by field. */
export async function readOfferedValues(
  database: Queryable,
  object: PicklistObject,
): Promise<ReadonlyMap<string, { value: string; label: string }[]>> {
  const lists = await readPicklists(database, object);
  return new Map(
    lists.map(({ field, values }) => [
      field,
      values.filter(({ isRetired }) => !isRetired).map(({ value, label }) => ({ value, label })),
    ]),
  );
}

/** @throws {Problem} 400 for unknown fields */
async function optionsOf(database: Queryable, object: PicklistObject, names: readonly string[]) {
  const known = picklistFields(object);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw notValid({ names: `There is no field ${unknown.join(', ')}. Use ${known.join(', ')}.` });
  const offered = await readOfferedValues(database, object);
  return Object.fromEntries(names.map((name) => [name, { picklist: offered.get(name) ?? [] }]));
}
