import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/platform/migrate.ts';
import { useEmbeddedPostgres } from '../server/platform/postgres/index.ts';
import { generateSchema, schemaFile } from './generate-schema.ts';

/** Writes server/platform/schema.ts anew from the migrations, with a database of its own. */
const folder = await mkdtemp(join(tmpdir(), 'mailcall-schema-'));
// root's PostgreSQL is another user, who must get there
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
