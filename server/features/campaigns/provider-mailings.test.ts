import { approveMailing, getMailing, type Mailing } from '@mailcall/contract/mailings.ts';
import {
  createProviderMailing,
  getProviderMailing,
  listProviderMailings,
  moveProviderMailings,
  type ProviderMailing,
  providerMailingOptions,
  saveProviderMailing,
  takeFeedValuesOfMailing,
} from '@mailcall/contract/provider-mailings.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, addTeamMember, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { engineOf } from '../alerts/alerts-for-tests.ts';
import { csv, FeedFolders, importedOnce } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());
const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await here.database.pool.query<Row>(text, values)).rows;

type Cells = Record<string, string>;
const campaign = (id: string, values: Cells = {}): Cells => ({
  id,
  account_id: 'own',
  name: `Order ${id}`,
  campaign_type: 'MVP Mail',
  status: 'ordered',
  order_date: '2026-02-20',
  delivery_week: '2026-03-09',
  ...values,
});
const bring = async (files: Record<string, string>) => {
  const report = await importFolder(here.database, await folders.folder(files), { files: here.files });
  expect(report.firstRejections).toEqual([]);
};
const restore = importedOnce(() =>
  bring({
    'accounts.csv': csv([
      { id: 'own', name: 'Smile Center', time_zone: 'America/Denver' },
      { id: 'other', name: 'Bright Teeth', time_zone: 'America/New_York' },
    ]),
    'picklists.csv': csv([
      { object: 'campaign', field: 'campaignType', value: 'MVP Mail', label: 'MVP Mail' },
      { object: 'campaign', field: 'mediaType', value: 'Postcard', label: 'Postcard' },
    ]),
    'campaigns.csv': csv([
      campaign('spring', { label: 'Tulips' }),
      campaign('summer', { status: 'printed', approval_date: '2026-02-22', print_date: '2026-02-25' }),
      campaign('theirs', { account_id: 'other', delivery_week: '2026-03-16' }),
    ]),
  }),
);

/** March 10, 2026, at noon in Denver. */
const now = '2026-03-10T18:00:00Z';
const tokens: Record<string, string> = {};

beforeEach(async () => {
  here.clock.set(testNow);
  await query('delete from team_member_accounts');
  await query('delete from team_members');
  await query('delete from attempt_limits');
  await restore(here.database.pool);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'], accounts: ['own'] });
  await addTeamMember(here.database, { id: 'oda', roles: ['operator'] });
  await addTeamMember(here.database, { id: 'dee', roles: ['designer'] });
  for (const who of ['olga', 'ava', 'oda', 'dee']) tokens[who] = await signInAs(here, `${who}@people.test`);
  here.clock.set(now);
});

const ask = <Data>(who: string, route: AnyRoute, parts: Parameters<typeof requestRoute>[3] = {}) =>
  requestRoute<Data>(here, tokens[who] ?? '', route, parts);
const titles = async (who: string, search: object = {}) =>
  (await ask<{ records: ProviderMailing[] }>(who, listProviderMailings, { query: search })).data.records.map(
    ({ title }) => title,
  );
const move = (step: string, mailings: [id: string, from: string | null][], more: object = {}) =>
  ask<Record<string, string>>('ava', moveProviderMailings, {
    body: { step, day: '2026-03-10', mailings: mailings.map(([id, from]) => ({ id, from })), ...more },
  });
const asClient = async (id = 'spring') =>
  (await ask<{ record: Mailing }>('olga', getMailing, { params: { id } })).data.record;

describe('the list', () => {
  test('has the mailings of the viewer’s accounts, in their order', async () => {
    expect(await titles('ava')).toEqual(['Tulips', 'Order summer']);
    expect(await titles('dee')).toEqual(['Order theirs', 'Tulips', 'Order summer']);
  });

  test('finds by order number, label and office, and by step and type', async () => {
    expect(await titles('oda', { query: 'bright' })).toEqual(['Order theirs']);
    expect(await titles('oda', { query: 'tulips smile' })).toEqual(['Tulips']);
    expect(await titles('oda', { query: 'tulips bright' })).toEqual([]);
    expect(await titles('oda', { query: 'order summer' })).toEqual(['Order summer']);
    expect(await titles('oda', { steps: ['printed', 'delivered'] })).toEqual(['Order summer']);
    expect(await titles('oda', { steps: ['none'] })).toEqual([]);
    expect(await titles('oda', { campaignType: ['Custom'] })).toEqual([]);
  });

  test('is paged', async () => {
    const { data } = await ask<{ meta: object }>('oda', listProviderMailings, {
      query: { page: 2, pageSize: 2 },
    });
    expect(data.meta).toEqual({ total_count: 3, page_count: 2, per_page: 2, page: 2 });
  });

  test('offers the types of the picklists', async () => {
    const { data } = await ask('ava', providerMailingOptions);
    expect(data).toEqual({ campaignTypes: ['MVP Mail'], mediaTypes: ['Postcard'] });
    await here.database.pool.query('delete from picklists');
    const { data: known } = await ask<{ campaignTypes: string[] }>('ava', providerMailingOptions);
    expect(known.campaignTypes).toContain('Call Tracking');
  });
});

