import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { IngestReport } from '@mailcall/contract/ingest.ts';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../../tests/support/imports.ts';
import { addAccounts, bearer, testApp } from '../../../../tests/support/test-app.ts';
import { wavOf } from '../../../../tests/support/wav.ts';
import { makeApiKey, revokeApiKey } from '../../identity/index.ts';
import { cleanIngest } from './serve-ingest.ts';

const here = testApp({ INGEST_FETCH_ORIGINS: 'https://files.example' });
let key = '';

const newKey = (scopes: string[], system = 'switch') =>
  makeApiKey(here.database.kysely, { name: system, system, scopes }, here.clock.now());

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'A1' }, { id: 'A2' }]);
  key = (await newKey(['ingest'])).key;
});

const send = (path: string, options: InjectOptions = {}) =>
  here.app.http.inject({
    method: 'POST',
    url: `/api/ingest/v1${path}`,
    ...options,
    headers: { ...bearer(key), 'content-type': 'application/x-ndjson', ...options.headers },
  });
const ndjson = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const sendRows = async (file: string, rows: readonly object[] | string, headers = {}) => {
  const answer = await send(`/${file}`, {
    payload: typeof rows === 'string' ? rows : ndjson(rows),
    headers,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: IngestReport }>().data;
};
const rowsOf = async (query: string, ...values: unknown[]) =>
  (await here.database.pool.query<Record<string, unknown>>(query, values)).rows;

const call = (id: string, more: object = {}) => ({
  id,
  account_id: 'A1',
  call_date_time: '2026-03-09T08:15:30-06:00',
  ...more,
});

describe('rows', () => {
  test('are imported, and each bad line is reported while the others are kept', async () => {
    const report = await sendRows('calls', [
      call('K1', { caller_name: 'Jordan Example' }),
      call('K2', { account_id: 'A9' }),
      call('K3', { call_date_time: 'yesterday' }),
      call('K1', { caller_name: 'Ann Example' }),
      { id: 'K4', caller_name: 'Zoe Example' },
    ]);
    expect(report).toMatchObject({
      received: 5,
      added: 1,
      rejected: 3,
      replaced: 1,
      rejections: [
        { line: 2, column: 'account_id' },
        { line: 3, column: 'call_date_time' },
        { line: 5, column: 'account_id', reason: 'is required for a new call' },
      ],
    });
    expect(JSON.stringify(report)).not.toMatch(/Jordan|Ann|Zoe/);
    expect(await rowsOf(`select caller_name from calls where id in ('K1', 'K2', 'K3', 'K4')`)).toEqual([
      { caller_name: 'Ann Example' },
    ]);
  });

  test('that come again change nothing', async () => {
    const rows = [call('K10'), call('K11')];
    expect(await sendRows('calls', rows)).toMatchObject({ added: 2 });
    expect(await sendRows('calls', rows)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });

  test('of one system cannot use up the values of a column', async () => {
    const fill = (dimension: string, from: number, to: number, system: string | null) =>
      rowsOf(
        `insert into dimension_values (dimension, code, value, system)
         select $1, n, 'v' || n, $4 from generate_series($2::int, $3::int) n`,
        dimension,
        from,
        to,
        system,
      );
    await sendRows('calls', [call('K70', { price_answer: 'v1', ivr_outcome: 'v1' })]);
    await fill('priceAnswer', 2, 4_000, 'switch');
    const rows = ['one too many', 'v3'].map((price_answer, n) => call(`K7${n}`, { price_answer }));
    const reason = 'has too many new values: switch can add 4,000 over all rows';
    expect((await sendRows('calls', rows)).rejections).toEqual([{ line: 1, column: 'price_answer', reason }]);
    // after another process has added it
    await fill('priceAnswer', 5_000, 5_000, 'scores');
    const added = [call('K70', { price_answer: 'v5000' })];
    expect((await sendRows('calls', added)).rejections).toEqual([]);
    const other = await newKey(['ingest:calls'], 'scores');
    expect((await sendRows('calls', rows, bearer(other.key))).rejections).toEqual([]);
    // of all systems together, also when other processes have added them meanwhile
    await fill('ivrOutcome', 2, 32_000, null);
    expect((await sendRows('calls', [call('K72', { ivr_outcome: 'x' })])).rejections).toMatchObject([
      { column: 'ivr_outcome', reason: expect.stringContaining('32,000') as string },
    ]);
  });

  test('of different files follow each other in one session', async () => {
    await sendRows('accounts', [{ id: 'A3', name: 'Third', time_zone: 'America/Denver' }]);
    await sendRows('campaigns', [{ id: 'C1', account_id: 'A3', name: 'Spring', campaign_type: 'MVP Mail' }]);
    await sendRows('calls', [call('K20', { account_id: 'A3', campaign_id: 'C1' })]);
    await sendRows('appointments', [{ id: 'P1', account_id: 'A3', call_id: 'K20' }]);
    expect(await sendRows('accounts', [{ id: 'A4', name: 'x', time_zone: 'Mars/Base' }])).toMatchObject({
      rejections: [{ line: 1, column: 'time_zone' }],
    });
    expect(await rowsOf(`select campaign_id, appointment_count from calls where id = 'K20'`)).toEqual([
      { campaign_id: 'C1', appointment_count: 1 },
    ]);
  });

  test.each(['gzip', 'identity'])('can be sent as %s, up to 16 MB', async (encoding) => {
    const pack = (text: string) => (encoding === 'gzip' ? gzipSync(text) : text);
    const headers = encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {};
    const good = await send('/calls', { payload: pack(ndjson([call('K30')])), headers });
    expect(good.json()).toMatchObject({ data: { received: 1, rejected: 0 } });
    // as gzip these are 17 KB
    const bomb = await send('/calls', { payload: pack(' '.repeat(17 * 1024 * 1024)), headers });
    expect(bomb.statusCode).toBe(413);
  });

  test('that cannot be decompressed are refused', async () => {
    const payload = randomBytes(100);
    const broken = await send('/calls', { payload, headers: { 'content-encoding': 'gzip' } });
    expect(broken.statusCode).toBe(400);
    const unknown = await send('/calls', { payload, headers: { 'content-encoding': 'x-none' } });
    expect(unknown.statusCode).toBe(415);
  });

  test('of more than 20,000 lines, of another media type or of no known file are refused', async () => {
    expect((await send('/calls', { payload: '{}\n'.repeat(20_001) })).statusCode).toBe(413);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send('/calls', { payload: '{}', headers: form })).statusCode).toBe(415);
    expect((await send('/passwords', { payload: '{}' })).statusCode).toBe(400);
  });

  test('get the first report again with the same Idempotency-Key, and none with another body', async () => {
    const headers = { 'idempotency-key': 'order-17' };
    const first = await sendRows('calls', [call('K40')], headers);
    expect(first.added).toBe(1);
    expect(await sendRows('calls', [call('K40')], headers)).toEqual(first);
    const other = await send('/calls', { payload: ndjson([call('K41')]), headers });
    expect(other.statusCode).toBe(422);
    expect(await sendRows('calls', [call('K40')])).toMatchObject({ added: 0, unchanged: 1 });
    here.clock.set(new Date(here.clock.now().getTime() + 25 * 3600_000).toISOString());
    expect(await sendRows('calls', [call('K41')], headers)).toMatchObject({ added: 1 });
  });

  test('of calls of the past do not wait for a callback if the request says from which day calls do', async () => {
    const at = (id: string, day: string) => call(id, { call_date_time: `${day}T08:15:30-06:00` });
    const rows = [at('K51', '2026-03-08'), at('K52', '2026-03-09')];
    const request = { payload: ndjson(rows), headers: { 'idempotency-key': 'past' } };
    const answer = await send('/calls?callbacksFrom=2026-03-09', request);
    expect(answer.json()).toMatchObject({ data: { added: 2 } });
    // the same key with another day is another request
    expect((await send('/calls', request)).statusCode).toBe(422);
    await sendRows('calls', [at('K53', '2026-03-08')]);
    expect(await rowsOf(`select id from calls where before_callbacks and id like 'K5_' order by id`)).toEqual(
      [{ id: 'K51' }],
    );
    const refused = async (path: string) => (await send(path, { payload: ndjson(rows) })).body;
    expect(await refused('/calls?callbacksFrom=3/9/2026')).toContain(
      'The day is not a date like 2027-03-31.',
    );
    expect(await refused('/calls?callbacksFrom=2031-03-09')).toContain('has not begun anywhere');
    expect(await refused('/staff?callbacksFrom=2026-03-09')).toContain('Only calls take this day.');
  });

  test('that come twice at once with one Idempotency-Key are imported once', async () => {
    const other = await here.database.pool.connect();
    await other.query('select pg_advisory_lock(7305410)');
    const request = { payload: ndjson([call('K45')]), headers: { 'idempotency-key': 'order-45' } };
    const first = send('/calls', request);
    await expect
      .poll(() => rowsOf(`select from ingest_reports where idempotency_key = 'order-45'`))
      .toHaveLength(1);
    const second = await send('/calls', request);
    expect([second.statusCode, second.headers['retry-after']]).toEqual([409, '2']);
    other.release(true);
    expect((await first).json()).toMatchObject({ data: { added: 1 } });
    expect((await send('/calls', request)).json()).toEqual((await first).json());

    // a failed request can be sent again, and so can one of a killed process
    const failing = { ...request, headers: { 'idempotency-key': 'order-46' } };
    await here.database.pool.query(
      `insert into ingest_reports (api_key_id, idempotency_key, file, body_hash, report, created_at)
       select api_key_id, 'order-46', file, body_hash, 'null', $1 from ingest_reports where idempotency_key = 'order-45'`,
      [here.clock.now()],
    );
    expect((await send('/calls', failing)).statusCode).toBe(409);
    here.clock.set(new Date(here.clock.now().getTime() + 31_000).toISOString());
    expect((await send('/calls', failing)).json()).toMatchObject({ data: { unchanged: 1 } });
  });

  test('need the scope of their file', async () => {
    const calls = await newKey(['ingest:calls']);
    const headers = bearer(calls.key);
    const contact = { id: 'U1', name: 'x', email: 'x@people.test', account_ids: ['A1'] };
    expect((await send('/contacts', { payload: ndjson([contact]), headers })).statusCode).toBe(403);
    expect((await send('/calls', { payload: ndjson([call('K50')]), headers })).statusCode).toBe(200);
    await revokeApiKey(here.database.kysely, calls.apiKey.id, here.clock.now());
    expect((await send('/calls', { payload: ndjson([call('K50')]), headers })).statusCode).toBe(401);
    expect(await rowsOf('select from contacts')).toEqual([]);
  });

  test('wait for one another, and too many at once are asked to come back', async () => {
    const other = await here.database.pool.connect();
    await other.query('select pg_advisory_lock(7305410)');
    const refused: (string | undefined)[] = [];
    const answers = Array.from({ length: 7 }, async (_, index) => {
      const answer = await send('/calls', { payload: ndjson([call(`K6${index}`)]) });
      if (answer.statusCode === 429) refused.push(String(answer.headers['retry-after']));
      return answer.statusCode;
    });
    await expect.poll(() => refused).toEqual(['2', '2', '2']);
    other.release(true);
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(4);
    expect(await rowsOf(`select from calls where id like 'K6%'`)).toHaveLength(4);
  });

  test('leave no key and no name in the log', () => {
    const text = here.logged.join('\n');
    expect(text).toContain('/api/ingest/v1/:file');
    expect(text).not.toContain('mck_');
    expect(text).not.toMatch(/Jordan|Ann Example/);
  });
});

