import { type RawBuilder, sql } from 'kysely';

/**
 * Null without a name, for the name Unknown, and for staff the feed has only ever removed. Former staff keep their name.
 * @param staff name of `staff` in the statement
 */
export const staffName = (staff: string): RawBuilder<string | null> => {
  const name = sql.ref<string>(`${staff}.name`);
  return sql<string | null>`case when lower(trim(${name})) not in ('', 'unknown') then ${name} end`;
};
