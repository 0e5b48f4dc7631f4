import { type RawBuilder, sql } from 'kysely';

/** Finds a row by id or portal_id: screens, bookmarks and mails keep the portal's id after a system assigned another. */
export const isNamedBy = (table: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.id`)} = any(${[...ids]}) or ${sql.ref(`${table}.portal_id`)} = any(${[...ids]}))`;
