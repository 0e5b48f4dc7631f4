import {
  dimensionNames,
  dimensions,
  dimensionsOfCombination,
} from '@mailcall/contract/figures/dimensions.ts';
import { type RawBuilder, sql } from 'kysely';
import { compileForDuckDb } from '../../platform/duckdb/compile-statement.ts';
import { callTerms } from '../figures/index.ts';

/** SQL over a `calls` row in the copy. */
const textOf = (term: RawBuilder<unknown>) => compileForDuckDb(term, () => []).text;

const columns = (names: string): Record<string, string> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, `calls.${name}`]));

const columnsOfDimensions = (combination: 'outcome' | 'caller' | 'source') =>
  columns(
    dimensionsOfCombination(combination)
      .map((name) => dimensions[name].column)
      .join(' '),
  );

/**
 * Groups of columns whose value combinations get numbers in the copy, each with its SQL over a call. The column
 * `{kind}_code` of a call has the number. DuckDB counts by such a number in an array instead of a hash table below 4,096
 * values, so no group combines independent columns with many values.
 */
export const combinationKinds = {
  outcome: { ...columnsOfDimensions('outcome'), ...columns('opportunity has_audio appointment_count') },
  caller: columnsOfDimensions('caller'),
  source: {
    ...columnsOfDimensions('source'),
    ...columns('wrong_source_mentioned'),
    is_scored: textOf(sql`(not ${callTerms.unscored})`),
  },
  time: {
    ...columns('local_weekday local_hour'),
    is_opportunity: textOf(callTerms.opportunity),
    is_missed: textOf(callTerms.missed),
    is_unscored: textOf(callTerms.unscored),
  },
  office: {
    ...columns('account_id'),
    is_opportunity_or_missed: textOf(sql`(${callTerms.opportunity} or ${callTerms.missed})`),
  },
  staff: {
    ...columns('handler_id answered_by'),
    // calls not answered by staff are not counted by office
    account_id: textOf(
      sql`case when ${callTerms.answered} or calls.handler_id is not null then calls.account_id end`,
    ),
  },
  price: columns('answered_by price_answer appointment_count'),
  handling: {
    ...columns(
      `answered_by opportunity appointment_count asked_for_appointment appointment_caller_mentioned asked_for_source
      source_caller_mentioned good_impression asked_for_additional_appointment additional_appointment_caller_mentioned
      interacted_with_ivr placed_on_hold asked_to_place_on_hold`,
    ),
    // 0 for any known time
    hold_seconds: 'case when calls.hold_seconds is not null then 0 end',
  },
} as const satisfies Record<string, Record<string, string>>;

const kinds: readonly [kind: string, columns: Readonly<Record<string, string>>][] =
  Object.entries(combinationKinds);
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

/** Columns of `calls` with combination numbers. */
export const combinationColumns: string = kinds.map(([kind]) => `${kind}_code integer`).join(', ');

/** All combinations; columns of other kinds are null. A number never changes its meaning. */
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

/** SQL of the combination columns of some `calls`, and of the tables to join. */
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
