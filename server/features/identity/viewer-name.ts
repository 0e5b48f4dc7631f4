import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from './viewer.ts';

/** The viewer's name for others, beside an action. */
export async function nameOfViewer(database: Queryable, viewer: Pick<Viewer, 'contactId'>): Promise<string> {
  const contact = await database
    .selectFrom('contacts')
    .select('name')
    .where('id', '=', viewer.contactId)
    .executeTakeFirst();
  return contact?.name ?? 'Somebody of the office';
}
