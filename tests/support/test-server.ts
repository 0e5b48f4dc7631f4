import { createHash } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { databaseOver } from '../../server/platform/database.ts';
import { installJobs } from '../../server/platform/jobs.ts';
import { migrate, readMigrations } from '../../server/platform/migrate.ts';
import { type EmbeddedPostgres, useEmbeddedPostgres } from '../../server/platform/postgres/index.ts';
import { throwAwayFolder } from './memory-folder.ts';

const project = resolve(import.meta.dirname, '../..');

/** Kept between runs to save its creation. A later run adopts the server of a killed run. */
const testDataFolder = join(
  throwAwayFolder(),
  `mailcall-test-database-${createHash('sha256').update(project).digest('hex').slice(0, 8)}`,
);

/** Name of a test file's database; the number is the process id of its worker. */
const cloneName = /^test_(\d+)_/;

export async function useTestServer(): Promise<EmbeddedPostgres> {
  await mkdir(testDataFolder, { recursive: true });
  // if root runs the tests, PostgreSQL runs as another user
  await chmod(testDataFolder, 0o755);
  return useEmbeddedPostgres(testDataFolder, { durable: false });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function dropAbandoned(administrator: pg.Client, template: string): Promise<void> {
  const { rows } = await administrator.query<{ datname: string }>(
    `select datname from pg_database where datname like 'test\\_%' or (datname like 'template\\_%' and datname <> $1)`,
    [template],
  );
  for (const { datname } of rows) {
    const pid = cloneName.exec(datname)?.[1];
    if (pid ? isRunning(Number(pid)) : !/^template_[0-9a-f]{16}$/.test(datname)) continue;
    await administrator
      .query(`drop database if exists ${pg.escapeIdentifier(datname)}`)
      // another run may still use an older template
      .catch((error: { code?: string }) => {
        if (error.code !== '55006') throw error;
      });
  }
}

/** Name of the template database. It contains a hash of the migrations, so that changed ones get a new template. */
export async function ensureTemplate(server: EmbeddedPostgres): Promise<string> {
  const migrations = await readMigrations(resolve(import.meta.dirname, '../../server/migrations'));
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const template = `template_${digest}`;
  const administrator = server.administrator();
  await administrator.connect();
  try {
    await administrator.query('select pg_advisory_lock(1)');
    await dropAbandoned(administrator, template);
    const { rowCount } = await administrator.query('select from pg_database where datname = $1', [template]);
    if (!rowCount) {
      const partial = `${template}_in_making`;
      await administrator.query(`drop database if exists ${partial}`);
      await server.createDatabase(partial);
      const pool = new pg.Pool({ ...server.connection(partial), max: 1 });
      const database = databaseOver(pool, { embedded: true });
      try {
        await migrate(pool);
        await installJobs(pool);
      } finally {
        await database.close();
      }
      await administrator.query(`alter database ${partial} rename to ${template}`);
    }
  } finally {
    await administrator.end();
  }
  return template;
}
