import { getMailing, type Mailing, mailingPieces } from '@mailcall/contract/mailings.ts';
import { pieceStates, type PieceState } from '@mailcall/contract/rules/mail-pieces.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders, importedOnce } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { readBarcode } from './barcode.ts';
import { cleanMailTracking } from './index.ts';
import type { MailEvent } from './mail-event.ts';
import { openPieceKeys, type PieceKeys } from './piece-keys.ts';
import { recordMailEvents } from './record-mail-events.ts';

const here = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());
let keys: PieceKeys;
beforeAll(async () => {
  keys = await openPieceKeys(here.environment);
});
const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await here.database.pool.query<Row>(text, values)).rows;

type Cells = Record<string, string | number | boolean>;
const campaign = (id: string, values: Cells = {}): Cells => ({
  id,
  account_id: 'own',
  name: `Order ${id}`,
  campaign_type: 'MVP Mail',
  status: 'printed',
  quantity: 100,
  print_date: '2026-02-20',
  shipment_date: '',
  delivery_date: '',
  ...values,
});
const bring = async (files: Record<string, string>) => {
  const report = await importFolder(here.database, await folders.folder(files), { files: here.files });
  expect(report.firstRejections).toEqual([]);
};
const restore = importedOnce(() =>
  bring({
    'accounts.csv': csv([
      { id: 'own', name: 'Own', time_zone: 'America/Denver' },
      { id: 'other', name: 'Other', time_zone: 'America/New_York' },
    ]),
    'campaigns.csv': csv([
      campaign('spring'),
      campaign('summer'),
      campaign('saturation'),
      campaign('theirs', { account_id: 'other' }),
    ]),
    'mail-pieces.csv': csv(
      [
        { campaign_id: 'spring', serial_from: 100, serial_to: 199, from_date: '2026-01-02' },
        { campaign_id: 'summer', serial_from: 150, serial_to: 249, from_date: '2026-03-01' },
        {
          campaign_id: 'theirs',
          serial_from: 500,
          serial_to: 599,
          from_date: '2026-01-02',
          mailer_id: '123456',
        },
      ].map((row) => ({ mailer_id: '901234567', ...row })),
    ),
  }),
);
let token = '';
beforeEach(async () => {
  await restore(here.database.pool);
  here.clock.set(testNow);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  // one sign-in: more within a minute would be refused
  token ||= await signInAs(here, 'olga@people.test');
});

const source = { connectionId: 'lob-1', kind: 'lob' };
const record = (events: readonly MailEvent[], from = source) =>
  here.database.transaction((transaction) =>
    recordMailEvents(transaction, from, events, { keys, now: here.clock.now() }),
  );
const event = (
  piece: MailEvent['piece'],
  state: PieceState,
  at: MailEvent['at'],
  campaignId: string | null = 'spring',
) => ({
  piece,
  campaignId,
  state,
  at,
});
const scan = (digits: string, state: PieceState, at: MailEvent['at']): MailEvent => {
  const piece = readBarcode(digits);
  if (!piece) throw new Error(`${digits} is no barcode.`);
  return { piece, campaignId: null, state, at };
};
const mailing = async (id = 'spring') =>
  (await requestRoute<{ record: Mailing }>(here, token, getMailing, { params: { id } })).data.record;
const pieces = async (id = 'spring') =>
  (await requestRoute<{ days: object[]; sources: string[] }>(here, token, mailingPieces, { params: { id } }))
    .data;

function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

