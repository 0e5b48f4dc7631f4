import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import type { FileStore } from '../../platform/files.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { isDistributed } from '../../platform/distribution/placed-tables.ts';
import { type BackupWriter, openBackupWriter } from './backup-folder.ts';
import { type BackupTable, type Manifest, manifestName, tablePath } from './manifest.ts';
import { listSecrets, unlessGone } from './secrets.ts';
import { listSequences, listTables, rowsOf, useExactText } from './tables.ts';

export interface BackupDependencies {
  database: Database;
  files: FileStore;
  environment: Pick<Environment, 'dataFolder'>;
  clock: Clock;
  /** Stops the work and removes the incomplete backup. */
  stopped: AbortSignal;
  notice?(text: string): void;
}

export interface BackupCounts {
  tables: number;
  rows: number;
  files: number;
}

/** The fastest level: it saves most of the space, and a backup should be over soon. */
const compression = { level: 1 };

async function appliedMigrations(client: pg.ClientBase): Promise<Manifest['migrations']> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `select to_regclass('migrations') is not null as present`,
  );
  if (!found[0]?.present) throw new OperatorProblem('The database holds nothing of Mailcall to back up.');
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from migrations order by name',
  );
  return rows;
}

async function writeTables(
  client: pg.ClientBase,
  writer: BackupWriter,
  { clock, stopped }: BackupDependencies,
): Promise<Omit<Manifest, 'format' | 'release'>> {
  await client.query('begin isolation level repeatable read read only');
  try {
    await useExactText(client);
    const stored = await listTables(client);
    // neither a migration nor an emptied table comes between the snapshot and its last row
    if (stored.length > 0)
      await client.query(`lock table ${stored.map((table) => table.sql).join(', ')} in access share mode`);
    const migrations = await appliedMigrations(client);
    const madeAt = clock.now().toISOString();
    const tables: BackupTable[] = [];
    for (const table of stored) {
      stopped.throwIfAborted();
      const rows = rowsOf(client, table);
      await writer.write(tablePath(table), rows, createGzip(compression));
      const { part, name, columns } = table;
      tables.push({ part, name, columns, rows: rows.rowCount });
    }
    return { madeAt, migrations, tables, sequences: await listSequences(client) };
  } finally {
    await client.query('rollback');
  }
}

/** First segments of the keys of temporary files: downloads, waiting uploads, trials of the store. The portal works without them. */
const passing: ReadonlySet<string> = new Set(['exports', 'ingest', 'health']);

const distributedProblem = [
  'The database is distributed among several machines, which have no snapshot in common: a backup could have one half of a change.',
  'Back up each machine with pg_basebackup and its WAL, mark common points with select citus_create_restore_point(…), and save',
  'DATA_DIR and the files beside them.',
].join(' ');

const maxRepeats = 5;
const namedFiles = 5;

/** While a key is replaced, its files have other names for a moment. */
async function writeSecrets(writer: BackupWriter, dataFolder: string): Promise<void> {
  const written = new Set<string>();
  for (let again = true; again; ) {
    again = false;
    for (const path of await listSecrets(dataFolder)) {
      if (written.has(path)) continue;
      const isWritten = await writer
        .write(`secrets/${path}`, createReadStream(join(dataFolder, path)))
        .then(() => true, unlessGone);
      if (isWritten) written.add(path);
      else again = true;
    }
  }
}

/** A file is written once, however often the database is read. */
class BackedUpFiles {
  readonly #writer: BackupWriter;
  readonly #dependencies: BackupDependencies;
  readonly #written = new Set<string>();

  constructor(writer: BackupWriter, dependencies: BackupDependencies) {
    this.#writer = writer;
    this.#dependencies = dependencies;
  }

  get count(): number {
    return this.#written.size;
  }

  async stored(): Promise<Set<string>> {
    const keys = new Set<string>();
    for await (const key of this.#dependencies.files.keys()) keys.add(key);
    return keys;
  }

  /** Writes stored files, removes others. Returns the files of `before` (listed before the rows were read) that have gone, except passing ones. */
  async write(before: ReadonlySet<string>): Promise<string[]> {
    const { files, stopped } = this.#dependencies;
    for await (const key of files.keys()) {
      stopped.throwIfAborted();
      if (this.#written.has(key)) continue;
      const isWritten = await this.#writer
        .write(`files/${key}`, files.createReadStream(key))
        .then(() => true, unlessGone);
      if (isWritten) this.#written.add(key);
    }
    return [...before].filter(
      (key) => !this.#written.has(key) && !passing.has(key.slice(0, key.indexOf('/'))),
    );
  }

  async keepOnly(stored: ReadonlySet<string>): Promise<void> {
    for (const key of this.#written) {
      if (stored.has(key)) continue;
      await this.#writer.remove(`files/${key}`);
      this.#written.delete(key);
    }
  }
}

const listed = (keys: readonly string[]): string =>
  keys.slice(0, namedFiles).join(', ') +
  (keys.length > namedFiles ? ` and ${keys.length - namedFiles} more` : '');

/** Reads the database again when files went meanwhile; files already written stay. Throws OperatorProblem if some go each time. */
async function writeTablesAndFiles(
  writer: BackupWriter,
  dependencies: BackupDependencies,
): Promise<{ written: Omit<Manifest, 'format' | 'release'>; files: number }> {
  const { database, notice } = dependencies;
  const files = new BackedUpFiles(writer, dependencies);
  for (let repeats = 0; ; repeats += 1) {
    const before = await files.stored();
    await files.keepOnly(before);
    const client = await database.pool.connect();
    let failure: Error | undefined;
    const written = await writeTables(client, writer, dependencies)
      .catch((error: Error) => {
        failure = error;
        throw error;
      })
      .finally(() => client.release(failure));
    const gone = await files.write(before);
    if (gone.length === 0) return { written, files: files.count };
    if (repeats === maxRepeats)
      throw new OperatorProblem(
        `Files are removed faster than they are backed up: ${listed(gone)}. Nothing was kept; back up again when less is changed.`,
      );
    notice?.(`Removed during the backup: ${listed(gone)}. The database is read again.`);
  }
}

/** The portal may go on working: all tables are read in one snapshot, then keys and files. Throws OperatorProblem. */
export async function makeBackup(
  dependencies: BackupDependencies,
  folder: string,
  release: string,
): Promise<BackupCounts> {
  const { database, environment } = dependencies;
  if (await isDistributed(database.kysely)) throw new OperatorProblem(distributedProblem);
  const writer = await openBackupWriter(folder, environment.dataFolder);
  try {
    const { written, files } = await writeTablesAndFiles(writer, dependencies);
    await writeSecrets(writer, environment.dataFolder);
    const manifest: Manifest = { format: 1, release, ...written };
    await writer.write(manifestName, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
    await writer.finish();
    const rows = written.tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: written.tables.length, rows, files };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
