import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { executeSql } from './execute-sql.ts';
import { type MergePlan, statementsOf } from './merge-plan.ts';
import { mergeRows, mergeStaged } from './merge-rows.ts';
import type { FeedRow } from './read-rows.ts';
import type { RepeatedIds } from './repeated-ids.ts';
import { type CopyLines, sendWhileReading } from './send-while-reading.ts';
import { analyzeStage, copyRows, createStage, laterRows, stageLaterRows, stageTable } from './stage-rows.ts';

/**
 * Merges the rows of a large file while later ones are read. Rows whose ids come again are merged after all others, as those
 * of a smaller file: only then is it known which of them counts.
 */
export async function mergeWhileReading(
  run: ImportRun,
  plan: MergePlan,
  report: FileReport,
  { batches, repeated }: { batches: AsyncIterable<FeedRow[]>; repeated: RepeatedIds },
): Promise<void> {
  const { file } = plan;
  const statements = statementsOf(plan);
  await createStage(run, file);
  let saved = 0;
  const send = async (lines: CopyLines, later: CopyLines) => {
    await executeSql(run.database, `truncate ${stageTable}`);
    await copyRows(run, file, { table: laterRows, lines: later });
    await copyRows(run, file, { table: stageTable, lines });
    // the batches that follow are like the first
    if (saved === 0) await analyzeStage(run, file);
  };
  const merge = async () => {
    saved += await mergeStaged(run, plan, report, statements, { saved, total: null });
  };
  await sendWhileReading(run, file, report, {
    batches,
    sending: { rows: run.batchRows, isLater: (id) => repeated.has(id), send, merge },
  });
  const rest = await stageLaterRows(run, file, report);
  if (rest > 0) await mergeRows(run, plan, report, rest);
}
