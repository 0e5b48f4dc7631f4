import type { Database } from '../../server/platform/database.ts';

export async function newestMessage(
  database: Database,
  recipient: string,
): Promise<{ subject: string | null; text: string; html: string | null }> {
  // the test clock stands still, so insertion order decides between equal times
  const { rows } = await database.pool.query<{ subject: string | null; text: string; html: string | null }>(
    `select subject, body_text as text, body_html as html from outbox
     where recipient = $1 order by written_at desc, xmin::text::bigint desc limit 1`,
    [recipient],
  );
  const [row] = rows;
  if (!row?.text) throw new Error(`There is nothing for ${recipient} in the outbox.`);
  return row;
}

export async function outboxSize(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ size: number }>('select count(*)::int as size from outbox');
  return rows[0]?.size ?? 0;
}

export function linkIn(text: string): URL {
  return new URL(/https?:\S+/.exec(text)?.[0] ?? 'none:');
}
