import { isDeskTopic } from '@mailcall/contract/live.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import {
  type AccountVersions,
  bumpAccountVersions,
  deskChanged,
  versionTable,
  recordImportedWork,
} from '../changes/index.ts';
import { executeSql } from './execute-sql.ts';
import { askAboutRows } from './ask-about-rows.ts';
import type { FileReport, RowOutcome } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type MergePlan, type MergeStatements, statementsOf } from './merge-plan.ts';
import { notePendingReferences } from './pending-references.ts';
import { matchPortalRows } from './portal-rows.ts';
import { referencedRows, rowsOfPlan } from './rows-of-plan.ts';
import { tieRows } from './tied-rows.ts';
import { restoreReplacedRows, stageRestoredRows, stageTable } from './stage-rows.ts';

interface BatchResult {
  rows: number;
  added: number;
  changed: number;
  asked: number;
  rejected: RejectedRow[];
}

interface RejectedRow {
  line: number;
  column: string;
  reason: string;
}

const inBatch = 'feed.line > $1 and feed.line <= $2';
const none: AccountVersions = new Map();
/** For fewer lines, a search for known rows costs more than it saves. */
const leastLooked = 1000;

/** Locks known rows and compares them again: a person may just have saved one. Returns whether there are any. */
async function lockKnownRows(run: ImportRun, plan: MergePlan, statements: MergeStatements): Promise<boolean> {
  const owned = plan.account === 'own';
  const locked = await run.record.lock({
    table: plan.file.table,
    rows: `select ${owned ? 'account_id, id' : 'id'} from ${batchTable} batch where not is_new and bad is null`,
    owned,
  });
  if (locked === 0) return false;
  await executeSql(run.database, 'drop table if exists pg_temp.locked_rows');
  await executeSql(
    run.database,
    `create temp table locked_rows as select line from ${batchTable} where not is_new and bad is null`,
  );
  await executeSql(
    run.database,
    `delete from ${batchTable} batch using pg_temp.locked_rows locked where batch.line = locked.line`,
  );
  await executeSql(run.database, statements.compare('feed.line in (select line from pg_temp.locked_rows)'));
  return true;
}

function written(plan: MergePlan, statements: MergeStatements, versions: AccountVersions) {
  const names = [...statements.written, ...(plan.versioned ? ['version'] : [])];
  const values = [
    ...statements.written.map((name) => `batch.${name}`),
    ...(plan.versioned ? ['new_versions.version'] : []),
  ];
  return {
    columns: sql.raw(names.join(', ')),
    values: sql.raw(values.join(', ')),
    versionJoin: plan.versioned
      ? sql`join ${versionTable(versions)} on new_versions.account_id = batch.account_id`
      : sql``,
  };
}

export async function insertNewRows(
  database: Queryable,
  plan: MergePlan,
  statements: MergeStatements,
  { batch, versions }: { batch: string; versions: AccountVersions },
): Promise<number> {
  const { columns, values, versionJoin } = written(plan, statements, versions);
  const owned = plan.account === 'own';
  const { numAffectedRows } = await sql`
    insert into ${sql.raw(plan.file.table)} (id, ${owned ? sql`account_id,` : sql``} ${columns})
    select batch.id, ${owned ? sql`batch.account_id,` : sql``} ${values}
    from ${sql.raw(batch)} batch ${versionJoin}
    where batch.is_new and batch.bad is null
    order by batch.account_id, batch.id`.execute(database);
  return Number(numAffectedRows);
}

