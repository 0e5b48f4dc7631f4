import { getCall } from '@mailcall/contract/calls.ts';
import { beginClientView, findViewableContacts } from '@mailcall/contract/client-views.ts';
import { automaticRequestHeader, logout, relatedAccounts } from '@mailcall/contract/identity.ts';
import { liveUpdates } from '@mailcall/contract/live.ts';
import { getTranscript } from '@mailcall/contract/transcripts.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type AnyRoute, pathOf, type RouteReply } from '@mailcall/contract/wire/route.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSampleOffice } from '../../../tests/support/sample-office.ts';
import { providerFile } from '../../../tests/support/provider-file.ts';
import { askRoute, type RequestParts, requestRoute } from '../../../tests/support/request-route.ts';
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
import { endSessionsByOperator } from '../identity/index.ts';
import { erasePerson, previewErasure, requestedPerson } from '../personal-data/index.ts';
import { changeTeamMember, removeTeamMember } from './index.ts';

const here = testApp();
const hearing = testApp({ PROVIDER: providerFile({ clientViews: { recordings: true } }) });
const query = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'group' }, { id: 'own', parent: 'group' }, { id: 'foreign' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'gwen', accounts: ['group'] });
  await addPerson(here.database, { id: 'both', accounts: ['own', 'foreign'] });
  await addPerson(here.database, { id: 'oscar', accounts: ['own'] });
  await addPerson(here.database, { id: 'limo', accounts: ['own'], roles: ['limited-access-user'] });
  await query(`update contacts set portal_roles = '{operator}' where id = 'oscar'`);
  await query(`update contact_accounts set is_primary = true where contact_id = 'gwen'`);
  await addSampleOffice(here.database, 'own', { uploadedBy: 'olga', number: '+15555550100' });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'], accounts: ['own'] });
  await addTeamMember(here.database, { id: 'oda', roles: ['operator'] });
  await addTeamMember(here.database, { id: 'dee', roles: ['designer'] });
});

beforeEach(async () => {
  here.clock.set(testNow);
  await query('delete from attempt_limits');
});

const minutesLater = (minutes: number) =>
  here.clock.set(new Date(Date.parse(testNow) + minutes * 60_000).toISOString());

const ask = <R extends AnyRoute>(token: string, route: R, parts?: RequestParts) =>
  askRoute(here, token, route, parts);

const begin = async (token: string, contactId = 'olga') =>
  ask(token, beginClientView, { body: { contactId } });

async function view(who = 'ava', contactId = 'olga'): Promise<string> {
  const { token } = await begin(await signInAs(here, `${who}@people.test`), contactId);
  return token;
}

const answer = (token: string, headers: object = {}) =>
  here.app.http.inject({
    url: serviceBase.identity + relatedAccounts.path,
    headers: { ...bearer(token), ...headers },
  });
const isOpen = async (token: string, headers?: object) => (await answer(token, headers)).statusCode === 200;

describe('who can be viewed', () => {
  test.each<[who: string, found: string[]]>([
    ['ava', ['limo', 'olga']],
    ['oda', ['both', 'gwen', 'limo', 'olga']],
  ])('%s finds the contacts %j', async (who, found) => {
    const token = await signInAs(here, `${who}@people.test`);
    const { records } = await ask(token, findViewableContacts);
    expect(records.map(({ id }) => id)).toEqual(found);
    for (const id of ['olga', 'gwen', 'both', 'limo', 'oscar', 'ava', 'oda', 'nobody']) {
      const begun = begin(token, id);
      if (found.includes(id)) expect(await begun).toMatchObject({ contact: { id, limited: id === 'limo' } });
      else await expect(begun).rejects.toThrow(`404 Contact ${id} not found`);
    }
  });

  test('finds by each word of name and email, with offices', async () => {
    const token = await signInAs(here, 'oda@people.test');
    const find = (text: string) => ask(token, findViewableContacts, { query: { query: text } });
    expect((await find('both people')).records).toEqual([
      {
        id: 'both',
        name: 'Person both',
        email: 'both@people.test',
        accountNames: ['Office foreign', 'Office own'],
        accountsCount: 2,
      },
    ]);
    expect((await find('both gwen')).records).toEqual([]);
  });

  test('a designer cannot begin, and a view begins no other one', async () => {
    await expect(begin(await signInAs(here, 'dee@people.test'))).rejects.toThrow('404');
    await expect(begin(await view())).rejects.toThrow('404 There is nothing here.');
  });
});

