import type { Database } from '../../server/platform/database.ts';

/** The newest message to an address. */
export async function newestMessage(
  database: Database,
  recipient: string,
): Promise<{ subject: string | null; text: string; html: string | null }> {
  const row = await database.kysely
    .selectFrom('outbox')
    .select(['subject', 'body_text as text', 'body_html as html'])
    .where('recipient', '=', recipient)
    .orderBy('written_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.text) throw new Error(`There is nothing for ${recipient} in the outbox.`);
  return { ...row, text: row.text };
}

/** How many messages were written, also those for nobody. */
export async function outboxSize(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ size: number }>('select count(*)::int as size from outbox');
  return rows[0]?.size ?? 0;
}

/** The first address in a message. */
export function linkIn(text: string): URL {
  return new URL(/https?:\S+/.exec(text)?.[0] ?? 'none:');
}
