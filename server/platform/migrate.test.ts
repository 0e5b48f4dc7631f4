import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { administrator, databaseOwner } from './postgres/index.ts';
import { migrate } from './migrate.ts';
import { OperatorProblem } from './operator-problem.ts';

const { socketFolder, port } = inject('testServer');
let folder: string;
let pool: pg.Pool;
let name: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailcall-migrate-'));
  name = `test_${process.pid}_${process.hrtime.bigint()}_migrate`;
  await administer(`create database ${name} owner ${databaseOwner}`);
  pool = new pg.Pool({ host: socketFolder, port, user: databaseOwner, database: name, max: 8 });
  // the pool ends before its connections, which then lose their database
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
});

afterEach(async () => {
  await pool.end();
  await administer(`drop database ${name} with (force)`);
  await rm(folder, { recursive: true });
});

async function administer(statement: string): Promise<void> {
  const client = administrator({ socketFolder, port });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const write = (file: string, sql: string) => writeFile(join(folder, file), sql);

test('applies files once and in order', async () => {
  await write('0002_color.sql', 'alter table boxes add color text');
  await write('0001_boxes.sql', 'create table boxes (id int)');
  expect(await migrate(pool, folder)).toEqual(['0001_boxes.sql', '0002_color.sql']);
  expect(await migrate(pool, folder)).toEqual([]);
  await write('0003_size.sql', 'alter table boxes add size int');
  expect(await migrate(pool, folder)).toEqual(['0003_size.sql']);
});

test('says so if the user does not own the database', async () => {
  const role = `reader_${process.pid}`;
  await administer(`create role ${role} login`);
  const reader = new pg.Pool({ host: socketFolder, port, user: role, database: name });
  await write('0001_boxes.sql', 'create table boxes (id int)');
  const problem = await migrate(reader, folder).catch((error: unknown) => error);
  // otherwise the database is dropped before the connection ends
  await Promise.all([once(reader, 'remove'), reader.end()]);
  await administer(`drop role ${role}`);
  expect(problem).toBeInstanceOf(OperatorProblem);
  expect((problem as Error).message).toContain('must own the database (permission denied for schema public)');
});

test('applies each file once if processes start together', async () => {
  await write('0001_boxes.sql', 'create table boxes (id int)');
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(pool, folder)));
  expect(applied.flat()).toEqual(['0001_boxes.sql']);
});

test('rolls back a failed file and keeps earlier ones', async () => {
  await write('0001_boxes.sql', 'create table boxes (id int)');
  await write('0002_broken.sql', 'create table lids (id int); select nonsense;');
  const problem = await migrate(pool, folder).catch((error: unknown) => error);
  // a sentence for operators, without a stack
  expect(problem).toBeInstanceOf(OperatorProblem);
  expect((problem as Error).message).toContain(
    'The migration 0002_broken.sql failed: column "nonsense" does not exist. Nothing of it was kept; the migrations before it stay. Remove the cause',
  );
  const { rows } = await pool.query(
    `select to_regclass('boxes') is not null as boxes, to_regclass('lids') is not null as lids`,
  );
  expect(rows).toEqual([{ boxes: true, lids: false }]);
  await write('0002_broken.sql', 'create table lids (id int)');
  expect(await migrate(pool, folder)).toEqual(['0002_broken.sql']);
});

test('refuses a changed file but ignores line ends', async () => {
  await write('0001_boxes.sql', 'create table boxes (\nid int)');
  await migrate(pool, folder);
  await write('0001_boxes.sql', 'create table boxes (\r\nid int)');
  await migrate(pool, folder);
  await write('0001_boxes.sql', 'create table boxes (id bigint)');
  await expect(migrate(pool, folder)).rejects.toThrow('0001_boxes.sql is not the one that was applied');
});

test('refuses a database newer than the program', async () => {
  await write('0001_boxes.sql', 'create table boxes (id int)');
  await write('0002_color.sql', 'alter table boxes add color text');
  await migrate(pool, folder);
  await rm(join(folder, '0002_color.sql'));
  await expect(migrate(pool, folder)).rejects.toThrow('0002_color.sql, which this Mailcall does not know');
});

test.each(['0002_gap.sql', '1_short.sql', '0001-dash.sql'])('refuses a misnamed file: %s', async (file) => {
  await write(file, 'select 1');
  await expect(migrate(pool, folder)).rejects.toThrow('should be named 0001_words.sql');
});

test('refuses a folder without migrations', async () => {
  await expect(migrate(pool, folder)).rejects.toThrow('no migrations');
});

test('removes only withheld numbers from stored calls and appointments', async () => {
  const [source, before] = [join(import.meta.dirname, '../migrations'), folder];
  const files = (await readdir(source)).sort();
  const withheld = files.findIndex((file) => file.endsWith('_withheld_numbers.sql'));
  for (const file of files.slice(0, withheld)) await copyFile(join(source, file), join(before, file));
  await migrate(pool, before);
  const numbers = {
    digits: '+7378742833',
    word: 'Anonymous',
    sip: 'sip:+266696687@192.0.2.7',
    real: '(303) 555-0101',
    none: null,
  };
  for (const [id, number] of Object.entries(numbers)) {
    await pool.query(`insert into account_version (account_id) values ($1)`, [id]);
    await pool.query(
      `insert into calls (account_id, id, call_date_time, caller_phone_number) values ($1, $1, now(), $2)`,
      [id, number],
    );
    await pool.query(`insert into appointments (account_id, id, call_id, phone) values ($1, $1, $1, $2)`, [
      id,
      number,
    ]);
  }
  const read = async () =>
    (
      await pool.query<{ id: string; number: string | null; phone: string | null; version: string }>(`
        select calls.id, caller_phone_number as number, phone, account_version.version || ' ' || epoch as version
        from calls join appointments using (account_id) join account_version using (account_id) order by calls.id`)
    ).rows;
  const stored = await read();
  expect(await migrate(pool)).toContain(files[withheld]);
  const rows = await read();
  expect(Object.fromEntries(rows.map(({ id, number }) => [id, number]))).toEqual({
    ...numbers,
    digits: null,
    word: null,
    sip: null,
  });
  expect(rows.map(({ phone }) => phone)).toEqual(rows.map(({ number }) => number));
  // lists and copies refresh only where calls changed
  const changed = rows.filter(({ version }, at) => version !== stored[at]?.version).map(({ id }) => id);
  expect(changed).toEqual(['digits', 'sip', 'word']);
});
