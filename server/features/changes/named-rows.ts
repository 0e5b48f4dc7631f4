import { type RawBuilder, sql } from 'kysely';

/**
 * Finds a row by id or portal_id: open screens, bookmarks and mails keep an id given in the portal after a system gave the row its
 * own.
 */
export const isNamedBy = (table: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.id`)} = any(${[...ids]}) or ${sql.ref(`${table}.portal_id`)} = any(${[...ids]}))`;
