import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { OperatorProblem } from './operator-problem.ts';

export const migrationsFolder = resolve(import.meta.dirname, '../migrations');

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with LF line ends. */
  readonly checksum: string;
}

type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/** Lets concurrent processes migrate once. */
const migrationLock = 7_305_202;

/** Throws if a name is not NNNN_words.sql, or numbers are not 1, 2, 3 … */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = /^(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/.exec(name)?.[1];
      if (Number(number) !== index + 1) {
        throw new Error(
          `${join(folder, name)} should be named ${String(index + 1).padStart(4, '0')}_words.sql.`,
        );
      }
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function outstanding(migrations: Migration[], applied: readonly AppliedMigration[]): Migration[] {
  applied.forEach(({ name, checksum }, index) => {
    const known = migrations[index];
    if (known?.name !== name) {
      throw new OperatorProblem(
        `The database has the migration ${name}, which this Mailcall does not know: a newer release made it. Install that release or restore an older backup.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new OperatorProblem(
        `The migration ${name} is not the one that was applied to this database. Migrations never change; restore the file and write a new one.`,
      );
    }
  });
  return migrations.slice(applied.length);
}

/** Serializes processes. Returns files applied now. Throws OperatorProblem for a newer database or a changed file. */
export async function migrate(pool: pg.Pool, folder: string = migrationsFolder): Promise<string[]> {
  return applyMigrations(pool, await readMigrations(folder), folder);
}

/** Migrations of this release that another database has applied. Throws OperatorProblem if this release lacks one of them. */
export async function knownMigrations(applied: readonly AppliedMigration[]): Promise<Migration[]> {
  const migrations = await readMigrations(migrationsFolder);
  return migrations.slice(0, migrations.length - outstanding(migrations, applied).length);
}

/** Migrates an empty database like another one. Throws OperatorProblem if this release lacks a migration, or the database is newer. */
export async function migrateLike(pool: pg.Pool, applied: readonly AppliedMigration[]): Promise<void> {
  await applyMigrations(pool, await knownMigrations(applied), migrationsFolder);
}

/** Throws OperatorProblem if the database belongs to a newer release. */
export async function pendingMigrations(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<AppliedMigration>('select name, checksum from migrations order by name');
  return outstanding(await readMigrations(migrationsFolder), rows).length;
}

const forbiddenState = '42501';

function forbiddenProblem(error: unknown): OperatorProblem | null {
  const { code, message, cause } = error as { code?: string; message: string; cause?: { code?: string } };
  return code === forbiddenState || cause?.code === forbiddenState
    ? new OperatorProblem(
        `The user of DATABASE_URL must own the database (${message}): alter database NAME owner to USER`,
      )
    : null;
}

async function applyMigrations(pool: pg.Pool, migrations: Migration[], folder: string): Promise<string[]> {
  if (migrations.length === 0) throw new Error(`There are no migrations in ${folder}.`);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // migrating a large database takes long, and so does waiting for it
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<AppliedMigration>(
      'select name, checksum from migrations order by name',
    );
    const toApply = outstanding(migrations, rows);
    for (const migration of toApply) await apply(client, migration);
    return toApply.map(({ name }) => name);
  } catch (error) {
    failure = forbiddenProblem(error) ?? (error as Error);
    throw failure;
  } finally {
    // after a failure the connection is closed, which releases the lock
    if (!failure) {
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
      await client.query('reset statement_timeout');
    }
    client.release(failure);
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new OperatorProblem(
      `The migration ${name} failed: ${(error as Error).message}. Nothing of it was kept; the migrations before it stay. Remove the cause, such as a full disk, and start again. If you find none, report it: the release before starts again over the backup from before the update.`,
      { cause: error },
    );
  }
}
