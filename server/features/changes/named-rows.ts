import { type RawBuilder, sql } from 'kysely';

/**
 * The condition that rows are named by any of some ids: by their own, or by those under which they were made in the portal, which
 * open screens, bookmarks and mails go on using after another system gave them ids of its own.
 * @param table the table with the columns id and portal_id, or its name in the query
 */
export const isNamedBy = (table: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.id`)} = any(${[...ids]}) or ${sql.ref(`${table}.portal_id`)} = any(${[...ids]}))`;