const silence = (samples: number) => wavOf(Buffer.alloc(samples, 0x80));
const putRecording = (callId: string, payload: Buffer, type = 'audio/wav') =>
  send(`/recordings/${callId}`, { method: 'PUT', payload, headers: { 'content-type': type } });

describe('a recording', () => {
  test('is stored for its call, once', async () => {
    await sendRows('calls', [call('R1')]);
    const sent = await putRecording('R1', silence(8000));
    expect(sent.json()).toMatchObject({ data: { callId: 'R1', bytes: 8044, changed: true } });
    expect((await putRecording('R1', silence(8000))).json()).toMatchObject({ data: { changed: false } });
    expect(
      await rowsOf(
        `select recordings.media_type, bytes, peaks is not null as peaks from recordings join calls on calls.account_id = recordings.account_id and key = audio where calls.id = 'R1'`,
      ),
    ).toEqual([{ media_type: 'audio/wav', bytes: 8044, peaks: true }]);
    expect(await rowsOf('select from ingest_files')).toEqual([]);
  });

  test('that comes while another one of its call waits is stored after it', async () => {
    await sendRows('calls', [call('R2')]);
    const other = await here.database.pool.connect();
    await other.query('select pg_advisory_lock(7305410)');
    const uploads = [silence(800), silence(1600)].map((recording) => putRecording('R2', recording));
    await expect
      .poll(() => rowsOf('select bytes from ingest_files where complete order by bytes'))
      .toEqual([{ bytes: 844 }, { bytes: 1644 }]);
    other.release(true);
    for (const answer of await Promise.all(uploads))
      expect(answer.json()).toMatchObject({ data: { changed: true } });
    expect(await rowsOf('select from ingest_files')).toEqual([]);
  });

  test('of an unknown call is refused, and leaves nothing', async () => {
    expect((await putRecording('R9', silence(10))).statusCode).toBe(404);
    expect(await rowsOf(`select from calls where id = 'R9'`)).toEqual([]);
    expect(await rowsOf('select from ingest_files')).toEqual([]);
  });

  test.each([
    'audio/mp3',
    'audio/x-mp3',
    'audio/mpeg3',
    'audio/mpeg',
    'audio/x-wav; codecs=1',
    'application/octet-stream',
    'binary/octet-stream',
    'text/html',
    null,
  ])('has the media type of its bytes, also as %j', async (type) => {
    const mp3 = await readFile(join(root, 'tests/recordings/voice.mp3'));
    await sendRows('calls', [{ ...call('R3'), audio: '' }]);
    const sent = await here.app.http.inject({
      method: 'PUT',
      url: '/api/ingest/v1/recordings/R3',
      payload: mp3,
      headers: { ...bearer(key), ...(type !== null && { 'content-type': type }) },
    });
    expect(sent.json(), sent.body).toMatchObject({ data: { changed: true } });
    expect(
      await rowsOf(
        `select recordings.media_type, audio like '%.mp3' as named from calls join recordings on recordings.account_id = calls.account_id and key = audio where calls.id = 'R3'`,
      ),
    ).toEqual([{ media_type: 'audio/mpeg', named: true }]);
  });

  test.each([
    ['text', Buffer.from('not really')],
    ['HTML', Buffer.from('<!doctype html><title>Sign in</title>')],
    ['empty', Buffer.alloc(0)],
    ['WAV without any sound', silence(0)],
  ])('that is %s replaces none, says so, and leaves nothing', async (what, payload) => {
    await sendRows('calls', [call('R4'), call('R5')]);
    await putRecording('R4', silence(800));
    const audio = () => rowsOf(`select id, audio from calls where id in ('R4', 'R5') order by id`);
    const before = await audio();
    expect(before).toMatchObject([{ audio: expect.stringMatching(/^recordings\//) }, { audio: null }]);
    for (const callId of ['R4', 'R5']) {
      const answer = await putRecording(callId, payload, 'audio/mpeg');
      expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        415,
        `The file is ${what}. Send a recording as WAV, MP3, MP4, Ogg, AAC, FLAC or WebM.`,
      ]);
    }
    expect(await audio()).toEqual(before);
    expect(await rowsOf('select from ingest_files')).toEqual([]);
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const upload = (path: string, payload: Buffer, as = key) =>
  send(`/files?path=${encodeURIComponent(path)}`, {
    method: 'PUT',
    payload,
    headers: { ...bearer(as), 'content-type': 'application/octet-stream' },
  });

describe('an uploaded picture', () => {
  const campaign = { id: 'C9', account_id: 'A1', name: 'x', campaign_type: 'MVP Mail' };

  test('belongs to the rows of the system that sent it', async () => {
    expect((await upload('images/spring.png', png)).json()).toMatchObject({ data: { bytes: png.length } });
    const front = { ...campaign, front_design: 'images/spring.png' };
    const other = await newKey(['ingest'], 'another system');
    expect(await sendRows('campaigns', [front], bearer(other.key))).toMatchObject({ missingFiles: 1 });
    expect(await sendRows('campaigns', [front])).toMatchObject({ missingFiles: 0, changed: 1 });
    expect(
      await rowsOf(
        `select images.media_type from campaigns join images on images.account_id = campaigns.account_id and images.id = front_image where campaigns.id = 'C9'`,
      ),
    ).toEqual([{ media_type: 'image/png' }]);
  });

  test.each(['../secret.png', '/etc/passwd', 'a\\b.png', 'https://files.example/a.png', 'a\0b', ''])(
    'cannot have the path %j',
    async (path) => {
      expect((await upload(path, png)).statusCode).toBe(400);
    },
  );

  test('replaces an earlier one, and is removed after a week', async () => {
    await upload('images/twice.png', png);
    await upload('images/twice.png', Buffer.concat([png, png]));
    const stored = await rowsOf(`select key, bytes from ingest_files where path = 'images/twice.png'`);
    expect(stored).toMatchObject([{ bytes: 2 * png.length }]);
    const storedKey = stored[0]?.['key'] as string;
    expect(await here.files.stat(storedKey)).toMatchObject({ bytes: 2 * png.length });
    here.clock.set(new Date(here.clock.now().getTime() + 8 * 86_400_000).toISOString());
    await cleanIngest(here);
    expect(await here.files.stat(storedKey)).toBeNull();
    expect(await rowsOf('select from ingest_files')).toEqual([]);
  });
});
