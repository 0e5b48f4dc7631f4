import { inquiryFilters, type InquiryFilter } from '@mailcall/contract/call-filters.ts';
import { type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { sql } from 'kysely';
import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { accountNamesOf, type Viewer } from '../identity/index.ts';
import { type CheckedScope, dayZonesOf } from '../scope/index.ts';
import type { ExportedList } from './exported-list.ts';

/** A value without a name keeps its id. */
export interface NamesInExport {
  offices: readonly string[];
  /** Distinguishes offices of the same name that the person can see. */
  office: (call: { accountId: string; accountName: string }) => string;
  timeZones: readonly string[];
  /** Zones by whose days the dates are. */
  dayZones: readonly string[];
  staff: (id: string) => string;
  item: (kind: InquiryFilter, id: string) => string;
  campaign: (id: string) => string;
}

interface NamedRow {
  kind: InquiryFilter | 'staff' | 'campaign';
  id: string;
  name: string;
}

/** The first office decides the wording. */
export async function namesInExport(
  database: Queryable,
  viewer: Viewer,
  { scope, list }: { scope: CheckedScope; list: ExportedList },
): Promise<{ names: NamesInExport; wording: Wording }> {
  const { filters = {} } = list;
  const inScope = sql`account_id = any(${[...scope.accountIds]})`;
  const items = inquiryFilters.flatMap((kind) => filters[kind] ?? []);
  const { rows } = await sql<NamedRow>`
    select 'staff' as kind, id, name
    from staff
    where ${inScope} and id = any(${filters.callHandlerId ?? []})
    union all
    select 'campaign', id, coalesce(friendly_name, name) as name
    from campaigns
    where ${inScope} and id = any(${filters.campaigns ?? []})
    union all
    select distinct kind, item_id, item_name
    from inquiries
    where ${inScope} and item_id = any(${items})`.execute(database);
  const known = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const nameOf = (kind: NamedRow['kind'], id: string) => known.get(`${kind} ${id}`) ?? id;

  const offices = await database
    .selectFrom('accounts')
    .select([
      'id',
      'name',
      'time_zone as timeZone',
      'industry',
      'business_label as businessLabel',
      'client_label as clientLabel',
    ])
    .where('id', '=', anyOf(scope.accountIds))
    .orderBy(({ fn }) => fn<string>('lower', ['name']))
    .orderBy('name')
    .orderBy('id')
    .execute();
  const accountNames = await accountNamesOf(database, viewer.accountIds);
  return {
    wording: wordingOf(offices[0] ?? null),
    names: {
      offices: offices.map(({ id, name }) => accountNames.get(id) ?? name),
      office: ({ accountId, accountName }) => accountNames.get(accountId) ?? accountName,
      dayZones: await dayZonesOf(database, scope.dayMode, scope.accountIds),
      timeZones: [...new Set(offices.map(({ timeZone }) => timeZone))],
      staff: (id) => nameOf('staff', id),
      item: nameOf,
      campaign: (id) => nameOf('campaign', id),
    },
  };
}
