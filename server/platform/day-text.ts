import { type RawBuilder, sql } from 'kysely';

/** Column of days in wire form: `YYYY-MM-DD` or null. */
export const dayText = (column: string): RawBuilder<string | null> =>
  sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;
