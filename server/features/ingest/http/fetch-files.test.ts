import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IngestReport } from '@mailcall/contract/ingest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccounts, bearer, testApp } from '../../../../tests/support/test-app.ts';
import { wavOf } from '../../../../tests/support/wav.ts';
import { makeApiKey } from '../../identity/index.ts';
import { allowedAddress } from './fetch-addresses.ts';
import { FeedFileFetches } from './fetch-files.ts';
import { ImportQueue } from './import-queue.ts';

const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
const asked: string[] = [];
const respond = (request: IncomingMessage, response: ServerResponse) => {
  asked.push(request.url ?? '');
  const answer = answers.get(request.url ?? '');
  if (answer) answer(request, response);
  else response.writeHead(404).end();
};
const [allowed, secret] = [createServer(respond), createServer(respond)];
const listening = (server: typeof allowed) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
const [origin, secretOrigin] = [await listening(allowed), await listening(secret)];
afterAll(() => [allowed, secret].forEach((server) => server.close()));

const here = testApp({ INGEST_FETCH_ORIGINS: origin });
let key = '';
beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'A1' }]);
  const wanted = { name: 'x', system: 'switch', scopes: ['ingest'] };
  key = (await makeApiKey(here.database.kysely, wanted, here.clock.now())).key;
});

const sendCall = (id: string, audio: string) => sendCalls([id], audio);
const sendCalls = async (ids: readonly string[], audio: string) => {
  const answer = await here.app.http.inject({
    method: 'POST',
    url: '/api/ingest/v1/calls',
    headers: { ...bearer(key), 'content-type': 'application/x-ndjson' },
    payload: ids
      .map((id) => JSON.stringify({ id, account_id: 'A1', call_date_time: '2026-03-09T08:15:30Z', audio }))
      .join('\n'),
  });
  return answer.json<{ data: IngestReport }>().data;
};

/** Runs the waiting fetches, as the worker does; returns what the system reads about them. */
async function work(
  isLast = false,
): Promise<{ rowId: string; failure: string | null; failedAt: string | null }[]> {
  const queue = new ImportQueue({ ...here, pool: here.database.pool });
  const { tasks } = new FeedFileFetches(here, queue);
  const { rows } = await here.database.pool.query<{ id: string }>(
    'select id from ingest_fetches where failed_at is null',
  );
  for (const { id } of rows) await tasks['fetch feed file']?.({ id }, { isLast }).catch(() => {});
  await queue.close();
  const answer = await here.app.http.inject({ url: '/api/ingest/v1/fetches', headers: bearer(key) });
  return answer.json<{ data: { records: Awaited<ReturnType<typeof work>> } }>().data.records;
}

const sound = wavOf(Buffer.alloc(80, 0x80));

const audioOf = async (id: string) =>
  (await here.database.pool.query<{ audio: string }>('select audio from calls where id = $1', [id])).rows[0]
    ?.audio;