describe('a view', () => {
  test('has the accounts and the limits of the client', async () => {
    expect((await answer(await view())).json()).toMatchObject({
      data: { accounts: [{ id: 'own', readOnly: false }], team: [] },
    });
    const limited = await view('ava', 'limo');
    const call = await here.app.http.inject({
      url: serviceBase.data + pathOf(getCall, { id: 'own-call' }),
      headers: bearer(limited),
    });
    expect([call.statusCode, call.json<{ message: string }>().message]).toEqual([
      403,
      messages.limitedAccess,
    ]);
  });

  test('is in the activity of the office under the provider’s team, and so is what was opened', async () => {
    const token = await view();
    await ask(token, getCall, { params: { id: 'own-call' } });
    const { rows } = await query(
      `select distinct contact_id, team_role, action, subject_kind, subject_id from access_log
       where account_id = 'own' and (action = 'open' or subject_id = 'olga') order by action`,
    );
    const byAva = { contact_id: 'ava', team_role: 'account-manager' };
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...byAva, action: 'open', subject_kind: 'call', subject_id: 'own-call' },
        { ...byAva, action: 'view as', subject_kind: 'contact', subject_id: 'olga' },
      ]),
    );
    expect(rows.filter(({ contact_id }) => contact_id === 'olga')).toEqual([]);
    const read = await query(`select distinct contact_id from calls_read`);
    expect(read.rows).toEqual([{ contact_id: 'ava' }]);
    const shown = await here.app.http.inject({
      url: '/api/data/settings/activity?accountIds=own&kind=sign-in',
      headers: bearer(await signInAs(here, 'gwen@people.test')),
    });
    expect(shown.json<{ data: { records: object[] } }>().data.records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          person: 'The provider’s team',
          text: 'Looked at the portal as Person olga',
        }),
      ]),
    );
  });

  test('keeps no session of the client, and does not show the client as seen', async () => {
    await query(`delete from sessions where contact_id = 'olga'`);
    await isOpen(await view());
    expect((await query(`select 1 from sessions where contact_id = 'olga'`)).rows).toEqual([]);
  });

  test('gives neither recordings nor transcripts, unless the provider allows it', async () => {
    const call = { url: serviceBase.data + pathOf(getTranscript, { id: 'own-call' }) };
    const refused = await here.app.http.inject({ ...call, headers: bearer(await view()) });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      403,
      messages.clientViewHearsNothing,
    ]);
  });
});

test('gives transcripts if the provider allows it', async () => {
  await addAccounts(hearing.database, [{ id: 'own' }]);
  await addPerson(hearing.database, { id: 'olga', accounts: ['own'] });
  await addSampleOffice(hearing.database, 'own', { uploadedBy: 'olga', number: '+15555550100' });
  await addTeamMember(hearing.database, { id: 'ava', roles: ['account-manager'], accounts: ['own'] });
  const member = await signInAs(hearing, 'ava@people.test');
  const begun = await requestRoute<RouteReply<typeof beginClientView>>(hearing, member, beginClientView, {
    body: { contactId: 'olga' },
  });
  const heard = await requestRoute(hearing, begun.data.token, getTranscript, { params: { id: 'own-call' } });
  expect(heard.code).toBe(200);
});

test('follows the changes of the client’s offices', async () => {
  const origin = await here.app.http.listen({ port: 0, host: '127.0.0.1' });
  const stop = new AbortController();
  const stream = await fetch(`${origin}${serviceBase.data}${liveUpdates.path}?accountIds=own`, {
    headers: bearer(await view()),
    signal: stop.signal,
  });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  stop.abort();
});

describe('a view ends', () => {
  test('after 15 minutes without use, of which automatic requests are none', async () => {
    const token = await view();
    minutesLater(14);
    expect(await isOpen(token, { [automaticRequestHeader]: '1' })).toBe(true);
    minutesLater(16);
    const ended = await answer(token);
    expect([ended.statusCode, ended.json<{ message: string }>().message]).toEqual([
      401,
      messages.clientViewEnded,
    ]);
  });

  test('after an hour, however much it is used', async () => {
    const token = await view();
    for (const minutes of [14, 28, 42, 56, 59]) {
      minutesLater(minutes);
      expect(await isOpen(token)).toBe(true);
    }
    minutesLater(60);
    expect(await isOpen(token)).toBe(false);
  });

  test('by signing out of it, which leaves the member signed in', async () => {
    const member = await signInAs(here, 'ava@people.test');
    const { token } = await begin(member);
    await ask(token, logout);
    expect([await isOpen(token), await isOpen(member)]).toEqual([false, true]);
  });

  test.each<[when: string, end: () => Promise<unknown>]>([
    ['the member’s session ends', () => endSessionsByOperator(here, 'ends@people.test')],
    ['the role is taken', () => changeTeamMember(here, 'ends@people.test', { roles: ['designer'] })],
    ['the member leaves the team', () => removeTeamMember(here, 'ends@people.test')],
    [
      'the member works for other accounts',
      () => changeTeamMember(here, 'ends@people.test', { scope: ['foreign'] }),
    ],
    [
      'the client gets another account',
      () => query(`insert into contact_accounts (contact_id, account_id) values ('seen', 'foreign')`),
    ],
    [
      'the client joins the provider',
      () => query(`update contacts set portal_roles = '{operator}' where id = 'seen'`),
    ],
    ['the client is removed', () => query(`update contacts set deleted = true where id = 'seen'`)],
  ])('when %s', async (_, end) => {
    await query(`delete from contacts where id in ('ends', 'seen')`);
    await query(`delete from contact_accounts where contact_id = 'seen'`);
    await query(`delete from team_members where contact_id = 'ends'`);
    await query(`delete from team_member_accounts where contact_id = 'ends'`);
    await addTeamMember(here.database, { id: 'ends', roles: ['account-manager'], accounts: ['own'] });
    await addPerson(here.database, { id: 'seen', accounts: ['own'] });
    const token = await view('ends', 'seen');
    expect(await isOpen(token)).toBe(true);
    await end();
    expect(await isOpen(token)).toBe(false);
  });
});

test('erasing the client or the member removes the view', async () => {
  await addPerson(here.database, { id: 'erased', accounts: ['own'] });
  const token = await view('ava', 'erased');
  const person = requestedPerson({ email: 'erased@people.test' });
  const { total } = await previewErasure(here, person);
  await erasePerson(here, person, { total, shared: false });
  expect(await isOpen(token)).toBe(false);
  expect((await query(`select 1 from client_views where viewed_contact_id = 'erased'`)).rows).toEqual([]);
});
