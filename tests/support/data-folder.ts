import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseOver } from '../../server/platform/database.ts';
import { installJobs } from '../../server/platform/jobs.ts';
import { migrate } from '../../server/platform/migrate.ts';
import { useEmbeddedPostgres } from '../../server/platform/postgres/index.ts';
import { temporaryFolder } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    dataFolders: string;
  }
}

/** Creates the data; if another worker finishes first, its data is used. */
async function makeData(home: string): Promise<void> {
  const folder = await mkdtemp(join(inject('dataFolders'), 'partial-'));
  await chmod(folder, 0o755);
  const server = await useEmbeddedPostgres(folder, { durable: false });
  await server.createDatabase('mailcall');
  const database = databaseOver(new pg.Pool(server.connection('mailcall')), { embedded: true });
  await migrate(database.pool);
  await installJobs(database.pool);
  await database.close();
  await server.close();
  await rename(folder, home).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** A copied data folder with an empty database. Copying takes a tenth of the time of creating. */
export async function migratedDataFolder(): Promise<string> {
  const home = resolve(inject('dataFolders'), 'migrated');
  if (!existsSync(home)) await makeData(home);
  const folder = await temporaryFolder();
  await promisify(execFile)('cp', ['-a', join(home, 'postgres'), folder]);
  return folder;
}
