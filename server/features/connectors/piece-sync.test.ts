import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPrinterServer } from '../../../tests/support/printer-server.ts';
import { testApp, testNow } from '../../../tests/support/test-app.ts';
import { openSealedTexts } from '../../platform/sealed-text.ts';
import { addConnection, findConnection } from './connections.ts';
import { addSecret } from './secrets.ts';
import { assignReference, listParked } from './parked.ts';
import { csv, FeedFolders, importedOnce } from '../ingest/feed-for-tests.ts';
import { importFolder, ImportQueue } from '../ingest/index.ts';
import { lobKind } from './lob/handler.ts';
import { openPieceKeys, recordMailEvents } from '../mail-tracking/index.ts';
import { checkSync } from './sync-sources.ts';
import { listProgress } from './sync-progress.ts';
import { ScheduledSyncs } from './scheduled-syncs.ts';
import { syncConnection } from './sync-connection.ts';

const server = await startPrinterServer();
afterAll(() => server.close());

const here = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());
let queue: ImportQueue;
afterAll(() => queue.close());

const restore = importedOnce(async () => {
  const files = {
    'accounts.csv': csv([{ id: 'own', name: 'Own', time_zone: 'America/Denver' }]),
    'campaigns.csv': csv([
      { id: 'spring', account_id: 'own', name: 'Spring', campaign_type: 'MVP Mail', quantity: 10 },
    ]),
  };
  const report = await importFolder(here.database, await folders.folder(files), { files: here.files });
  expect(report.firstRejections).toEqual([]);
});
beforeAll(async () => {
  queue = new ImportQueue({ ...here, pool: here.database.pool });
  const sealedTexts = await openSealedTexts(here.environment);
  for (const [name, kind] of [
    ['lob-main', 'lob'],
    ['postgrid-main', 'postgrid'],
  ] as const) {
    await addConnection(here.database.kysely, { name, kind, origin: server.origin }, here.clock.now());
    const secret = { connection: name, purpose: 'api', secret: server.key, keepDays: 0 } as const;
    await here.database.transaction((transaction) =>
      addSecret(transaction, sealedTexts, secret, here.clock.now()),
    );
  }
});
beforeEach(async () => {
  await restore(here.database.pool);
  await here.database.pool.query('truncate connection_syncs, connection_parked, connection_assignments');
  here.clock.set(testNow);
  server.pieces = { postcards: [], letters: [], self_mailers: [] };
  server.pageSize = 2;
  server.instead = () => false;
  server.asked.length = 0;
});

const given = () => ({ ...here, log: here.app.http.log as never, queue });
async function sync(name: string, { since = '2026-02-01', signal = new AbortController().signal } = {}) {
  const connection = await findConnection(here.database.kysely, name);
  if (!connection) throw new Error('there is no connection');
  const window = { kind: 'command', since: new Date(since), until: here.clock.now() } as const;
  return syncConnection(given(), connection, window, { signal });
}
const days = async () =>
  (
    await here.database.pool.query(
      'select day, entered, near, delivered, returned from tracked_days where entered + near + delivered + returned > 0 order by day',
    )
  ).rows;
const asked = (where: string) =>
  server.asked.map((path) => {
    const url = new URL(path, server.origin);
    return `${url.pathname.split('/').at(-1)} ${url.searchParams.get(where) ?? ''}`.trim();
  });

const address = { name: 'Ann Lee', address_line1: '1 Oak St' };
const scan = (name: string, time: string) => ({ name, time, date_created: '2026-03-10T00:00:00Z' });
const lobPiece = (id: string, events: object[], more: object = {}) => ({
  id,
  metadata: { mailcall_campaign: 'spring' },
  to: address,
  tracking_events: events,
  date_created: '2026-02-20T00:00:00Z',
  send_date: '2026-02-25T00:00:00Z',
  ...more,
});
const order = (id: string, more: object = {}) => ({
  id,
  metadata: { mailcall_campaign: 'spring' },
  to: address,
  status: 'processed_for_delivery',
  live: true,
  createdAt: '2026-02-20T00:00:00.000Z',
  updatedAt: '2026-03-03T18:00:00.000Z',
  ...more,
});

