import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type RunningProgram, runProgram, temporaryFolder } from '../../../tests/support/programs.ts';
import { installedBinaries, runnableBinaries } from './binaries.ts';
import { administrator, type EmbeddedOptions, type EmbeddedPostgres, useEmbeddedPostgres } from './index.ts';
import { lookAtProcess, processesIn, readLockFile } from './lock-file.ts';
import { canEnter, databaseUser } from './system-user.ts';

const isRoot = process.getuid?.() === 0;

async function use(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const server = await useEmbeddedPostgres(folder, { durable: false, ...options });
  onTestFinished(() => server.close());
  return server;
}

let made: Promise<string> | undefined;

/** Once per file: it takes longer than most tests. */
async function makeData(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-test-'));
  await chmod(folder, 0o755);
  await (await useEmbeddedPostgres(folder, { durable: false })).close();
  return folder;
}

afterAll(async () => {
  if (made) await rm(await made, { recursive: true, force: true });
});

async function folderWithData(): Promise<string> {
  made ??= makeData();
  const folder = await temporaryFolder();
  await promisify(execFile)('cp', ['-a', join(await made, 'postgres'), folder]);
  return folder;
}

const hold = (folder: string, options: Parameters<typeof runProgram>[1] = {}) =>
  runProgram('tests/support/hold-postgres.ts', { ...options, args: [folder, ...(options.args ?? [])] });

const heldBy = async (program: RunningProgram) => Number((await program.printed(/holds (\d+)/))[1]);

const isAlive = (pid: number) => lookAtProcess(pid).state === 'alive';
async function goneSoon(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid)).toBe(false);
}

async function query(server: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = server.administrator();
  await client.connect();
  return client.query<pg.QueryResultRow>(statement).then(
    async ({ rows }) => {
      await client.end();
      return rows;
    },
    async (error: unknown) => {
      await client.end();
      throw error;
    },
  );
}

test('creates the data, keeps it for the next use and stops the server on close', async () => {
  const folder = await temporaryFolder();
  // left by a killed initialization
  const dead = spawn('/bin/true');
  await once(dead, 'exit');
  await mkdir(join(folder, 'postgres', `data-in-making-${dead.pid}`), { recursive: true });
  const first = await use(folder);
  expect((await readdir(join(folder, 'postgres'))).sort()).toEqual(['data', 'postgres.log', 'run']);
  await query(first, `create table kept as select 'still here' as words`);
  const firstPid = first.pid;
  await first.close();
  await goneSoon(firstPid);
  expect(readLockFile(join(folder, 'postgres/data'))).toBeNull();

  const second = await use(folder);
  expect(second.pid).not.toBe(firstPid);
  expect(await query(second, 'select words from kept')).toEqual([{ words: 'still here' }]);
});

test('lets only the database’s user in and opens no port', async () => {
  const folder = await folderWithData();
  const server = await use(folder);
  for (const part of ['postgres', 'postgres/data', 'postgres/run']) {
    expect((await lstat(join(folder, part))).mode & 0o077, part).toBe(0);
  }
  expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  const owner = new pg.Client(server.connection('postgres'));
  await owner.connect();
  const { rows } = await owner.query('select rolsuper from pg_roles where rolname = current_user');
  await owner.end();
  expect(rows).toEqual([{ rolsuper: false }]);
});

test('keeps the server after kill -9 of a process, adopts it and stops it at last', async () => {
  const folder = await folderWithData();
  const program = hold(folder);
  const pid = await heldBy(program);
  program.child.kill('SIGKILL');
  await program.ended;
  expect(isAlive(pid)).toBe(true);

  const server = await use(folder);
  expect(server.pid).toBe(pid);
  await server.close();
  await goneSoon(pid);
});

test('recovers commits after kill -9 of process and server', async () => {
  const folder = await folderWithData();
  const program = hold(folder, { args: ['durable'] });
  const pid = await heldBy(program);
  const client = administrator({ socketFolder: join(folder, 'postgres/run'), port: 5432 });
  await client.connect();
  await client.query(`create table kept as select 1 as value`);
  await client.query('checkpoint');
  await client.query(`insert into kept values (2)`);
  program.child.kill('SIGKILL');
  await program.ended;
  process.kill(pid, 'SIGKILL');
  await client.end();

  const server = await use(folder);
  expect(server.pid).not.toBe(pid);
  expect(await query(server, 'select value from kept order by value')).toEqual([{ value: 1 }, { value: 2 }]);
});

