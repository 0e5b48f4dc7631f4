import type { AddressInfo } from 'node:net';
import { chooseOfficeBrand } from '@mailcall/contract/brands.ts';
import { type DeskEvent, type DeskTopic, deskUpdates } from '@mailcall/contract/live.ts';
import { saveDeskOffice } from '@mailcall/contract/provider-offices.ts';
import { unlockPerson } from '@mailcall/contract/provider-people.ts';
import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
  testNow,
} from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { importFeed, rowsSource } from '../ingest/index.ts';
import { changeTeamMember } from '../team/change-team.ts';
import { deskChanged } from './live-channels.ts';
import { recordChanges } from './record-changes.ts';

const here = testApp({ REQUIRE_SECOND_FACTOR: 'primary' });
const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
const tokens = new Map<string, string>();

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }, { id: 'foreign' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'], accounts: ['own'] });
  await addTeamMember(here.database, { id: 'mona', roles: ['account-manager'] });
  await addTeamMember(here.database, { id: 'sara', roles: ['scorer'] });
  for (const id of ['ava', 'mona', 'olga', 'sara']) tokens.set(id, await signInAs(here, `${id}@people.test`));
});

async function open(who: string) {
  const { http } = here.app;
  const origin = http.server.listening
    ? `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
    : await http.listen({ port: 0, host: '127.0.0.1' });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await fetch(`${origin}${serviceBase.data}${deskUpdates.path}`, {
    headers: bearer(tokens.get(who) ?? ''),
    signal: stop.signal,
  });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let received = '';
  const events = () =>
    [...received.matchAll(/^event: changed\ndata: (.*)\n\n/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as DeskEvent,
    );
  const read = async () => {
    const { done, value } = await reader.read();
    if (value) received += Buffer.from(value).toString();
    return done;
  };
  return {
    status: answer.status,
    /** Topics until this one. */
    async until(topic: DeskTopic) {
      while (!events().some(({ topics }) => topics?.includes(topic)))
        if (await read()) throw new Error('The stream has ended.');
      return [...new Set(events().flatMap(({ topics }) => topics ?? []))];
    },
    async untilEnd() {
      while (!(await read()));
      return events();
    },
  };
}

const feed = (file: FeedFileName, row: object) =>
  importFeed(
    here.database,
    rowsSource(here, { system: 'crm', file, body: Buffer.from(JSON.stringify(row)) }),
    { files: here.files },
  );
const rename = async (id: string, name: string) => {
  const answer = await requestRoute(here, tokens.get('mona') ?? '', saveDeskOffice, {
    params: { id },
    body: { values: { name }, before: {} },
  });
  expect(answer.code).toBe(200);
};
const asked = (accountIds: readonly string[] | null, topic: DeskTopic = 'inbox') =>
  here.database.transaction((transaction) => deskChanged(transaction, topic, accountIds));

const works: readonly (readonly [string, DeskTopic, () => Promise<unknown>])[] = [
  ['a colleague renames the office', 'accounts', () => rename('own', 'Renamed')],
  ['the feed sends the office', 'accounts', () => feed('accounts', { id: 'own', name: 'Of the feed' })],
  [
    'the feed sends a mailing',
    'campaigns',
    () => feed('campaigns', { id: 'C1', account_id: 'own', name: 'Order 1', campaign_type: 'MVP Mail' }),
  ],
  [
    'the feed sends a person',
    'contacts',
    () => feed('contacts', { id: 'U9', name: 'Una', email: 'u@x.test' }),
  ],
  [
    'the feed sends a value of a filter',
    'picklists',
    () => feed('picklists', { object: 'campaign', field: 'campaignType', value: 'EDDM' }),
  ],
  [
    'a colleague unlocks a person',
    'contacts',
    () => requestRoute(here, tokens.get('mona') ?? '', unlockPerson, { params: { id: 'olga' } }),
  ],
  [
    'a colleague chooses the brand of the office',
    'brands',
    () =>
      requestRoute(here, tokens.get('mona') ?? '', chooseOfficeBrand, {
        params: { id: 'own' },
        body: { brandId: 'provider', before: null },
      }),
  ],
  [
    'a client comments on a design',
    'review-comments',
    () =>
      here.database.transaction((transaction) =>
        recordChanges(transaction, [{ accountId: 'own', file: 'review-comments', rowId: 'R1' }], {
          contactId: 'olga',
          at: new Date(testNow),
        }),
      ),
  ],
  [
    'the feed’s rows are rejected',
    'inbox',
    () => feed('campaigns', { id: 'C2', account_id: 'own', status: 'lost' }),
  ],
];

test.each(works)('says it when %s', async (_, topic, work) => {
  const { until } = await open('ava');
  await work();
  expect(await until(topic)).toContain(topic);
});

test('says nothing of calls, and of unchanged rows', async () => {
  const before = await open('ava');
  await feed('staff', { id: 'S1', account_id: 'own', name: 'Tess' });
  await before.until('staff');
  const { until } = await open('ava');
  await feed('staff', { id: 'S1', account_id: 'own', name: 'Tess' });
  await feed('calls', { id: 'K1', account_id: 'own', call_date_time: '2026-03-01T12:00:00Z' });
  await asked(['own']);
  expect(await until('inbox')).toEqual(['inbox']);
});

test('says nothing of accounts that are not the member’s', async () => {
  const [ava, mona] = [await open('ava'), await open('mona')];
  await rename('foreign', 'Far away');
  expect(await mona.until('accounts')).toEqual(['accounts']);
  await asked(['own']);
  expect(await ava.until('inbox')).toEqual(['inbox']);
});

test('says a change of 10,000 accounts once, to those who have one of them', async () => {
  const { until } = await open('ava');
  await asked(
    Array.from({ length: 10_000 }, (_, index) => `office-${index}-é`),
    'staff',
  );
  await asked([...Array.from({ length: 10_000 }, (_, index) => `office-${index}`), 'own']);
  expect(await until('inbox')).toEqual(['inbox']);
});

test.each([
  ['a client', 'olga', 404],
  ['a scorer', 'sara', 404],
])('is refused to %s', async (_, who, code) => {
  expect((await open(who)).status).toBe(code);
});

test('ends when the member’s accounts change, and begins with the new ones', async () => {
  const before = await open('ava');
  await changeTeamMember(here, 'ava@people.test', { scope: ['foreign'] });
  await asked(['own']);
  expect(await before.untilEnd()).toEqual([]);
  const { until } = await open('ava');
  await asked(['own'], 'staff');
  await asked(['foreign']);
  expect(await until('inbox')).toEqual(['inbox']);
  await write(`delete from team_members where contact_id = 'ava'`);
});
