import { madeHerePattern } from '@mailcall/contract/edited-rows.ts';
import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';
import { batchTable } from './merge-plan.ts';

/** Only one live row may have this value. */
export interface UniqueValue {
  table: string;
  column: string;
  /** SQL of a row's value, null to ignore the row; `row` is the row's alias. */
  value: (row: string) => string;
  /** SQL of the reason, from `taken.first_id`. */
  reason: string;
  /** A new row with the value of a row made in the portal waits for a person's answer instead. */
  asks?: boolean;
}

/** Compares after the whole batch, because two rows may exchange values. The owner keeps a value, otherwise the first row of the file. */
export async function rejectTakenValues(
  database: Queryable,
  { table, column, value, reason, asks = false }: UniqueValue,
): Promise<void> {
  const file = table.replace('_', '-');
  const question = asks
    ? ` || case when batch.is_new and taken.first_id ~ '${madeHerePattern}'
         and not exists (select 1 from tied_ids where file = '${file}' and row_id = taken.first_id)
         and not exists (select 1 from feed_questions where file = '${file}' and feed_id = batch.id and row_id = taken.first_id and rejected_at is not null)
         then array[taken.first_id] end`
    : '';
  for (;;) {
    const { rowCount } = await executeSql(
      database,
      `with proposed as (
         select batch.id, batch.line, ${value('batch')} as value, coalesce(${value('known')} = ${value('batch')}, false) as held
         from ${batchTable} batch left join ${table} known on known.id = batch.id
         where batch.bad is null and ${value('batch')} is not null
       ),
       everyone as (
         select id, line, value, held from proposed
         union all
         select known.id, null, ${value('known')}, true from ${table} known
         where ${value('known')} in (select value from proposed)
           and not exists (select 1 from ${batchTable} batch where batch.id = known.id and batch.bad is null)
       ),
       taken as (
         select id, line, first_value(id) over (partition by value order by held desc, line nulls first) as first_id from everyone
       )
       update ${batchTable} batch set bad = array['${column}', ${reason}]${question}
       from taken where taken.line = batch.line and taken.id <> taken.first_id`,
    );
    if (!rowCount) return;
  }
}

/** Clears values of known rows that change them, so that updates in any order never conflict. */
export async function leaveOldValues(
  database: Queryable,
  { table, value }: UniqueValue,
  assignment: string,
): Promise<void> {
  await executeSql(
    database,
    `update ${table} target set ${assignment}
     from ${batchTable} batch
     where batch.id = target.id and batch.bad is null and not batch.is_new
       and ${value('target')} is distinct from ${value('batch')}
       and exists (select 1 from ${batchTable} other where other.bad is null and other.id <> target.id and ${value('other')} = ${value('target')})`,
  );
}
