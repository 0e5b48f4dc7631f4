import { CompiledQuery } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/**
 * Runs a statement of the import, whose text is put together from the columns of a feed's file.
 * @param parameters the values of `$1`, `$2` … in the text
 * @returns the rows, and how many rows the statement returned or, if it writes, changed
 */
export async function executeSql<Row>(
  database: Queryable,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<{ rows: Row[]; rowCount: number }> {
  const { rows, numAffectedRows } = await database.executeQuery<Row>(
    CompiledQuery.raw(text, [...parameters]),
  );
  return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) };
}
