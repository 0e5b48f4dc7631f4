import { type RawBuilder, sql } from 'kysely';

/** Null without a name, for Unknown, and for staff that the feed only removed. Former staff keep their name. @param staff table alias */
export const staffName = (staff: string): RawBuilder<string | null> => {
  const name = sql.ref<string>(`${staff}.name`);
  return sql<string | null>`case when lower(trim(${name})) not in ('', 'unknown') then ${name} end`;
};
