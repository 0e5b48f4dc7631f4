import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { allRoutes } from '@mailcall/contract/api.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../tests/support/imports.ts';
import { runCommand } from '../../../tests/support/operate.ts';
import { runProgram, temporaryFolder } from '../../../tests/support/programs.ts';
import { startS3Server } from '../../../tests/support/s3-server.ts';
import { startServer, type TestServer } from '../../../tests/support/start-server.ts';
import { addPerson, bearer, signInAs } from '../../../tests/support/test-app.ts';
import { type App, buildApp } from '../../app.ts';
import { fixedClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/database.ts';
import type { FileStore } from '../../platform/files.ts';
import { openFiles } from '../../platform/open-files.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { importFolder } from '../ingest/index.ts';
import {
  allowPerson,
  erasePerson,
  erasureLogName,
  previewErasure,
  reapplyErasures,
  requestedPerson,
} from '../personal-data/index.ts';
import { makeBackup, restoreBackup } from './index.ts';
import { manifestName, type Manifest } from './manifest.ts';

const startTime = '2026-03-11T15:00:00Z';
const example = join(root, 'docs/reference/import-example');
const stopped = new AbortController().signal;

let server: TestServer;
let backups: string;
let backup: string;

/** Without the PDF, whose pages take seconds to draw. */
beforeAll(async () => {
  server = await startServer({ startTime });
  const feed = join(server.environment.dataFolder, 'feed');
  await cp(example, feed, { recursive: true });
  for (const name of ['design-versions.csv', 'campaigns.csv']) {
    const rows = await readFile(join(example, name), 'utf8');
    const pages = rows.replaceAll(/images\/spring-2\.pdf#page=\d/g, 'images/spring-front-1.png');
    await writeFile(join(feed, name), pages);
  }
  await importFolder(server.database, feed, { files: server.files });
  await addPerson(server.database, { id: 'olga', accounts: ['A-101'] });
  const token = await signInAs({ app: server }, 'olga@people.test');
  const renamed = await server.http.inject({
    method: 'PUT',
    url: `${serviceBase.data}/tracking-lines`,
    headers: bearer(token),
    payload: { id: 'L-1', friendlyName: 'Tab\tand "quotes" \\ é' },
  });
  expect(renamed.statusCode).toBe(200);
  backups = await mkdtemp(join(tmpdir(), 'mailcall-backups-'));
  backup = join(backups, 'first');
  await makeBackup({ ...server, stopped }, backup, '0.1.0');
});
afterAll(async () => {
  await server.close();
  await rm(backups, { recursive: true, force: true });
});

const lists = allRoutes.filter(
  ({ method, service, path, replyFormat }) =>
    method === 'GET' && service !== 'identity' && !path.includes(':') && replyFormat === 'envelope',
);

async function answersOf(app: Pick<App, 'http'>): Promise<Record<string, unknown>> {
  const token = await signInAs({ app }, 'olga@people.test');
  const answers: Record<string, unknown> = {};
  for (const { service, path } of lists) {
    const query = encodeQuery({ accountIds: ['A-101'] });
    const answer = await app.http.inject({
      url: `${serviceBase[service]}${path}?${query}`,
      headers: bearer(token),
    });
    if (answer.statusCode === 200) answers[`${service} ${path}`] = answer.json();
  }
  return answers;
}

async function rowsIn(folder: string): Promise<Record<string, string>> {
  const { tables } = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest;
  const rows: Record<string, string> = {};
  for (const { part, name } of tables) {
    if (name === 'portal_change_log') continue;
    const packed = await readFile(join(folder, 'tables', part, `${name}.copy.gz`));
    rows[name] = gunzipSync(packed).toString().split('\n').sort().join('\n');
  }
  return rows;
}

test('a portal that was backed up and restored into an empty folder by command shows the same', async () => {
  const folder = await temporaryFolder();
  const env = { DATA_DIR: folder, MAILCALL_DEMO: 'off' };
  const restore = runProgram('server/cli.ts', { env, args: ['restore', backup] });
  expect(await restore.ended, restore.output()).toBe(0);
  expect(restore.answer()).toMatch(/^The backup is restored: \d+ rows of \d+ tables, and [1-9]\d* files\.$/m);

  const again = join(await temporaryFolder(), 'again');
  await runCommand(env, 'backup', again);
  expect(await rowsIn(again)).toEqual(await rowsIn(backup));
  const read = async (path: string, name: string) => readFile(join(path, name), 'utf8');
  const withoutTables = (sums: string) =>
    sums.split('\n').filter((line) => !/ {2}(tables\/|backup\.json)/.test(line));
  expect(withoutTables(await read(again, 'SHA256SUMS'))).toEqual(
    withoutTables(await read(backup, 'SHA256SUMS')),
  );

  const environment = { ...server.environment, dataFolder: folder };
  const database = await openDatabase(environment);
  const files = await openFiles(environment);
  const app = await buildApp({ ...server, environment, database, files, clock: fixedClock(startTime) });
  onTestFinished(async () => {
    await app.http.close();
    await database.close();
  });
  await app.http.ready();
  const expected = await answersOf(server);
  expect(Object.keys(expected).length).toBeGreaterThan(30);
  expect(JSON.stringify(expected)).toContain('Tab\\tand \\"quotes\\"');
  expect(await answersOf(app)).toEqual(expected);
  // the restored database gives the same positions again, so cursors of the former one must not work
  const idOf = async ({ pool }: typeof database) =>
    (await pool.query<{ database_id: string }>('select database_id from portal_change_log')).rows[0]
      ?.database_id;
  expect(await idOf(database)).not.toBe(await idOf(server.database));
  // new rows do not get the numbers of restored ones
  const numbered = await database.pool.query(
    `insert into portal_changes (file, row_id, action, made_at) values ('calls', 'x', 'changed', now())
    returning id > (select max(id) from portal_changes) as is_new`,
  );
  expect(numbered.rows).toEqual([{ is_new: true }]);

  expect(restore.answer()).toContain('People who were erased after the backup are back');
  const person = requestedPerson({ phone: '+13035550199', email: 'desk@front-range.example' });
  const { total } = await previewErasure(server, person);
  await erasePerson(server, person, { total, shared: true });
  const foreign = { kind: 'email', hash: 'a'.repeat(64), salt: 'other', at: startTime, allowed: false };
  const log = await read(server.environment.dataFolder, erasureLogName);
  await writeFile(join(folder, erasureLogName), `${JSON.stringify(foreign)}\n${log}`);
  const restored = { database, files, environment, clock: fixedClock('2026-05-01T00:00:00Z') };
  expect((await previewErasure(restored, person)).total).toBe(total);
  expect(await reapplyErasures(restored)).toEqual({ erased: 2, others: 1 });
  expect((await previewErasure(restored, person)).total).toBe(0);
  const erased = async ({ pool }: typeof database) =>
    (await pool.query('select kind, hash, erased_at from erased_persons order by 1, 2')).rows;
  expect(await erased(database)).toEqual(await erased(server.database));
  expect(await reapplyErasures(restored)).toEqual({ erased: 0, others: 1 });
  await allowPerson(server, person);
  await cp(join(server.environment.dataFolder, erasureLogName), join(folder, erasureLogName));
  expect(await reapplyErasures(restored)).toEqual({ erased: 0, others: 0 });
  expect(await erased(database)).toEqual([]);
});

test('backs up the files of a bucket', async () => {
  const bucket = await startS3Server();
  onTestFinished(() => bucket.close());
  const files = await openFiles({ ...server.environment, files: bucket.setting });
  const keysOf = async (store: typeof files) => {
    const keys: string[] = [];
    for await (const key of store.keys()) keys.push(key);
    return keys.sort();
  };
  const before = await keysOf(server.files);
  expect(before.length).toBeGreaterThan(0);
  for (const key of before) await files.put(key, server.files.createReadStream(key));
  expect(await keysOf(files)).toEqual(before);
  const folder = join(backups, 'of-bucket');
  await makeBackup({ ...server, files, stopped }, folder, '0.1.0');
  expect(await readFile(join(folder, 'files', before[0] as string))).toEqual(
    await readFile(join(backup, 'files', before[0] as string)),
  );
});

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const restoreHere = (folder: string) => problemOf(restoreBackup({ ...server, stopped }, folder));

async function damaged(change: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(await temporaryFolder(), 'copy');
  await cp(backup, folder, { recursive: true });
  await change(folder);
  return folder;
}

test('refuses a database with rows, and a backup that is damaged, incomplete, of a newer release or none', async () => {
  expect(await restoreHere(backup)).toContain('The database is not empty: access_log has rows.');
  expect(await restoreHere(backups)).toContain('is not a backup');
  const withByte = await damaged(async (folder) => {
    await writeFile(join(folder, 'tables/record/calls.copy.gz'), 'x', { flag: 'a' });
  });
  expect(await restoreHere(withByte)).toContain('calls.copy.gz is damaged');
  const incomplete = await damaged((folder) => rm(join(folder, 'SHA256SUMS')));
  expect(await restoreHere(incomplete)).toContain('is incomplete');
  const missing = await damaged((folder) => rm(join(folder, 'tables/record/calls.copy.gz')));
  expect(await restoreHere(missing)).toContain('calls.copy.gz is missing');
  const newer = await damaged(async (folder) => {
    const manifest = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest;
    manifest.migrations.push({ name: '9999_later.sql', checksum: '' });
    await writeFile(join(folder, manifestName), JSON.stringify(manifest));
  });
  expect(await restoreHere(newer)).toContain('9999_later.sql, which this Mailcall does not know');
  const unreadable = await damaged((folder) => writeFile(join(folder, manifestName), '{"format": 2}'));
  expect(await restoreHere(unreadable)).toContain('is not of a kind that this release reads');
});

test.each([
  'postgres/postgresql.auto.conf',
  'Postgres/postgresql.auto.conf',
  './identity.json',
  'identity.json',
  'identity/keys/signing.json',
])('refuses a backup whose keys have %s, and writes nothing', async (path) => {
  const folder = await damaged(async (copy) => {
    const target = join(copy, 'secrets', path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, 'changed');
    const sum = createHash('sha256').update('changed').digest('hex');
    await writeFile(join(copy, 'SHA256SUMS'), `${sum}  secrets/${path}\n`, { flag: 'a' });
  });
  expect(await restoreHere(folder)).toContain(`The backup has secrets/${path}, which is no key`);
});

test('refuses a folder with files or in the data folder, and leaves nothing of a backup that failed', async () => {
  const attempt = (folder: string, signal = stopped) =>
    problemOf(makeBackup({ ...server, stopped: signal }, folder, '0.1.0'));
  expect(await attempt(backup)).toContain('is not empty');
  expect(await attempt(join(server.environment.dataFolder, 'backup'))).toContain('lies in DATA_DIR');
  const folder = join(await temporaryFolder(), 'stopped');
  expect(await attempt(folder, AbortSignal.abort())).toContain('aborted');
  expect(await readdir(folder)).toEqual([]);
});

test('reads the database again when a file goes meanwhile, and fails when files go each time', async () => {
  const notices: string[] = [];
  /** `before` runs before a file is read. */
  const attempt = async (name: string, before: (key: string) => Promise<void>) => {
    const files: FileStore = {
      ...server.files,
      createReadStream: (key) =>
        Readable.from(
          (async function* () {
            await before(key);
            yield* server.files.createReadStream(key);
          })(),
        ),
    };
    const folder = join(backups, name);
    const notice = (text: string) => void notices.push(text);
    return {
      folder,
      problem: await problemOf(makeBackup({ ...server, files, stopped, notice }, folder, '0.1.0')),
    };
  };
  const store = (key: string) => server.files.put(key, Readable.from(['x']));
  const name = (key: string | null) =>
    server.database.pool.query(`update calls set audio = $1 where id = 'K-1'`, [key]);
  const { rows } = await server.database.pool.query<{ audio: string }>(
    `select audio from calls where id = 'K-1'`,
  );
  await store('recordings/zz/replaced.wav');
  await store('ingest/uploaded');
  await name('recordings/zz/replaced.wav');
  const once = await attempt('replaced', async () => {
    await name('recordings/zz/new.wav');
    await store('recordings/zz/new.wav');
    await server.files.remove('recordings/zz/replaced.wav');
    await server.files.remove('ingest/uploaded');
  });
  expect(once.problem).toBe('done');
  expect(notices).toEqual([
    'Removed during the backup: recordings/zz/replaced.wav. The database is read again.',
  ]);
  expect((await rowsIn(once.folder))['calls']).toContain('recordings/zz/new.wav');
  expect((await rowsIn(once.folder))['calls']).not.toContain('replaced.wav');
  const sums = await readFile(join(once.folder, 'SHA256SUMS'), 'utf8');
  expect(sums).toContain('files/recordings/zz/new.wav');
  expect(await readdir(join(once.folder, 'files/recordings/zz'))).toEqual(['new.wav']);

  await store('recordings/zz/0.wav');
  const always = await attempt('always', async (key) => {
    const [, number] = /zz\/(\d+)\.wav$/.exec(key) ?? [];
    if (number === undefined) return;
    await server.files.remove(key);
    await store(`recordings/zz/${Number(number) + 1}.wav`);
  });
  expect(always.problem).toMatch(
    /^Files are removed faster than they are backed up: recordings\/zz\/\d+\.wav\./,
  );
  expect(await readdir(always.folder)).toEqual([]);
  await name(rows[0]?.audio ?? null);
  for (const key of ['new', '0', '1', '2', '3', '4', '5', '6', '7', '8'])
    await server.files.remove(`recordings/zz/${key}.wav`);
});
