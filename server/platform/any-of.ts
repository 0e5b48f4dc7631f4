import { type RawBuilder, sql } from 'kysely';

/** Right side of a comparison with several values, such as `.where('id', '=', anyOf(ids))`. An empty list matches nothing. */
export const anyOf = <Value>(values: Iterable<Value>): RawBuilder<Value> => sql<Value>`any(${[...values]})`;