test('a recording that a row names by its address is fetched after the row', async () => {
  answers.set('/one.wav', (_, response) => response.writeHead(200).end(sound));
  expect(await sendCall('K1', `${origin}/one.wav`)).toMatchObject({ added: 1, fetching: 1, missingFiles: 0 });
  expect(await audioOf('K1')).toMatch(/^missing\//);
  expect(await work()).toEqual([]);
  expect(await audioOf('K1')).toMatch(/^recordings\/.*\.wav$/);
  asked.length = 0;
  expect(await sendCall('K1', `${origin}/one.wav`)).toMatchObject({ unchanged: 1, fetching: 0 });
  expect(asked).toEqual([]);
});

test('one that does not come is tried again, and at last reported', async () => {
  await sendCall('K2', `${origin}/late.wav`);
  expect(await work()).toMatchObject([
    { rowId: 'K2', failure: 'The address answers with status 404.', failedAt: null },
  ]);
  expect(await work(true)).toMatchObject([{ rowId: 'K2', failedAt: here.clock.now().toISOString() }]);
  // a row that names another one replaces it
  answers.set('/other.wav', (_, response) => response.writeHead(200).end(sound));
  await sendCall('K2', `${origin}/other.wav`);
  expect(await work()).toEqual([]);
  expect(await audioOf('K2')).toMatch(/^recordings\//);
});

test('one whose row names a path later is not fetched any more', async () => {
  await sendCall('K6', `${origin}/late.wav`);
  await sendCall('K6', 'audio/k-6.wav');
  asked.length = 0;
  expect(await work()).toEqual([]);
  expect(asked).toEqual([]);
});

test('redirects lead to allowed origins only', async () => {
  answers.set('/inside', (_, response) => response.writeHead(302, { location: '/one.wav' }).end());
  answers.set('/outside', (_, response) =>
    response.writeHead(302, { location: `${secretOrigin}/admin` }).end(),
  );
  answers.set('/around', (_, response) => response.writeHead(302, { location: '/around' }).end());
  asked.length = 0;
  await sendCall('K3', `${origin}/inside`);
  await sendCall('K4', `${origin}/outside`);
  await sendCall('K5', `${origin}/around`);
  const failures = (await work()).map(({ rowId, failure }) => [rowId, failure]);
  expect(Object.fromEntries(failures)).toEqual({
    K4: `The address redirects to one from which nothing is fetched (${secretOrigin}).`,
    K5: 'The address redirects too often.',
  });
  expect(asked).not.toContain('/admin');
  expect(await audioOf('K3')).toMatch(/^recordings\//);
});

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost/x.wav',
  'file:///etc/passwd',
  `${secretOrigin}/x.wav`,
  `${origin}.evil.example/x.wav`,
  `${origin.replace('http://', 'http://user:password@')}/x.wav`,
  origin.replace('http://', 'https://'),
])('%s is refused with its row', async (address) => {
  asked.length = 0;
  expect(allowedAddress(address, [origin])).toBeNull();
  expect(await sendCall('K9', address)).toMatchObject({
    rejected: 1,
    rejections: [{ line: 1, column: 'audio' }],
  });
  expect(asked).toEqual([]);
});

test('an answer that breaks off is tried again', async () => {
  answers.set('/broken.wav', (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('x', () => response.destroy());
  });
  await sendCall('K10', `${origin}/broken.wav`);
  const found = (await work()).find(({ rowId }) => rowId === 'K10');
  expect(found).toMatchObject({ failure: 'The address breaks the connection off.', failedAt: null });
  answers.set('/broken.wav', (_, response) => response.writeHead(200).end(sound));
  await work();
  expect(await audioOf('K10')).toMatch(/^recordings\//);
});

test('what cannot be stored is tried again, and at last reported', async () => {
  answers.set('/full.wav', (_, response) => response.writeHead(200).end(sound));
  await sendCall('K11', `${origin}/full.wav`);
  await here.database.pool.query(
    `insert into ingest_files (key, system, path, name, bytes, complete, created_at)
     values ('ingest/full', 'switch', 'full', 'full.wav', 30000000000, true, now())`,
  );
  const found = async (isLast: boolean) => (await work(isLast)).find(({ rowId }) => rowId === 'K11');
  expect(await found(false)).toMatchObject({ failure: 'The file could not be stored.', failedAt: null });
  expect(await found(true)).toMatchObject({
    failure: 'The file could not be stored.',
    failedAt: here.clock.now().toISOString(),
  });
  await here.database.pool.query(`delete from ingest_files where key = 'ingest/full'`);
});

test('an address that several rows name is fetched once, and after what people wait for', async () => {
  answers.set('/shared.wav', (_, response) => response.writeHead(200).end(sound));
  asked.length = 0;
  await here.database.pool.query(`
    create sequence statements;
    create function count_statement() returns trigger language plpgsql as $$ begin perform nextval('statements'); return null; end $$;
    create trigger counted after insert on ingest_fetches for each statement execute function count_statement()`);
  await sendCalls(['K12', 'K13'], `${origin}/shared.wav`);
  expect((await here.database.pool.query(`select nextval('statements')::int as next`)).rows).toEqual([
    { next: 2 },
  ]);
  const { rows } = await here.database.pool.query<{ priority: number }>(
    `select distinct priority from graphile_worker.jobs where key like 'fetch feed file%'`,
  );
  expect(rows).toEqual([{ priority: 1 }]);
  await work();
  expect(asked).toEqual(['/shared.wav']);
  expect(await audioOf('K12')).toMatch(/^recordings\//);
  expect(await audioOf('K13')).toBe(await audioOf('K12'));
});

test('makes room for new files by removing copies of earlier fetches', async () => {
  answers.set('/more.wav', (_, response) => response.writeHead(200).end(sound));
  await sendCall('K14', `${origin}/more.wav`);
  await here.database.pool.query(
    `insert into ingest_files (key, system, path, name, bytes, complete, created_at)
     values ('ingest/copy', 'switch', 'https://files.example/old.wav', 'old.wav', 30000000000, true, '2026-01-01')`,
  );
  expect((await work()).find(({ rowId }) => rowId === 'K14')).toBeUndefined();
  expect(await audioOf('K14')).toMatch(/^recordings\//);
  const { rows } = await here.database.pool.query(
    `select path from ingest_files where key = 'ingest/copy' or path like '%/more.wav'`,
  );
  expect(rows).toEqual([{ path: `${origin}/more.wav` }]);
});

const right = 'Send a recording as WAV, MP3, MP4, Ogg, AAC, FLAC or WebM.';
test.each([
  [
    'K15',
    'a page',
    '\n<!DOCTYPE html><title>Sign in</title>',
    'The address answers with a page instead of a file.',
  ],
  ['K16', 'text', 'Sign in', `The file is text. ${right}`],
  ['K17', 'JSON', '{"status":"processing"}', `The file is JSON. ${right}`],
])('the recording of %s that is %s with status 200 is fetched again', async (id, _what, text, failure) => {
  let content: string | Buffer = text;
  answers.set(`/${id}.wav`, (_, response) =>
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(content),
  );
  await sendCall(id, `${origin}/${id}.wav`);
  expect((await work()).find(({ rowId }) => rowId === id)).toMatchObject({ failure, failedAt: null });
  expect(await audioOf(id)).toMatch(/^missing\//);
  content = sound;
  await work();
  expect(await audioOf(id)).toMatch(/^recordings\//);
});
