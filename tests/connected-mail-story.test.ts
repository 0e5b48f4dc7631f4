import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { getMailing, mailingPieces } from '@mailcall/contract/mailings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scansOf } from '../demo/mail-pieces.ts';
import { rowsOf, TestStories } from '../demo/test-stories.ts';
import { commands } from '../server/commands/index.ts';
import {
  syncConnection,
  addConnection,
  addressOfConnection,
  addSecret,
  findConnection,
  importScans,
} from '../server/features/connectors/index.ts';
import { csv, FeedFolders, importedOnce } from '../server/features/ingest/feed-for-tests.ts';
import { importFolder } from '../server/features/ingest/index.ts';
import { openSealedTexts } from '../server/platform/sealed-text.ts';
import { type PrinterPiece, startPrinterServer } from './support/printer-server.ts';
import { requestRoute } from './support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from './support/test-app.ts';

const server = await startPrinterServer();
const here = testApp();
const stories = new TestStories();
const folders = new FeedFolders();
afterAll(async () => {
  await server.close();
  await stories.remove();
  await folders.remove();
});

const quantity = 30;
const dayLength = 86_400_000;
const today = Math.floor(Date.parse(testNow) / dayLength);
const shipped = today - 9;
const kinds = ['lob', 'postgrid', 'informed-visibility'] as const;
type Kind = (typeof kinds)[number];
const secretOf = (kind: Kind) =>
  kind === 'informed-visibility' ? 'post:secret-of-the-post' : `secret-of-${kind}`;

type State = 'entered' | 'near' | 'delivered' | 'returned';
interface Step {
  serial: number;
  state: State;
  day: string;
  days: Partial<Record<State, string>>;
}
const laterBy = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);

/** The scans of the story of a mailing, and how it ends: what is near and not delivered is so two days later, one in six goes back. */
function stepsOf(id: string, serialFrom: number): Step[] {
  const pieces = Map.groupBy(
    scansOf({ id, serialFrom, quantity, shipped }, today - 3),
    ({ serial }) => serial,
  );
  return [...pieces].flatMap(([serial, scans]) => {
    const days: Partial<Record<State, string>> = Object.fromEntries(
      scans.map(({ state, day }) => [state, day]),
    );
    if (days.near && !days.delivered)
      days[serial % 6 === 0 ? 'returned' : 'delivered'] = laterBy(days.near, 2);
    const reached: Partial<Record<State, string>> = {};
    return (Object.entries(days) as [State, string][]).map(([state, day]) => {
      reached[state] = day;
      return { serial, state, day, days: { ...reached } };
    });
  });
}
const inOrder = (steps: readonly Step[]) =>
  steps.toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));

interface Mailing {
  id: string;
  accountId: string;
  serialFrom: number;
  steps: Step[];
}
let mailings: Record<Kind, Mailing>;
let token: string;

const at = (day: string | undefined, hour: number) => day && `${day}T${hour}:00:00.000Z`;
const lobNames = {
  entered: 'In Transit',
  near: 'In Local Area',
  delivered: 'Delivered',
  returned: 'Returned to Sender',
};
const lobPiece = ({ id }: Mailing, { serial, days }: Omit<Step, 'state' | 'day'>): PrinterPiece => ({
  id: `psc_${serial}`,
  metadata: { mailcall_campaign: id },
  date_created: at(laterBy('1970-01-01', shipped - 3), 12),
  send_date: at(laterBy('1970-01-01', shipped - 2), 12),
  tracking_events: (Object.entries(days) as [State, string][]).map(([state, day]) => ({
    name: lobNames[state],
    time: at(day, 18),
  })),
});
const postgridOrder = ({ id }: Mailing, { serial, days }: Omit<Step, 'state' | 'day'>): PrinterPiece => {
  const near = days.near && { imbStatus: 'out_for_delivery', imbDate: at(days.near, 18) };
  const returned = days.returned && { imbStatus: 'returned_to_sender', imbDate: at(days.returned, 18) };
  const last = days.returned ?? days.delivered ?? days.near ?? days.entered;
  return {
    id: `postcard_${serial}`,
    metadata: { mailcall_campaign: id },
    live: true,
    createdAt: at(laterBy('1970-01-01', shipped - 3), 12),
    status: days.delivered ? 'completed' : 'processed_for_delivery',
    updatedAt: at(last, 19),
    ...near,
    ...returned,
  };
};
const phases = {
  entered: 'Phase 1 - Origin Processing',
  near: 'Phase 3b - Destination Box Mail Processing',
  delivered: 'Phase 4c - Delivery',
  returned: '',
};
const scan = ({ serial, state, day }: Step) => ({
  imbMid: '901234567',
  imbSerialNumber: String(serial).padStart(6, '0'),
  scanDatetime: at(day, 18),
  mailPhase: phases[state],
});

/** Steps that a source can report: the post does not say that a piece was returned. */
const toldBy = (kind: Kind) =>
  mailings[kind].steps.filter(({ state }) => kind !== 'informed-visibility' || state !== 'returned');

