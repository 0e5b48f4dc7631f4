import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDuckDbFile, restrictModes } from './open-file.ts';

const limits = { threads: 1, memory: 200 };
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailcall-duckdb-'));
});
afterEach(() => rm(folder, { recursive: true }));

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('gives each process its own file, readable only by its user', async () => {
  const other = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { openDuckDbFile } = await import(${JSON.stringify(join(import.meta.dirname, 'open-file.ts'))});
      console.log((await openDuckDbFile(${JSON.stringify(folder)}, ${JSON.stringify(limits)})).path);
      process.stdin.resume();`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [path] = (await once(other.stdout, 'data')) as [Buffer];
  expect(path.toString().trim()).toBe(join(folder, '1'));
  const second = await openDuckDbFile(folder, limits);
  const third = await openDuckDbFile(folder, limits);
  expect([second.path, third.path]).toEqual([join(folder, '2'), join(folder, '3')]);
  expect([await mode(folder), await mode(join(folder, '2.duckdb'))]).toEqual(['700', '600']);
  second.close();
  third.close();
  other.kill();
  await once(other, 'exit');
  const first = await openDuckDbFile(folder, limits);
  expect(first.path).toBe(join(folder, '1'));
  first.close();
});

test('replaces a damaged file and lets no statement read other files', async () => {
  await writeFile(join(folder, '1.duckdb'), 'not a database');
  const file = await openDuckDbFile(folder, limits);
  const connection = await file.instance.connect();
  await connection.run('create table kept (n integer)');
  await expect(connection.run(`select * from read_csv('/etc/passwd')`)).rejects.toThrow('Permission Error');
  await expect(connection.run('set enable_external_access = true')).rejects.toThrow('locked');
  connection.closeSync();
  file.close();
  // left by a killed process
  await mkdir(join(folder, '1.tmp'));
  await writeFile(join(folder, '1.tmp', 'spilled'), 'Ann');
  await writeFile(join(folder, '1.csv'), 'Ann');
  const emptied = await openDuckDbFile(folder, limits, { anew: true });
  expect([await readdir(join(folder, '1.tmp')), await mode(join(folder, '1.tmp'))]).toEqual([[], '700']);
  const again = await emptied.instance.connect();
  await expect(again.run('select * from kept')).rejects.toThrow('kept');
  await again.run('create table written (n integer)');
  await restrictModes(emptied.path);
  expect(await mode(join(folder, '1.duckdb.wal'))).toBe('600');
  again.closeSync();
  emptied.close();
  expect((await readdir(folder)).filter((name) => !name.startsWith('1.duckdb'))).toEqual([]);
});

test('returns the memory of ended statements to the system', async () => {
  const file = await openDuckDbFile(folder, limits);
  const connection = await file.instance.connect();
  const set = await connection.runAndReadAll(
    `select value from duckdb_settings() where name = 'allocator_background_threads'`,
  );
  expect(set.getRows()).toEqual([['true']]);
  connection.closeSync();
  file.close();
});
