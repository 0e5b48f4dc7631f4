import { type Call, getCall } from '@mailcall/contract/calls.ts';
import { logout } from '@mailcall/contract/identity.ts';
import { requestRecording } from '@mailcall/contract/recordings.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { wavOf } from '../../../tests/support/wav.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { findCall } from './one-call.ts';

const here = testApp({ RECORDING_URL_LIFETIME: '60' });
const folders = new FeedFolders();
let token = '';
let foreignToken = '';

/** A recording that cannot be played, but whose bytes can be distinguished. */
const bytes = new Uint8Array(wavOf(Uint8Array.from({ length: 956 }, (_, at) => at % 251)));

beforeAll(async () => {
  const call = {
    call_date_time: '2026-03-01T10:00:00Z',
    caller_phone_number: '+13035550101',
    audio: '',
    campaign_id: '',
    caller_id_name: '',
    record_type: '',
  };
  const folder = await folders.folder({
    'accounts.csv': csv([
      { id: 'own', name: 'Own', time_zone: 'America/Denver' },
      { id: 'foreign', name: 'Foreign', time_zone: '' },
    ]),
    'campaigns.csv': csv([
      {
        id: 'm1',
        account_id: 'own',
        name: 'Order 7',
        label: 'Spring',
        campaign_type: 'MVP Mail',
        campaign_type_details: 'Every door',
        media_type: 'Postcard',
        delivery_week: '2026-02-23',
      },
    ]),
    'calls.csv': csv([
      {
        ...call,
        id: 'c1',
        account_id: 'own',
        audio: 'audio/one.wav',
        campaign_id: 'm1',
        record_type: 'Mail Call',
        caller_id_name: "ANN O'HARA",
      },
      {
        ...call,
        id: 'c2',
        account_id: 'own',
        call_date_time: '2026-03-02T10:00:00Z',
        audio: 'audio/not-there.wav',
      },
      { ...call, id: 'c3', account_id: 'own', caller_phone_number: '+13035550199' },
      { ...call, id: 'c4', account_id: 'own', caller_phone_number: '+13035550198' },
      { ...call, id: 'x1', account_id: 'foreign', audio: 'audio/one.wav' },
    ]),
    'audio/one.wav': bytes,
    'appointments.csv': csv([
      {
        id: 'p1',
        account_id: 'own',
        call_id: 'c1',
        first_name: 'Ann',
        date_time: '2026-03-09T15:00:00Z',
        outcome: 'Rescheduled',
        previous_appointment_id: '',
      },
      {
        id: 'p2',
        account_id: 'own',
        call_id: 'c1',
        first_name: 'Ann',
        date_time: '2026-03-10T15:00:00Z',
        outcome: 'Scheduled',
        previous_appointment_id: 'p1',
      },
    ]),
    'inquiries.csv': csv([
      {
        id: 'i1',
        account_id: 'own',
        call_id: 'c1',
        kind: 'insurance',
        item_id: 'n1',
        item_name: 'Delta',
        insurance_acceptance_status: 'Accepted',
      },
      ...(
        [
          ['i2', 'own', 'c2', 'o1', 'Whitening'],
          ['i3', 'own', 'c3', 'o1', 'Whitening'],
          ['i4', 'own', 'c4', 'o2', 'exam'],
          ['i5', 'foreign', 'x1', 'o3', 'Theirs'],
        ] as const
      ).map(([id, account_id, call_id, item_id, item_name]) => ({
        id,
        account_id,
        call_id,
        kind: 'offer',
        item_id,
        item_name,
        insurance_acceptance_status: '',
      })),
    ]),
  });
  const report = await importFolder(here.database, folder, { files: here.files });
  expect(report.firstRejections).toEqual([]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'felix', accounts: ['foreign'] });
  token = await signInAs(here, 'olga@people.test');
  foreignToken = await signInAs(here, 'felix@people.test');
});
afterAll(() => folders.remove());

const accessLog = () =>
  here.database.kysely
    .selectFrom('access_log')
    .select(['account_id', 'contact_id', 'action', 'subject_kind', 'subject_id', 'happened_at'])
    .where('action', '<>', 'sign in')
    .execute();

