import { randomUUID } from 'node:crypto';
import {
  type EditedFile,
  type EditedRow,
  type EditedValues,
  isMadeHere,
} from '@mailcall/contract/edited-rows.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, Problem } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { beginAlerts } from '../alerts/index.ts';
import { bumpAccountVersions, deskChanged, recordChanges } from '../changes/index.ts';
import { type EditDependencies, type EditedBy, inEditRun, mergeGivenRows } from './edit-run.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedColumn } from './feed-columns.ts';
import { feedFile, linkedAccounts } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';

export interface RowChange {
  /** Null for a new row. */
  id: string | null;
  /** Of a new row; null for accounts, contacts and sales contacts. */
  accountId: string | null;
  values: EditedValues;
  /** Values that the person saw. */
  before?: EditedValues;
  /** Id of a new row; by default one is made. */
  newId?: string;
}

/** Words of the activity. */
const subjects: Readonly<Record<EditedFile, string>> = {
  accounts: 'office',
  contacts: 'person',
  staff: 'staff',
  campaigns: 'mailing',
  'tracking-lines': 'tracking line',
  'sales-contacts': 'sales contact',
  designs: 'design',
  'design-versions': 'design version',
  geodata: 'map shape',
  'mailing-areas': 'mailing area',
  'mailing-zones': 'mailing zone',
};

/** Columns that people write besides the feed. */
const editedColumns = (file: EditedFile): FeedColumn[] =>
  feedFile(file).columns.filter(({ keeping, name }) => keeping !== 'feed' && name !== 'portal_id');

/** Columns that only new rows have, whose row is the person's. */
const keysOfNewRows: Readonly<Partial<Record<string, true>>> = { design_id: true, portal_id: true };

const isOwned = (file: EditedFile): boolean =>
  feedFile(file).columns.some(({ name }) => name === 'account_id');

/** SQL of a value as a cell. */
function cellOf({ type, image }: FeedColumn, value: string): string {
  if (image) return `'image:' || ${value}`;
  if (type === 'text[]') return `nullif(array_to_string(${value}, ';'), '')`;
  if (type === 'timestamptz') return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `(${value})::text`;
}

interface StoredRow {
  id: string;
  accountId: string | null;
  values: EditedValues;
  /** Edited columns with the feed's last value. */
  feed: EditedValues;
}

