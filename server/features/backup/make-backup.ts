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
import { type BackupWriter, openBackupWriter } from './backup-folder.ts';
import { type BackupTable, type Manifest, manifestName, tablePath } from './manifest.ts';
import { listSecrets } from './secrets.ts';
import { listSequences, listTables, rowsOf, useExactText } from './tables.ts';

/** What a backup is made with and restored with. */
export interface BackupDependencies {
  database: Database;
  files: FileStore;
  environment: Pick<Environment, 'dataFolder'>;
  clock: Clock;
  /** Stops the work; what was written of a backup is removed. */
  stopped: AbortSignal;
}

/** How much a backup holds. */
export interface BackupCounts {
  tables: number;
  rows: number;
  files: number;
}

/** The fastest level: a backup should be over soon, and this takes most of what there is to save. */
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

/** Writes every table as it is in one snapshot. */
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

/** Writes the files that are in the store now: every one that the snapshot names was stored before it. */
async function writeFiles(writer: BackupWriter, { files, stopped }: BackupDependencies): Promise<number> {
  let count = 0;
  for await (const key of files.keys()) {
    stopped.throwIfAborted();
    try {
      await writer.write(`files/${key}`, files.createReadStream(key));
      count += 1;
    } catch (error) {
      // removed since it was listed
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return count;
}

/**
 * Writes a backup into a new folder while the portal may go on working: every table of the record and of the job queue in
 * one snapshot, the keys of the data folder, and the files.
 * @throws {OperatorProblem} when the folder cannot be used or there is nothing to back up.
 */
export async function makeBackup(
  dependencies: BackupDependencies,
  folder: string,
  release: string,
): Promise<BackupCounts> {
  const { database, environment } = dependencies;
  const writer = await openBackupWriter(folder, environment.dataFolder);
  try {
    const client = await database.pool.connect();
    let failure: Error | undefined;
    const written = await writeTables(client, writer, dependencies)
      .catch((error: Error) => {
        failure = error;
        throw error;
      })
      .finally(() => client.release(failure));
    for (const path of await listSecrets(environment.dataFolder))
      await writer.write(`secrets/${path}`, createReadStream(join(environment.dataFolder, path)));
    const files = await writeFiles(writer, dependencies);
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
