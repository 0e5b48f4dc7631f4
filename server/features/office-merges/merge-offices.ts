import type { EditedValues } from '@mailcall/contract/edited-rows.ts';
import type {
  mergeOffices as mergeRoute,
  MergedValue,
  OfficeMerge,
} from '@mailcall/contract/office-merges.ts';
import type { OfficeChoice } from '@mailcall/contract/provider-offices.ts';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { Problem, notPossible } from '../../platform/http/problems.ts';
import { lockTimeoutState, waitForImports } from '../../platform/import-lock.ts';
import { addJob, renameInJobs, type Tasks } from '../../platform/jobs.ts';
import { sqlStateOf } from '../../platform/logged-error.ts';
import { recordActivity } from '../activity/index.ts';
import { mergeAlerts } from '../alerts/index.ts';
import { writeOfficeHours } from '../callbacks/index.ts';
import { recomputeRelatedCalls } from '../calls/index.ts';
import { raiseEpochs, recordChanges } from '../changes/index.ts';
import type { Viewer } from '../identity/index.ts';
import { type EditedBy, inEditRun, saveInRun } from '../ingest/index.ts';
import type { Dependencies } from '../../dependencies.ts';
import { survivorOf } from '../accounts/index.ts';
import { moveReferences, moveRows } from './moved-rows.ts';
import { type MergePreview, previewMerge } from './preview-merge.ts';

export type MergeDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'> & {
  importTimeout?: number;
};

type MergeBody = z.output<(typeof mergeRoute)['body']>;

const taskSchema = z.object({ id: z.string() });
const mergeTask = 'move rows of merged office';
/** Milliseconds after which what was written with the old id during the merge is moved. */
const restDelay = minutes(1);
/** Milliseconds to wait for a running import. */
const defaultImportTimeout = seconds(30);
const maxAttempts = 3;

const importRuns = () =>
  new Problem(503, 'An import is running. Merge the offices when it has ended.', {
    headers: { 'retry-after': '10' },
  });

/** @throws {Problem} 422 if not everything was confirmed that changes now */
function checkConfirmed(preview: OfficeMerge, { state, values, confirmedIds }: MergeBody): void {
  if (preview.obstacle !== null) throw notPossible(preview.obstacle);
  if (preview.state !== state)
    throw notPossible('These offices, or their people, were changed meanwhile. Look at the new preview.');
  const confirmed = new Set(confirmedIds);
  const data = Object.fromEntries([
    ...preview.values.flatMap(({ value }) =>
      values[value] ? [] : [[`values.${value}`, 'Choose which value holds.']],
    ),
    ...(preview.gaining.every(({ id }) => confirmed.has(id))
      ? []
      : [['confirmedIds', 'Confirm everyone who gains access.']]),
  ]);
  if (Object.keys(data).length > 0)
    throw new Problem(422, 'Nothing was merged. Confirm everything first.', { kind: 'fail', data });
}

const columnsOf = (value: MergedValue): string[] => {
  if (value === 'hours' || value === 'brand') return [];
  return value === 'place' ? ['latitude', 'longitude'] : [value];
};

/** The chosen values of the merged office, as a change of the surviving one. */
function chosenChange({ from, into, values }: MergePreview, chosen: MergeBody['values']) {
  const columns = values.flatMap(({ value }) => (chosen[value] === 'merged' ? columnsOf(value) : []));
  const of = (row: EditedValues) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
  return { id: into.id, accountId: null, values: of(from.row.values), before: of(into.row.values) };
}

/** No import and no other merge runs until the transaction ends. @throws {Problem} 503 after a wait */
async function lockOffices(
  transaction: Queryable,
  ids: readonly string[],
  importTimeout: number,
): Promise<void> {
  const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(transaction);
  await sql`set local statement_timeout = '10min'`.execute(transaction);
  await sql`select set_config('lock_timeout', ${String(importTimeout)}::text, true)`.execute(transaction);
  await waitForImports(transaction).catch((error: unknown) => {
    throw sqlStateOf(error) === lockTimeoutState ? importRuns() : error;
  });
  await sql`select set_config('lock_timeout', ${rows[0]?.lock_timeout ?? '0'}::text, true)`.execute(
    transaction,
  );
  await sql`select 1 from accounts where id = any(${[...ids]}::text[]) order by id for update`.execute(
    transaction,
  );
}

