import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import type { Export } from '@mailcall/contract/exports.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { linkIn, newestMessage } from '../../../tests/support/outbox.ts';
import { startServer, type TestServer } from '../../../tests/support/start-server.ts';
import { addAccounts, addPerson, bearer, signInAs } from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { readProvider } from '../../provider.ts';
import { startWork } from '../../work.ts';
import { openOutbox } from '../outbox/index.ts';
import { erasePerson, previewErasure, requestedPerson } from '../personal-data/index.ts';
import { cleanExports } from './clean-exports.ts';
import { WrittenExports } from './written-exports.ts';

let server: TestServer;
let token = '';
let work: { stop(): Promise<void> } | undefined;
const people = () => ({ app: { http: server.http, routes: server.routes } });

beforeAll(async () => {
  server = await startServer();
  const { database } = server;
  await addAccounts(database, [{ id: 'own' }, { id: 'large' }, { id: 'lost' }]);
  await addPerson(database, { id: 'olga', accounts: ['own', 'large'] });
  await addPerson(database, { id: 'felix', accounts: [] });
  await database.pool.query(`
    insert into calls (account_id, id, call_date_time)
    select account_id, account_id || '-' || lpad(n::text, 5, '0'), '2024-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
    from (values ('own', 300), ('large', 12000)) as office (account_id, calls), generate_series(1, calls) as n`);
});
afterAll(() => server.close());
beforeEach(async () => {
  token = await signInAs(people(), 'olga@people.test');
});
afterEach(async () => {
  await work?.stop();
  work = undefined;
  await server.database.pool.query('delete from exports');
  await server.database.pool.query('delete from graphile_worker._private_jobs');
});

const send = async <Data>(method: 'GET' | 'POST', path: string, payload?: object, as = token) => {
  const answer = await server.http.inject({
    method,
    url: serviceBase.data + path,
    headers: bearer(as),
    ...(payload ? { payload } : {}),
  });
  return { code: answer.statusCode, ...answer.json<{ message?: string; data: Data }>() };
};
const largeOffice = { accountIds: ['large'], filters: { outcome: ['all calls'] } };
const request = async (list: object = { accountIds: ['own'], filters: { outcome: ['all calls'] } }) => {
  const { code, data } = await send<{ export: Export }>('POST', '/calls/request-large-export', {
    acceptedTerms: true,
    authorizedReceiver: true,
    ...list,
  });
  expect(code).toBe(200);
  return data.export;
};
const listed = async () => (await send<{ records: Export[] }>('GET', '/calls/exports')).data.records;
const stateOf = async (id: string) => (await listed()).find((one) => one.id === id)?.state;
const reach = (id: string, state: Export['state']) =>
  vi.waitFor(async () => expect(await stateOf(id)).toBe(state), { timeout: 60_000, interval: 50 });
const fileOf = async (id: string) => {
  const { data } = await send<{ slt: string }>('POST', `/calls/exports/${id}/file`, {});
  return server.http.inject({ url: `${serviceBase.data}/calls/exports/file.xlsx?slt=${data.slt}` });
};
const callsIn = async (file: Buffer) => (await readXlsx(file)).sheets[0]?.rows.slice(1) ?? [];

test('writes every call in the order of the list, reports progress and mails a link', async () => {
  const requested = await request(largeOffice);
  expect(requested).toMatchObject({
    state: 'waiting',
    rows: 12_000,
    rowsWritten: 0,
    fileName: 'calls-all-calls_20180101_20240516.xlsx',
  });
  work = await startWork(server);
  await reach(requested.id, 'ready');
  expect((await listed())[0]).toMatchObject({ rowsWritten: 12_000, expiresAt: '2024-05-23T12:00:00.000Z' });

  const file = await fileOf(requested.id);
  expect(file.headers['content-disposition']).toBe(`attachment; filename="${requested.fileName}"`);
  expect(Number(file.headers['content-length'])).toBe(file.rawPayload.length);
  const ids = (await callsIn(file.rawPayload)).map((row) => row.at(-1));
  expect(ids).toEqual(
    Array.from({ length: 12_000 }, (_, n) => `large-${String(12_000 - n).padStart(5, '0')}`),
  );

  const mail = await newestMessage(server.database, 'olga@people.test');
  expect(mail.subject).toContain('export is ready');
  expect(mail.text).toContain('12,000');
  expect(mail.text).toContain('It is kept until May 23, 2024, 8:00 AM EDT.');
  expect(linkIn(mail.text).href).toBe(`http://portal.test/scoreboard?tab=all-calls&exports=${requested.id}`);
});

