import type { NeededRows } from '../../platform/distribution/record-rows.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import type { FileReport } from './import-report.ts';
import {
  batchTable,
  type Check,
  type MergePlan,
  type MergeStatements,
  type PortalRows,
} from './merge-plan.ts';
import { rowsOfPlan } from './rows-of-plan.ts';
import { replaceEarlierRows, stageTable } from './stage-rows.ts';

/** Rows that take other ids: account_id, former_id, id, line and double_feed. */
export const takenOver = 'pg_temp.taken_over_rows';

export const portalIdJoins = (table: string): string => `
  left join lateral (
    select id from ${table} where (portal_id = feed.portal_id or id = feed.portal_id) and id <> feed.id limit 1
  ) same_in_record on true
  left join lateral (
    select earlier.id from ${stageTable} earlier
    where (earlier.portal_id = feed.portal_id or earlier.id = feed.portal_id)
      and earlier.line < feed.line and earlier.id <> feed.id
    order by earlier.line limit 1
  ) same_in_file on true`;

/** A portal row is one feed row, and an id of the feed is no other row's portal_id. */
export const portalIdChecks = ({ noun }: FeedFile): Check[] =>
  ['same_in_record', 'same_in_file'].map((other) => ({
    column: 'portal_id',
    when: `${other}.id is not null`,
    reason: `'is already that of ${noun} ' || ${other}.id`,
  }));

/** Portal rows that now come with another id. An existing row with that id is the same, sent before without portal_id. */
async function findTakenOver(
  { database, tables }: ImportRun,
  file: FeedFile,
  lines: [number, number],
): Promise<boolean> {
  await executeSql(
    database,
    'create index if not exists feed_rows_by_portal_row on pg_temp.feed_rows (portal_id) where portal_id is not null',
  );
  await tables.empty(
    [takenOver],
    [
      `create temp table taken_over_rows (
         account_id text, former_id text, id text, line bigint, double_feed jsonb, is_double boolean)`,
    ],
  );
  const { rowCount } = await executeSql(
    database,
    `insert into ${takenOver}
     select distinct on (made.id) made.account_id, made.id, feed.id, feed.line, double.feed, double.id is not null
     from ${stageTable} feed
     join ${file.table} made on made.portal_id = feed.portal_id and made.id = made.portal_id and made.id <> feed.id
     left join ${file.table} double on double.id = feed.id
     where feed.line > $1 and feed.line <= $2 and feed.portal_id is not null
       and coalesce(feed.account_id, made.account_id) = made.account_id
       and (double.id is null or (double.account_id = made.account_id and double.portal_id is null))
     order by made.id, feed.line`,
    lines,
  );
  return rowCount !== null && rowCount > 0;
}

/** SQL of the feed's last values for a row that takes another id. First values come from a perhaps old export, so later edits stay. */
function sentLast(file: FeedFile): string {
  const edited = file.columns.filter(
    (column) => column.keeping !== 'feed' && column.name !== 'portal_id' && column.name !== 'deleted',
  );
  if (edited.length === 0) return 'made.feed';
  const sent = edited.map(({ name }) => `'${name}', feed.${name}::text`).join(', ');
  return `case when taken.is_double then taken.double_feed
    when exists (
      select 1 from portal_changes change
      where change.file = '${file.name}' and change.row_id = taken.former_id and change.action <> 'added'
    ) then jsonb_strip_nulls(jsonb_build_object(${sent})) else made.feed end`;
}

/** A rejected row takes over nothing. */
async function leaveBadRows({ database, tables }: ImportRun, statements: MergeStatements): Promise<void> {
  const nameBy = (column: string) =>
    executeSql(
      database,
      `update ${stageTable} feed set id = taken.${column} from ${takenOver} taken where feed.line = taken.line`,
    );
  await tables.empty([batchTable], [statements.create]);
  await nameBy('former_id');
  await executeSql(database, statements.compare(`feed.line in (select line from ${takenOver})`));
  await nameBy('id');
  await executeSql(
    database,
    `delete from ${takenOver} taken using ${batchTable} batch where batch.line = taken.line and batch.bad is not null`,
  );
}

