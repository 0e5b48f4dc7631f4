import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/platform/migrate.ts';
import { useEmbeddedPostgres } from '../server/platform/postgres/index.ts';
import { generateSchema, schemaFile } from './generate-schema.ts';

/** Generates server/platform/schema.ts from the migrations in a temporary database. */
const folder = await mkdtemp(join(tmpdir(), 'mailcall-schema-'));
// if root runs this, PostgreSQL runs as another user, who needs access
await chmod(folder, 0o755);
const server = await useEmbeddedPostgres(folder, { durable: false });
try {
  await server.createDatabase('schema');
  const pool = new pg.Pool(server.connection('schema'));
  await migrate(pool).finally(() => pool.end());
  await writeFile(schemaFile, await generateSchema(server.url('schema')));
  console.log('Wrote server/platform/schema.ts.');
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
