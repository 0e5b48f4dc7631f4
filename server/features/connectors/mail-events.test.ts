import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { getMailing, type Mailing } from '@mailcall/contract/mailings.ts';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { openSealedTexts } from '../../platform/sealed-text.ts';
import { connectionKinds } from './kinds.ts';
import { addConnection, addressOfConnection } from './connections.ts';
import { addSecret } from './secrets.ts';
import { listParked, storeAssignment } from './parked.ts';
import { csv, FeedFolders, importedOnce } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { importScans } from './informed-visibility/import-scans.ts';

const here = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());
const secrets = {
  'lob-main': 'secret-of-lob-1',
  'postgrid-main': 'secret-of-postgrid',
  'iv-main': 'mailcall:secret-of-iv',
};
type Name = keyof typeof secrets;

const restore = importedOnce(async () => {
  const files = {
    'accounts.csv': csv([{ id: 'own', name: 'Own', time_zone: 'America/Denver' }]),
    'campaigns.csv': csv(
      ['spring', 'summer'].map((id) => ({
        id,
        account_id: 'own',
        name: id,
        campaign_type: 'MVP Mail',
        quantity: 100,
      })),
    ),
    'mail-pieces.csv': csv([
      {
        campaign_id: 'spring',
        mailer_id: '901234567',
        serial_from: 100,
        serial_to: 1999,
        from_date: '2026-03-01',
      },
    ]),
  };
  const report = await importFolder(here.database, await folders.folder(files), { files: here.files });
  expect(report.firstRejections).toEqual([]);
});
beforeAll(async () => {
  const sealedTexts = await openSealedTexts(here.environment);
  for (const [name, kind] of [
    ['lob-main', 'lob'],
    ['postgrid-main', 'postgrid'],
    ['iv-main', 'informed-visibility'],
  ] as const) {
    await addConnection(here.database.kysely, { name, kind }, here.clock.now());
    await here.database.transaction((transaction) =>
      addSecret(
        transaction,
        sealedTexts,
        { connection: name, purpose: 'webhook', secret: secrets[name], keepDays: 0 },
        here.clock.now(),
      ),
    );
  }
});
let token = '';
beforeEach(async () => {
  await restore(here.database.pool);
  await here.database.pool.query('delete from connection_parked');
  here.clock.set(testNow);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  // one sign-in: more within a minute would be refused
  token ||= await signInAs(here, 'olga@people.test');
});

const pieces = async (id = 'spring') =>
  (await requestRoute<{ record: Mailing }>(here, token, getMailing, { params: { id } })).data.record.pieces;
const nothing = async () => {
  const { rows } = await here.database.pool.query(
    `select (select count(*) from tracked_pieces) + (select count(*) from tracked_mailings) + (select count(*) from connection_parked) as n`,
  );
  return Number(rows[0].n) === 0;
};
async function post(name: Name, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await here.app.http.inject({
    method: 'POST',
    url: new URL(addressOfConnection(here.environment.publicUrl, name)).pathname,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
  return answer.statusCode;
}
const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');
const time = String(Date.parse(testNow));

const lobBody = (
  type: string,
  more: object = {},
  metadata: object | null = { mailcall_campaign: 'spring' },
) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    event_type: { id: type, enabled_for_test: false, resource: 'postcards', object: 'event_type' },
    date_created: '2026-03-05T18:00:00.000Z',
    reference_id: 'psc_1',
    body: { id: 'psc_1', object: 'postcard', metadata, to: { name: 'Ann Lee', address_line1: '1 Oak St' } },
    ...more,
  });
const lobHeaders = (body: string, { secret = secrets['lob-main'], at = time } = {}) => ({
  'lob-signature': hmac(`${at}.${body}`, secret),
  'lob-signature-timestamp': at,
});
const lob = (body: string, signed?: { secret?: string; at?: string }) =>
  post('lob-main', body, lobHeaders(body, signed));

