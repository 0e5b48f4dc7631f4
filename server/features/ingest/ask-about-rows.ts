import { counted } from '@mailcall/contract/rules/rates.ts';
import { deskChanged } from '../changes/index.ts';
import { executeSql } from './execute-sql.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type MergePlan } from './merge-plan.ts';
import { textOfJson } from './read-rows.ts';
import { presentBit, stageTable } from './stage-rows.ts';

/** Keeps rows of the batch whose value a row made in the portal has, for a person to answer; returns their number. */
export async function askAboutRows(run: ImportRun, { file }: MergePlan, report: FileReport): Promise<number> {
  const { database } = run;
  const { rows } = await executeSql<{
    feed_id: string;
    row_id: string;
    column_name: string;
    account_id: string | null;
    cells: Record<string, unknown>;
    present: string[];
  }>(
    database,
    `select batch.id as feed_id, batch.bad[3] as row_id, batch.bad[1] as column_name, nullif(batch.account_id, '') as account_id,
       to_jsonb(sent) as cells,
       array_remove(array[${file.columns.map(({ name }) => `case when (sent.present & ${presentBit(file, name)}) <> 0 then '${name}' end`).join(', ')}], null) as present
     from ${batchTable} batch join ${stageTable} sent on sent.line = batch.line where batch.bad[3] is not null order by batch.line`,
  );
  if (rows.length === 0) return 0;
  const asked = rows.map(({ cells, present, ...row }) => ({
    ...row,
    cells: Object.fromEntries(present.map((name) => [name, textOfJson(cells[name], false)])),
  }));
  await executeSql(
    database,
    `insert into feed_questions as known (file, feed_id, row_id, column_name, account_id, cells)
     select $1, feed_id, row_id, column_name, account_id, cells
     from jsonb_to_recordset($2::jsonb) as given (feed_id text, row_id text, column_name text, account_id text, cells jsonb)
     on conflict (file, feed_id, row_id) do update
       set cells = excluded.cells, column_name = excluded.column_name, account_id = excluded.account_id where known.rejected_at is null`,
    [file.name, JSON.stringify(asked)],
  );
  await deskChanged(database, 'inbox', null);
  run.report.notice(
    `${report.file}: ${counted(rows.length, 'row')} ${rows.length === 1 ? 'has' : 'have'} the ${asked[0]?.column_name} of a ${file.noun} made in the portal. Answer there whether they are the same.`,
  );
  return rows.length;
}