test('restarts a server that dies during use', async () => {
  const folder = await folderWithData();
  const server = await use(folder);
  const pid = server.pid;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => server.pid).not.toBe(pid);
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('closes without waiting for the restart of a dead server', async () => {
  const folder = await folderWithData();
  const server = await use(folder, { startTimeout: 600_000 });
  const busy = server.administrator();
  await busy.connect();
  // survives the postmaster and keeps a new one out of the folder
  const counting = busy
    .query('select count(*) from generate_series(1, 1000000000)')
    .catch((error: unknown) => error);
  onTestFinished(async () => {
    for (const { pid } of processesIn(join(folder, 'postgres/data'))) process.kill(pid, 'SIGKILL');
    await counting;
  });
  process.kill(server.pid, 'SIGKILL');
  await expect
    .poll(() => readFile(join(folder, 'postgres/postgres.log'), 'utf8'))
    .toContain('pre-existing shared memory block');
  await server.close();
  expect(processesIn(join(folder, 'postgres/data')).length).toBeGreaterThan(0);
});

test('starts one server for concurrent processes and stops it with the last', async () => {
  const folder = await temporaryFolder();
  const programs = [hold(folder), hold(folder), hold(folder)];
  const pids = await Promise.all(programs.map(heldBy));
  const [pid = 0] = pids;
  expect(new Set(pids).size).toBe(1);
  expect((await readdir(join(folder, 'postgres'))).sort()).toEqual(['data', 'postgres.log', 'run']);

  const [first, ...others] = programs;
  first?.child.kill('SIGTERM');
  expect(await first?.ended).toBe(0);
  expect(isAlive(pid)).toBe(true);
  for (const program of others) program.child.kill('SIGINT');
  expect(await Promise.all(others.map((program) => program.ended))).toEqual([0, 0]);
  await goneSoon(pid);
});

test('puts the socket under /tmp if the folder’s path is too long', async () => {
  const folder = join(await temporaryFolder(), 'a-very-long-name-'.repeat(8));
  await mkdir(folder);
  await rename(join(await folderWithData(), 'postgres'), join(folder, 'postgres'));
  const server = await use(folder);
  const { host } = server.connection('postgres');
  onTestFinished(() => rm(host, { recursive: true, force: true }));
  expect(host).toMatch(/^\/tmp\/mailcall-[0-9a-f]{16}$/);
  expect((await lstat(host)).mode & 0o777).toBe(0o700);
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.each(['a,b', ', ', 'a, "b" \'c\' #%41 $HOME \\ *é漢', '@abstract'])(
  'works in a folder that is called %s',
  async (name) => {
    const folder = join(await temporaryFolder(), name);
    await mkdir(folder);
    await rename(join(await folderWithData(), 'postgres'), join(folder, 'postgres'));
    const server = await use(folder);
    expect(server.connection('postgres').host).toBe(join(await realpath(folder), 'postgres/run'));
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await use(folder)).pid).toBe(server.pid);
  },
);

test.each([
  ['a symbolic link to nothing', 'dangling', /a symbolic link leads to a folder that is not there\. Make/],
  ['symbolic links in a circle', 'loop', /symbolic links lead in a circle\. Set DATA_DIR/],
  ['a file', 'file', /is in the way of the database's folder\. Set DATA_DIR/],
  ['a name that is too long', 'n'.repeat(300), /its name is too long\. Set DATA_DIR/],
  ['a path that is too long', `${'n'.repeat(200)}/`.repeat(5), /more than 800 bytes\. Set DATA_DIR/],
])('refuses %s as the data folder, and makes nothing', async (_kind, name, problem) => {
  const folder = await temporaryFolder();
  await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
  await symlink('loop', join(folder, 'loop'));
  await writeFile(join(folder, 'file'), '');
  const before = await readdir(folder);
  await expect(use(join(folder, name))).rejects.toThrow(problem);
  expect(await readdir(folder)).toEqual(before);
});

async function writeLock(path: string, text: string): Promise<void> {
  const user = await databaseUser(join(path, '..'));
  await writeFile(path, text, { mode: 0o600 });
  if (user) await chown(path, user.uid, user.gid);
}

/** A program of the database's user that is not PostgreSQL; runs until the test ends. */
async function bystander(data: string): Promise<number> {
  const user = await databaseUser(data);
  const program = spawn('sleep', ['60'], user ? { uid: user.uid, gid: user.gid } : {});
  onTestFinished(() => void program.kill('SIGKILL'));
  return program.pid ?? 0;
}

async function deadPid(): Promise<number> {
  const dead = spawn('/bin/true');
  await once(dead, 'exit');
  return dead.pid ?? 0;
}

const linesOf = (pid: number, folder: string) =>
  [pid, join(folder, 'postgres/data'), 1_700_000_000, 5432, join(folder, 'postgres/run'), '', '', ''].join(
    '\n',
  );

test.each([
  [
    'a number that another program has got since',
    async (folder: string, data: string) => linesOf(await bystander(data), folder),
  ],
  [
    'half of the lines, of another program',
    async (_folder: string, data: string) => `${await bystander(data)}\n`,
  ],
  ['half of the lines, of a program that has ended', async () => `${await deadPid()}\n/da`],
  ['a program that has ended', async (folder: string) => linesOf(await deadPid(), folder)],
  ['a single-user server that has ended', async (folder: string) => linesOf(-(await deadPid()), folder)],
  [
    'a server that has ended of a folder that was moved',
    async () => linesOf(await deadPid(), '/srv/elsewhere'),
  ],
])('a lock file of %s does not keep the server from starting', async (_kind, text) => {
  const folder = await folderWithData();
  const data = join(folder, 'postgres/data');
  const lock = await text(folder, data);
  await writeLock(join(data, 'postmaster.pid'), lock);
  await writeLock(join(folder, 'postgres/run/.s.PGSQL.5432.lock'), lock);
  const server = await use(folder);
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.each([
  ['is empty', ''],
  ['is empty', '\n\n'],
  ['is damaged', 'once upon a time\n'],
  ['is damaged', '\0'.repeat(64)],
  ['is damaged', '99999999999999999999\n'],
  ['is damaged', '0\n'],
  ['is damaged', '\u00e9\ufffd{"pid": 12}'],
])('a lock file that %s (%j) is named, with what to do', async (damage, text) => {
  const folder = await folderWithData();
  const lock = join(folder, 'postgres/data/postmaster.pid');
  await writeLock(lock, text);
  await expect(use(folder)).rejects.toThrow(
    `The lock file ${lock} ${damage}. A full disk or a power cut can cause this. If no PostgreSQL works in this folder, remove the file and start again.`,
  );
  expect(await readFile(lock, 'utf8')).toBe(text);
  await rm(lock);
  await use(folder);
});

test('a damaged lock file of a server that runs names that server alone', async () => {
  const folder = await folderWithData();
  const server = await use(folder);
  const lock = join(folder, 'postgres/data/postmaster.pid');
  const text = await readFile(lock, 'utf8');
  await writeLock(lock, '');
  await expect(use(folder)).rejects.toThrow(
    `is empty. PostgreSQL still works in this folder: end process ${server.pid} (`,
  );
  await writeLock(lock, text);
});

test('a damaged lock of the socket does not keep the server from starting', async () => {
  const folder = await folderWithData();
  await writeLock(join(folder, 'postgres/run/.s.PGSQL.5432.lock'), '');
  expect(await query(await use(folder), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a copy of a folder whose server runs says so, and leaves that server alone', async () => {
  const folder = await folderWithData();
  const server = await use(folder);
  const copy = await temporaryFolder();
  await promisify(execFile)('cp', ['-a', join(folder, 'postgres'), copy]);
  const lock = join(copy, 'postgres/data/postmaster.pid');
  const refused = await use(copy).catch((error: Error) => error.message);
  expect(refused).toContain(
    `${lock} belongs to the PostgreSQL that works in ${join(folder, 'postgres/data')}`,
  );
  expect(refused).toContain('Leave that server running.');
  expect(refused).not.toMatch(/end it|end process|stop it/i);
  // as advised; the copied folder also has the socket's lock
  await rm(lock);
  const second = await use(copy);
  expect(second.pid).not.toBe(server.pid);
  expect(isAlive(server.pid)).toBe(true);
});

test('a number in the lock file that a server of another folder has got since does not keep the server from starting', async () => {
  const other = await use(await folderWithData());
  const folder = await folderWithData();
  await writeLock(join(folder, 'postgres/data/postmaster.pid'), linesOf(other.pid, folder));
  const server = await use(folder);
  expect(server.pid).not.toBe(other.pid);
  expect(isAlive(other.pid)).toBe(true);
});

test('names the process of a server that holds the folder without answering', async () => {
  const folder = await folderWithData();
  const server = await use(folder);
  process.kill(server.pid, 'SIGSTOP');
  onTestFinished(() => {
    process.kill(server.pid, 'SIGCONT');
  });
  await expect(use(folder, { startTimeout: 50 })).rejects.toThrow(`is held by process ${server.pid} (`);
});

test('shows PostgreSQL’s reason for refusing to start', async () => {
  const folder = await folderWithData();
  await writeFile(join(folder, 'postgres/data/postgresql.conf'), 'nonsense = 1\n', { flag: 'a' });
  await expect(use(folder)).rejects.toThrow(
    /PostgreSQL did not start[^]*unrecognized configuration parameter "nonsense"/,
  );
});

test('refuses data of another major version', async () => {
  const folder = await folderWithData();
  await writeFile(join(folder, 'postgres/data/PG_VERSION'), '17\n');
  await expect(use(folder)).rejects.toThrow(/made by PostgreSQL 17; this Mailcall brings PostgreSQL 18/);
});

test('refuses a folder with other content and leaves it alone', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'postgres/data'), { recursive: true });
  await writeFile(join(folder, 'postgres/data/letter.txt'), 'dear');
  await expect(use(folder)).rejects.toThrow('holds something that is not a PostgreSQL database');
  expect(await readFile(join(folder, 'postgres/data/letter.txt'), 'utf8')).toBe('dear');
});

test('names a file that is in the way', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'postgres'), '');
  await expect(use(folder)).rejects.toThrow(/postgres.* is in the way/);
});

