import { copyBetween } from './copy-between.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { executeSql } from './execute-sql.ts';
import { type MergePlan, statementsOf } from './merge-plan.ts';
import { mergeLines, mergeRows } from './merge-rows.ts';
import type { FeedRow } from './read-rows.ts';
import type { RepeatedIds } from './repeated-ids.ts';
import { type CopyLines, type OtherConnection, sendWhileReading } from './send-while-reading.ts';
import { stagedRecordings } from './stage-attachments.ts';
import { analyzeStage, copyRows, createStage, laterRows, stageLaterRows, stageTable } from './stage-rows.ts';

const allLines: [after: number, last: number] = [0, Number.MAX_SAFE_INTEGER];

async function gatherLaterRows(from: ImportRun, to: ImportRun, { file }: MergePlan): Promise<void> {
  const { rowCount } = await executeSql(from.database, `select 1 from ${laterRows} limit 1`);
  if (rowCount === 0) return;
  await copyBetween(from, to, { table: laterRows });
  for (const { name } of file.columns.filter(({ audio }) => audio)) {
    await copyBetween(from, to, {
      table: stagedRecordings,
      where: `key in (select ${name} from ${laterRows})`,
      onConflict: 'do nothing',
    });
  }
}

/** Merges rows of different accounts over two connections. Repeated ids are merged last, when the row that counts is known. */
export async function mergeWhileReading(
  run: ImportRun,
  plan: MergePlan,
  report: FileReport,
  {
    batches,
    repeated,
    beside,
  }: { batches: AsyncIterable<FeedRow[]>; repeated: RepeatedIds; beside: OtherConnection | null },
): Promise<void> {
  const { file } = plan;
  const statements = statementsOf(plan);
  const prepared = new Set([run]);
  const analyzed = new Set<ImportRun>();
  let saved = 0;
  await createStage(run, file);
  const prepare = async (one: ImportRun) => {
    if (prepared.has(one)) await executeSql(one.database, `truncate ${stageTable}`);
    else await createStage(one, file);
    prepared.add(one);
  };
  const send = async (one: ImportRun, lines: CopyLines, later: CopyLines) => {
    await copyRows(one, file, { table: laterRows, lines: later });
    await copyRows(one, file, { table: stageTable, lines });
    // later batches resemble the first
    if (lines.length === 0 || analyzed.has(one)) return;
    await analyzeStage(one, file);
    analyzed.add(one);
  };
  const merge = (one: ImportRun) => mergeLines(one, plan, report, { statements, lines: allLines });
  const onMerged = (one: ImportRun, rows: number) => {
    saved += rows;
    one.progress({ file: report.file, phase: 'saving', rows: saved, total: null });
  };
  await sendWhileReading(run, file, report, {
    batches,
    sending: {
      rows: run.batchRows,
      isLater: (id) => repeated.has(id),
      prepare,
      send,
      merging: { merge, onMerged },
      beside,
    },
  });
  for (const other of prepared) if (other !== run) await gatherLaterRows(other, run, plan);
  const rest = await stageLaterRows(run, file, report);
  if (rest > 0) await mergeRows(run, plan, report, rest);
}