describe('events of Lob', () => {
  test('count a piece once in each state, in any order and sent again, and store nothing about its recipient', async () => {
    for (const type of [
      'postcard.delivered',
      'postcard.in_transit',
      'postcard.delivered',
      'postcard.created',
      'letter.viewed',
    ])
      expect(await lob(lobBody(type))).toBe(200);
    expect(await pieces()).toEqual({ entered: 1, near: 1, delivered: 1, returned: 0 });
    expect(await lob(lobBody('postcard.returned_to_sender'))).toBe(200);
    expect(await pieces()).toEqual({ entered: 1, near: 0, delivered: 0, returned: 1 });
    const { rows } = await here.database.pool.query('select * from tracked_pieces');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([rows, here.logged])).not.toMatch(/psc_1|Ann|Oak/);
  });

  test('of no known mailing are parked, once each, and counted when an operator has assigned them', async () => {
    for (const body of [
      lobBody('postcard.mailed', {}, { mailcall_campaign: 'unheard-of' }),
      lobBody('postcard.mailed', {}, { mailcall_campaign: 'unheard-of' }),
      lobBody('postcard.mailed', {}, null),
      lobBody('self_mailer.mailed', { body: { id: 'sfm_2' } }),
      lobBody('letter.mailed', { body: { id: 'ltr_3', metadata: { mailcall_campaign: 'a\u0000b' } } }),
      lobBody('letter.mailed', { body: { id: 'ltr_4', metadata: { mailcall_campaign: 7, other: ['x'] } } }),
    ])
      expect(await lob(body)).toBe(200);
    const parked = await listParked(here.database.kysely);
    expect(Object.fromEntries(parked.map(({ reference, count }) => [reference, count]))).toEqual({
      'campaign unheard-of': 1,
      'campaign 7': 1,
      'no mailcall_campaign': 3,
    });
    expect(await pieces()).toBeNull();
    await storeAssignment(
      here.database.kysely,
      { connection: 'lob-main', reference: 'campaign unheard-of', accountId: 'own', targetId: 'summer' },
      here.clock.now(),
    );
    expect(await lob(lobBody('postcard.mailed', {}, { mailcall_campaign: 'unheard-of' }))).toBe(200);
    expect(await pieces('summer')).toMatchObject({ entered: 1 });
  });

  const body = lobBody('postcard.mailed');
  const fresh = lobHeaders(body);
  const minutes = (count: number) => String(Date.parse(testNow) + count * 60_000);
  test.each<[name: string, status: number, body: string, headers: Record<string, string>]>([
    ['without a signature', 403, body, {}],
    ['signed with another secret', 403, body, lobHeaders(body, { secret: 'another-secret' })],
    ['of another body', 403, lobBody('postcard.delivered'), fresh],
    ['of another time', 403, body, { ...fresh, 'lob-signature-timestamp': minutes(1) }],
    ['replayed after six minutes', 403, body, lobHeaders(body, { at: minutes(-6) })],
    ['of the future', 403, body, lobHeaders(body, { at: minutes(6) })],
    ['with a time that is none', 403, body, lobHeaders(body, { at: 'now' })],
    ['of another type', 415, body, { ...fresh, 'content-type': 'text/csv' }],
    ['too large', 413, ' '.repeat(1024 * 1024 + 1), lobHeaders(' '.repeat(1024 * 1024 + 1))],
    ...[
      '',
      '[',
      '[]',
      '{}',
      lobBody('postcard.mailed', { date_created: 'yesterday' }),
      lobBody('postcard.mailed', { body: null }),
      lobBody('postcard.mailed', {}, { mailcall_campaign: 'spring\ud800' }),
    ].map((text): [string, number, string, Record<string, string>] => [
      `that are not Lob's: ${text.slice(0, 30)}`,
      400,
      text,
      lobHeaders(text),
    ]),
  ])('%s are refused, and nothing is written', async (_name, status, text, headers) => {
    expect(await post('lob-main', text, headers)).toBe(status);
    expect(await nothing()).toBe(true);
  });
});

