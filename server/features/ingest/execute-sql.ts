import { CompiledQuery } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

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
