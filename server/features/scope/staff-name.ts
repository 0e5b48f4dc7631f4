import { type RawBuilder, sql } from 'kysely';

/**
 * The displayed name of a member of staff, null without one: the name Unknown is treated as none, as is that of one
 * whom the feed has only ever removed. A former member keeps the name on the calls that they answered.
 * @param staff the name of `staff` in the statement
 */
export const staffName = (staff: string): RawBuilder<string | null> => {
  const name = sql.ref<string>(`${staff}.name`);
  return sql<string | null>`case when lower(trim(${name})) not in ('', 'unknown') then ${name} end`;
};
