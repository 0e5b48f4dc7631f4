import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { migrate } from '../server/platform/migrate.ts';

/** Folder of an empty, migrated portal. Copying it takes a tenth of the time of creating a database. */
const startedFolder = 'MAILCALL_BENCH_STARTED';

/** Keeps owners; creates `to` if needed. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** Copies the migrated database if a run of all benches has made one. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const started = process.env[startedFolder];
  if (started !== undefined) await copyFolder(started, folder);
}

export async function newDataFolder(parent: string = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'mailcall-bench-'));
  // when root runs this, PostgreSQL runs as another user, who needs access
  await chmod(folder, 0o755);
  await prepareDataFolder(folder);
  return folder;
}

export async function startDataFolders(): Promise<{ folder: string; environment: Record<string, string> }> {
  const folder = await newDataFolder();
  const database = await openDatabase(readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'error' }), {
    say: () => undefined,
  });
  try {
    await migrate(database.pool);
    await installJobs(database.pool);
  } finally {
    await database.close();
  }
  return { folder, environment: { [startedFolder]: folder } };
}