describe('a move', () => {
  test('shows the client each step with its day, and who approved', async () => {
    const steps = ['approved', 'printed', 'shipped', 'delivered'] as const;
    let from = 'ordered';
    for (const [index, step] of steps.entries()) {
      const moved = await move(step, [['spring', from]], {
        day: `2026-03-0${index + 2}`,
        approvedBy: 'Dr. Olga',
      });
      expect(moved.code).toBe(200);
      expect((await asClient()).status).toBe(step);
      from = step;
    }
    expect(await asClient()).toMatchObject({
      orderDate: '2026-02-20',
      approvalDate: '2026-03-02',
      approvedBy: 'Dr. Olga',
      printDate: '2026-03-03',
      shipmentDate: '2026-03-04',
      deliveryDate: '2026-03-05',
    });
    expect(
      await query(
        `select contact_id, action, subject_kind, team_role from access_log where action = 'edit' limit 1`,
      ),
    ).toEqual([{ contact_id: 'ava', action: 'edit', subject_kind: 'mailing', team_role: 'account-manager' }]);
  });

  test('to Shipped is reported as en route', async () => {
    const { engine } = engineOf({ database: here.database, clock: here.clock });
    await engine.look();
    await query(`update alert_progress set began_at = '2026-02-01', has_calls = true`);
    await move('shipped', [['summer', 'printed']]);
    await engine.look();
    expect(
      await query(`select subject_id, alertable from alert_events where alert_type = 'En Route Alert'`),
    ).toEqual([{ subject_id: 'summer', alertable: true }]);
  });

  test('of several is all or none, and says of each why not', async () => {
    const refused = await move('shipped', [
      ['spring', 'ordered'],
      ['summer', 'printed'],
    ]);
    expect([refused.code, refused.data]).toEqual([
      422,
      { spring: 'It is not approved. Move it to Approved first.' },
    ]);
    expect((await asClient('summer')).status).toBe('printed');
  });

  test('is refused where another person moved it meanwhile, on a day to come, and for others', async () => {
    expect((await move('approved', [['summer', 'ordered']])).data).toEqual({
      summer: 'It was moved meanwhile, and is Printed now.',
    });
    expect((await move('shipped', [['summer', 'printed']], { day: '2026-03-11' })).data).toEqual({
      summer: 'The day has not come yet.',
    });
    expect((await move('approved', [['theirs', 'ordered']])).code).toBe(404);
    expect((await ask('dee', moveProviderMailings, { body: {} })).code).toBe(404);
  });

  test('back takes the later days away, and who approved in the portal', async () => {
    await query(
      `update campaigns set approved_by = 'Olga', approved_by_contact_id = 'olga' where id = 'summer'`,
    );
    expect((await move('ordered', [['summer', 'printed']])).code).toBe(200);
    expect(await asClient('summer')).toMatchObject({
      status: 'ordered',
      orderDate: '2026-02-20',
      approvalDate: null,
      approvedBy: null,
      approvedById: null,
      printDate: null,
      nextStep: 'approve',
    });
  });

  test('holds against the feed until it sends another status', async () => {
    const sent = (status: string) =>
      bring({ 'campaigns.csv': csv([campaign('spring', { status, label: 'Tulips' })]) });
    await move('approved', [['spring', 'ordered']]);
    await sent('ordered');
    expect((await asClient()).status).toBe('approved');
    await sent('printed');
    expect((await asClient()).status).toBe('printed');
  });

  test('cannot go behind what mail tracking saw', async () => {
    await query(`update campaigns set pieces_shipment_date = '2026-03-05' where id = 'summer'`);
    expect((await move('approved', [['summer', 'shipped']])).data).toEqual({
      summer: 'Mail tracking saw it in the mail on Mar 5, 2026.',
    });
  });
});

