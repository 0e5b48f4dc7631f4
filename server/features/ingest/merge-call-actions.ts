import { recordImportedWork } from '../changes/index.ts';
import { executeSql } from './execute-sql.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { leaveRemovedActions } from './removed-data.ts';
import { stageTable } from './stage-rows.ts';

const added = 'pg_temp.added_actions';

/** Adds new actions only: the log never changes. */
export async function mergeCallActions(run: ImportRun, report: FileReport, total: number): Promise<void> {
  const { database } = run;
  const addActions = async () => {
    await run.record.load(
      { table: 'calls', by: 'id', of: `select call_id from ${stageTable}` },
      { table: 'call_actions', by: 'id', of: `select id from ${stageTable}` },
    );
    if (run.hasRemovedData) await leaveRemovedActions(run);
    const bad = await executeSql<{ line: string; call_id: string }>(
      database,
      `select feed.line::text as line, feed.call_id from ${stageTable} feed
       where not exists (select 1 from calls where account_id = feed.account_id and id = feed.call_id) order by feed.line`,
    );
    await executeSql(database, `drop table if exists ${added}`);
    await executeSql(
      database,
      `create temp table added_actions as
       select feed.id, feed.account_id, true as is_new, false as deleted, null::text[] as bad from ${stageTable} feed
       join calls on calls.account_id = feed.account_id and calls.id = feed.call_id
       where not exists (select 1 from call_actions known where known.account_id = feed.account_id and known.id = feed.id)`,
    );
    const inserted = await executeSql(
      database,
      `insert into call_actions (account_id, id, call_id, action, contact_id, contact_name, happened_at, details, portal_id)
       select feed.account_id, feed.id, call_id, action, contact_id, contact_name, happened_at, details, portal_id
       from ${stageTable} feed join ${added} using (id) order by feed.line`,
    );
    await recordImportedWork(database, 'call-actions', added);
    report.added = inserted.rowCount ?? 0;
    return bad.rows;
  };
  const rejected = await run.batch(() => run.record.use(addActions));
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