describe('pieces of Lob', () => {
  beforeEach(() => {
    server.pieces.postcards = [
      lobPiece('psc_1', [
        scan('In Transit', '2026-03-03T18:00:00Z'),
        scan('Delivered', '2026-03-05T18:00:00Z'),
      ]),
      lobPiece('psc_2', [scan('Re-Routed', '2026-03-04T18:00:00Z')]),
      lobPiece('psc_3', []),
      lobPiece('psc_old', [scan('Delivered', '2026-03-05T18:00:00Z')], { send_date: '2026-01-31T00:00:00Z' }),
    ];
    server.pieces.letters = [
      lobPiece('ltr_1', [scan('Returned to Sender', '2026-03-06T18:00:00Z')], { metadata: {} }),
      lobPiece('not an id', []),
    ];
  });
  const counted = [
    { day: '2026-03-03', entered: 1, near: 0, delivered: 0, returned: 0 },
    { day: '2026-03-04', entered: 1, near: 0, delivered: 0, returned: 0 },
    { day: '2026-03-05', entered: 0, near: 1, delivered: 1, returned: 0 },
  ];

  test('are read from each list, page after page, and store no recipients', async () => {
    expect(await sync('lob-main')).toMatchObject({
      pages: 4,
      read: 5,
      imported: 2,
      leftOut: 1,
      parked: 1,
      rejected: 1,
      endedAt: here.clock.now(),
    });
    expect(asked('after')).toEqual(['postcards', 'postcards psc_2', 'letters', 'self_mailers']);
    expect(await days()).toEqual(counted);
    expect(
      (await listParked(here.database.kysely)).map(({ reference, count }) => [reference, count]),
    ).toEqual([['no mailcall_campaign', 1]]);
    const { rows } = await here.database.pool.query(
      `select (select json_agg(tracked_pieces) from tracked_pieces) as pieces, (select json_agg(connection_parked) from connection_parked)
        as parked, (select json_agg(connection_syncs) from connection_syncs) as syncs`,
    );
    expect(JSON.stringify([rows, here.logged])).not.toMatch(/Ann|Oak|ltr_1|live_key/);
  });

  test('count once with the events of the same pieces, and read again change nothing', async () => {
    const keys = await openPieceKeys(here.environment);
    const event = {
      piece: 'psc_1',
      campaignId: 'spring',
      state: 'delivered',
      at: new Date('2026-03-06T18:00:00Z'),
    };
    await here.database.transaction((transaction) =>
      recordMailEvents(transaction, { connectionId: 'lob-main', kind: 'lob' }, [event as never], {
        keys,
        now: here.clock.now(),
      }),
    );
    for (const turn of [1, 2]) {
      here.clock.advance(1);
      await sync('lob-main');
      expect([turn, await days()]).toEqual([turn, counted]);
    }
  });

  test('go on with the next page after they were stopped, of the origin of the connection', async () => {
    const stopping = new AbortController();
    server.instead = ({ url }) => {
      if (url?.includes('after=')) stopping.abort();
      return false;
    };
    await expect(sync('lob-main', { signal: stopping.signal })).rejects.toMatchObject({ name: 'AbortError' });
    const [stopped] = await listProgress(here.database.kysely);
    expect(stopped?.nextPage).toMatch(/^\/v1\/postcards\?limit=100&after=psc_2&send_date/);
    server.asked.length = 0;
    server.instead = () => false;
    expect(await sync('lob-main')).toMatchObject({ pages: 4, read: 5 });
    expect(asked('after')).toEqual(['postcards psc_2', 'letters', 'self_mailers']);
    expect(await days()).toEqual(counted);
  });

  test('that were parked come with the next reading after an assignment, with their days', async () => {
    await sync('lob-main');
    const connection = await findConnection(here.database.kysely, 'lob-main');
    const wanted = { reference: 'no mailcall_campaign', targetId: 'spring' };
    const assigned = await here.database.transaction((transaction) =>
      assignReference(transaction, lobKind, connection as never, wanted, here.clock.now()),
    );
    expect(assigned).toEqual({ accountId: 'own', reworked: 0 });
    expect(await listParked(here.database.kysely)).toEqual([]);
    here.clock.advance(1);
    expect(await sync('lob-main')).toMatchObject({ imported: 3, parked: 0 });
    expect(await days()).toContainEqual({
      day: '2026-03-06',
      entered: 1,
      near: 0,
      delivered: 0,
      returned: 1,
    });
  });

  test.each([
    [
      'a next page of another origin',
      { data: [], next_url: 'https://lob.example/v1/postcards?after=a' },
      'Lob names an address that is not of',
    ],
    ['no list', { pieces: [], next_url: null }, 'Lob answers in another form than it documents: data.'],
    [
      'a list that does not say whether it goes on',
      { data: [] },
      'Lob answers in another form than it documents: next_url.',
    ],
  ])('are not read when there is %s', async (_name, body, problem) => {
    server.instead = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return true;
    };
    await expect(sync('lob-main')).rejects.toThrow(problem);
    expect(await days()).toEqual([]);
  });
});

