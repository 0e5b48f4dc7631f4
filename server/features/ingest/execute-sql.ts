import { CompiledQuery } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/**
 * Runs SQL that the import builds from a file's columns.
 * @param parameters values of `$1`, `$2` …
 * @returns rows, and the number of returned or changed rows
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
