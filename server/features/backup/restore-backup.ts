import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../../platform/database.ts';
import type { FileStore } from '../../platform/files.ts';
import { installJobs } from '../../platform/jobs.ts';
import { knownMigrations, migrate, migrateLike } from '../../platform/migrate.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { verifyFiles } from './backup-folder.ts';
import type { BackupCounts, BackupDependencies } from './make-backup.ts';
import { jobsSchema, type Manifest, readManifest, tablePath } from './manifest.ts';
import { refuseOtherSecrets, requireKeysOnly, restoreSecrets } from './secrets.ts';
import { copyTarget, listTables, type StoredTable, useExactText } from './tables.ts';

/** Tables that have rows in an unused portal, written by migrations and idle processes. */
const neverEmpty: ReadonlySet<string> = new Set(['portal_change_log', 'alert_heartbeat', 'dimension_values']);

const inUse = 'Mailcall is running on this database, or was a moment ago. Stop it, then restore.';

/** Throws OperatorProblem if the database holds anything or other processes use it. */
async function refuseUsedDatabase(client: pg.ClientBase): Promise<void> {
  const { rows: others } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'mailcall' and pid <> pg_backend_pid()`,
  );
  if (Number(others[0]?.count) > 0) throw new OperatorProblem(inUse);
  for (const table of await listTables(client)) {
    if (table.part === 'jobs' || neverEmpty.has(table.name)) continue;
    const { rowCount } = await client.query(`select 1 from ${table.sql} limit 1`);
    if (rowCount)
      throw new OperatorProblem(
        `The database is not empty: ${table.name} has rows. Restore into an empty one, with another DATA_DIR or DATABASE_URL.`,
      );
  }
}

async function refuseOtherFiles(files: FileStore, keys: ReadonlySet<string>): Promise<void> {
  for await (const key of files.keys()) {
    if (!keys.has(key))
      throw new OperatorProblem(
        `The file store is not empty: it has ${key}. Restore into an empty one, with another DATA_DIR or FILES.`,
      );
  }
}

async function matchTables(client: pg.ClientBase, { tables }: Manifest): Promise<StoredTable[]> {
  const stored = await listTables(client);
  const nameOf = ({ part, name }: { part: string; name: string }) => `${part} ${name}`;
  const named = new Map(stored.map((table) => [nameOf(table), table]));
  return tables.map((table) => {
    const found = named.get(nameOf(table));
    const unknown = table.columns.find((column) => !found?.columns.includes(column));
    if (found && unknown === undefined) return { ...found, columns: table.columns };
    throw new OperatorProblem(
      `The backup has ${found ? `a column ${unknown} in ` : ''}the table ${table.name}, which this release does not know. Restore it with the release that made it.`,
    );
  });
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Lets rows be loaded in any order and without looking up each one; returns the keys to add again. */
async function dropForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace in (
      select oid from pg_namespace where nspname in (current_schema(), $1)
    ) order by 1, 2`,
    [jobsSchema],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

async function loadTable(
  client: pg.ClientBase,
  folder: string,
  table: StoredTable,
  rows: number,
): Promise<void> {
  // triggers fill in values of rows that people make; these have theirs
  await client.query(`alter table ${table.sql} disable trigger user`);
  const target = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  await pipeline(createReadStream(join(folder, tablePath(table))), createGunzip(), target);
  await client.query(`alter table ${table.sql} enable trigger user`);
  if (target.rowCount !== rows)
    throw new OperatorProblem(
      `The backup has ${target.rowCount} rows of ${table.name} instead of ${rows}: it is damaged.`,
    );
}

/** Frees jobs that a worker had begun, and makes cursors issued after the backup invalid. */
async function beginAnew(client: pg.ClientBase): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await client.query(
      `update ${jobsSchema}.${table} set locked_at = null, locked_by = null where locked_at is not null`,
    );
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('portal_change_log') is not null as present`,
  );
  if (rows[0]?.present) await client.query('update portal_change_log set database_id = gen_random_uuid()');
}

async function loadTables(
  client: pg.ClientBase,
  folder: string,
  manifest: Manifest,
  stopped: AbortSignal,
): Promise<StoredTable[]> {
  await client.query('begin');
  try {
    await useExactText(client);
    const tables = await matchTables(client, manifest);
    const foreignKeys = await dropForeignKeys(client);
    await client.query(`truncate ${tables.map(({ sql }) => sql).join(', ')}`);
    for (const [index, table] of tables.entries()) {
      stopped.throwIfAborted();
      await loadTable(client, folder, table, manifest.tables[index]?.rows ?? 0);
    }
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const { part, name, value } of manifest.sequences)
      await client.query(
        `select setval(format('%I.%I', case $1::text when 'jobs' then $2::text else current_schema()::text end, $3::text)::regclass, $4)`,
        [part, jobsSchema, name, value],
      );
    await beginAnew(client);
    await client.query('commit');
    return tables;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Statements have no time limit. */
async function withClient<Result>(
  { pool }: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('set statement_timeout = 0');
    const result = await work(client);
    await client.query('reset statement_timeout');
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

/**
 * Needs an empty database, an empty file store and a data folder without keys; migrates to this release. Rows come last and in one
 * transaction: an interrupted restore can be repeated. Throws OperatorProblem when the backup is damaged or newer, or something is in the
 * way.
 */
export async function restoreBackup(
  { database, files, environment, stopped }: BackupDependencies,
  folder: string,
): Promise<BackupCounts> {
  const manifest = await readManifest(folder);
  await knownMigrations(manifest.migrations);
  const paths = await verifyFiles(folder, stopped);
  const below = (part: string) =>
    paths.flatMap((path) => (path.startsWith(`${part}/`) ? path.slice(part.length + 1) : []));
  const [secrets, keys] = [below('secrets'), below('files')];
  requireKeysOnly(secrets);

  await withClient(database, refuseUsedDatabase);
  await refuseOtherSecrets(environment.dataFolder, folder, secrets);
  await refuseOtherFiles(files, new Set(keys));
  await migrateLike(database.pool, manifest.migrations);
  await installJobs(database.pool);

  await restoreSecrets(environment.dataFolder, folder, secrets);
  for (const key of keys) {
    stopped.throwIfAborted();
    await files.put(key, createReadStream(join(folder, 'files', key)));
  }
  await withClient(database, async (client) => {
    const tables = await loadTables(client, folder, manifest, stopped);
    await client.query(`vacuum (analyze) ${tables.map(({ sql }) => sql).join(', ')}`);
  });
  await migrate(database.pool);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: manifest.tables.length, rows, files: keys.length };
}
