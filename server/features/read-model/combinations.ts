import { dimensionNames, dimensions } from '@mailcall/contract/figures/dimensions.ts';
import type { RawBuilder } from 'kysely';
import { compileForDuckDb } from '../../platform/duckdb/compile-statement.ts';
import { combinationKinds } from '../figures/index.ts';

const textOf = (column: RawBuilder<unknown>) => compileForDuckDb(column, () => []).text;

const kinds = Object.entries<Readonly<Record<string, RawBuilder<unknown>>>>(combinationKinds).map(
  ([kind, columns]) =>
    [
      kind,
      Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, textOf(column)])),
    ] as const,
);
const names = [...new Set(kinds.flatMap(([, ofKind]) => Object.keys(ofKind)))];

const integers = new Set(['account_id', 'handler_id', 'hold_seconds']);
/** Codes of `calls` and small counts; all other columns are booleans. */
const smallNumbers: ReadonlySet<string> = new Set([
  ...dimensionNames.map((name) => dimensions[name].column),
  'appointment_count',
  'local_weekday',
  'local_hour',
  'price_answer',
]);
const typeOf = (name: string): string =>
  integers.has(name) ? 'integer' : smallNumbers.has(name) ? 'smallint' : 'boolean';

export const combinationColumns: string = kinds.map(([kind]) => `${kind}_code integer`).join(', ');

/** Columns of other kinds are null. A number never changes its meaning. */
export const combinationTable = `create table combinations (kind varchar, code integer, ${names
  .map((name) => `${name} ${typeOf(name)}`)
  .join(', ')})`;

export const numberCombinations = (calls: string): string => {
  const found = kinds.map(
    ([kind, ofKind]) =>
      `select distinct '${kind}' as kind, ${names.map((name) => `${ofKind[name] ?? 'null'} as ${name}`).join(', ')} from ${calls} as calls`,
  );
  const columnList = names.join(', ');
  return `insert into combinations (kind, code, ${columnList})
    select added.kind, coalesce(known.code, 0) + row_number() over (partition by added.kind order by ${columnList}), ${columnList}
    from (select * from (${found.join(' union all ')}) except select kind, ${columnList} from combinations) as added
    left join (select kind, max(code) as code from combinations group by kind) as known on known.kind = added.kind`;
};

export const combinationsOfCalls = {
  columns: kinds.map(([kind]) => `${kind}_combination.code as ${kind}_code`).join(', '),
  joins: kinds
    .map(([kind, ofKind]) => {
      const table = `${kind}_combination`;
      const equal = Object.entries(ofKind).map(
        ([name, value]) => `${table}.${name} is not distinct from (${value})`,
      );
      return `join combinations as ${table} on ${table}.kind = '${kind}' and ${equal.join(' and ')}`;
    })
    .join(' '),
} as const;
