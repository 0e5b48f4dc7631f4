import type { FeedFileName, PortalFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../../dependencies.ts';
import { addJobs } from '../../../platform/jobs.ts';
import { isLogFileName } from '../feed-columns.ts';
import { attachmentColumns, pathOfCell } from '../naming-cells.ts';

export const fetchTask = 'fetch feed file';

interface NamingCell {
  rowId: string;
  column: string;
  cell: string;
}

/** Cells that name recordings and pictures; the last row of an id counts. */
function* namingCells(
  columns: readonly string[],
  body: Buffer,
  rejectedLines: ReadonlySet<number>,
): Generator<NamingCell> {
  let line = 0;
  for (const text of body.toString().split('\n')) {
    line += 1;
    if (rejectedLines.has(line) || !columns.some((column) => text.includes(column))) continue;
    let row: Record<string, unknown>;
    try {
      row = JSON.parse(text) as Record<string, unknown>;
    } catch {
      continue;
    }
    const id = row['id'];
    if (typeof id !== 'string') continue;
    for (const column of columns) {
      const cell = row[column];
      if (cell !== undefined)
        yield { rowId: id.trim(), column, cell: typeof cell === 'string' ? cell.trim() : '' };
    }
  }
}

/** Requests what imported rows name by address, and drops what earlier versions of these cells named. Returns the number of fetches. */
export async function requestFetches(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  rows: {
    system: string;
    file: FeedFileName | PortalFileName;
    body: Buffer;
    addresses: ReadonlySet<string>;
    rejectedLines: ReadonlySet<number>;
  },
): Promise<number> {
  const { system, file, body, addresses, rejectedLines } = rows;
  const columns = isLogFileName(file) ? [] : attachmentColumns(file);
  if (columns.length === 0) return 0;
  const cells = new Map<string, NamingCell>();
  for (const cell of namingCells(columns, body, rejectedLines))
    cells.set(JSON.stringify([cell.rowId, cell.column]), cell);
  if (cells.size === 0) return 0;
  const named = [...cells.values()];
  const wanted = named.filter(({ cell }) => addresses.has(pathOfCell(cell)));
  await database.transaction(async (transaction) => {
    await sql`
      delete from ingest_fetches using unnest(
        ${named.map(({ rowId }) => rowId)}::text[], ${named.map(({ column }) => column)}::text[],
        ${named.map(({ cell }) => cell)}::text[]) as named (row_id, column_name, cell)
      where file = ${file} and ingest_fetches.row_id = named.row_id and ingest_fetches.column_name = named.column_name
        and ingest_fetches.cell <> named.cell`.execute(transaction);
    const { rows: requested } = await sql<{ id: string }>`
      insert into ingest_fetches (file, row_id, column_name, system, cell, address, requested_at)
      select ${file}, row_id, column_name, ${system}, cell, address, ${clock.now()} from unnest(
        ${wanted.map(({ rowId }) => rowId)}::text[], ${wanted.map(({ column }) => column)}::text[],
        ${wanted.map(({ cell }) => cell)}::text[], ${wanted.map(({ cell }) => pathOfCell(cell))}::text[]
      ) as wanted (row_id, column_name, cell, address)
      on conflict (file, row_id, column_name) do update set system = excluded.system, cell = excluded.cell,
        address = excluded.address, requested_at = excluded.requested_at, failed_at = null, failure = null
      returning id`.execute(transaction);
    // people wait for exports and uploads, which the same worker does
    const jobs = requested.map(({ id }) => ({ payload: { id }, key: `${fetchTask} ${id}` }));
    await addJobs(transaction, fetchTask, jobs, { waitsForOthers: true });
  });
  return wanted.length;
}
