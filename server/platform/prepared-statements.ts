import type { QueryResult, RawBuilder } from 'kysely';
import type { Queryable } from './database.ts';

/** The name of each statement that connections prepare, by its text. */
const names = new Map<string, string>();

/** Each is kept by every connection. */
const mostNames = 50;

/** The name under which a connection prepares a statement; undefined for one that it does not. */
export const preparedNameOf = (text: string): string | undefined => names.get(text);

/**
 * Runs a short statement that many requests have in common: each connection of requests parses and plans it once. Its text must
 * always be the same, and so must its best plan, whatever the values.
 * @throws {Error} when there are so many texts that one of them must vary.
 */
export function runPrepared<Row>(statement: RawBuilder<Row>, database: Queryable): Promise<QueryResult<Row>> {
  const compiled = statement.compile(database);
  if (!names.has(compiled.sql)) {
    if (names.size === mostNames) throw new Error(`This is not a statement to prepare: ${compiled.sql}`);
    names.set(compiled.sql, `mailcall_${names.size + 1}`);
  }
  return database.executeQuery<Row>(compiled);
}