describe('events of pieces', () => {
  test('give the same counts as a count of each piece, shuffled and twice, in batches, from two connections', async () => {
    const random = numbers(18);
    const next = (below: number) => Math.floor(random.next().value * below);
    const days = Array.from({ length: 9 }, (_, index) => `2026-03-0${index + 1}`);
    const sent = Array.from({ length: 600 }, () => ({
      from: next(2),
      mailing: ['spring', 'summer', 'theirs'][next(3)] as string,
      piece: `psc_${next(90)}`,
      state: pieceStates[Math.min(3, next(5))] as PieceState,
      day: days[next(9)] as string,
    }));
    const shuffled = [...sent, ...sent]
      .map((one) => ({ one, order: random.next().value }))
      .sort((a, b) => a.order - b.order);
    for (let first = 0; first < shuffled.length; first += 50) {
      const batch = shuffled.slice(first, first + 50).map(({ one }) => one);
      for (const from of [0, 1])
        await record(
          batch
            .filter((one) => one.from === from)
            .map((one) => event(one.piece, one.state, one.day, one.mailing)),
          { connectionId: `connection-${from}`, kind: from === 0 ? 'lob' : 'postgrid' },
        );
    }

    // counted piece by piece from the sent events, by the rules in words
    const counted = new Map<string, number>();
    const byPiece = Map.groupBy(sent, (one) => `${one.from} ${one.mailing} ${one.piece}`);
    for (const events of byPiece.values()) {
      const of = (...states: PieceState[]) =>
        events
          .filter(({ state }) => states.includes(state))
          .map(({ day }) => day)
          .sort()[0];
      const name = events[0]?.mailing as string;
      const add = (state: string, day: string | undefined) =>
        day !== undefined &&
        counted.set(`${name} ${day} ${state}`, (counted.get(`${name} ${day} ${state}`) ?? 0) + 1);
      add('entered', of(...pieceStates));
      const back = of('returned');
      add('returned', back);
      if (back !== undefined) continue;
      add('near', of('near', 'delivered'));
      add('delivered', of('delivered'));
    }
    const stored = () =>
      query<{ key: string; count: number }>(`
      select campaign_id || ' ' || day || ' ' || state as key, count from tracked_days
      cross join lateral (values ('entered', entered), ('near', near), ('delivered', delivered), ('returned', returned)) as counts (state, count)
      where count <> 0 order by 1`);
    const expected = [...counted.keys()].sort().map((key) => ({ key, count: counted.get(key) }));
    expect(await stored()).toEqual(expected);
    const total = (state: string) =>
      expected
        .filter(({ key }) => key.startsWith('spring') && key.endsWith(state))
        .reduce((sum, { count }) => sum + (count ?? 0), 0);
    expect((await mailing()).pieces).toEqual({
      entered: total('entered'),
      near: total('near'),
      delivered: total('delivered'),
      returned: total('returned'),
    });

    expect(
      (await query('select 1 from tracked_pieces where length(piece) <> 32 or piece::text like $1', '%psc%'))
        .length,
    ).toBe(0);
    here.clock.set('2026-06-20T15:00:00.000Z');
    await cleanMailTracking(here);
    expect(await query('select 1 from tracked_pieces')).toEqual([]);
    expect(await stored()).toEqual(expected);
    const late = await record([event('psc_1', 'returned', '2026-03-09')]);
    expect(late).toMatchObject({ recorded: 0, outOfTime: 1 });
    expect(await stored()).toEqual(expected);
  });

  test('of the day that has not come are not counted, and a piece is kept for 90 days after its last event', async () => {
    expect(
      await record([
        event('psc_1', 'delivered', '2026-03-14'),
        event('psc_2', 'entered', new Date('2025-12-01T12:00:00Z')),
        event('psc_3', 'entered', new Date('2026-03-01T12:00:00Z')),
      ]),
    ).toMatchObject({ recorded: 1, outOfTime: 2 });
    here.clock.set('2026-05-20T12:00:00Z');
    await record([event('psc_3', 'near', new Date('2026-03-08T12:00:00Z'))]);
    here.clock.set('2026-06-05T12:00:00Z');
    await cleanMailTracking(here);
    expect(await query('select 1 from tracked_pieces')).toHaveLength(1);
    here.clock.set('2026-06-08T12:00:00Z');
    await cleanMailTracking(here);
    expect(await query('select 1 from tracked_pieces')).toHaveLength(0);
  });

  test('belong by their barcode to the mailing that began last before the scan, whatever the address', async () => {
    const withRouting = (serial: string) => `00270901234567${serial}80202123401`;
    expect(
      await record(
        [
          scan('00270901234567000120', 'entered', '2026-02-01'),
          scan(withRouting('000120'), 'near', '2026-02-04'),
          // serial numbers repeat: from March on they are of the other mailing
          scan(withRouting('000160'), 'entered', '2026-02-28'),
          scan(withRouting('000160'), 'entered', new Date('2026-03-01T06:59:00Z')),
          scan(withRouting('000160'), 'entered', new Date('2026-03-01T07:00:00Z')),
          scan('0004012345600000052080202', 'entered', '2026-03-02'),
          scan(withRouting('000300'), 'entered', '2026-03-02'),
          scan('00270901234568000120', 'entered', '2026-03-02'),
          event('ltr_1', 'entered', '2026-03-02', null),
          event('ltr_2', 'entered', '2026-03-02', 'unheard-of'),
        ],
        { connectionId: 'iv', kind: 'informed-visibility' },
      ),
    ).toEqual({
      recorded: 6,
      outOfTime: 0,
      unknown: [
        'Mailer ID 901234567',
        'Mailer ID 901234568',
        'no mailcall_campaign',
        'campaign unheard-of',
      ].map((reference) => expect.objectContaining({ reference })),
    });
    expect(await pieces()).toEqual({
      sources: ['post'],
      days: [
        { day: '2026-02-01', entered: 1, near: 0, delivered: 0, returned: 0 },
        { day: '2026-02-04', entered: 0, near: 1, delivered: 0, returned: 0 },
        { day: '2026-02-28', entered: 1, near: 0, delivered: 0, returned: 0 },
      ],
    });
    expect((await mailing('summer')).pieces).toMatchObject({ entered: 1 });
    expect(await query(`select 1 from tracked_mailings where id = 'theirs' and entered = 1`)).toHaveLength(1);
    // saturation mail is not tracked, which is not a count of 0
    expect((await mailing('saturation')).pieces).toBeNull();
    expect(await pieces('saturation')).toEqual({ days: [], sources: [] });
    expect((await requestRoute(here, token, mailingPieces, { params: { id: 'theirs' } })).code).toBe(404);
    await query(`update mail_pieces set deleted = true where campaign_id = 'spring'`);
    await query(`update campaigns set deleted = true where id = 'summer'`);
    expect(
      await record([
        scan(withRouting('000120'), 'near', '2026-03-04'),
        scan(withRouting('000160'), 'near', '2026-03-04'),
      ]),
    ).toMatchObject({ recorded: 0, unknown: [{ reference: 'Mailer ID 901234567' }, {}] });
  });
});

