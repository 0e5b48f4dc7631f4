import { rmSync } from 'node:fs';
import { access, chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';

export interface DuckDbFile {
  readonly instance: DuckDBInstance;
  /** Path without the extension; callers may add files such as `{path}.csv`. */
  readonly path: string;
  close(): void;
}

export interface DuckDbLimits {
  threads: number;
  /** Megabytes; larger intermediate results go to a temporary folder beside the file. */
  memory: number;
}

const maxFiles = 64;
/** Files open in this process, because the system's lock does not exclude its own process. */
const openPaths = new Set<string>();

/**
 * As in PostgreSQL, dividing whole numbers gives a whole number, and nulls come last, or first when descending. The allocator's background
 * threads return the memory of ended statements, otherwise each thread keeps its peak.
 */
const settingsOf = (path: string, { threads, memory }: DuckDbLimits): Record<string, string> => ({
  threads: String(threads),
  memory_limit: `${memory}MB`,
  temp_directory: `${path}.tmp`,
  allocator_background_threads: 'true',
  integer_division: 'true',
  default_null_order: 'nulls_last_on_asc_first_on_desc',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
});

/** Afterwards no statement can read other files or change settings. */
const confine = (folder: string) => [
  `set timezone = 'UTC'`,
  `set allowed_directories = ['${folder.replaceAll("'", "''")}']`,
  'set enable_external_access = false',
  'set lock_configuration = true',
];

const isLocked = (error: unknown) => /could not set lock on file/i.test((error as Error).message);

/** DuckDB or its users keep such files beside a file. */
const endings = ['.tmp', '.csv', '.duckdb.wal', '.duckdb'];

/** Synchronous, so that no one opens the file in between. */
function removeFile(path: string): void {
  for (const ending of endings) rmSync(`${path}${ending}`, { recursive: true, force: true });
}

/** Another process may remove the file before the lock. */
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** For the files that DuckDB wrote beside it. */
export async function restrictModes(path: string): Promise<void> {
  for (const name of [`${path}.duckdb`, `${path}.duckdb.wal`])
    await chmod(name, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
}

/** Replaces a missing or damaged file; null if another process has it. */
async function openOne(folder: string, path: string, limits: DuckDbLimits): Promise<DuckDbFile | null> {
  const open = async () => {
    // loaded late: a portal with few calls never needs it or its memory
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(`${path}.duckdb`, settingsOf(path, limits));
    const connection = await instance.connect();
    try {
      for (const statement of confine(folder)) await connection.run(statement);
    } finally {
      connection.closeSync();
    }
    return instance;
  };
  let instance: DuckDBInstance;
  try {
    instance = await open();
  } catch (error) {
    if (isLocked(error)) return null;
    removeFile(path);
    instance = await open();
  }
  if (!(await isThere(`${path}.duckdb`))) {
    instance.closeSync();
    return null;
  }
  await restrictModes(path);
  // left by a killed process; DuckDB would reuse the folder with its old mode
  for (const left of [`${path}.csv`, `${path}.tmp`]) await rm(left, { recursive: true, force: true });
  await mkdir(`${path}.tmp`, { mode: 0o700 });
  return {
    instance,
    path,
    close() {
      rmSync(`${path}.tmp`, { recursive: true, force: true });
      instance.closeSync();
      openPaths.delete(path);
    },
  };
}

/** Removes an open file while no other process can open it, then closes it. */
async function removeOpened({ instance, path }: DuckDbFile): Promise<void> {
  const connection = await instance.connect();
  // otherwise closing writes companion files, which may belong to another process by then
  await connection.run('pragma disable_checkpoint_on_shutdown');
  connection.closeSync();
  removeFile(path);
  instance.closeSync();
}

export async function removeUnusedFiles(folder: string, limits: DuckDbLimits): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const numbers = new Set(names.flatMap((name) => /^([0-9]+)\./.exec(name)?.[1] ?? []));
  for (const number of numbers) {
    const path = join(folder, number);
    // opening and closing it again would release this process's lock
    if (openPaths.has(path)) continue;
    openPaths.add(path);
    try {
      const file = await openOne(folder, path, limits);
      if (file) await removeOpened(file);
    } finally {
      openPaths.delete(path);
    }
  }
}

/** First free file (`1.duckdb`, `2.duckdb` …), which only this user can read; replaces a damaged one, and with `anew` the content. */
export async function openDuckDbFile(
  folder: string,
  limits: DuckDbLimits,
  options: { anew?: boolean } = {},
): Promise<DuckDbFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (let number = 1; number <= maxFiles; number += 1) {
    const path = join(folder, String(number));
    if (openPaths.has(path)) continue;
    openPaths.add(path);
    const file = await openOne(folder, path, limits).catch((error: unknown) => {
      openPaths.delete(path);
      throw error;
    });
    if (!file) {
      openPaths.delete(path);
      continue;
    }
    if (!options.anew) return file;
    await removeOpened(file);
    const emptied = await openOne(folder, path, limits);
    if (emptied) return emptied;
    openPaths.delete(path);
  }
  throw new Error(`Each of the ${maxFiles} files of ${folder} is in use.`);
}
