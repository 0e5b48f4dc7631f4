import type { DeskOffice } from '@mailcall/contract/provider-offices.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { officeLocation } from '../campaigns/index.ts';
import type { Viewer } from '../identity/index.ts';
import { teamAccounts } from '../team/index.ts';

type TeamViewer = Pick<Viewer, 'team'>;

type OfficeRow = Omit<DeskOffice, 'place' | 'linesCount'> & {
  latitude: number | null;
  longitude: number | null;
};

/** Who works for chosen accounts loses an archived one with its people. */
export const seesArchived = ({ team }: TeamViewer): boolean => team?.scope === 'all';

/** Read separately, because lines can be on other machines than the accounts. */
async function linesOf(database: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select account_id as id, count(*)::int as count from tracking_lines
    where account_id = any(${[...ids]}::text[]) and not deleted and status in ('Active', 'New') group by account_id`.execute(
    database,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function readOffices(
  database: Queryable,
  condition: RawBuilder<SqlBool>,
  page: PageRequest,
): Promise<{ total: number; records: DeskOffice[] }> {
  const { rows } = await sql<{ total: number } & (OfficeRow | { id: null })>`
    with matching as (select accounts.* from accounts where ${condition}),
    page as (select * from matching order by lower(name), id ${pageLimit(page)})
    select counted.total, page.id, page.name, page.industry, page.address, page.time_zone as "timeZone", above.name as "groupName",
      page.latitude, page.longitude, page.deleted as "isArchived",
      (select count(*)::int from contact_accounts linked join contacts on contacts.id = linked.contact_id
        where linked.account_id = page.id and not contacts.deleted) as "peopleCount"
    from (select count(*)::int as total from matching) counted left join page on true
      left join accounts above on above.id = page.parent_id and not above.deleted
    order by lower(page.name), page.id`.execute(database);
  const found = rows.filter((row) => row.id !== null) as OfficeRow[];
  const lines = await linesOf(
    database,
    found.map(({ id }) => id),
  );
  const records = found.map(
    async ({
      id,
      name,
      industry,
      address,
      timeZone,
      groupName,
      peopleCount,
      isArchived,
      ...coordinates
    }) => ({
      id,
      name,
      industry,
      address,
      timeZone,
      groupName,
      place: await officeLocation({ ...coordinates, address }),
      peopleCount,
      linesCount: lines.get(id) ?? 0,
      isArchived,
    }),
  );
  return { total: rows[0]?.total ?? 0, records: await Promise.all(records) };
}

const isTeams = (viewer: TeamViewer) => teamAccounts(viewer, 'accounts.id');

const isArchived = sql<SqlBool>`(accounts.deleted and accounts.merged_into is null)`;

/** By name. */
export function listOffices(
  database: Queryable,
  viewer: TeamViewer,
  { query, show, ...page }: PageRequest & { query?: string | undefined; show?: 'archived' | undefined },
): Promise<{ total: number; records: DeskOffice[] }> {
  const shown =
    show === undefined
      ? sql<SqlBool>`${isTeams(viewer)} and not accounts.deleted`
      : sql<SqlBool>`${seesArchived(viewer)} and ${isArchived}`;
  const matches = textMatches(query, [
    inText(sql`accounts.name`),
    inText(sql`coalesce(accounts.address, '')`),
    inText(sql`coalesce(accounts.industry, '')`),
    inText(sql`accounts.id`),
  ]);
  return readOffices(database, matches ? sql<SqlBool>`${shown} and ${matches}` : shown, page);
}

/** The office that has the rows of a merged one; otherwise the office itself. */
export async function survivorOf(database: Queryable, id: string): Promise<string> {
  const { rows } = await sql<{ into: string }>`
    select merged_into as into from accounts where id = ${id} and merged_into is not null`.execute(database);
  return rows[0]?.into ?? id;
}

/** Null for offices of others. */
export async function readOffice(
  database: Queryable,
  viewer: TeamViewer,
  id: string,
): Promise<DeskOffice | null> {
  const { records } = await readOffices(
    database,
    sql<SqlBool>`accounts.id = ${id} and ((${isTeams(viewer)} and not accounts.deleted) or (${seesArchived(viewer)} and ${isArchived}))`,
    { page: 1, pageSize: 1 },
  );
  return records[0] ?? null;
}
