import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { migrate } from '../server/platform/migrate.ts';

/** Names the folder of a portal that was started once, whose empty database new data folders get: to make one takes ten times as long. */
const startedFolder = 'MAILCALL_BENCH_STARTED';

/** Copies what is in a folder, with its owners, into another that is made unless it is there. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** Gives an empty data folder a migrated database, where one was made for a run of all benches. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const started = process.env[startedFolder];
  if (started !== undefined) await copyFolder(started, folder);
}

/** A new data folder; its creator removes it. */
export async function newDataFolder(parent: string = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'mailcall-bench-'));
  // when run by root, PostgreSQL runs as another user, who needs access
  await chmod(folder, 0o755);
  await prepareDataFolder(folder);
  return folder;
}

/** Makes the folder that new ones copy; gives the environment that names it. */
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
