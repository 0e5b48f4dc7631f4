import { type RawBuilder, sql } from 'kysely';

/** `YYYY-MM-DD` or null. */
export const dayText = (column: string): RawBuilder<string | null> =>
  sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

/** Right side of a comparison with several values, such as `.where('id', '=', anyOf(ids))`. An empty list matches nothing. */
export const anyOf = <Value>(values: Iterable<Value>): RawBuilder<Value> => sql<Value>`any(${[...values]})`;
