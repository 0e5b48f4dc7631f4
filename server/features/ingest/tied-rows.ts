import { isMadeHere, type TiedFile } from '@mailcall/contract/edited-rows.ts';
import { recomputeRelatedCalls } from '../calls/index.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-files.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type MergePlan, type MergeStatements } from './merge-plan.ts';
import { isTiedFile } from './tied-ids.ts';
import { presentBit, replaceEarlierRows, stageTable } from './stage-rows.ts';

/** Rows that get a feed's id now: account_id, feed_id, id and line. */
const tiedNow = 'pg_temp.tied_now';

/** Columns of the record that may have the feed's id since before the row was tied. */
const namedBy: Readonly<Record<TiedFile, readonly { table: string; column: string; list?: true }[]>> = {
  accounts: [{ table: 'accounts', column: 'parent_id' }],
  contacts: [{ table: 'notification_settings', column: 'contact_id' }],
  campaigns: [
    { table: 'tracking_lines', column: 'campaign_id' },
    { table: 'mail_pieces', column: 'campaign_id' },
    { table: 'designs', column: 'campaign_ids', list: true },
    { table: 'calls', column: 'reported_campaign_id' },
  ],
  'tracking-lines': [{ table: 'calls', column: 'tracking_line_id' }],
};

async function findTied(
  { database, tables }: ImportRun,
  { file, account }: MergePlan,
  lines: [number, number],
): Promise<boolean> {
  const { rows } = await executeSql<{ line: string; id: string; portal_id: string }>(
    database,
    `select feed.line::text as line, feed.id, feed.portal_id from ${stageTable} feed
     where feed.line > $1 and feed.line <= $2 and feed.portal_id is not null and feed.portal_id <> feed.id
       and not exists (select 1 from ${file.table} other where other.id = feed.id)
       and not exists (select 1 from tied_ids tied where tied.file = '${file.name}' and tied.row_id = feed.portal_id)
     order by feed.line`,
    lines,
  );
  const claims = new Map(
    rows.filter(({ portal_id }) => isMadeHere(portal_id)).map((row) => [row.portal_id, row]),
  );
  if (claims.size === 0) return false;
  await tables.empty(
    [tiedNow],
    ['create temp table tied_now (account_id text, feed_id text, id text, line bigint)'],
  );
  const given = [...claims.values()];
  const { rowCount } = await executeSql(
    database,
    `insert into ${tiedNow}
     select ${account === 'own' ? 'made.account_id' : `''`}, given.feed_id, made.id, given.line
     from unnest($1::text[], $2::text[], $3::bigint[]) as given (feed_id, id, line) join ${file.table} made on made.id = given.id`,
    [given.map(({ id }) => id), given.map(({ portal_id }) => portal_id), given.map(({ line }) => line)],
  );
  return rowCount > 0;
}

/** The feed's first values of a row that was made here: what people set stays, and the feed fills the rest. */
const firstValues = (file: FeedFile): string => {
  const edited = file.columns.flatMap(({ name, target, keeping, elsewhere }) => {
    if (keeping === 'feed' || name === 'portal_id') return [];
    const has = `(feed.present & ${presentBit(file, name)}) <> 0`;
    const sent = elsewhere?.sent ?? `feed.${name}`;
    const isSet = keeping === 'until-edited' ? `made.feed ? '${name}'` : `made.${target} is not null`;
    return [`case when ${has} and ${isSet} then jsonb_build_object('${name}', (${sent})::text) end`];
  });
  return `(select coalesce(jsonb_object_agg(one.key, one.value), '{}')
    from unnest(array[${edited.join(', ')}]) part cross join lateral jsonb_each(part) one)`;
};

/** Rows made in the portal get the feed's id besides: from now on, cells with either id name them. */
export async function tieRows(
  run: ImportRun,
  plan: MergePlan,
  { report, statements, lines }: { report: FileReport; statements: MergeStatements; lines: [number, number] },
): Promise<void> {
  const { database, record, tables } = run;
  const { file } = plan;
  if (plan.byPerson || !isTiedFile(file) || !(await findTied(run, plan, lines))) return;
  await executeSql(
    database,
    `update ${stageTable} feed set id = tied.id from ${tiedNow} tied where feed.line = tied.line`,
  );
  report.replaced += await replaceEarlierRows(run, lines);
  await plan.before?.(run, lines);
  await tables.empty([batchTable], [statements.create]);
  await executeSql(database, statements.compare(`feed.line in (select line from ${tiedNow})`));
  await executeSql(
    database,
    `delete from ${tiedNow} tied using ${batchTable} batch where batch.line = tied.line and batch.bad is not null`,
  );
  const { rows } = await executeSql<{ feed_id: string; id: string }>(
    database,
    `select feed_id, id from ${tiedNow}`,
  );
  if (rows.length === 0) return;
  await executeSql(
    database,
    `insert into tied_ids (file, feed_id, row_id) select $1, feed_id, row_id from unnest($2::text[], $3::text[]) as given (feed_id, row_id)`,
    [file.name, rows.map(({ feed_id }) => feed_id), rows.map(({ id }) => id)],
  );
  await executeSql(
    database,
    `update ${file.table} made set feed = made.feed || ${firstValues(file)}
     from ${tiedNow} tied join ${stageTable} feed on feed.line = tied.line where made.id = tied.id`,
  );
  if (file.name === 'accounts')
    await executeSql(
      database,
      `update ${stageTable} feed set parent_id = tied.id from ${tiedNow} tied where feed.parent_id = tied.feed_id`,
    );
  await renameInRecord(run, file);
  await record.save();
}

async function renameInRecord({ database, record }: ImportRun, file: FeedFile): Promise<void> {
  let calls = 0;
  if (file.name === 'accounts') {
    await record.load({
      table: 'contact_accounts',
      by: 'account_id',
      of: `select feed_id from ${tiedNow} union select id from ${tiedNow}`,
    });
    await executeSql(
      database,
      `with named as (
         delete from contact_accounts linked using ${tiedNow} tied where linked.account_id = tied.feed_id
         returning linked.contact_id, tied.id, linked.is_primary)
       insert into contact_accounts (contact_id, account_id, is_primary) select * from named on conflict do nothing`,
    );
  }
  for (const { table, column, list } of namedBy[file.name as TiedFile]) {
    const named = `select feed_id from ${tiedNow}`;
    await record.load(
      list ? { table, where: `call.${column} && array(${named})` } : { table, by: column, of: named },
    );
    const own =
      file.name === 'accounts' || file.name === 'contacts' ? '' : ' and naming.account_id = tied.account_id';
    const { rowCount } = await executeSql(
      database,
      list
        ? `update ${table} naming set ${column} = array_replace(naming.${column}, tied.feed_id, tied.id) from ${tiedNow} tied where tied.feed_id = any(naming.${column})${own}`
        : `update ${table} naming set ${column} = tied.id from ${tiedNow} tied where naming.${column} = tied.feed_id${own}`,
    );
    if (table === 'calls') calls += rowCount;
  }
  if (calls === 0) return;
  await record.save();
  const column = file.name === 'campaigns' ? 'reported_campaign_id' : 'tracking_line_id';
  await recomputeRelatedCalls(
    database,
    `(call.account_id, call.${column}) in (select account_id, id from ${tiedNow})`,
    record,
  );
}
