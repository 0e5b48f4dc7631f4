import type { EditedFile, EditedValues } from '@mailcall/contract/edited-rows.ts';
import {
  columnsOfList,
  drawnColumns,
  maxOfficeRows,
  type OfficeList,
  type OfficeRow,
  type officeRows,
} from '@mailcall/contract/provider-offices.ts';
import { readPhone } from '@mailcall/contract/rules/phone.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notValid } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import {
  type EditedBy,
  inEditRun,
  readEditedRows,
  saveEditedRows,
  saveInRun,
  takeFeedValues,
} from '../ingest/index.ts';
import { choiceOfMailing } from '../scope/index.ts';
import type { OfficeDependencies } from './change-offices.ts';
import { readOffice } from './desk-offices.ts';

export const filesOfLists: Readonly<Record<OfficeList, EditedFile>> = {
  lines: 'tracking-lines',
  staff: 'staff',
  areas: 'mailing-areas',
  zones: 'mailing-zones',
};
const tables = {
  lines: 'tracking_lines',
  staff: 'staff',
  areas: 'mailing_areas',
  zones: 'mailing_zones',
} as const satisfies Record<OfficeList, string>;
const orders: Readonly<Record<OfficeList, RawBuilder<unknown>>> = {
  lines: sql`array_position(array['Active', 'New', 'Suspended', 'Released'], status), number`,
  staff: sql`lower(name)`,
  areas: sql`archived, lower(name)`,
  zones: sql`lower(name)`,
};
const maxMailings = 200;

interface ListOfOffice {
  id: string;
  list: OfficeList;
}

export async function requireOffice(database: Queryable, viewer: Viewer, id: string): Promise<void> {
  const office = await readOffice(database, viewer, id);
  if (!office) throw notFound(`Account ${id} not found`);
}

async function idsOf(database: Queryable, { id, list }: ListOfOffice): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(tables[list])} where account_id = ${id} and not deleted
    order by ${orders[list]}, id limit ${maxOfficeRows}`.execute(database);
  return rows.map((row) => row.id);
}

/** The newest, and those that lines name. */
async function mailingsOf(database: Queryable, accountId: string, named: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (
      select id, ${choiceOfMailing} as name, coalesce(order_date, created_date) as day,
        row_number() over (order by coalesce(order_date, created_date) desc nulls last, id) as place
      from campaigns where account_id = ${accountId} and not deleted) newest
    where place <= ${maxMailings} or id = any(${[...named]}::text[]) order by day desc nulls last, id`.execute(
    database,
  );
  return rows;
}

/** @throws {Problem} 404 for offices of others */
export async function readOfficeRows(
  { database: { kysely } }: OfficeDependencies,
  viewer: Viewer,
  of: ListOfOffice,
): Promise<RouteReply<typeof officeRows>> {
  await requireOffice(kysely, viewer, of.id);
  const ids = await idsOf(kysely, of);
  const rows = new Map(
    (await readEditedRows(kysely, filesOfLists[of.list], ids)).map((row) => [row.id, row]),
  );
  const columns: readonly string[] = [...columnsOfList[of.list], ...drawnColumns];
  const shown = (values: EditedValues): EditedValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => columns.includes(name)));
  const records = ids.flatMap((id): OfficeRow[] => {
    const row = rows.get(id);
    return row
      ? [{ id, values: shown(row.values), feedSays: shown(row.feedSays), isMadeHere: row.isMadeHere }]
      : [];
  });
  const named = records.flatMap(({ values, feedSays }) => [values.campaign_id, feedSays.campaign_id]);
  return {
    records,
    mailings:
      of.list === 'lines'
        ? await mailingsOf(
            kysely,
            of.id,
            named.filter((id) => typeof id === 'string'),
          )
        : [],
  };
}

/** @throws {Problem} 400 at a column that cannot be changed here */
function checkColumns(list: OfficeList, names: readonly string[]): void {
  const unknown = names.filter((name) => !columnsOfList[list].includes(name));
  if (unknown.length > 0)
    throw notValid(Object.fromEntries(unknown.map((name) => [name, 'cannot be changed here.'])));
}

const phoneColumns: readonly string[] = ['number', 'destination_number'];
const withPhones = (values: EditedValues): EditedValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value !== null && phoneColumns.includes(name) ? (readPhone(value) ?? value) : value,
    ]),
  );

/** A new row without `rowId`. @throws {Problem} 404 for offices and rows of others, 422 by column */
export async function saveOfficeRow(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  {
    rowId,
    values,
    before,
    ...of
  }: ListOfOffice & { rowId: string | null; values: EditedValues; before: EditedValues },
): Promise<string> {
  const { database, clock } = dependencies;
  checkColumns(of.list, Object.keys(values));
  await requireOffice(database.kysely, viewer, of.id);
  if (rowId !== null) await requireRow(database.kysely, of, rowId);
  const by = { contactId: viewer.contactId, at: clock.now() };
  if (of.list === 'zones' && values['mailing_area_id'])
    await requireRow(database.kysely, { id: of.id, list: 'areas' }, values['mailing_area_id']);
  if (of.list === 'areas' && rowId !== null && values['deleted'] === 'true') {
    await removeArea(dependencies, { officeId: of.id, areaId: rowId, by });
    return rowId;
  }
  const [id = ''] = await saveEditedRows(dependencies, {
    file: filesOfLists[of.list],
    changes: [
      { id: rowId, accountId: of.id, values: withPhones(values), before: rowId === null ? {} : before },
    ],
    by,
  });
  return id;
}

/** With its zones, which no page would show without it. */
async function removeArea(
  dependencies: OfficeDependencies,
  { officeId, areaId, by }: { officeId: string; areaId: string; by: EditedBy },
): Promise<void> {
  await inEditRun(dependencies, { byPerson: true }, async (run) => {
    const { rows } = await sql<{ id: string }>`
      select id from mailing_zones where account_id = ${officeId} and mailing_area_id = ${areaId} and not deleted
      order by id`.execute(run.database);
    const removed = (id: string) => ({ id, accountId: officeId, values: { deleted: 'true' } });
    if (rows.length > 0)
      await saveInRun(run, { file: 'mailing-zones', changes: rows.map(({ id }) => removed(id)), by });
    await saveInRun(run, { file: 'mailing-areas', changes: [removed(areaId)], by });
  });
}

export async function requireRow(
  database: Queryable,
  { id, list }: ListOfOffice,
  rowId: string,
): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(tables[list])}
    where account_id = ${id} and id = ${rowId} and not deleted`.execute(database);
  if (rows.length === 0) throw notFound(`Row ${rowId} not found`);
}

/** @throws {Problem} as {@link saveOfficeRow} */
export async function takeFeedOfRow(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  { rowId, column, ...of }: ListOfOffice & { rowId: string; column: string },
): Promise<void> {
  const { database, clock } = dependencies;
  checkColumns(of.list, [column]);
  await requireOffice(database.kysely, viewer, of.id);
  await requireRow(database.kysely, of, rowId);
  await takeFeedValues(dependencies, {
    file: filesOfLists[of.list],
    id: rowId,
    columns: [column],
    by: { contactId: viewer.contactId, at: clock.now() },
  });
}