const order = (more: object = {}) => ({
  id: 'event_1',
  object: 'event',
  type: 'postcard.updated',
  data: {
    id: 'postcard_1',
    object: 'postcard',
    status: 'completed',
    imbStatus: 'out_for_delivery',
    imbDate: '2026-03-04T15:00:00.000Z',
    updatedAt: '2026-03-06T15:00:00.000Z',
    metadata: { mailcall_campaign: 'spring' },
    ...more,
  },
});
const seconds = Math.floor(Date.parse(testNow) / 1000);
const signedToken = (
  claims: object,
  more: { secret?: string; alg?: string; iat?: number | undefined } = {},
) => {
  const { secret, alg, iat } = { secret: secrets['postgrid-main'], alg: 'HS256', iat: seconds, ...more };
  return new SignJWT({ ...claims, ...(iat === undefined ? {} : { iat }) })
    .setProtectedHeader({ alg })
    .sign(new TextEncoder().encode(secret));
};

describe('events of PostGrid', () => {
  test.each([
    ['as a token', async () => [await signedToken(order()), { 'content-type': 'application/jwt' }] as const],
    ['as a token of the type of JSON', async () => [JSON.stringify(await signedToken(order())), {}] as const],
    [
      'as JSON with a signature, also beside that of an older secret',
      async () => {
        const body = JSON.stringify(order());
        const signatures = ['another', secrets['postgrid-main']].map(
          (secret) => `v1=${hmac(`${time}.${body}`, secret)}`,
        );
        return [body, { 'postgrid-signature': `t=${time},${signatures.join(',')}` }] as const;
      },
    ],
    [
      'signed at a time in seconds',
      async () => {
        const body = JSON.stringify(order());
        return [
          body,
          { 'postgrid-signature': `t=${seconds},v1=${hmac(`${seconds}.${body}`, secrets['postgrid-main'])}` },
        ] as const;
      },
    ],
  ])('come %s, are answered 200, and have two statuses', async (_name, event) => {
    expect(await post('postgrid-main', ...(await event()))).toBe(200);
    const { rows } = await here.database.pool.query('select near_day, delivered_day from tracked_pieces');
    expect(rows).toEqual([{ near_day: '2026-03-04', delivered_day: '2026-03-06' }]);
  });

  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(order())).toString('base64url')}.`;
  test.each<[name: string, body: () => string | Promise<string>, headers?: Record<string, string>]>([
    ['without a signature', () => JSON.stringify(order())],
    ['signed with another secret', () => signedToken(order(), { secret: 'another-secret' })],
    ['with another algorithm', () => signedToken(order(), { alg: 'HS512' })],
    ['without an algorithm', () => unsigned],
    ['replayed', () => signedToken(order(), { iat: seconds - 3600 })],
    [
      'whose token has ended',
      () => signedToken({ ...order(), exp: seconds - 3600 }, { iat: seconds - 7200 }),
    ],
    [
      'replayed long before its end',
      () => signedToken({ ...order(), exp: seconds + 10 * 365 * 86_400 }, { iat: seconds - 6 * 60 }),
    ],
    ['from the future', () => signedToken(order(), { iat: seconds + 6 * 60 })],
    [
      'without a time, only with an end',
      () => signedToken({ ...order(), exp: seconds + 60 }, { iat: undefined }),
    ],
    ['before it begins', () => signedToken({ ...order(), nbf: seconds + 6 * 60 })],
    [
      'replayed with a signature',
      () => JSON.stringify(order()),
      {
        'postgrid-signature': `t=${seconds - 3600},v1=${hmac(`${seconds - 3600}.${JSON.stringify(order())}`, secrets['postgrid-main'])}`,
      },
    ],
  ])('%s are refused, and nothing is written', async (_name, body, headers = {}) => {
    expect(
      await post('postgrid-main', await body(), { 'content-type': 'application/json', ...headers }),
    ).toBe(403);
    expect(await nothing()).toBe(true);
  });

  test('of another form are refused, and those before the mail say nothing', async () => {
    expect(
      await post('postgrid-main', await signedToken({ type: 'postcard.updated', data: { id: 'a b' } }), {}),
    ).toBe(400);
    expect(
      await post('postgrid-main', await signedToken(order({ status: 'printing', imbStatus: null })), {}),
    ).toBe(200);
    expect(await post('postgrid-main', await signedToken({ type: 'cheque.updated' }), {})).toBe(200);
    expect(await nothing()).toBe(true);
  });
});

describe('scans of Informed Visibility', () => {
  const barcode = (serial: number) => `00270901234567${String(serial).padStart(6, '0')}80202123401`;
  const near = 'Phase 3c - Destination Sequenced Carrier Sortation';
  const fields = ['imb', 'imbMid', 'imbSerialNumber', 'scanDatetime', 'mailPhase'] as const;
  const scans: Partial<Record<(typeof fields)[number] | 'scanEventCode' | 'handlingEventType', string>>[] = [
    {
      imb: barcode(100),
      scanDatetime: '2026-03-02T09:00:00',
      scanEventCode: '896',
      mailPhase: 'Phase 1a - Origin Primary Processing',
    },
    {
      imb: barcode(100),
      scanDatetime: '2026-03-04T09:00:00',
      mailPhase: 'Phase 4c - Delivery',
      handlingEventType: 'L',
    },
    {
      imbMid: '901234567',
      imbSerialNumber: '000101',
      scanDatetime: '2026-03-03T09:00:00-07:00',
      mailPhase: near,
    },
    { imb: barcode(102), scanDatetime: '03/03/2026 09:00:00', mailPhase: '' },
  ];
  const titles = ['IMb', 'IMb MID', 'IMb Serial Number', 'Scan Datetime', 'Mail Phase'];
  const divided = (divider: string) =>
    [titles, ...scans.map((scan) => fields.map((field) => scan[field] ?? ''))]
      .map((cells) => `${cells.join(divider)}\r\n`)
      .join('');
  const forms: [name: string, text: string][] = [
    ['an array', JSON.stringify(scans)],
    ['an object with data', `\uFEFF ${JSON.stringify({ feedId: 'F', recordCount: 4, data: scans })}`],
    ['commas', divided(',')],
    ['bars', divided('|')],
    ['tabs', divided('\t')],
  ];
  const bytes = (text: string) =>
    Readable.from(
      (
        Buffer.from(text)
          .toString('latin1')
          .match(/[\s\S]{1,37}/g) ?? []
      ).map((part) => Buffer.from(part, 'latin1')),
    );
  const expected = { entered: 3, near: 2, delivered: 1, returned: 0 };
  const connection = { name: 'iv-main', kind: 'informed-visibility' } as const;

  test.each(forms)('of a file with %s are recorded, and again nothing changes', async (_name, text) => {
    for (const turn of ['first', 'second']) {
      expect(await importScans(here, connection, bytes(text))).toMatchObject({
        recorded: 4,
        rejected: 0,
        problems: [],
      });
      expect([turn, await pieces()]).toEqual([turn, expected]);
    }
  });

  const authorized = { authorization: `Basic ${Buffer.from(secrets['iv-main']).toString('base64')}` };
  test.each(forms)('that are posted with %s are recorded', async (name, text) => {
    const type = name.startsWith('a') ? 'application/json' : 'text/plain';
    expect(await post('iv-main', text, { ...authorized, 'content-type': type })).toBe(200);
    expect(await pieces()).toEqual(expected);
  });

  test('that are posted without the password, or cannot be read, are refused, and nothing is written', async () => {
    const text = JSON.stringify(scans);
    expect(await post('iv-main', text, {})).toBe(403);
    expect(
      await post('iv-main', text, {
        authorization: `Basic ${Buffer.from('mailcall:guess').toString('base64')}`,
      }),
    ).toBe(403);
    for (const bad of [
      '',
      '[{}]',
      '{"data":[{"imb":"1"}]}',
      `[${JSON.stringify(scans[0])},`,
      '{"a":1}',
      'IMb\n1',
    ])
      expect([bad, await post('iv-main', bad, authorized)]).toEqual([bad, 400]);
    expect(await nothing()).toBe(true);
  });

  test('of a file that cannot be read cost only themselves, and the file says where it ends', async () => {
    const some = [
      ...scans,
      { imb: '123', scanDatetime: '2026-03-03' },
      { imb: barcode(103), scanDatetime: '2026-02-30' },
      7,
      { imb: '0'.repeat(100_001), scanDatetime: '2026-03-03' },
      ...scans,
    ];
    const report = await importScans(here, connection, bytes(JSON.stringify(some)));
    expect(report).toMatchObject({
      recorded: 8,
      rejected: 4,
      problems: [
        { line: 5, problem: 'has a barcode of 3 digits; it must have 20, 25, 29 or 31' },
        { line: 6, problem: 'has no scan time such as 2026-03-04T15:30:00Z' },
        { line: 7, problem: 'is not a JSON object' },
        { line: 8, problem: 'has a barcode that is longer than 100,000 characters' },
      ],
    });
    const cut = JSON.stringify(scans).slice(0, -30);
    await expect(importScans(here, connection, bytes(cut))).rejects.toThrow(
      'The file is not JSON after its scan 3. 3 scans before that are recorded',
    );
    await expect(importScans(here, connection, bytes('a,b\n1,2\n'))).rejects.toThrow(
      'has no header with the fields IMb',
    );
    await expect(importScans(here, { name: 'lob-main', kind: 'lob' }, bytes('[]'))).rejects.toThrow(
      'of the kind lob',
    );
  });

  test.each([
    ['', 'has no Intelligent Mail barcode of 20, 25, 29 or 31 digits'],
    [null, 'has no Intelligent Mail barcode of 20, 25, 29 or 31 digits'],
    [12_345, 'has a barcode of 5 digits; it must have 20, 25, 29 or 31'],
    // JSON would read these as other numbers, with another serial number
    ['NUMBER 1027090123456700010080202123401', 'was written as a number and has lost digits'],
    ['NUMBER 10270901234567000100', 'was written as a number and has lost digits'],
    ['NUMBER 1027090123456700010080202', 'was written as a number and has lost digits'],
    ['1.0270901234567E+30', 'was written as a number and has lost digits'],
    ['1,02709E+30', 'was written as a number and has lost digits'],
    [`0927090123456700010080202123401`, 'has a barcode whose second digit is not 0 to 4'],
    [`${barcode(100)}1`, 'has a barcode of 32 digits; it must have 20, 25, 29 or 31'],
    [`${barcode(100).slice(0, 30)}X`, 'has a barcode with other characters than digits'],
  ])('with the barcode %j are refused by what is wrong with it', async (imb, problem) => {
    const number = typeof imb === 'string' && imb.startsWith('NUMBER ') ? imb.slice(7) : null;
    const text = JSON.stringify([{ imb, scanDatetime: '2026-03-03' }]).replace(
      `"${imb}"`,
      number ?? `"${imb}"`,
    );
    const report = await importScans(here, connection, bytes(text));
    expect(report).toMatchObject({
      recorded: 0,
      rejected: 1,
      problems: [{ line: 1, problem: expect.stringContaining(problem) }],
    });
    expect(await post('iv-main', text, authorized)).toBe(400);
    expect(await nothing()).toBe(true);
  });

  test('of several thousand pieces are recorded in turns', async () => {
    const many = Array.from({ length: 1900 }, (_, index) => ({
      imb: barcode(index + 100),
      scanDatetime: '2026-03-03',
      mailPhase: near,
    }));
    const report = await importScans(
      here,
      connection,
      bytes(JSON.stringify([...many, ...many.slice(0, 400), { ...many[0], imb: barcode(5000) }])),
    );
    expect([report.recorded, [...report.unknown]]).toEqual([2300, [['Mailer ID 901234567', 1]]]);
    expect(await pieces()).toMatchObject({ entered: 1900, near: 1900 });
  });
});

test.each(connectionKinds.map((kind) => [kind.title, kind]))(
  'the sample of %s is signed for its own secret only',
  async (_title, { webhook }) => {
    const now = new Date(testNow);
    const sample = webhook?.sample('a-secret:of-it', now);
    expect(sample && (await webhook?.isSigned(sample, 'a-secret:of-it', now))).toBe(true);
    expect(sample && (await webhook?.isSigned(sample, 'another-secret', now))).toBe(false);
  },
);
