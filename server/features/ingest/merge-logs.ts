import { scoreFieldNames, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { recordImportedWork } from '../changes/index.ts';
import { addCodes } from './add-codes.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedFile, LogFileName } from './feed-columns.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { leaveRemovedActions, leaveRemovedVersions } from './removed-data.ts';
import { stageTable } from './stage-rows.ts';

const added = 'pg_temp.added_rows';

/** SQL condition: `known` is the row `feed`. */
const sameRow: Record<LogFileName, string> = {
  'call-actions': 'known.id = feed.id',
  'score-versions': '(known.id = feed.id or (known.call_id = feed.call_id and known.number = feed.number))',
};
const leaveRemoved: Record<LogFileName, typeof leaveRemovedActions> = {
  'call-actions': leaveRemovedActions,
  'score-versions': leaveRemovedVersions,
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

export const isLogFile = (file: FeedFile): file is FeedFile & { name: LogFileName } => file.name in sameRow;

/** Adds new rows only: a log never changes. */
export async function mergeLog(
  run: ImportRun,
  { name, table, columns }: FeedFile & { name: LogFileName },
  { report, total }: { report: FileReport; total: number },
): Promise<void> {
  const { database } = run;
  const written = columns.slice(0, -1).map((column) => column.target);
  const addRows = async () => {
    await run.record.load(
      { table: 'calls', by: 'id', of: `select call_id from ${stageTable}` },
      { table, by: 'call_id', of: `select call_id from ${stageTable}` },
    );
    if (run.hasRemovedData) await leaveRemoved[name](run);
    const bad = await executeSql<{ line: string; call_id: string }>(
      database,
      `select feed.line::text as line, feed.call_id from ${stageTable} feed
       where not exists (select 1 from calls where account_id = feed.account_id and id = feed.call_id) order by feed.line`,
    );
    await executeSql(database, `drop table if exists ${added}`);
    await executeSql(
      database,
      `create temp table added_rows as
       select feed.id, feed.account_id, true as is_new, false as deleted, null::text[] as bad from ${stageTable} feed
       join calls on calls.account_id = feed.account_id and calls.id = feed.call_id
       where not exists (select 1 from ${table} known where known.account_id = feed.account_id and ${sameRow[name]})`,
    );
    const inserted = await executeSql(
      database,
      `insert into ${table} (${written.join(', ')})
       select ${columns
         .slice(0, -1)
         .map(({ target, otherwise }) =>
           otherwise === null ? `feed.${target}` : `coalesce(feed.${target}, ${otherwise})`,
         )
         .join(', ')}
       from ${stageTable} feed join ${added} on added_rows.id = feed.id order by feed.line`,
    );
    await recordImportedWork(database, name, added);
    report.added = inserted.rowCount ?? 0;
    return { rejected: bad.rows, chosen: name === 'score-versions' ? await readChoices(run) : [] };
  };
  const { rejected, chosen } = await run.batch(() => run.record.use(addRows));
  // forms offer what was ever chosen, also in a version that was undone and that no call shows
  const unknown = chosen.filter(([dimension, value]) => run.codes.codeOf(dimension, value) === undefined);
  if (unknown.length > 0) await addCodes(run, unknown);
  report.unchanged = total - report.added - rejected.length;
  await run.report.reject(
    report,
    rejected.map(({ line, call_id }) => ({
      line: Number(line),
      column: 'call_id',
      reason: `names call ${call_id}, which is not known`,
    })),
  );
  run.progress({ file: report.file, phase: 'saving', rows: total, total });
}
