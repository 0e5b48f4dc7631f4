import { inquiryFilters, type InquiryFilter } from '@mailcall/contract/calls.ts';
import { type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { sql } from 'kysely';
import type { Queries } from '../../platform/database.ts';
import type { CheckedScope } from '../scope/index.ts';
import type { ExportedList } from './exported-list.ts';

/** The names of what a list is narrowed by; what has no name keeps its id. */
export interface NamesInExport {
  /** The names of the list's offices, in order. */
  offices: readonly string[];
  /** The distinct IANA time zones of these offices. */
  timeZones: readonly string[];
  staff: (id: string) => string;
  item: (kind: InquiryFilter, id: string) => string;
  campaign: (id: string) => string;
}

interface NamedRow {
  kind: InquiryFilter | 'staff' | 'campaign';
  id: string;
  name: string;
}

/** Looks up the names of what a list is narrowed by, and the words of its first office. */
export async function namesInExport(
  database: Queries,
  scope: CheckedScope,
  list: ExportedList,
): Promise<{ names: NamesInExport; wording: Wording }> {
  const { filters = {} } = list;
  const mine = sql`account_id = any(${[...scope.accountIds]})`;
  const items = inquiryFilters.flatMap((kind) => filters[kind] ?? []);
  const { rows } = await sql<NamedRow>`
    select 'staff' as kind, id, name from staff where ${mine} and id = any(${filters.callHandlerId ?? []})
    union all
    select 'campaign', id, coalesce(friendly_name, name) as name from campaigns where ${mine} and id = any(${filters.campaigns ?? []})
    union all
    select distinct kind, item_id, item_name from inquiries where ${mine} and item_id = any(${items})`.execute(
    database,
  );
  const known = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const nameOf = (kind: NamedRow['kind'], id: string) => known.get(`${kind} ${id}`) ?? id;

  const { rows: offices } = await sql<{
    name: string;
    timeZone: string;
    industry: string | null;
    businessLabel: string | null;
    clientLabel: string | null;
  }>`
    select name, time_zone as "timeZone", industry, business_label as "businessLabel", client_label as "clientLabel" from accounts
    where id = any(${[...scope.accountIds]}) order by lower(name), name, id`.execute(database);
  return {
    // as on the screen: the words of the first one
    wording: wordingOf(offices[0] ?? null),
    names: {
      offices: offices.map(({ name }) => name),
      timeZones: [...new Set(offices.map(({ timeZone }) => timeZone))],
      staff: (id) => nameOf('staff', id),
      item: nameOf,
      campaign: (id) => nameOf('campaign', id),
    },
  };
}
