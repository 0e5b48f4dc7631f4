import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { scoreValueOf } from '../calls/index.ts';
import { type FeedColumn, linkedAccounts, type PortalFile, portalFiles } from '../ingest/index.ts';

/** Cells by column name; times are ISO 8601 in UTC. */
export type ExportedRow = Readonly<Record<string, unknown>>;

const patientBatch = 1_000;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Scores of people, or those that calls show, of any source. */
export type ExportedScores = 'person' | 'shown';

function cellOf(
  { type, target, image, score, coded, dimension, elsewhere }: FeedColumn,
  scores: ExportedScores,
): string {
  if (elsewhere) return elsewhere.known;
  const value =
    score && scores === 'person' ? `(${scoreValueOf(target, 'person', 'known')})` : `known.${target}`;
  if (coded)
    return `(select value from dimension_values where dimension = ${quoted(dimension ?? '')} and code = ${value})`;
  if (image) return `'image:' || ${value}`;
  if (type === 'timestamptz') return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type === 'bytea') return `encode(${value}, 'hex')`;
  // the feed counts dollars
  return target === 'production_cents' ? `round(${value} / 100.0, 2)::text` : value;
}

/** SQL of a row as JSON; `known` is the row of the record. */
function rowOf(file: PortalFile, scores: ExportedScores = 'person'): string {
  const objectOf = (columns: readonly FeedColumn[], more: readonly string[] = []) =>
    `json_build_object(${[...columns.flatMap((column) => [quoted(column.name), cellOf(column, scores)]), ...more].join(', ')})`;
  const isIdentity = ({ name }: FeedColumn) => name === 'id' || name === 'account_id';
  const ids = file.columns.filter(
    (column) =>
      isIdentity(column) ||
      (column.name === 'portal_id' && column.stored) ||
      file.idOf?.includes(column.name),
  );
  const stored = file.columns.filter(
    ({ name, stored: kept, elsewhere }) => (kept || elsewhere !== null) && name !== 'deleted',
  );
  const edited = stored.filter((column) => isIdentity(column) || file.edited.includes(column.name));
  const isDeleted = `known.${file.columns.at(-1)?.target}`;
  const cases = [
    ...(file.isLog ? [] : [`when ${isDeleted} then ${objectOf(ids, [quoted('deleted'), 'true'])}`]),
    `when ${file.whole} then ${objectOf(stored, file.isLog ? [] : [quoted('deleted'), 'false'])}`,
  ];
  if (file.besides) {
    const { columns, when } = file.besides;
    const more = stored.filter((column) => edited.includes(column) || columns.includes(column.name));
    cases.push(`when ${when} then ${objectOf(more)}`);
  }
  const changed = file.columns
    .filter((column) => column.keeping === 'until-edited' && !edited.includes(column))
    .map(
      (column) => `case when known.feed ? '${column.name}' then ${objectOf([column])}::jsonb else '{}' end`,
    );
  const present =
    changed.length === 0 ? objectOf(edited) : `(${objectOf(edited)}::jsonb || ${changed.join(' || ')})::json`;
  return `case ${cases.join(' ')} else ${present} end`;
}

interface PresentRow {
  accountId: string | null;
  id: string;
  portalId: string | null;
  row: ExportedRow;
}

/** Whether the feed may have given the file's portal rows new ids; they are then found by both ids. */
const hasPortalIds = ({ columns, isLog }: PortalFile) =>
  !isLog && columns.some(({ name, stored }) => name === 'portal_id' && stored);