async function post(kind: Kind, step: Step): Promise<void> {
  const body = JSON.stringify(
    kind === 'lob'
      ? {
          id: `evt_${step.serial}`,
          event_type: { id: `postcard.${lobNames[step.state].toLowerCase().replaceAll(' ', '_')}` },
          date_created: at(step.day, 19),
          body: lobPiece(mailings.lob, step),
        }
      : kind === 'postgrid'
        ? { type: 'postcard.updated', data: postgridOrder(mailings.postgrid, step) }
        : { data: [scan(step)] },
  );
  const time = String(here.clock.now().getTime());
  const signature = createHmac('sha256', secretOf(kind)).update(`${time}.${body}`).digest('hex');
  const signed = {
    lob: { 'lob-signature': signature, 'lob-signature-timestamp': time },
    postgrid: { 'postgrid-signature': `t=${time},v1=${signature}` },
    'informed-visibility': { authorization: `Basic ${Buffer.from(secretOf(kind)).toString('base64')}` },
  }[kind];
  const answer = await here.app.http.inject({
    method: 'POST',
    url: new URL(addressOfConnection(here.environment.publicUrl, `${kind}-main`)).pathname,
    headers: { 'content-type': 'application/json', ...signed },
    payload: body,
  });
  expect(answer.statusCode).toBe(200);
}

const listedOn = (day: string, kind: 'lob' | 'postgrid') => {
  const reached = mailings[kind].steps.filter((step) => step.day <= day);
  const last = new Map(reached.map((step) => [step.serial, step]));
  const piece = kind === 'lob' ? lobPiece : postgridOrder;
  return [...last.values()].map((step) => piece(mailings[kind], step));
};
async function readList(day: string, kind: 'lob' | 'postgrid'): Promise<void> {
  here.clock.set(`${day}T23:00:00.000Z`);
  server.pieces.postcards = listedOn(day, kind);
  const connection = await findConnection(here.database.kysely, `${kind}-main`);
  if (!connection) throw new Error('there is no connection');
  const window = { kind: 'nightly', since: new Date('2026-02-01'), until: here.clock.now() } as const;
  const given = { ...here, log: here.app.http.log, queue: null } as unknown as Parameters<
    typeof syncConnection
  >[0];
  const progress = await syncConnection(given, connection, window, { signal: new AbortController().signal });
  expect(progress).toMatchObject({ rejected: 0, parked: 0 });
}
const lastDay = laterBy('1970-01-01', today);
const allDays = Array.from({ length: 10 }, (_, index) => laterBy('1970-01-01', shipped + index));
const importFile = (steps: readonly Step[]) =>
  importScans(
    here,
    { name: 'informed-visibility-main', kind: 'informed-visibility' },
    Readable.from([Buffer.from(JSON.stringify(steps.map(scan)))]),
  );

async function answers() {
  here.clock.set(testNow);
  const { rows: counts } = await here.database.pool.query(
    `select campaign_id, day, entered, near, delivered, returned from tracked_days
     where entered + near + delivered + returned > 0 order by campaign_id, day`,
  );
  const { rows: days } = await here.database.pool.query(
    'select id, pieces_shipment_date, pieces_delivery_date from campaigns order by id',
  );
  const drawers: unknown[] = [];
  for (const { id } of Object.values(mailings)) {
    const { record } = (await requestRoute<{ record: unknown }>(here, token, getMailing, { params: { id } }))
      .data;
    const { data: curve } = await requestRoute<unknown>(here, token, mailingPieces, { params: { id } });
    drawers.push({ record, curve });
  }
  return { counts, days, drawers };
}

const restore = importedOnce(async () => {
  const story = await stories.write({ today: new Date(testNow), calls: 200, recordings: false });
  const accounts = await rowsOf(story, 'accounts');
  const campaigns = await rowsOf(story, 'campaigns');
  const onTheirWay = (await rowsOf(story, 'mail-pieces')).slice(0, 2).map((row) => row['campaign_id']);
  const other = campaigns.find((row) => row['quantity'] && !onTheirWay.includes(row['id']));
  const chosen = campaigns.filter((row) => onTheirWay.includes(row['id'])).concat(other ?? []);
  mailings = Object.fromEntries(
    chosen.map((row, index) => {
      const [id, serialFrom] = [row['id'] ?? '', (index + 1) * 1000];
      return [
        kinds[index],
        { id, accountId: row['account_id'], serialFrom, steps: inOrder(stepsOf(id, serialFrom)) },
      ];
    }),
  ) as Record<Kind, Mailing>;
  const byPost = mailings['informed-visibility'];
  const files = {
    'accounts.csv': csv(
      accounts.map((row) => ({
        id: row['id'] ?? '',
        name: row['name'] ?? '',
        time_zone: row['time_zone'] ?? '',
      })),
    ),
    'campaigns.csv': csv(
      chosen.map((row) => ({
        id: row['id'] ?? '',
        account_id: row['account_id'] ?? '',
        name: row['name'] ?? '',
        campaign_type: row['campaign_type'] ?? '',
        quantity,
      })),
    ),
    'mail-pieces.csv': csv([
      {
        campaign_id: byPost.id,
        mailer_id: '901234567',
        serial_from: byPost.serialFrom,
        serial_to: byPost.serialFrom + quantity - 1,
        from_date: '2026-02-20',
      },
    ]),
  };
  const report = await importFolder(here.database, await folders.folder(files), { files: here.files });
  expect(report.firstRejections).toEqual([]);
});
const again = async () => {
  await restore(here.database.pool);
  await here.database.pool.query('truncate connection_syncs, connection_parked');
  const accounts = [...new Set(Object.values(mailings).map(({ accountId }) => accountId))];
  await addPerson(here.database, { id: 'U1', accounts });
};