async function recordMerge(
  transaction: Queryable,
  { from, into }: MergePreview,
  { contactId, at }: EditedBy,
): Promise<void> {
  await recordChanges(
    transaction,
    [
      { accountId: from.id, file: 'accounts', rowId: from.id, action: 'removed' },
      { accountId: into.id, file: 'accounts', rowId: into.id },
    ],
    { contactId, at },
  );
  const entry = (accountId: string, other: string) => ({
    accountId,
    contactId,
    action: 'merge',
    subject: { kind: 'office', id: other },
    at,
  });
  await recordActivity(transaction, [entry(from.id, into.id), entry(into.id, from.id)]);
}

async function merge(dependencies: MergeDependencies, viewer: Viewer, id: string, body: MergeBody) {
  const { clock } = dependencies;
  const by = { contactId: viewer.contactId, at: clock.now() };
  return inEditRun(dependencies, { byPerson: true }, async (run) => {
    const { database, record } = run;
    const { intoId } = body;
    await lockOffices(database, [id, intoId], dependencies.importTimeout ?? defaultImportTimeout);
    const group = body.values.parent_id ?? 'surviving';
    const preview = await previewMerge(database, viewer, { id, intoId, group }, by.at);
    checkConfirmed(preview, body);
    const move = { from: id, into: intoId };
    const versions = await raiseEpochs(database, [id, intoId]);
    await mergeAlerts(database, move);
    await moveRows(database, { ...move, version: versions.get(intoId) ?? '0', isRest: false });
    await moveReferences(database, move);
    await renameInJobs(database, 'accountId', move);
    const change = chosenChange(preview, body.values);
    if (Object.keys(change.values).length > 0)
      await saveInRun(run, { file: 'accounts', changes: [change], by });
    const { from, into } = preview;
    if (body.values.brand === 'merged')
      await sql`update accounts set brand_id = ${from.brand?.id ?? null} where id = ${intoId}`.execute(
        database,
      );
    if (body.values.hours === 'merged')
      await writeOfficeHours(database, { accountId: intoId, ...from.hours }, by);
    if (from.row.values.time_zone !== into.row.values.time_zone)
      await record.use(() =>
        recomputeRelatedCalls(database, `call.account_id = '${intoId.replaceAll("'", "''")}'`, record),
      );
    await recordMerge(database, preview, by);
    await addJob(database, mergeTask, { id }, { key: `${mergeTask} ${id}`, delay: restDelay });
    return preview.surviving;
  });
}

/** In one transaction and for good. @throws {Problem} 404 for offices of others, 422 unless everything is confirmed, 503 during an import */
export async function mergeOffices(
  dependencies: MergeDependencies,
  viewer: Viewer,
  id: string,
  body: MergeBody,
): Promise<OfficeChoice> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await merge(dependencies, viewer, id, body);
    } catch (error) {
      // a deadlock with somebody who changes a row of these offices
      if (sqlStateOf(error) !== '40P01' || attempt === maxAttempts) throw error;
    }
  }
}

/** Moves what people wrote with the old id while the offices were merged. */
export const mergeTasks = ({ database }: Pick<MergeDependencies, 'database'>): Tasks => ({
  async [mergeTask](payload) {
    const { id } = taskSchema.parse(payload);
    await database.transaction(async (transaction) => {
      const into = await survivorOf(transaction, id);
      if (into === id) return;
      const versions = await raiseEpochs(transaction, [id, into]);
      await moveRows(transaction, { from: id, into, version: versions.get(into) ?? '0', isRest: true });
    });
  },
});
