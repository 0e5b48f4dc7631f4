import type { Database } from '../../server/platform/database.ts';

/** The newest message to an address. */
export async function newestMessage(
  database: Database,
  recipient: string,
): Promise<{ subject: string | null; text: string; html: string | null }> {
  // a test's clock does not advance: of messages with the same time the newest is the one written last
  const { rows } = await database.pool.query<{ subject: string | null; text: string; html: string | null }>(
    `select subject, body_text as text, body_html as html from outbox
     where recipient = $1 order by written_at desc, xmin::text::bigint desc limit 1`,
    [recipient],
  );
  const [row] = rows;
  if (!row?.text) throw new Error(`There is nothing for ${recipient} in the outbox.`);
  return row;
}

/** How many messages were written, including those without a recipient. */
export async function outboxSize(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ size: number }>('select count(*)::int as size from outbox');
  return rows[0]?.size ?? 0;
}

/** The first address in a message. */
export function linkIn(text: string): URL {
  return new URL(/https?:\S+/.exec(text)?.[0] ?? 'none:');
}
