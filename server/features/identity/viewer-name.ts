import { type QueryExecutorProvider, sql } from 'kysely';
import type { Viewer } from './viewer.ts';

/** What a viewer is called where others read who did something. */
export async function nameOfViewer(
  database: QueryExecutorProvider,
  viewer: Pick<Viewer, 'contactId'>,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from contacts where id = ${viewer.contactId}`.execute(database);
  return rows[0]?.name ?? 'Somebody of the office';
}
