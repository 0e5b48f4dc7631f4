import { scoreFieldNames, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { recordImportedWork } from '../changes/index.ts';
import { addCodes } from './add-codes.ts';
import { executeSql } from './execute-sql.ts';
import { type FeedColumn, type FeedFile, isLogFileName, type LogFileName } from './feed-columns.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { leaveRemovedActions, leaveRemovedScores } from './removed-data.ts';
import { stageTable } from './stage-rows.ts';

const writtenRows = 'pg_temp.written_rows';

/** SQL condition: `known` is the row `feed`. */
const sameRow: Record<LogFileName, string> = {
  'call-actions': 'known.id = feed.id',
  'score-versions': '(known.id = feed.id or (known.call_id = feed.call_id and known.number = feed.number))',
  'score-second-passes': '(known.id = feed.id or known.call_id = feed.call_id)',
  'score-disputes': 'known.id = feed.id',
};
const leaveRemoved: Record<LogFileName, typeof leaveRemovedActions> = {
  'call-actions': leaveRemovedActions,
  'score-versions': leaveRemovedScores('score-versions'),
  'score-second-passes': leaveRemovedScores('score-second-passes'),
  'score-disputes': leaveRemovedScores('score-disputes'),
};

const choices = scoreFieldNames.flatMap((name) => {
  const field = scoreFieldOf(name);
  return field.kind === 'choice' ? [{ name, dimension: field.picklist }] : [];
});

/** Longest text of a choice, as in calls of the feed. */
const maxChoiceLength = 200;

/** Texts of choices in versions of known calls, in the file's order. */
async function readChoices({ database }: ImportRun): Promise<[dimension: string, value: string][]> {
  const { rows } = await executeSql<{ dimension: string; value: string }>(
    database,
    `select choice.dimension, feed.score ->> choice.name as value from ${stageTable} feed
     join calls on calls.account_id = feed.account_id and calls.id = feed.call_id
     join unnest($1::text[], $2::text[]) as choice (name, dimension) on length(feed.score ->> choice.name) between 1 and $3
     group by 1, 2 order by min(feed.line), 1`,
    [choices.map(({ name }) => name), choices.map(({ dimension }) => dimension), maxChoiceLength],
  );
  return rows.map(({ dimension, value }) => [dimension, value]);
}

export const isLogFile = (file: FeedFile): file is FeedFile & { name: LogFileName } =>
  isLogFileName(file.name);

const openForField =
  "other.account_id = feed.account_id and other.call_id = feed.call_id and other.field = feed.field and other.state = 'open'";

/** A field of a call has one open dispute. */
const isOpenAlready = `feed.state = 'open' and (
  exists (select 1 from score_disputes other where other.id <> feed.id and ${openForField})
  or exists (select 1 from ${stageTable} other where other.line < feed.line and ${openForField}))`;

/** Adds new rows. Actions and versions never change; of other rows the state that came later stays. */
export async function mergeLog(
  run: ImportRun,
  { name, table, columns }: FeedFile & { name: LogFileName },
  { report, total }: { report: FileReport; total: number },
): Promise<void> {
  const { database } = run;
  const stored = columns.slice(0, -1);
  const written = stored.map((column) => column.target);
  const valueOf = ({ target, otherwise }: FeedColumn) =>
    otherwise === null ? `feed.${target}` : `coalesce(feed.${target}, ${otherwise})`;
  const changes = stored.some(({ target }) => target === 'changed_at');
  const applyChanges = async () => {
    const set = stored.filter(({ identifies }) => !identifies);
    const updated = await executeSql(
      database,
      `with changed as (
         update ${table} known set ${set.map((column) => `${column.target} = ${valueOf(column)}`).join(', ')}
         from ${stageTable} feed
         where known.account_id = feed.account_id and ${sameRow[name]} and known.call_id = feed.call_id and known.changed_at < feed.changed_at
         returning known.account_id, known.id)
       insert into ${writtenRows} (id, account_id, is_new) select id, account_id, false from changed`,
    );
    report.changed = updated.rowCount ?? 0;
  };
  const addRows = async () => {
    await run.record.load(
      { table: 'calls', by: 'id', of: `select call_id from ${stageTable}` },
      { table, by: 'call_id', of: `select call_id from ${stageTable}` },
    );
    if (run.hasRemovedData) await leaveRemoved[name](run);
    await executeSql(database, `drop table if exists ${writtenRows}`);
    await executeSql(
      database,
      'create temp table written_rows (id uuid, account_id text, is_new boolean, deleted boolean default false, bad text[])',
    );
    if (changes) await applyChanges();
    const isNew = `not exists (select 1 from ${table} known where known.account_id = feed.account_id and ${sameRow[name]})`;
    const hasCall = 'exists (select 1 from calls where account_id = feed.account_id and id = feed.call_id)';
    const isRefused = name === 'score-disputes' ? `${isNew} and ${isOpenAlready}` : 'false';
    const bad = await executeSql<{ line: string; column: string; reason: string }>(
      database,
      `select line::text, case when ${hasCall} then 'field' else 'call_id' end as column,
         case when ${hasCall} then 'is disputed already' else 'names call ' || feed.call_id || ', which is not known' end as reason
       from ${stageTable} feed where not ${hasCall} or (${isRefused}) order by feed.line`,
    );
    await executeSql(
      database,
      `insert into ${writtenRows} (id, account_id, is_new)
       select feed.id, feed.account_id, true from ${stageTable} feed where ${isNew} and ${hasCall} and not (${isRefused})`,
    );
    const inserted = await executeSql(
      database,
      `insert into ${table} (${written.join(', ')})
       select ${stored.map(valueOf).join(', ')}
       from ${stageTable} feed join ${writtenRows} on written_rows.id = feed.id and is_new order by feed.line`,
    );
    await recordImportedWork(database, name, writtenRows);
    report.added = inserted.rowCount ?? 0;
    return { rejected: bad.rows, chosen: name === 'score-versions' ? await readChoices(run) : [] };
  };
  const { rejected, chosen } = await run.batch(() => run.record.use(addRows));
  // forms offer what was ever chosen, also in a version that was undone and that no call shows
  const unknown = chosen.filter(([dimension, value]) => run.codes.codeOf(dimension, value) === undefined);
  if (unknown.length > 0) await addCodes(run, unknown);
  report.unchanged = total - report.added - report.changed - rejected.length;
  await run.report.reject(
    report,
    rejected.map(({ line, ...problem }) => ({ line: Number(line), ...problem })),
  );
  run.progress({ file: report.file, phase: 'saving', rows: total, total });
}
