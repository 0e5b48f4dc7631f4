import { copyBetween } from './copy-between.ts';
import { executeSql } from './execute-sql.ts';
import type { ImportRun } from './import-run.ts';

/** Names a row of another table, which may arrive later. */
export interface Reference {
  column: string;
  tables: readonly string[];
  sameAccount: boolean;
  list?: boolean;
}

const exists = (reference: Reference, accountId: string, id: string) =>
  reference.tables
    .map((table) => {
      const own = reference.sameAccount ? ` and target.account_id = ${accountId}` : '';
      return `exists (select 1 from ${table} target where target.id = ${id}${own})`;
    })
    .join(' or ');

/** Unresolved references wait there for the end of the import. */
export async function openPendingReferences(run: ImportRun): Promise<void> {
  await run.tables.empty(
    ['pg_temp.pending_references'],
    [
      `create temp table pending_references (
         file text, column_name text, account_id text, ref text, line bigint, rows bigint,
         primary key (file, column_name, account_id, ref))`,
    ],
  );
}

/** `rows`: SQL of the imported rows with line, account_id ('' without an account) and the file's columns. */
export async function notePendingReferences(
  run: ImportRun,
  file: string,
  references: readonly Reference[],
  rows: string,
  parameters: unknown[],
): Promise<void> {
  const named = references.map(({ column, sameAccount, list }) => {
    const accountId = sameAccount ? 'kept.account_id' : `''`;
    return list
      ? `select '${column}', ${accountId}, item from unnest(kept.${column}) item`
      : `select '${column}', ${accountId}, kept.${column}`;
  });
  const known = references.map(
    (reference) => `when '${reference.column}' then ${exists(reference, 'named.account_id', 'named.ref')}`,
  );
  // many rows share a reference, which is searched once
  await executeSql(
    run.database,
    `insert into pg_temp.pending_references as pending (file, column_name, account_id, ref, line, rows)
     select '${file}', named.* from (
       select named.column_name, named.account_id, named.ref, min(kept.line), count(*)
       from (${rows}) kept cross join lateral (${named.join(' union all ')}) named (column_name, account_id, ref)
       where named.ref is not null
       group by named.column_name, named.account_id, named.ref offset 0
     ) named
     where not case named.column_name ${known.join(' ')} end
     on conflict (file, column_name, account_id, ref) do update set rows = pending.rows + excluded.rows, line = least(pending.line, excluded.line)`,
    parameters,
  );
}

export async function movePendingReferences(from: ImportRun, to: ImportRun): Promise<void> {
  await copyBetween(from, to, {
    table: 'pg_temp.pending_references',
    onConflict: `(file, column_name, account_id, ref) do update
      set rows = known.rows + excluded.rows, line = least(known.line, excluded.line)`,
  });
}

export async function reportPendingReferences(
  run: ImportRun,
  references: ReadonlyMap<string, readonly Reference[]>,
): Promise<void> {
  await run.batch(() => run.record.use(() => reportPending(run, references)));
}

async function reportPending(
  run: ImportRun,
  references: ReadonlyMap<string, readonly Reference[]>,
): Promise<void> {
  const { database, report, record } = run;
  const files = await executeSql<{ file: string }>(
    database,
    'select distinct file from pg_temp.pending_references order by file',
  );
  for (const { file } of files.rows) {
    for (const reference of references.get(file) ?? []) {
      for (const table of reference.tables)
        await record.load({
          table,
          by: 'id',
          of: 'select ref from pg_temp.pending_references',
          keysOnly: true,
        });
      await executeSql(
        database,
        `delete from pg_temp.pending_references pending where file = $1 and column_name = $2 and (${exists(reference, 'pending.account_id', 'pending.ref')})`,
        [file, reference.column],
      );
      const elsewhere = exists({ ...reference, sameAccount: false }, '', 'page.ref');
      for (let after = { account_id: '', ref: '' }, more = true; more; ) {
        const page = await executeSql<{
          account_id: string;
          ref: string;
          line: number;
          rows: number;
          elsewhere: boolean;
        }>(
          database,
          `select page.*, (${elsewhere}) as elsewhere from (
             select account_id, ref, line, rows from pg_temp.pending_references
             where file = $1 and column_name = $2 and (account_id, ref) > ($3, $4) order by account_id, ref limit 1000
           ) page order by account_id, ref`,
          [file, reference.column, after.account_id, after.ref],
        );
        for (const { ref, line, rows, elsewhere: other } of page.rows) {
          const counted = report.reportOf(file);
          if (counted) counted.pending += rows;
          const why = other ? 'belongs to another account' : 'has not come yet';
          await report.write(
            'pending',
            file,
            line,
            reference.column,
            `names ${ref}, which ${why} (in ${rows} row${rows === 1 ? '' : 's'})`,
          );
        }
        after = page.rows.at(-1) ?? after;
        more = page.rows.length === 1000;
      }
    }
  }
}
