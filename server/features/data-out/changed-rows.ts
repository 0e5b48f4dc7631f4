import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type FeedColumn, type PortalFile, portalFiles } from '../ingest/index.ts';

/** A row of an export: the cells of its file's columns by their names; times are ISO 8601 in UTC. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** Patients read at a time. */
const patientBatch = 1_000;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL of a column's value as JSON. */
function cellOf({ type, target, image }: FeedColumn): string {
  const value = `known.${target}`;
  if (image) return `'image:' || ${value}`;
  if (type === 'timestamptz') return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type === 'bytea') return `encode(${value}, 'hex')`;
  // the feed counts dollars
  return target === 'production_cents' ? `round(${value} / 100.0, 2)::text` : value;
}

const objectOf = (columns: readonly FeedColumn[], more: readonly string[] = []) =>
  `json_build_object(${[...columns.flatMap((column) => [quoted(column.name), cellOf(column)]), ...more].join(', ')})`;

/** SQL of a row of a file, as JSON; `known` is the row of the record. */
function rowOf(file: PortalFile): string {
  const isIdentity = ({ name }: FeedColumn) => name === 'id' || name === 'account_id';
  const ids = file.columns.filter((column) => isIdentity(column) || column.name === 'portal_id');
  const stored = file.columns.filter(({ name, stored: kept }) => kept && name !== 'deleted');
  const edited = stored.filter((column) => isIdentity(column) || file.edited.includes(column.name));
  const removable = file.table !== 'call_actions';
  const cases = [
    ...(removable ? [`when known.deleted then ${objectOf(ids, [quoted('deleted'), 'true'])}`] : []),
    `when ${file.whole} then ${objectOf(stored, removable ? [quoted('deleted'), 'false'] : [])}`,
  ];
  return `case ${cases.join(' ')} else ${objectOf(edited)} end`;
}

/** SQL that finds the row of a change, in its account: one that was made in the portal may have another id since. */
function foundRow(file: PortalFile): string {
  const byId = `known.id${file.table === 'call_actions' ? '::text' : ''} = change.row_id`;
  if (!file.columns.some(({ name }) => name === 'portal_id') || file.table === 'call_actions')
    return `select ${rowOf(file)} as row from ${file.table} known where ${byId}`;
  return `
    select found.row from (
      select ${rowOf(file)} as row, 0 as place from ${file.table} known
      where known.account_id = change.account_id and known.portal_id = change.row_id
      union all
      select ${rowOf(file)}, 1 from ${file.table} known where known.account_id = change.account_id and ${byId}
    ) found order by place limit 1`;
}

/** SQL of the row of a change as JSON, null when there is none any more; `change` is the row of portal_changes. */
const presentRow = `case change.file ${portalFiles
  .map((file) => `when ${quoted(file.name)} then (${foundRow(file)})`)
  .join('\n')} end`;

/** Which changes are read. */
interface ChangeRange {
  /** Only those after this position… */
  after: number;
  /** …and up to this one. */
  upTo: number;
  limit: number;
  /** Only those of this file. */
  file?: string;
}

/** A change with the row as it is now. */
export interface PresentChange {
  id: number;
  position: number;
  accountId: string | null;
  file: string;
  rowId: string;
  action: 'added' | 'changed' | 'removed';
  madeAt: Date;
  /** Null when there is no such row any more. */
  row: ExportedRow | null;
}

/** The changes of a range, oldest first, with the rows as they are now; a row that changed twice comes twice. */
export async function readChanges(
  database: Queryable,
  { after, upTo, limit, file }: ChangeRange,
): Promise<PresentChange[]> {
  const { rows } = await sql<PresentChange>`
    select change.id, change.position, change.account_id as "accountId", change.file, change.row_id as "rowId",
      change.action, change.made_at as "madeAt", ${sql.raw(presentRow)} as row
    from portal_changes change
    where change.position > ${after} and change.position <= ${upTo}
      ${file === undefined ? sql`` : sql`and change.file = ${file}`}
    order by change.position limit ${limit}`.execute(database);
  return rows;
}

const patients = portalFiles.find(({ name }) => name === 'patients') as PortalFile;

/** The patients of an uploaded list, in batches; none for a list of the feed, or one that was deleted. */
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
