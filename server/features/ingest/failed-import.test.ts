import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { migratedDataFolder } from '../../../tests/support/data-folder.ts';
import { wavOf } from '../../../tests/support/wav.ts';
import { killPostgresIn } from '../../../tests/support/kill-processes.ts';
import { asProgram } from '../../../tests/support/operate.ts';
import { runProgram } from '../../../tests/support/programs.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { importByWords } from '../../import-by-words.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { administrator } from '../../platform/postgres/index.ts';
import { processesIn } from '../../platform/postgres/lock-file.ts';
import { basicFeed, csv, emptyRecord, FeedFolders } from './feed-for-tests.ts';
import { DatabaseLost, DiskFull } from './index.ts';

const db = testDatabase();
const folders = new FeedFolders();
beforeEach(() => emptyRecord(db.database.pool));
afterEach(() => folders.remove());

/** Keeps the migrated database running, as the portal does. */
async function runningPortal() {
  const folder = await migratedDataFolder();
  const portal = runProgram('tests/support/hold-postgres.ts', { args: [folder] });
  await portal.printed(/holds \d+/);
  const data = join(folder, 'postgres/data');
  const killPostgres = () => killPostgresIn(data);
  onTestFinished(killPostgres);
  const client = administrator({ socketFolder: join(folder, 'postgres/run'), port: 5432 }, 'mailcall');
  await client.connect();
  onTestFinished(() => client.end());
  return {
    client,
    folder,
    /** Ends the portal and PostgreSQL like a power failure. */
    kill() {
      portal.child.kill('SIGKILL');
      killPostgres();
    },
    postgresProcesses: () => processesIn(data),
  };
}

describe('an import whose portal and PostgreSQL are killed', () => {
  // another lock holds the import in the statement during which it is killed
  it.each([
    {
      during: 'the last step of a strict one, when its rows are kept',
      lock: 'lock table calls in share update exclusive mode',
      given: ['--strict'],
      code: 0,
      words: [/Imported \d+ rows of \d+/, 'The database could not refresh its statistics'],
    },
    {
      during: 'one in batches',
      lock: 'lock table calls in access exclusive mode',
      given: [],
      code: 3,
      words: [
        'The database was lost during the import. What was saved so far stays; run the import again to complete it.\n',
      ],
    },
  ])('ends and says what it kept: $during', async ({ lock, given, code, words }) => {
    const portal = await runningPortal();
    await portal.client.query('begin');
    await portal.client.query(lock);
    const feed = await folders.folder(basicFeed);
    const program = runProgram('server/import.ts', {
      args: [feed, ...given],
      env: { DATA_DIR: portal.folder },
    });
    const waiting = async () =>
      (await portal.client.query(`select from pg_locks where not granted and relation = 'calls'::regclass`))
        .rowCount;
    await expect.poll(waiting).toBe(1);
    portal.kill();
    expect(await program.ended).toBe(code);
    for (const expected of words) expect(program.output()).toMatch(expected);
    expect(program.output()).not.toContain('    at ');
    await expect.poll(portal.postgresProcesses).toEqual([]);
  });
});

describe('an import that finds a disk full', () => {
  it("says so of the database's, and ends with 4", async () => {
    const { pool } = db.database;
    // PostgreSQL's own error, without filling a disk
    await pool.query(`
      create function refuse_row() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger refuse_row before insert on calls for each row execute function refuse_row()`);
    onTestFinished(async () => {
      await pool.query('drop function refuse_row cascade');
    });
    const variables = { DATABASE_URL: db.url, DATA_DIR: await folders.folder() };
    const feed = await folders.folder(basicFeed);
    expect(await asProgram((program) => importByWords(program, [feed], variables))).toEqual({
      result: 4,
      out: '',
      err: 'The disk of the database is full. Make room. What was saved so far stays; run the import again to complete it.\n',
    });
    await expect(folders.import(pool, basicFeed, { strict: true })).rejects.toThrow(
      'The disk of the database is full. Make room. Nothing was kept; run the import again.',
    );
  });

  it("says so of the file store's", async () => {
    const full = {
      ...folderFileStore(await folders.folder()),
      put: () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })),
    };
    const feed = {
      ...basicFeed,
      'calls.csv': csv([
        { id: 'K1', account_id: 'A1', call_date_time: '2026-03-01T23:30:00-07:00', audio: 'call.wav' },
      ]),
      'call.wav': wavOf(Buffer.alloc(80, 0x80)),
    };
    const importing = folders.import(db.database.pool, feed, { files: full });
    await expect(importing).rejects.toThrow(DiskFull);
    await expect(importing).rejects.toThrow('The disk of the file store is full.');
  });

  it('goes on without the file that lists the rejected rows', async () => {
    const report = await folders.import(
      db.database.pool,
      { ...basicFeed, 'staff.csv': 'id,account_id,name\nS1,A9,x\n' },
      { reportFolder: '/dev/full/reports' },
    );
    expect(report).toMatchObject({ kept: true, rejected: 1, reportFile: null });
    expect(report.notices.join()).toContain('could not be written to /dev/full/reports (');
  });
});

it('an import whose connection alone is cut says that the database was lost', async () => {
  const { pool } = db.database;
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('lock table calls in access exclusive mode');
    const cut = folders.import(pool, basicFeed, { strict: true }).catch((error: unknown) => error);
    const end = async () =>
      (
        await other.query(
          `select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'calls'::regclass`,
        )
      ).rowCount;
    await expect.poll(end).toBe(1);
    expect(await cut).toBeInstanceOf(DatabaseLost);
  } finally {
    other.release(true);
  }
});