async function writeRows(
  run: ImportRun,
  plan: MergePlan,
  statements: MergeStatements,
  { versions, hasKnown }: { versions: AccountVersions; hasKnown: boolean },
): Promise<{ added: number; changed: number }> {
  const { database } = run;
  const { columns, values, versionJoin } = written(plan, statements, versions);
  let changed = 0n;
  if (hasKnown) {
    if (plan.makeRoom) {
      await plan.makeRoom(run);
      // unique values move between rows
      await run.record.save();
    }
    const updated = await sql`
    update ${sql.raw(plan.file.table)} target
    set (${columns}) = row(${values})
    from ${sql.raw(batchTable)} batch ${versionJoin}
    where target.id = batch.id
      ${plan.account === 'own' ? sql`and target.account_id = batch.account_id` : sql``}
      ${plan.rowsOf ? sql`and target.source = ${plan.rowsOf}` : sql``}
      and not batch.is_new
      and batch.bad is null`.execute(database);
    changed = updated.numAffectedRows ?? 0n;
  }
  const added = await insertNewRows(database, plan, statements, { batch: batchTable, versions });
  return { added, changed: Number(changed) };
}

async function hasKnownRows(run: ImportRun, { file }: MergePlan, lines: [number, number]): Promise<boolean> {
  const { rows } = await executeSql(
    run.database,
    `select 1 from ${stageTable} feed cross join lateral (select 1 from ${file.table} where id = feed.id offset 0) known
     where ${inBatch} limit 1`,
    lines,
  );
  return rows.length > 0;
}

/** Notes the first lines that were added, changed and unchanged. */
async function sampleOutcomes(
  { database, report, samples }: ImportRun,
  lines: [number, number],
): Promise<void> {
  const { rows } = await executeSql<{ line: number; outcome: RowOutcome }>(
    database,
    `select line, outcome from (
       select line, outcome, row_number() over (partition by outcome order by line) as place from (
         select feed.line::int as line, case when batch.line is null then 'unchanged' when batch.is_new then 'added' else 'changed' end as outcome
         from ${stageTable} feed left join ${batchTable} batch on batch.line = feed.line
         where ${inBatch} and batch.bad is null
       ) decided
     ) placed where place <= $3 order by line`,
    [...lines, samples],
  );
  report.sample(rows, samples);
}

async function noteForDesk({ database }: ImportRun, { file, account }: MergePlan): Promise<void> {
  if (!isDeskTopic(file.name)) return;
  if (account === null) return deskChanged(database, file.name, null);
  const { rows } = await executeSql<{ id: string }>(
    database,
    `select distinct ${account === 'own' ? 'account_id' : 'id'} as id from ${batchTable} where bad is null`,
  );
  await deskChanged(
    database,
    file.name,
    rows.map(({ id }) => id),
  );
}

async function mergeBatch(
  run: ImportRun,
  plan: MergePlan,
  report: FileReport,
  statements: MergeStatements,
  lines: [number, number],
): Promise<BatchResult> {
  const { database } = run;
  await run.record.load(...rowsOfPlan(plan, run, lines));
  await tieRows(run, plan, { report, statements, lines });
  await matchPortalRows(run, plan, { report, statements, lines });
  await plan.before?.(run, lines);
  await run.tables.empty([batchTable], [statements.create]);
  const allNew =
    lines[1] - lines[0] >= Math.min(leastLooked, run.batchRows) && !(await hasKnownRows(run, plan, lines));
  await executeSql(database, allNew ? statements.compareNew(inBatch) : statements.compare(inBatch), lines);
  const hasKnown = !allNew && (await lockKnownRows(run, plan, statements));
  await plan.validate?.(run);
  await plan.lock?.(run);
  let versions = none;
  if (plan.versioned) {
    const touched = await executeSql<{ account_id: string }>(
      database,
      `select distinct account_id from ${batchTable} where bad is null`,
    );
    versions = await bumpAccountVersions(
      database,
      touched.rows.map((row) => row.account_id),
    );
  }
  const { added, changed } = await writeRows(run, plan, statements, { versions, hasKnown });
  await plan.after?.(run, versions);
  if (run.portalWork) await recordImportedWork(database, plan.file.name, batchTable);
  if (!run.byPerson && added + changed > 0) await noteForDesk(run, plan);
  if (plan.references) {
    await run.record.load(...referencedRows(plan, lines));
    // a row of another account than the record's is bad
    const account =
      plan.account === 'own'
        ? `coalesce(feed.account_id, (select account_id from ${plan.file.table} known where known.id = feed.id))`
        : `''`;
    await notePendingReferences(
      run,
      report.file,
      plan.references,
      `select feed.line, ${account} as account_id, ${plan.references.map(({ column }) => `feed.${column}`).join(', ')}
       from ${stageTable} feed
       where ${inBatch} and not exists (select 1 from ${batchTable} batch where batch.line = feed.line and batch.bad is not null)`,
      lines,
    );
  }
  if (run.samples > 0) await sampleOutcomes(run, lines);
  const counted = await executeSql<{ rows: number }>(
    database,
    `select count(*)::int as rows from ${stageTable} feed where ${inBatch}`,
    lines,
  );
  const bad = await executeSql<{ line: string; bad: [column: string, reason: string, madeHere?: string] }>(
    database,
    `select line::text as line, bad from ${batchTable} where bad is not null order by batch_rows.line`,
  );
  if (report.replaced > 0 && bad.rows.length > 0) await restoreReplacedRows(run, batchTable);
  const asked = plan.byPerson ? 0 : await askAboutRows(run, plan, report);
  const rejected = bad.rows.filter(({ bad: { length } }) => plan.byPerson || length === 2);
  return {
    rows: counted.rows[0]?.rows ?? 0,
    added,
    changed,
    asked,
    rejected: rejected.map(({ line, bad: [column, reason] }) => ({ line: Number(line), column, reason })),
  };
}

