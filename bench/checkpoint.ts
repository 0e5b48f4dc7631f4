import type { EmbeddedPostgres } from '../server/platform/postgres/index.ts';

/** Writes PostgreSQL's pending changes, so that the next measurement does not pay for them. */
export async function checkpoint(server: Pick<EmbeddedPostgres, 'administrator'>): Promise<void> {
  const administrator = server.administrator();
  await administrator.connect();
  try {
    await administrator.query('checkpoint');
  } finally {
    await administrator.end();
  }
}
