import type { EmbeddedPostgres } from '../server/platform/postgres/index.ts';

/** The next measurement must not pay for PostgreSQL's pending changes. */
export async function checkpoint(server: Pick<EmbeddedPostgres, 'administrator'>): Promise<void> {
  const administrator = server.administrator();
  await administrator.connect();
  try {
    await administrator.query('checkpoint');
  } finally {
    await administrator.end();
  }
}