describe('the days of a mailing', () => {
  const some = (count: number, state: PieceState, day: string, first = 0) =>
    Array.from({ length: count }, (_, index) => event(`psc_${first + index}`, state, day));
  const shown = async () => {
    const { status, shipmentDate, shipmentDateSource, deliveryDate, deliveryDateSource } = await mailing();
    return [status, shipmentDate, shipmentDateSource, deliveryDate, deliveryDateSource];
  };

  test('come from its pieces once, until the feed has its own; its status is never lowered', async () => {
    expect(await shown()).toEqual(['printed', null, null, null, null]);
    await record(some(19, 'entered', '2026-03-03'));
    await record(some(19, 'delivered', '2026-03-05'));
    expect(await shown()).toEqual(['shipped', '2026-03-03', 'pieces', null, null]);
    await record(some(41, 'entered', '2026-03-02', 19));
    await record(some(10, 'delivered', '2026-03-06', 19));
    expect(await shown()).toEqual(['shipped', '2026-03-02', 'pieces', null, null]);
    await record(some(1, 'delivered', '2026-03-07', 29));
    expect(await shown()).toEqual(['delivered', '2026-03-02', 'pieces', '2026-03-07', 'pieces']);
    // more pieces that enter late, and returned ones, do not move it
    await record([...some(40, 'entered', '2026-03-08', 60), ...some(20, 'returned', '2026-03-09')]);
    expect(await shown()).toEqual(['delivered', '2026-03-02', 'pieces', '2026-03-07', 'pieces']);

    await bring({
      'campaigns.csv': csv([campaign('spring', { status: 'shipped', shipment_date: '2026-03-01' })]),
    });
    expect(await shown()).toEqual(['delivered', '2026-03-01', 'feed', '2026-03-07', 'pieces']);
    await bring({
      'campaigns.csv': csv([campaign('spring', { shipment_date: '', delivery_date: '2026-03-10' })]),
    });
    expect(await shown()).toEqual(['delivered', '2026-03-02', 'pieces', '2026-03-10', 'feed']);
    await query(`insert into calls (account_id, id, campaign_id, call_date_time, duration_seconds)
      values ('own', 'c1', 'spring', '2026-03-10T12:00:00Z', 60)`);
    expect((await shown())[0]).toBe('deliveredInFirstCall');
  });

  test('follow a quantity that comes after the last event', async () => {
    await bring({ 'campaigns.csv': csv([campaign('spring', { quantity: '' })]) });
    await record([...some(30, 'entered', '2026-03-02'), ...some(20, 'delivered', '2026-03-06')]);
    expect(await shown()).toEqual(['shipped', '2026-03-02', 'pieces', null, null]);
    await bring({ 'campaigns.csv': csv([campaign('spring', { quantity: 100 })]) });
    await cleanMailTracking(here);
    expect(await shown()).toEqual(['delivered', '2026-03-02', 'pieces', '2026-03-06', 'pieces']);
  });

  test('are right when an import and events of the same pieces come at once', async () => {
    const locker = await here.database.pool.connect();
    await locker.query(
      `begin; select 1 from campaigns where account_id = 'own' and id = 'spring' for update`,
    );
    const waiting = [
      record([...some(30, 'entered', '2026-03-02'), ...some(20, 'delivered', '2026-03-06')]),
      record([...some(30, 'entered', '2026-03-02'), ...some(20, 'delivered', '2026-03-06')]),
      bring({ 'campaigns.csv': csv([campaign('spring', { delivery_date: '2026-03-04', quantity: 90 })]) }),
    ];
    await expect.poll(() => countLockWaits(here.database.pool)).toBe(3);
    // days that were set since the waiting ones read them stay
    await locker.query(
      `update campaigns set pieces_shipment_date = '2026-03-01' where id = 'spring'; commit`,
    );
    locker.release();
    await Promise.all(waiting);
    expect(await shown()).toEqual(['delivered', '2026-03-01', 'pieces', '2026-03-04', 'feed']);
    expect((await mailing()).pieces).toEqual({ entered: 30, near: 20, delivered: 20, returned: 0 });
    expect(
      await query(
        `select quantity, pieces_shipment_date, pieces_delivery_date from campaigns where id = 'spring'`,
      ),
    ).toEqual([{ quantity: 90, pieces_shipment_date: '2026-03-01', pieces_delivery_date: '2026-03-06' }]);
  });
});
