import { type RawBuilder, sql } from 'kysely';

/** A column of days as the wire has them: `YYYY-MM-DD`, null where there is none. */
export const dayText = (column: string): RawBuilder<string | null> =>
  sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;