const namingRows = ({ namedBy }: PortalRows): NeededRows[] =>
  namedBy.map(({ table, column }) => ({
    table,
    by: column,
    of: `select former_id from ${takenOver} union select id from ${takenOver}`,
  }));

/** Locks like commands, before ids change, and reads the rows again. */
async function lockTakenOver(
  run: ImportRun,
  plan: MergePlan & { portalRows: PortalRows },
  lines: [number, number],
): Promise<void> {
  const { record } = run;
  const { table, ids } = plan.portalRows.locks;
  await record.load({ table, by: 'id', of: ids });
  await record.lock({ table, rows: `select account_id, id from ${table} where id in (${ids})` });
  const changed = [...rowsOfPlan(plan, run, lines), ...namingRows(plan.portalRows)];
  await record.load(...changed.map((needed) => ({ ...needed, again: true })));
}

async function takeOver(
  run: ImportRun,
  plan: MergePlan & { portalRows: PortalRows },
  statements: MergeStatements,
  lines: [number, number],
): Promise<void> {
  const { database, record } = run;
  const { file, names, portalRows } = plan;
  if (!(await findTakenOver(run, file, lines))) return;
  await renameStaged(run, names ?? [], lines);
  await leaveBadRows(run, statements);
  await lockTakenOver(run, plan, lines);
  if (portalRows.removeDoubles) {
    await portalRows.removeDoubles(run);
    await record.load(...rowsOfPlan(plan, run, lines), ...namingRows(portalRows));
  }
  await executeSql(
    database,
    `delete from ${file.table} double using ${takenOver} taken
     where taken.is_double and double.account_id = taken.account_id and double.id = taken.id`,
  );
  await executeSql(
    database,
    `update ${file.table} made set id = taken.id, feed = ${sentLast(file)}
     from ${takenOver} taken join ${stageTable} feed on feed.line = taken.line
     where made.account_id = taken.account_id and made.id = taken.former_id`,
  );
  for (const { table, column } of portalRows.namedBy)
    await executeSql(
      database,
      `update ${table} naming set ${column} = taken.id from ${takenOver} taken
       where naming.account_id = taken.account_id and naming.${column} = taken.former_id`,
    );
  await portalRows.after?.(database);
  await record.save();
}

interface NamingColumn {
  column: string;
  table: string;
  by?: string;
}

/** Replaces former ids; returns the number of changed rows. A row that has the id itself wins, whatever portal_id another row claims. */
async function renameStaged(
  { database }: ImportRun,
  names: readonly NamingColumn[],
  lines: [number, number],
): Promise<number> {
  let renamed = 0;
  for (const { column, table, by = column } of names) {
    const { rowCount } = await executeSql(
      database,
      `update ${stageTable} feed set ${column} = known.id from ${table} known
       where feed.line > $1 and feed.line <= $2 and known.portal_id = feed.${by} and known.id <> feed.${column}
         and coalesce(feed.account_id, known.account_id) = known.account_id
         ${by === 'portal_id' ? '' : `and not exists (select 1 from ${table} own where own.id = feed.${by} and not own.deleted)`}`,
      lines,
    );
    if (column === 'id') renamed += rowCount ?? 0;
  }
  return renamed;
}

/** Portal rows that a system sends back take the system's id; references by the former id still find them. */
export async function matchPortalRows(
  run: ImportRun,
  plan: MergePlan,
  { report, statements, lines }: { report: FileReport; statements: MergeStatements; lines: [number, number] },
): Promise<void> {
  const { file, portalRows } = plan;
  if (portalRows) await takeOver(run, { ...plan, portalRows }, statements, lines);
  const hasPortalId = file.columns.some(({ name, stored }) => name === 'portal_id' && stored);
  const renamed = await renameStaged(
    run,
    [
      ...(portalRows ? [{ column: 'id', table: file.table }] : []),
      ...(run.portalWork && hasPortalId ? [{ column: 'id', table: file.table, by: 'portal_id' }] : []),
      ...(plan.names ?? []),
    ],
    lines,
  );
  if (renamed > 0) report.replaced += await replaceEarlierRows(run, lines);
}