async function readStored(
  database: Queryable,
  file: EditedFile,
  ids: readonly string[],
): Promise<Map<string, StoredRow>> {
  const { table } = feedFile(file);
  const columns = editedColumns(file);
  const known = ({ target, elsewhere }: FeedColumn) => elsewhere?.known ?? `known.${target}`;
  const values = columns.map((column) => `'${column.name}', ${cellOf(column, known(column))}`);
  const feed = columns.map((column) => {
    const sent = `(known.feed->>'${column.name}')::${column.type}`;
    const isEdited =
      column.keeping === 'until-edited'
        ? `known.feed ? '${column.name}'`
        : `known.feed ? '${column.name}' and ${known(column)} is distinct from ${sent}`;
    return `case when ${isEdited} then jsonb_build_object('${column.name}', ${cellOf(column, sent)}) else '{}' end`;
  });
  const { rows } = await executeSql<StoredRow>(
    database,
    `select known.id, ${isOwned(file) ? 'known.account_id' : 'null'} as "accountId",
       jsonb_build_object(${values.join(', ')}) as values, ${feed.join(' || ')} as feed
     from ${table} known
     ${file === 'contacts' ? linkedAccounts : ''}
     where known.id = any($1) order by known.id`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads rows with what the feed says of changed values. The caller has checked access. */
export async function readEditedRows(
  database: Queryable,
  file: EditedFile,
  ids: readonly string[],
): Promise<EditedRow[]> {
  const stored = await readStored(database, file, ids);
  const { rows: tied } = await executeSql<{ row_id: string; ids: string[] }>(
    database,
    'select row_id, array_agg(feed_id order by tied_at, feed_id) as ids from tied_ids where file = $1 and row_id = any($2) group by row_id',
    [file, [...stored.keys()]],
  );
  const feedIds = new Map(tied.map(({ row_id, ids: own }) => [row_id, own]));
  return [...stored.values()].map(({ id, accountId, values, feed }) => ({
    id,
    accountId,
    values,
    feedSays: isMadeHere(id)
      ? Object.fromEntries(Object.entries(feed).filter(([, value]) => value !== null))
      : feed,
    isMadeHere: isMadeHere(id),
    feedIds: feedIds.get(id) ?? [],
  }));
}

/** The columns whose value another person, or the feed, changed since. */
function conflictsOf({ values, before }: RowChange, stored: StoredRow): [column: string, sentence: string][] {
  return Object.entries(before ?? {}).flatMap(([column, seen]) => {
    const now = stored.values[column] ?? null;
    const wanted = values[column];
    if (wanted === undefined || now === (seen || null) || now === (wanted || null)) return [];
    return [[column, `was changed meanwhile to ${now === null ? 'nothing' : JSON.stringify(now)}.`]];
  });
}

function refuse(
  changes: readonly RowChange[],
  problems: readonly { row: number; column: string; reason: string }[],
): never {
  const data = Object.fromEntries(
    problems.map(({ row, column, reason }) => [
      changes.length === 1 ? column : `${row}.${column}`,
      column === '' ? `The row ${reason}` : reason,
    ]),
  );
  throw new Problem(422, 'Nothing was saved. Correct the marked values.', { kind: 'fail', data });
}

/** In the order of imports. */
async function lockRows(
  database: Queryable,
  file: EditedFile,
  stored: ReadonlyMap<string, StoredRow>,
): Promise<void> {
  const { table } = feedFile(file);
  const byAccount = Map.groupBy(stored.values(), ({ accountId }) => accountId);
  for (const [accountId, rows] of [...byAccount].sort(([one], [other]) =>
    (one ?? '') < (other ?? '') ? -1 : 1,
  ))
    await executeSql(
      database,
      `select 1 from ${table} where id = any($1) ${accountId === null ? '' : 'and account_id = $2'} order by id for update`,
      [rows.map(({ id }) => id), ...(accountId === null ? [] : [accountId])],
    );
}

/** Primary accounts are among the accounts: who removes one, changes both. */
function withPrimaryAccounts(values: EditedValues, stored: StoredRow): EditedValues {
  const { account_ids: accounts, primary_account_ids: given } = values;
  const primary = stored.values.primary_account_ids;
  if (accounts === undefined || given !== undefined || !primary) return values;
  const left = (accounts ?? '').split(';');
  const kept = primary.split(';').filter((id) => left.includes(id));
  return { ...values, primary_account_ids: kept.join(';') };
}

/** Locks the rows. Returns the values to write. */
async function checkBefore(
  database: Queryable,
  file: EditedFile,
  changes: readonly RowChange[],
): Promise<EditedValues[]> {
  const ids = changes.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length > 0) await lockRows(database, file, await readStored(database, file, ids));
  const stored = await readStored(database, file, ids);
  const conflicts: { row: number; column: string; reason: string }[] = [];
  const written = changes.map((change, row) => {
    if (change.id === null) return change.values;
    const found = stored.get(change.id);
    if (!found) throw notFound();
    for (const [column, reason] of conflictsOf(change, found)) conflicts.push({ row, column, reason });
    return withPrimaryAccounts(change.values, found);
  });
  if (conflicts.length > 0) refuse(changes, conflicts);
  return written;
}

async function accountsOf(
  database: Queryable,
  file: EditedFile,
  ids: readonly string[],
): Promise<[string, string][]> {
  if (file === 'sales-contacts') return [];
  if (file === 'accounts') return ids.map((id) => [id, id]);
  const { rows } = await executeSql<{ account_id: string; id: string }>(
    database,
    file === 'contacts'
      ? 'select account_id, contact_id as id from contact_accounts where contact_id = any($1)'
      : `select account_id, id from ${feedFile(file).table} where id = any($1)`,
    [ids],
  );
  return rows.map(({ account_id, id }) => [account_id, id]);
}

const changeOf: Readonly<Partial<Record<string, 'added' | 'removed'>>> = { add: 'added', archive: 'removed' };

/** For the accounts of the rows, also those before the change, and for data out. Their open screens read again. */
export async function recordEdit(
  database: Queryable,
  {
    file,
    ids,
    action,
    by,
    before = [],
  }: {
    file: EditedFile;
    ids: readonly string[];
    action: (id: string) => string;
    by: EditedBy;
    before?: readonly [accountId: string, id: string][];
  },
): Promise<void> {
  const touched = [...before, ...(await accountsOf(database, file, ids))];
  const rows = new Map(
    touched.map(([accountId, id]) => [JSON.stringify([accountId, id]), { accountId, id }]),
  );
  // also those that a person left
  if (file === 'contacts')
    await deskChanged(
      database,
      file,
      touched.map(([accountId]) => accountId),
    );
  else
    await bumpAccountVersions(
      database,
      touched.map(([accountId]) => accountId),
    );
  const accountOf = new Map(file === 'contacts' ? [] : touched.map(([accountId, id]) => [id, accountId]));
  await recordChanges(
    database,
    ids.map((id) => ({
      accountId: accountOf.get(id) ?? null,
      file,
      rowId: id,
      action: changeOf[action(id)] ?? 'changed',
    })),
    by,
  );
  await recordActivity(
    database,
    [...rows.values()].map(({ accountId, id }) => ({
      accountId,
      contactId: by.contactId,
      action: action(id),
      subject: { kind: subjects[file], id },
      at: by.at,
    })),
  );
}

const actionOf = ({ id, values }: RowChange): string =>
  id === null ? 'add' : values.deleted === 'true' ? 'archive' : 'edit';

interface Edit {
  file: EditedFile;
  changes: readonly RowChange[];
  by: EditedBy;
}

/** @throws {Problem} as {@link saveEditedRows}, but 503 */
export async function saveInRun(run: ImportRun, { file: name, changes, by }: Edit): Promise<string[]> {
  const file = feedFile(name);
  const columns = new Set(editedColumns(name).map((column) => column.name));
  const wrong = changes.flatMap(({ id, values }, row) =>
    Object.keys(values)
      .filter((column) => !columns.has(column) && !(id === null && column in keysOfNewRows))
      .map((column) => ({ row, column, reason: 'cannot be changed here' })),
  );
  if (wrong.length > 0) refuse(changes, wrong);
  const { database } = run;
  const written = await checkBefore(database, name, changes);
  const before = await accountsOf(
    database,
    name,
    changes.flatMap(({ id }) => id ?? []),
  );
  const ids = changes.map(({ id, newId }) => id ?? newId ?? `portal-${randomUUID()}`);
  const problems = await mergeGivenRows(
    run,
    file,
    changes.map(({ accountId }, index) => ({
      ...written[index],
      id: ids[index] ?? null,
      ...(isOwned(name) && accountId !== null && { account_id: accountId }),
    })),
  );
  if (problems.length > 0) refuse(changes, problems);
  const action = (id: string) => actionOf(changes[ids.indexOf(id)] as RowChange);
  await recordEdit(database, { file: name, ids, action, by, before });
  if (name === 'accounts' && changes.some(({ id }) => id === null))
    await beginAlerts((work) => work(database), by.at);
  return ids;
}

/**
 * Makes and changes rows of one file, all or none, with the readers, checks and consequences of an import. Returns their ids in order.
 * The caller has checked that the person may change these rows, and move them where `values` say. Cells of pictures are ids of stored images,
 * `image:…`. `also` runs in the transaction. @throws {Problem} 404, 422 with a sentence by column (`1.name` if there are several rows), 503
 */
export async function saveEditedRows(
  dependencies: EditDependencies,
  { also, ...edit }: Edit & { also?: (transaction: Queryable, ids: readonly string[]) => Promise<void> },
): Promise<string[]> {
  return inEditRun(dependencies, { byPerson: true }, async (run) => {
    const ids = await saveInRun(run, edit);
    await also?.(run.database, ids);
    return ids;
  });
}

/** Takes what the feed sent last of these columns; columns that were not changed here stay. @throws {Problem} as {@link saveEditedRows} */
export async function takeFeedValues(
  dependencies: EditDependencies,
  { file, id, columns, by }: { file: EditedFile; id: string; columns: readonly string[]; by: EditedBy },
): Promise<void> {
  const [row] = await readEditedRows(dependencies.database.kysely, file, [id]);
  if (!row) throw notFound();
  const taken = columns.filter((column) => column in row.feedSays);
  if (taken.length === 0) return;
  const of = (values: EditedValues) =>
    Object.fromEntries(taken.map((column) => [column, values[column] ?? null]));
  await saveEditedRows(dependencies, {
    file,
    changes: [{ id, accountId: row.accountId, values: of(row.feedSays), before: of(row.values) }],
    by,
  });
}