/** Returns at most two rows for each change, because a change can name an id or a portal_id. */
async function presentRows(
  database: Queryable,
  { file, scores }: { file: PortalFile; scores: ExportedScores },
  changes: readonly Change[],
): Promise<PresentRow[]> {
  const named = [...new Set(changes.map(({ rowId }) => rowId))];
  const rows = sql.raw<PresentRow>(
    `known.id::text as id, ${hasPortalIds(file) ? 'known.account_id, known.portal_id' : 'null::text, null::text'}, ${rowOf(file, scores)}`,
  );
  const known = sql`${sql.table(file.table)} known ${sql.raw(file.name === 'contacts' ? linkedAccounts : '')}`;
  if (!hasPortalIds(file)) {
    const ids = sql`${named}::${sql.raw(file.isLog ? 'uuid[]' : 'text[]')}`;
    return readRows(
      database,
      sql`select ${rows} from ${known} where known.id = any(${ids}) and ${sql.raw(file.among)}`,
    );
  }
  const ofAccounts = sql`known.account_id = any(${[...new Set(changes.map(({ accountId }) => accountId))]}::text[])`;
  return readRows(
    database,
    sql`
      select ${rows} from ${known} where ${ofAccounts} and known.id = any(${named}::text[])
      union all
      select ${rows} from ${known} where ${ofAccounts} and known.portal_id = any(${named}::text[])`,
  );
}

async function readRows(database: Queryable, query: RawBuilder<unknown>): Promise<PresentRow[]> {
  const { rows } = await sql<PresentRow>`
    select id, account_id as "accountId", portal_id as "portalId", "row"
    from (${query}) as found (id, account_id, portal_id, "row")`.execute(database);
  return rows;
}

const keyOf = (accountId: string | null, id: string) => JSON.stringify([accountId, id]);

/** Finds the row that the portal made under the id, else the one that has it. */
async function rowFinder(
  database: Queryable,
  { file, scores }: { file: PortalFile; scores: ExportedScores },
  changes: readonly Change[],
): Promise<(change: Change) => ExportedRow | null> {
  const [made, present] = [new Map<string, ExportedRow>(), new Map<string, ExportedRow>()];
  for (const { accountId, id, portalId, row } of await presentRows(database, { file, scores }, changes)) {
    present.set(keyOf(accountId, id), row);
    if (portalId !== null) made.set(keyOf(accountId, portalId), row);
  }
  return ({ accountId, rowId }) => {
    const key = keyOf(hasPortalIds(file) ? accountId : null, rowId);
    return made.get(key) ?? present.get(key) ?? null;
  };
}

interface ChangeRange {
  after: number;
  upTo: number;
  limit: number;
  file?: string;
  /** Scores of people by default. */
  scores?: ExportedScores;
}

interface Change {
  id: number;
  position: number;
  accountId: string | null;
  file: string;
  rowId: string;
  action: 'added' | 'changed' | 'removed';
  madeAt: Date;
}

export interface PresentChange extends Change {
  /** Null if there is no such row any more. */
  row: ExportedRow | null;
}

/** Oldest first; a row that changed twice comes twice. Reads the log before the files, which may be on different nodes. */
export async function readChanges(
  database: Queryable,
  { after, upTo, limit, file, scores = 'person' }: ChangeRange,
): Promise<PresentChange[]> {
  const { rows: changes } = await sql<Change>`
    select change.id, change.position, change.account_id as "accountId", change.file, change.row_id as "rowId",
      change.action, change.made_at as "madeAt"
    from portal_changes change
    where change.position > ${after} and change.position <= ${upTo}
      ${file === undefined ? sql`` : sql`and change.file = ${file}`}
    order by change.position limit ${limit}`.execute(database);
  const finders = new Map<string, (change: Change) => ExportedRow | null>();
  for (const [name, ofFile] of Map.groupBy(changes, (change) => change.file)) {
    const portalFile = portalFiles.find((one) => one.name === name);
    if (portalFile) finders.set(name, await rowFinder(database, { file: portalFile, scores }, ofFile));
  }
  return changes.map((change) => ({ ...change, row: finders.get(change.file)?.(change) ?? null }));
}

const patients = portalFiles.find(({ name }) => name === 'patients') as PortalFile;

/** Patients in batches; none for a list of the feed, or a deleted one. */
export async function* patientsOf(database: Queryable, listId: string): AsyncGenerator<ExportedRow[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; row: ExportedRow }>`
      select known.id, ${sql.raw(rowOf(patients))} as row from patients known
      join patient_lists list on list.account_id = known.account_id and list.id = known.patient_list_id
      where list.id = ${listId} and list.portal_id is not null and not list.deleted and not known.deleted
        and known.id > ${after}
      order by known.id limit ${patientBatch}`.execute(database);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ row }) => row);
    after = last.id;
  }
}