let expected: Awaited<ReturnType<typeof answers>>;
beforeAll(async () => {
  await again();
  const sealedTexts = await openSealedTexts(here.environment);
  for (const kind of kinds) {
    const name = `${kind}-main`;
    await addConnection(here.database.kysely, { name, kind, origin: server.origin }, here.clock.now());
    await here.database.transaction(async (transaction) => {
      for (const [purpose, secret] of [
        ['webhook', secretOf(kind)],
        ['api', server.key],
      ] as const)
        await addSecret(
          transaction,
          sealedTexts,
          { connection: name, purpose, secret, keepDays: 0 },
          here.clock.now(),
        );
    });
  }
  token = await signInAs(here, 'U1@people.test');
  for (const kind of kinds) for (const step of toldBy(kind)) await post(kind, step);
  expected = await answers();
});

test('events in their order tell where the pieces of each mailing are, and when it was shipped and delivered', () => {
  const all = Object.values(mailings).flatMap(({ steps }) => steps);
  const returned = [mailings.lob, mailings.postgrid]
    .flatMap(({ steps }) => steps)
    .filter(({ state }) => state === 'returned');
  const sum = (state: State) =>
    (expected.counts as Record<State, number>[]).reduce((total, row) => total + row[state], 0);
  expect(sum('entered')).toBe(all.filter(({ state }) => state === 'entered').length);
  expect(sum('delivered')).toBe(all.filter(({ state }) => state === 'delivered').length);
  expect(sum('returned')).toBe(returned.length);
  expect(returned.length).toBeGreaterThan(0);
  expect(
    expected.days.every((row) => row.pieces_shipment_date !== null && row.pieces_delivery_date !== null),
  ).toBe(true);
});

/** The same order each time, far from that in which things happened. */
const shuffled = (steps: readonly Step[]) =>
  steps
    .map((step, index) => ({ step, place: (index * 7919) % 1009 }))
    .sort((one, other) => one.place - other.place)
    .map(({ step }) => step);
function battered(steps: readonly Step[]): Step[] {
  const kept = steps.filter((_, index) => index % 10 !== 3);
  return shuffled([...kept, ...kept.filter((_, index) => index % 4 === 0)]);
}

test('shuffled, doubled and with a tenth lost, they tell the same with the lists and the file of each day', async () => {
  await again();
  let lost = 0;
  // day by day: PostGrid's list has the present statuses, and later events do not move a known delivery day
  for (const day of allDays) {
    here.clock.set(`${day}T22:00:00.000Z`);
    for (const kind of kinds) {
      const told = toldBy(kind).filter((step) => step.day === day);
      const posted = battered(told);
      lost += told.length - new Set(posted).size;
      for (const step of posted) await post(kind, step);
    }
    for (const kind of ['lob', 'postgrid'] as const) await readList(day, kind);
    await importFile(shuffled(toldBy('informed-visibility').filter((step) => step.day === day)));
  }
  expect(lost).toBeGreaterThan(15);
  expect(await answers()).toEqual(expected);
});

test('lists and files alone tell the same, also when they are read twice', async () => {
  await again();
  for (const day of allDays) await readList(day, 'postgrid');
  for (const _ of [1, 2]) {
    await readList(lastDay, 'lob');
    await here.database.pool.query('truncate connection_syncs');
    await importFile(toldBy('informed-visibility'));
  }
  expect(await answers()).toEqual(expected);
});

test('another origin applies to a single command and is not stored', async () => {
  await here.database.pool.query('truncate connection_syncs; update connections set origin = null');
  const sync = commands.find(({ name }) => name === 'connections sync');
  const given = {
    ...here,
    log: here.app.http.log,
    printError: () => {},
    stopped: new AbortController().signal,
  };
  const run = (origin: string) => sync?.run(given as never, ['lob-main'], { origin });
  server.asked.length = 0;
  expect((await run(server.origin))?.lines[0]).toMatch(
    /^pieces read +recorded +not in the mail +parked +rejected$/,
  );
  expect(server.asked).toHaveLength(3);
  const { rows } = await here.database.pool.query(
    'select json_agg(connections) as connections, (select json_agg(connection_syncs) from connection_syncs) as syncs from connections',
  );
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
  for (const origin of [
    'http://printer.example',
    'https://printer.example/v1',
    'https://a@printer.example',
    'printer',
  ])
    await expect(run(origin)).rejects.toThrow(`--origin is ${origin}, it must be an https origin such as`);
});