const open = (id: string, query: object = {}) =>
  requestRoute<{ records: Call[] }>(here, token, getCall, { params: { id }, query });

describe('a call', () => {
  test('is returned completely, and opening it is logged', async () => {
    const before = (await accessLog()).length;
    const { data } = await open('c1', { accountIds: ['own'], related: 1 });
    expect(data.records).toHaveLength(1);
    expect(data.records[0]).toMatchObject({
      id: 'c1',
      timeZone: 'America/Denver',
      callAudio: '/calls/c1/recording',
      callerIdName: "Ann O'Hara",
      callerPhoneNumber: '+1 (303) 555-0101',
      callerPhoneNumberRaw: '+13035550101',
      appointmentsCounter: 1,
      outcome: ['appointment', 'rescheduled'],
      campaignName: 'Order 7',
      campaignTitle: 'Spring',
      campaignLabel: 'Spring',
      campaignTargetDeliveryWeek: '2026-02-23',
      campaignType: 'MVP Mail',
      campaignTypeDetails: 'Every door',
      recordType: 'Mail Call',
      callerIdNameFmt: "Ann O'Hara",
      campaignMediaType: 'Postcard',
      appointments: [
        { id: 'p1', replaced: true },
        { id: 'p2', replaced: false, previousAppointmentId: 'p1' },
      ],
      insurances: [{ itemId: 'n1', name: 'Delta', insuranceAcceptanceStatus: 'Accepted' }],
      offers: [],
      accountOffers: [
        { itemId: 'o2', name: 'exam' },
        { itemId: 'o1', name: 'Whitening' },
      ],
      relatedCalls: [{ callId: 'c2', recordType: null, campaignTypeDetails: null, campaignTitle: null }],
    });
    expect((await accessLog()).slice(before)).toEqual([
      {
        account_id: 'own',
        contact_id: 'olga',
        action: 'open',
        subject_kind: 'call',
        subject_id: 'c1',
        happened_at: new Date(testNow),
      },
    ]);
  });

  test('finds the newest names of offers among many inquiries by an index', async () => {
    const { pool } = here.database;
    await pool.query(`
      insert into inquiries (account_id, id, call_id, kind, item_id, item_name, version)
      select case when n <= 5000 then 'own' else 'office ' || n % 20 end, 'many' || n, 'none', 'offer', 'o' || 1 + n % 2,
        'Name ' || n, 1000 + n
      from generate_series(1, 40000) n`);
    await pool.query('vacuum analyze inquiries');
    const { call, scans } = await here.database.transaction(async (transaction) => {
      const found = await findCall(transaction, new Set(['own']), 'c1', { related: false });
      const { rows } = await sql<{ count: number }>`
        select pg_stat_get_xact_numscans('inquiries_newest_offers'::regclass)::int as count`.execute(
        transaction,
      );
      return { call: found, scans: rows[0]?.count };
    });
    expect(call?.accountOffers).toEqual([
      { itemId: 'o2', name: 'Name 4999' },
      { itemId: 'o1', name: 'Name 5000' },
    ]);
    expect(scans).toBe(1);
    await pool.query(`delete from inquiries where call_id = 'none'`);
  });

  test('includes the caller’s other calls only on request', async () => {
    expect((await open('c1')).data.records[0]?.relatedCalls).toEqual([]);
    expect((await open('c3', { related: 'true' })).data.records[0]?.relatedCalls).toEqual([]);
  });

  test.each(['x1', 'none', "c1' or '1'='1"])(
    '%s of another person or of no one is not found, and nothing is logged',
    async (id) => {
      const before = (await accessLog()).length;
      for (const route of [getCall, requestRecording]) {
        const { code, status, message } = await requestRoute(here, token, route, { params: { id } });
        expect([code, status, message]).toEqual([404, 'error', `Call ${id} not found`]);
      }
      expect(await accessLog()).toHaveLength(before);
    },
  );

  test('is not found after it is removed', async () => {
    await here.database.kysely.updateTable('calls').set({ deleted: true }).where('id', '=', 'c3').execute();
    expect((await open('c3')).code).toBe(404);
  });

  test('has the outcome of its callback under both names', async () => {
    const outcome = { callbackOutcomeOpportunity: null, callbackOutcomeOpportunityResult: null };
    expect((await open('c4')).data.records[0]).toMatchObject(outcome);
    await here.database.pool.query(
      `update calls set callback_outcome_opportunity_result = 'Unknown' where id = 'c4'`,
    );
    expect((await open('c4')).data.records[0]).toMatchObject({
      callbackOutcomeOpportunity: 'Unknown',
      callbackOutcomeOpportunityResult: 'Unknown',
    });
  });

  test('has each offer of its account under its newest name, without removed ones', async () => {
    const inquiries = [
      { id: 'i3', item_id: 'o1', item_name: 'Bright whitening', deleted: false },
      { id: 'i4', item_id: '', item_name: '', deleted: true },
    ];
    const folder = await folders.folder({
      'inquiries.csv': csv(
        inquiries.map(({ id, item_id, item_name, deleted }) => ({
          id,
          account_id: 'own',
          call_id: 'c3',
          kind: 'offer',
          item_id,
          item_name,
          deleted,
        })),
      ),
    });
    const report = await importFolder(here.database, folder, { files: here.files });
    expect(report.firstRejections).toEqual([]);
    expect((await open('c1')).data.records[0]?.accountOffers).toEqual([
      { itemId: 'o1', name: 'Bright whitening' },
    ]);
  });

  test('requested with another customer’s account is refused', async () => {
    expect((await open('c1', { accountIds: ['foreign'] })).code).toBe(403);
  });
});

