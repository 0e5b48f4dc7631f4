import { rmSync } from 'node:fs';
import { access, chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';

/** An open DuckDB file, which no other process can open. */
export interface DuckDbFile {
  readonly instance: DuckDBInstance;
  /** Path without the ending: `{path}.csv` and the like may be used beside it. */
  readonly path: string;
  /** Closes the file; the next process that asks gets it. */
  close(): void;
}

/** How much of the machine DuckDB uses. */
export interface DuckDbLimits {
  /** Threads that one statement uses. */
  threads: number;
  /** Megabytes; what does not fit is put into a temporary folder beside the file. */
  memory: number;
}

/** Processes with a file of their own in one folder. */
const maxFiles = 64;
/** The files that this process has open: the lock of the operating system does not exclude a process from its own file. */
const openPaths = new Set<string>();

/**
 * What DuckDB opens a file with, so that it understands texts written for PostgreSQL: a whole number divided by a whole
 * number is one, and nulls come last, or first when descending. Nothing is fetched from the network. Its allocator has threads
 * that give the memory of ended statements back to the system: without them each thread keeps what it once had until it needs
 * some again.
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

/** Statements that every file begins with; afterwards no statement can read other files or change the settings. */
const confine = (folder: string) => [
  `set timezone = 'UTC'`,
  `set allowed_directories = ['${folder.replaceAll("'", "''")}']`,
  'set enable_external_access = false',
  'set lock_configuration = true',
];

const isLocked = (error: unknown) => /could not set lock on file/i.test((error as Error).message);

/** What DuckDB and those who use a file keep beside it. */
const endings = ['.tmp', '.csv', '.duckdb.wal', '.duckdb'];

/** Removes a file with what is beside it, at once: nobody opens it in between. */
function removeFile(path: string): void {
  for (const ending of endings) rmSync(`${path}${ending}`, { recursive: true, force: true });
}

/** Whether a file is still where it was opened: another process may have removed it just before it was locked. */
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Sets the modes of what DuckDB writes beside a file as those of the file: its own are the process's. */
export async function restrictModes(path: string): Promise<void> {
  for (const name of [`${path}.duckdb`, `${path}.duckdb.wal`])
    await chmod(name, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
}

/** Opens one file, a new one if it is absent or damaged; null when another process has it. */
async function openOne(folder: string, path: string, limits: DuckDbLimits): Promise<DuckDbFile | null> {
  const open = async () => {
    // a portal with few calls never needs it, nor the memory that it takes
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
  // what a killed process had there; DuckDB uses a folder that it finds, and leaves its mode
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

/** Removes an open file while no other process can open it, and closes it. */
async function removeOpened({ instance, path }: DuckDbFile): Promise<void> {
  const connection = await instance.connect();
  // closing would write what is beside the file, which may be another process's by then
  await connection.run('pragma disable_checkpoint_on_shutdown');
  connection.closeSync();
  removeFile(path);
  instance.closeSync();
}

/** Removes the files of a folder that no process has open, such as those of processes that are not started any more. */
export async function removeUnusedFiles(folder: string, limits: DuckDbLimits): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const numbers = new Set(names.flatMap((name) => /^([0-9]+)\./.exec(name)?.[1] ?? []));
  for (const number of numbers) {
    const path = join(folder, number);
    // the lock of the operating system is the process's: opening and closing a file once more would end it
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

/**
 * Opens the first file of a folder that no other process has open: `1.duckdb`, `2.duckdb` and so on; a damaged one is replaced.
 * Only this user can read the folder.
 * @param options.anew removes what the file contains
 * @throws {Error} when none can be opened.
 */
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