async function endsOfBatches(run: ImportRun, plan: MergePlan): Promise<number[]> {
  const { rows } = await executeSql<{ line: string }>(
    run.database,
    `select line::text as line from (
       select line, row_number() over (order by line) as number, count(*) over () as total from ${stageTable}
     ) numbered where number = total ${plan.together ? '' : `or number % ${run.batchRows} = 0`} order by numbered.line`,
  );
  return rows.map(({ line }) => Number(line));
}

/** Merges these lines in one transaction. Returns the number of rows, and the rejected ones, counted but not reported yet. */
export async function mergeLines(
  run: ImportRun,
  plan: MergePlan,
  report: FileReport,
  { statements, lines }: { statements: MergeStatements; lines: [after: number, last: number] },
): Promise<{ rows: number; rejected: RejectedRow[] }> {
  const { rows, added, changed, asked, rejected } = await run.batch(() =>
    run.record.use(() => mergeBatch(run, plan, report, statements, lines)),
  );
  report.added += added;
  report.changed += changed;
  report.asked += asked;
  report.unchanged += rows - added - changed - asked - rejected.length;
  return { rows, rejected };
}

/** Returns the number of rows. `progress`: rows of the file saved before, and its total. */
async function mergeStaged(
  run: ImportRun,
  plan: MergePlan,
  report: FileReport,
  statements: MergeStatements,
  progress: { saved: number; total: number },
): Promise<number> {
  const ends = await endsOfBatches(run, plan);
  let [after, saved] = [0, 0];
  for (const last of ends) {
    const { rows, rejected } = await mergeLines(run, plan, report, { statements, lines: [after, last] });
    await run.report.reject(report, rejected);
    after = last;
    saved += rows;
    run.progress({
      file: report.file,
      phase: 'saving',
      rows: progress.saved + saved,
      total: progress.total,
    });
  }
  return saved;
}

/** Rewrites only changed rows and raises only their accounts' versions. Instead of a bad row, merges the previous row with the same id. */
export async function mergeRows(
  run: ImportRun,
  plan: MergePlan,
  report: FileReport,
  staged: number,
): Promise<void> {
  const statements = statementsOf(plan);
  for (let saved = 0, total = staged; ; ) {
    saved += await mergeStaged(run, plan, report, statements, { saved, total });
    const restored = report.replaced > 0 ? await stageRestoredRows(run) : 0;
    if (restored === 0) return;
    report.replaced -= restored;
    total += restored;
  }
}