const play = async (id = 'c1', as = token) =>
  requestRoute<{ url: string; expiresAt: string }>(here, as, requestRecording, { params: { id } });
const stream = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  here.app.http.inject({ method, url: `/api/data${url}`, headers });

describe('a recording', () => {
  test('is played by an address that expires, and playing is logged', async () => {
    const before = (await accessLog()).length;
    const { data } = await play();
    expect(data.expiresAt).toBe(new Date(Date.parse(testNow) + 60_000).toISOString());
    expect((await accessLog()).slice(before)).toEqual([
      {
        account_id: 'own',
        contact_id: 'olga',
        action: 'play',
        subject_kind: 'call',
        subject_id: 'c1',
        happened_at: new Date(testNow),
      },
    ]);
    const answer = await stream(data.url);
    expect([answer.statusCode, new Uint8Array(answer.rawPayload)]).toEqual([200, bytes]);
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    });
    expect(await accessLog()).toHaveLength(before + 1);
  });

  test.each<[string, number, number, number]>([
    ['bytes=0-0', 0, 1, 206],
    ['bytes=100-199', 100, 200, 206],
    ['bytes=990-', 990, 1000, 206],
    ['bytes=-10', 990, 1000, 206],
    ['bytes=0-99999', 0, 1000, 206],
    ['bytes=5-1', 0, 1000, 200],
    ['bytes=0-1,5-6', 0, 1000, 200],
  ])('%s sends bytes from %d to %d', async (range, from, until, status) => {
    const answer = await stream((await play()).data.url, { range });
    expect([answer.statusCode, new Uint8Array(answer.rawPayload)]).toEqual([
      status,
      bytes.slice(from, until),
    ]);
    expect(answer.headers['content-length']).toBe(String(until - from));
    expect(answer.headers['content-range']).toBe(
      status === 206 ? `bytes ${from}-${until - 1}/1000` : undefined,
    );
  });

  test('has no part past its end', async () => {
    const answer = await stream((await play()).data.url, { range: 'bytes=1000-' });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */1000']);
    expect(answer.json()).toMatchObject({ status: 'error' });
  });

  test('continues after an interruption only if it is still the same', async () => {
    const { url } = (await play()).data;
    const etag = String((await stream(url)).headers['etag']);
    expect((await stream(url, { range: 'bytes=1-', 'if-range': etag })).statusCode).toBe(206);
    expect((await stream(url, { range: 'bytes=1-', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  test('answers HEAD with only the headers', async () => {
    const answer = await stream((await play()).data.url, { range: 'bytes=0-9' }, 'HEAD');
    expect([answer.statusCode, answer.headers['content-length'], answer.rawPayload.length]).toEqual([
      206,
      '10',
      0,
    ]);
  });

  test('is not compressed on the way', async () => {
    const answer = await stream((await play()).data.url, { 'accept-encoding': 'gzip, br' });
    expect([answer.headers['content-encoding'], answer.rawPayload.length]).toEqual([undefined, 1000]);
  });

  test('its address reveals nothing, and a changed one is refused', async () => {
    const { url } = (await play()).data;
    const signature = url.slice('/recordings/'.length);
    const readable = signature.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    for (const secret of ['recordings/', '.wav', 'audio/wav']) {
      expect([signature, ...readable].filter((text) => text.includes(secret))).toEqual([]);
    }
    for (const at of [0, 40, Math.floor(signature.length / 2), signature.length - 3]) {
      const changed = `${signature.slice(0, at)}${signature[at] === 'A' ? 'B' : 'A'}${signature.slice(at + 1)}`;
      expect((await stream(`/recordings/${changed}`)).statusCode).toBe(403);
    }
    expect((await stream('/recordings/none')).statusCode).toBe(403);
    expect((await stream('/recordings/..%2f..%2fetc%2fpasswd')).statusCode).toBe(403);
  });

  test('two addresses of one recording differ', async () => {
    expect((await play()).data.url).not.toBe((await play()).data.url);
  });

  test('another customer’s recording cannot be played, though its content is the same', async () => {
    expect((await play('c1', foreignToken)).code).toBe(404);
    expect((await play('x1', foreignToken)).code).toBe(200);
  });

  test('that has not arrived is reported as missing', async () => {
    const { code, message } = await play('c2');
    expect([code, message]).toEqual([404, 'The recording has not arrived yet.']);
    const { code: without, message: said } = await play('c4');
    expect([without, said]).toEqual([404, 'This call has no recording.']);
  });

  test('a renewed address within the hour is the same play', async () => {
    await here.database.pool.query('delete from access_log');
    const renew = async () =>
      requestRoute(here, await signInAs(here, 'olga@people.test'), requestRecording, {
        params: { id: 'c1' },
        query: { renewal: 1 },
      });
    expect((await renew()).code).toBe(200);
    expect(await accessLog()).toHaveLength(1);
    here.clock.advance(60 * 60_000);
    await renew();
    expect(await accessLog()).toHaveLength(1);
    here.clock.advance(1);
    await renew();
    expect(await accessLog()).toHaveLength(2);
    await play('c1', await signInAs(here, 'olga@people.test'));
    expect(await accessLog()).toHaveLength(3);
    here.clock.set(testNow);
  });

  test('ends with its address, with a message', async () => {
    const { url } = (await play()).data;
    here.clock.advance(59_000);
    expect((await stream(url)).statusCode).toBe(200);
    here.clock.advance(2_000);
    const answer = await stream(url);
    expect([answer.statusCode, answer.json()]).toEqual([
      410,
      { status: 'error', message: 'The link to this recording has expired. Press Play again.', data: null },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    here.clock.set(testNow);
  });

  test('ends with the session that its address was given to', async () => {
    const leaving = await signInAs(here, 'olga@people.test');
    const [{ data: left }, { data: other }] = [await play('c1', leaving), await play()];
    expect((await requestRoute(here, leaving, logout)).code).toBe(200);
    const answer = await stream(left.url, { range: 'bytes=0-9' });
    expect([answer.statusCode, answer.json().message]).toEqual([
      410,
      'The link to this recording has expired. Press Play again.',
    ]);
    expect((await stream(other.url)).statusCode).toBe(200);
  });

  test('its address is in no log line', async () => {
    const { url } = (await play()).data;
    await stream(url);
    await stream(`${url}x`);
    expect(here.logged.filter((line) => line.includes(url.slice(20, 60)))).toEqual([]);
  });
});
