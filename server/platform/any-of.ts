import { type RawBuilder, sql } from 'kysely';

/** The right side of a comparison with some values, such as `.where('id', '=', anyOf(ids))`; without values nothing matches. */
export const anyOf = <Value>(values: Iterable<Value>): RawBuilder<Value> => sql<Value>`any(${[...values]})`;