describe('the form', () => {
  const create = (values: object, accountId = 'own') =>
    ask<{ record: ProviderMailing }>('ava', createProviderMailing, { body: { accountId, values } });

  test('creates an ordered mailing that the client sees', async () => {
    const made = await create({ name: '4711', campaign_type: 'MVP Mail', quantity: '5000' });
    expect(made.data.record).toMatchObject({ status: 'ordered', quantity: 5000, today: '2026-03-10' });
    expect(await asClient(made.data.record.id)).toMatchObject({
      orderNumber: '4711',
      status: 'ordered',
      orderDate: '2026-03-10',
    });
  });

  test('makes a mailing whose client waits for its design', async () => {
    const params = { id: (await create({ name: '4711', campaign_type: 'MVP Mail' })).data.record.id };
    const stepAtDesk = async () =>
      (await ask<{ record: ProviderMailing }>('ava', getProviderMailing, { params })).data.record.nextStep;
    const approve = () => ask('olga', approveMailing, { params });
    expect([await stepAtDesk(), (await asClient(params.id)).nextStep]).toEqual(['beingMade', 'beingMade']);
    expect((await approve()).code).toBe(422);
    expect((await asClient(params.id)).status).toBe('ordered');

    await bring({
      'designs.csv': csv([
        {
          id: 'card',
          account_id: 'own',
          name: 'Card',
          campaign_ids: params.id,
          next_review: 'CustomerReview',
          current_approval_level: 'Marketing Review',
          marketing_review_version: '1',
        },
      ]),
      'design-versions.csv': csv([
        { id: 'card-1', account_id: 'own', design_id: 'card', version: '1', status: 'InReview' },
      ]),
    });
    await query(`update design_versions set front_image = 'card'`);
    expect([await stepAtDesk(), (await asClient(params.id)).nextStep]).toEqual(['approve', 'approve']);
    expect((await approve()).code).toBe(200);
  });

  test('notes an approval that came without a design', async () => {
    const { record } = (await create({ name: '4711', campaign_type: 'MVP Mail' })).data;
    expect((await move('approved', [[record.id, 'ordered']], { approvedBy: 'Dr. Olga' })).code).toBe(200);
    expect(await asClient(record.id)).toMatchObject({ status: 'approved', approvedBy: 'Dr. Olga' });
  });

  test('says at each value what is wrong, in offices of the viewer alone', async () => {
    const wrong = await create({ name: '', campaign_type: 'MVP Mail', quantity: 'many' });
    expect(wrong.code).toBe(422);
    expect(Object.keys(wrong.data)).toContain('name');
    const long = await create({ name: 'x', campaign_type: 'y'.repeat(201) });
    expect([long.code, Object.keys(long.data)]).toEqual([400, ['values.campaign_type']]);
    expect((await create({ name: 'x', campaign_type: 'MVP Mail' }, 'other')).code).toBe(404);
    expect((await create({ name: 'x', campaign_type: 'MVP Mail' }, 'nowhere')).code).toBe(404);
  });

  test('keeps what another person saved meanwhile, and takes the feed’s value by one press', async () => {
    const params = { id: 'spring' };
    const save = (quantity: string, before: string | null) =>
      ask('ava', saveProviderMailing, {
        params,
        body: { values: { quantity }, before: { quantity: before } },
      });
    expect((await save('5000', null)).code).toBe(200);
    expect((await save('6000', null)).data).toEqual({ quantity: 'was changed meanwhile to "5000".' });
    const read = await ask<{ row: object }>('dee', getProviderMailing, { params });
    expect(read.data.row).toMatchObject({ values: { quantity: '5000' }, feedSays: { quantity: null } });
    const taken = await ask<{ row: object }>('ava', takeFeedValuesOfMailing, {
      params,
      body: { columns: ['quantity'] },
    });
    expect(taken.data.row).toMatchObject({ values: { quantity: null }, feedSays: {} });
  });

  test('is of the viewer’s mailings alone', async () => {
    const params = { id: 'theirs' };
    expect((await ask('ava', getProviderMailing, { params })).code).toBe(404);
    const body = { values: { label: 'x' }, before: {} };
    expect((await ask('ava', saveProviderMailing, { params, body })).code).toBe(404);
    expect((await ask('ava', takeFeedValuesOfMailing, { params, body: { columns: ['label'] } })).code).toBe(
      404,
    );
  });
});
