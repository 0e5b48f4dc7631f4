import type { EmbeddedPostgres } from '../server/platform/postgres/index.ts';

/** Lets PostgreSQL write what has changed, so that what is measured next does not pay for it. */
export async function checkpoint(server: Pick<EmbeddedPostgres, 'administrator'>): Promise<void> {
  const administrator = server.administrator();
  await administrator.connect();
  try {
    await administrator.query('checkpoint');
  } finally {
    await administrator.end();
  }
}