test('exports the list of the time of the request', async () => {
  const requested = await request({ accountIds: ['own'], filters: { outcome: ['all calls'] } });
  server.clock.advance(4 * 24 * 60 * 60 * 1000);
  await server.database.pool.query(
    `insert into calls (account_id, id, call_date_time) values ('own', 'later', '2024-05-19T00:00:00Z')`,
  );
  token = await signInAs(people(), 'olga@people.test');
  work = await startWork(server);
  await reach(requested.id, 'ready');
  expect((await callsIn((await fileOf(requested.id)).rawPayload)).length).toBe(300);
  await server.database.pool.query(`delete from calls where id = 'later'`);
});

test('writes an export of a killed process again, once, and mails it once', async () => {
  const requested = await request();
  // the state after a killed process: the job is locked and no process writes
  await server.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1`,
  );
  await server.database.pool.query(
    `update exports set started_at = heartbeat_at, attempts = 1, rows_written = 100 where id = $1`,
    [requested.id],
  );
  expect(await stateOf(requested.id)).toBe('writing');
  server.clock.advance(61_000);
  const workers = await Promise.all([startWork(server), startWork(server), startWork(server)]);
  work = { stop: async () => void (await Promise.all(workers.map((one) => one.stop()))) };
  await reach(requested.id, 'ready');
  expect((await callsIn((await fileOf(requested.id)).rawPayload)).length).toBe(300);
  const { rows } = await server.database.pool.query(
    `select from outbox where body_text like '%' || $1 || '%'`,
    [requested.id],
  );
  expect(rows).toHaveLength(1);
});

test('stops an export immediately, and writes it when the worker starts again', async () => {
  const requested = await request(largeOffice);
  const first = await startWork(server);
  await vi.waitFor(async () => expect(await stateOf(requested.id)).not.toBe('waiting'), {
    timeout: 60_000,
    interval: 5,
  });
  await first.stop();
  const { rows } = await server.database.pool.query<{ attempts: number; ready_at: Date | null }>(
    'select attempts, ready_at from exports where id = $1',
    [requested.id],
  );
  if (rows[0]?.ready_at === null) expect(rows[0].attempts).toBe(0);
  work = await startWork(server);
  await reach(requested.id, 'ready');
});

describe('an export that cannot be written', () => {
  const write = async (id: string, attempt: number) => {
    await server.database.pool.query('update exports set attempts = $2 where id = $1', [id, attempt - 1]);
    const provider = readProvider(server.environment);
    const outbox = openOutbox({ ...server, provider });
    await new WrittenExports({ ...server, outbox }).write(id);
  };
  const withoutCalls = async (run: () => Promise<void>) => {
    await server.database.pool.query('alter table calls rename to calls_elsewhere');
    await run().finally(() => server.database.pool.query('alter table calls_elsewhere rename to calls'));
  };

  test('is attempted five times, then given up, and its person is notified', async () => {
    const { id } = await request();
    await withoutCalls(async () => {
      await expect(write(id, 4)).rejects.toThrow('calls');
      expect(await stateOf(id)).toBe('writing');
      await write(id, 5);
      expect(await stateOf(id)).toBe('failed');
    });
    expect((await newestMessage(server.database, 'olga@people.test')).subject).toContain('export failed');
  });

  test('counts attempts that ended the whole process', async () => {
    const [fifth, sixth] = [await request(), await request()];
    await write(fifth.id, 5);
    expect(await stateOf(fifth.id)).toBe('ready');
    await write(sixth.id, 6);
    expect(await stateOf(sixth.id)).toBe('failed');
  });
});

const giveAccessAgain = () =>
  server.database.pool.query(
    `insert into contact_accounts (contact_id, account_id) values ('olga', 'own'), ('olga', 'large')`,
  );

test('does not write an export for a person who lost access, and notifies them', async () => {
  const requested = await request();
  await server.database.pool.query(`delete from contact_accounts where contact_id = 'olga'`);
  work = await startWork(server);
  await reach(requested.id, 'failed');
  const refused = await send('POST', `/calls/exports/${requested.id}/file`, {});
  expect([refused.code, refused.message]).toEqual([422, 'This export is not ready.']);
  expect((await newestMessage(server.database, 'olga@people.test')).subject).toContain('export failed');
  await giveAccessAgain();
});

test('gives a finished export only to its person, while they may read its offices', async () => {
  const requested = await request();
  work = await startWork(server);
  await reach(requested.id, 'ready');
  const felix = await signInAs(people(), 'felix@people.test');
  expect((await send('POST', `/calls/exports/${requested.id}/file`, {}, felix)).code).toBe(404);
  expect((await send<{ records: Export[] }>('GET', '/calls/exports', undefined, felix)).data.records).toEqual(
    [],
  );
  await server.database.pool.query(`delete from contact_accounts where contact_id = 'olga'`);
  const lost = await send('POST', `/calls/exports/${requested.id}/file`, {});
  expect([lost.code, lost.message]).toEqual([
    422,
    'You no longer have access to all offices of this export.',
  ]);
  await giveAccessAgain();
  expect((await fileOf(requested.id)).statusCode).toBe(200);
});

test('removes a file after 7 days', async () => {
  const requested = await request({ accountIds: [] });
  work = await startWork(server);
  await reach(requested.id, 'ready');
  const key = `exports/${requested.id}.xlsx`;
  await cleanExports(server);
  expect(await server.files.stat(key)).not.toBeNull();
  server.clock.advance(7 * 24 * 60 * 60 * 1000);
  token = await signInAs(people(), 'olga@people.test');
  const refused = await send('POST', `/calls/exports/${requested.id}/file`, {});
  expect([refused.code, refused.message]).toEqual([422, 'This export has expired. Please request it again.']);
  await cleanExports(server);
  expect(await server.files.stat(key)).toBeNull();
  const { rows } = await server.database.pool.query('select from exports where id = $1', [requested.id]);
  expect(rows).toHaveLength(1);
});

test('removes the unfinished file of a killed process a day later', async () => {
  const folder = join(server.environment.dataFolder, 'files', 'exports');
  await mkdir(folder, { recursive: true });
  for (const [name, hours] of [
    ['.old', 25],
    ['.new', 23],
  ] as const) {
    const written = new Date(server.clock.now().getTime() - hours * 60 * 60 * 1000);
    await writeFile(join(folder, name), 'half');
    await utimes(join(folder, name), written, written);
  }
  await cleanExports(server);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual(['.new']);
});

describe('an export of a person who is erased', () => {
  const person = requestedPerson({ phone: '(303) 555-0166' });
  const erase = async () => {
    const { total } = await previewErasure(server, person);
    await erasePerson(server, person, { total, shared: false });
  };
  const fileOfExport = (id: string) => server.files.stat(`exports/${id}.xlsx`);
  const requestMarked = () => request({ accountIds: ['marked'], filters: { outcome: ['all calls'] } });

  beforeAll(async () => {
    await addAccounts(server.database, [{ id: 'marked' }]);
    await server.database.pool.query(
      `insert into contact_accounts (contact_id, account_id) values ('olga', 'marked')`,
    );
  });
  beforeEach(() =>
    server.database.pool.query(`
      insert into calls (account_id, id, call_date_time, caller_name, caller_phone_number)
      values ('marked', gen_random_uuid(), '2024-01-01T00:00:00Z', 'Yolanda Markfield', '+13035550166')`),
  );

  /** Holds the export before or after its calls are read. */
  async function writeHeld(id: string, { afterReading }: { afterReading: boolean }) {
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const put = server.files.put.bind(server.files);
    const spy = vi.spyOn(server.files, 'put').mockImplementationOnce(async (key, source) => {
      const content = afterReading ? Readable.from([await buffer(source)]) : source;
      reached.resolve();
      await held.promise;
      return put(key, content);
    });
    const provider = readProvider(server.environment);
    const written = new WrittenExports({ ...server, outbox: openOutbox({ ...server, provider }) });
    const writing = written.write(id);
    await reached.promise;
    return async () => {
      held.resolve();
      await writing;
      spy.mockRestore();
    };
  }

  test.each([
    ['after', true],
    ['before', false],
  ])('has no file when they are erased %s its calls are read', async (_, afterReading) => {
    const { id } = await requestMarked();
    const release = await writeHeld(id, { afterReading });
    await erase();
    await release();
    expect(await fileOfExport(id)).toBeNull();
    expect(await stateOf(id)).toBe('expired');
  });

  test('has no file when it is begun while they are erased', async () => {
    const held = await server.database.pool.connect();
    await held.query('begin');
    await held.query('lock table erased_persons in share mode');
    const erasing = erase();
    await expect.poll(() => countLockWaits(server.database.pool)).toBe(1);
    const { id } = await requestMarked();
    const release = await writeHeld(id, { afterReading: true });
    await held.query('commit');
    held.release();
    await erasing;
    await release();
    expect(await fileOfExport(id)).toBeNull();
  });

  test('has no file after the next maintenance when the process that stored it was killed', async () => {
    const { id } = await requestMarked();
    await erase();
    await server.files.put(`exports/${id}.xlsx`, Readable.from([Buffer.from('markfield')]));
    await server.database.exclusively(`write export ${id}`, () => cleanExports(server));
    expect(await fileOfExport(id)).not.toBeNull();
    await cleanExports(server);
    expect(await fileOfExport(id)).toBeNull();
    await server.files.put(`exports/${id}.xlsx`, Readable.from([Buffer.from('removed once')]));
    await cleanExports(server);
    expect(await fileOfExport(id)).not.toBeNull();
    await server.files.remove(`exports/${id}.xlsx`);
  });
});

test('has at most three exports of one person in progress', async () => {
  const requested = { accountIds: ['own'], acceptedTerms: true, authorizedReceiver: true };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => send('POST', '/calls/request-large-export', requested)),
  );
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([
    200, 200, 200, 422, 422, 422, 422, 422,
  ]);
  expect(answers.find(({ code }) => code === 422)?.message).toContain('Please wait');
});