if (isRoot) {
  const nobody = { name: 'nobody', uid: 65_534, gid: 65_534 };

  test('lets root use an ordinary user’s data as that user', async () => {
    const folder = await folderWithData();
    await promisify(execFile)('chown', ['-R', `${nobody.uid}:${nobody.gid}`, join(folder, 'postgres')]);
    const server = await use(folder);
    expect((await lstat(`/proc/${server.pid}`)).uid).toBe(nobody.uid);
  });

  test('runs root’s server as another user, who passes through root’s folder but cannot list it', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o700);
    const server = await use(folder);
    const owner = (await lstat(join(folder, 'postgres/data'))).uid;
    expect(owner).not.toBe(0);
    expect((await lstat(`/proc/${server.pid}`)).uid).toBe(owner);
    expect((await lstat(folder)).mode & 0o777).toBe(0o701);
    expect((await lstat(join(folder, 'postgres'))).isDirectory()).toBe(true);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('links to another folder if the database’s user cannot enter this one', async () => {
    const closed = await temporaryFolder();
    await chmod(closed, 0o700);
    const folder = join(closed, 'var');
    const said: string[] = [];
    const server = await use(folder, { say: (line) => said.push(line) });
    const home = await realpath(join(folder, 'postgres'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    expect(home).toMatch(/^\/var\/lib\/mailcall\/postgres-/);
    expect(said.join()).toContain(home);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.close();
    await (await use(folder)).close();
    expect(await realpath(join(folder, 'postgres'))).toBe(home);
  });

  test('copies binaries once if the database’s user cannot reach them', async () => {
    const closed = await temporaryFolder();
    const home = await temporaryFolder();
    const installed = installedBinaries();
    await cp(installed.folder, join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
    await chmod(closed, 0o700);
    const hidden = { ...installed, folder: join(closed, 'native') };
    const found = await runnableBinaries(home, nobody, hidden);
    expect(found.folder).toBe(join(home, `program-${installed.version}`));
    const copiedAt = (await lstat(found.folder)).ctimeMs;
    await runnableBinaries(home, nobody, hidden);
    expect((await lstat(found.folder)).ctimeMs).toBe(copiedAt);
  });

  if (canEnter(nobody, import.meta.dirname)) {
    test('runs an ordinary user’s server as that user and names the owner to others', async () => {
      const folder = await temporaryFolder();
      await chown(folder, nobody.uid, nobody.gid);
      const program = hold(folder, { as: nobody });
      const pid = await heldBy(program);
      expect((await lstat(`/proc/${pid}`)).uid).toBe(nobody.uid);
      const other = hold(folder, { as: { uid: 1, gid: 1 } });
      expect(await other.ended).toBe(1);
      expect(other.output()).toMatch(/belongs to the user nobody\. Run Mailcall as that user or as root/);
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    });
  }
}