describe('pieces of PostGrid', () => {
  test('have the states of now, at the times that they name; test orders have none', async () => {
    server.pieces.letters = [
      order('letter_1'),
      order('letter_2', {
        status: 'completed',
        imbStatus: 'out_for_delivery',
        imbDate: '2026-03-02T18:00:00Z',
      }),
      order('letter_3', { live: false, status: 'completed' }),
      order('letter_4', { status: 'printing' }),
    ];
    server.pieces.self_mailers = [
      order('self_mailer_1', { imbStatus: 'returned_to_sender', updatedAt: null }),
    ];
    expect(await sync('postgrid-main')).toMatchObject({
      read: 5,
      imported: 3,
      leftOut: 2,
      parked: 0,
      rejected: 0,
    });
    expect(asked('skip')).toEqual(['postcards 0', 'letters 0', 'letters 2', 'self_mailers 0']);
    // a status without a time gets the day of reading
    expect(await days()).toEqual([
      { day: '2026-03-02', entered: 1, near: 1, delivered: 0, returned: 0 },
      { day: '2026-03-03', entered: 1, near: 0, delivered: 1, returned: 0 },
      { day: '2026-03-11', entered: 1, near: 0, delivered: 0, returned: 1 },
    ]);
  });

  test.each<[string, string[], number]>([
    ['ends before older ones', ['2026-02-20', '2025-12-20', '2025-12-19', '2025-12-18', '2025-12-17'], 2],
    [
      'goes on where nothing says that the newest come first',
      ['2025-12-20', '2025-12-20', '2025-12-20', '2025-12-20'],
      2,
    ],
    [
      'goes on to orders that were made long before they are sent',
      ['2026-02-20', '2026-01-10', '2026-01-09', '2026-01-08'],
      2,
    ],
  ])('are a list that %s', async (_name, made, pages) => {
    server.pieces.postcards = made.map((day, index) =>
      order(`postcard_${index}`, { createdAt: new Date(Date.parse(day)).toISOString() }),
    );
    await sync('postgrid-main');
    expect(asked('skip').filter((one) => one.startsWith('postcards'))).toHaveLength(pages);
  });
});

test('pieces are read once a day by themselves, pieces of a new connection at once', async () => {
  const scheduled = new ScheduledSyncs(given());
  const look = async () => {
    server.asked.length = 0;
    await (await scheduled.look()).ended;
    return ['print-mail', 'v1'].filter((api) => server.asked.some((path) => path.startsWith(`/${api}/`)));
  };
  const hour = 3_600_000;
  expect(await look()).toEqual(['print-mail', 'v1']);
  expect(await look()).toEqual([]);
  const progress = await listProgress(here.database.kysely);
  expect(
    progress.map(({ connection, kind, since, until }) => [
      connection,
      kind,
      (until.getTime() - since.getTime()) / hour,
    ]),
  ).toEqual([
    ['lob-main', 'nightly', 45 * 24],
    ['postgrid-main', 'nightly', 45 * 24],
  ]);
  here.clock.set(new Date(Date.parse('2026-03-12T07:00:00Z')).toISOString());
  await here.database.pool.query(`update connection_syncs set started_at = '2026-03-11T12:00:00Z'`);
  expect(await look()).toEqual([]);
  here.clock.advance(2 * hour);
  expect(await look()).toEqual(['print-mail', 'v1']);
  await scheduled.stop();
});

test.each<[string, string, string | undefined, string]>([
  [
    'informed-visibility',
    'usps',
    undefined,
    'import its next file, npm run cli -- mail-events import usps FILE',
  ],
  ['callrail', 'callrail-main', undefined, 'Name the first day, such as --since 2026-01-01.'],
  [
    'lob',
    'lob-main',
    '2025-12-01',
    'Events of more than 90 days ago are not counted. The first day is 2025-12-11.',
  ],
  ['lob', 'lob-main', '2026-04-01', '--since is a day in the future.'],
])('%s is not read of %s since %s', (kind, name, since, problem) => {
  const wanted = since === undefined ? undefined : new Date(since);
  expect(() => checkSync({ name, kind } as never, wanted, new Date(testNow))).toThrow(problem);
});
