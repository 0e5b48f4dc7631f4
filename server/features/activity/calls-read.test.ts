import { type Activity, listActivity } from '@mailcall/contract/activity.ts';
import { allRoutes } from '@mailcall/contract/api.ts';
import { listAppointments } from '@mailcall/contract/appointments.ts';
import { listCallbackFigureCalls } from '@mailcall/contract/callback-figures.ts';
import { getCallback, listCallbacks } from '@mailcall/contract/callbacks.ts';
import { getCaller } from '@mailcall/contract/callers.ts';
import { getCall, listCalls } from '@mailcall/contract/calls.ts';
import { mailingStory } from '@mailcall/contract/mailing-story.ts';
import { getMailing, mailingCalls } from '@mailcall/contract/mailings.ts';
import { listHouseholds } from '@mailcall/contract/patient-lists.ts';
import { emptyScore } from '@mailcall/contract/rules/score-values.ts';
import { getDispute } from '@mailcall/contract/score-disputes.ts';
import { getSecondPass } from '@mailcall/contract/score-quality.ts';
import { callScores, listProposals, scoringHistory } from '@mailcall/contract/scoring.ts';
import { searchEverything } from '@mailcall/contract/search.ts';
import { getTranscript } from '@mailcall/contract/transcripts.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  signInAs,
  testApp,
  testNow,
} from '../../../tests/support/test-app.ts';
import { jsonSchemaOf } from '../../platform/http/openapi.ts';
import { appendReadHours, sealActivity, verifyActivity } from './index.ts';

const here = testApp({}, { answers: {} });

const anHour = 60 * 60 * 1000;

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }, { id: 'second' }]);
  for (const id of ['ann', 'ben']) await addPerson(here.database, { id, accounts: ['own', 'second'] });
  await addTeamMember(here.database, { id: 'lea', roles: ['scoring-lead'] });
  await here.database.pool.query(`
    update contact_accounts set is_primary = true where contact_id = 'ann';
    insert into campaigns (account_id, id, name, campaign_type, delivery_date)
    values ('own', 'm1', 'Order 1', 'MVP Mail', '2026-02-20');
    insert into calls (account_id, id, call_date_time, caller_phone_number, caller_name, answered_by, campaign_id) values
      ('own', 'c1', '2026-03-10T15:00:00Z', '+13035550101', 'Ann Waits', 2, 'm1'),
      ('own', 'c2', '2026-03-09T15:00:00Z', '+13035550101', 'Ann Waits', 2, 'm1'),
      ('own', 'c3', '2026-03-08T15:00:00Z', '+13035550103', 'Cy Booked', 1, 'm1'),
      ('second', 'd1', '2026-03-07T15:00:00Z', '+13035550104', 'Di Lane', 2, null);
    insert into calls (account_id, id, call_date_time, caller_phone_number) values
      ('second', 'new', '2026-03-11T14:00:00Z', '+13035550105');
    insert into appointments (account_id, id, call_id, first_name, outcome) values ('own', 'a1', 'c3', 'Cy', 'Scheduled');
    update calls set appointment_count = 1, opportunity = true, audio = 'one.wav' where id = 'c3';
    insert into recordings (account_id, key, media_type, bytes) values ('own', 'one.wav', 'audio/wav', 1);
    insert into score_disputes (account_id, id, call_id, field, shown, wanted, reason, contact_id, opened_at) values
      ('own', '11111111-1111-4111-8111-111111111111', 'c1', 'opportunity', 'No', 'Yes', 'She asked for a visit.', 'ann', '2026-03-11T14:00:00Z');
    insert into account_version (account_id, version) values ('own', 1), ('second', 1);
    insert into patient_lists (account_id, id, name, uploaded_by_contact_id, prepared_version)
    values ('own', 'list', 'March', 'ann', 1);
    insert into patient_households (account_id, patient_list_id, id, zip, patient_count) values ('own', 'list', 'h1', '28801', 1);
    insert into patient_matches (account_id, patient_list_id, id, household_id, class, rule, first_visit, campaign_id, delivery_day, call_id, call_day)
    values ('own', 'list', 'p1', 'h1', 'strong', 'callerPhone', '2026-03-11', 'm1', '2026-02-20', 'c1', '2026-03-10')`);
  const score = JSON.stringify(emptyScore);
  await here.database.pool.query(
    `insert into score_versions (account_id, call_id, number, reason, score, contact_id, role, rubric, made_at)
     values ('own', 'c1', 1, 'scored', $1, 'lea', 'scoring-lead', '1', '2026-03-11T14:00:00Z')`,
    [score],
  );
  await here.database.pool.query(
    `insert into score_second_passes (account_id, call_id, first_version, first_contact_id, outcome, state, chosen_at, shown,
       second_contact_id, second_score, answers, rubric, second_at)
     values ('own', 'c1', 1, 'lea', 'missed', 'differs', '2026-03-11T14:00:00Z', $1, 'lea', $1, '[]', '1', '2026-03-11T14:30:00Z')`,
    [score],
  );
});

beforeEach(async () => {
  await here.database.pool.query(`delete from calls_read; delete from access_log`);
});
afterEach(() => here.clock.set(testNow));

/** In a new session each time, because the clock moves between requests. */
const ask = async <Data = never>(who: string, route: AnyRoute, parts: object = {}) => {
  const token = await signInAs(here, `${who}@people.test`);
  const answer = await requestRoute<Data>(here, token, route, parts);
  expect(answer.code).toBe(200);
  return answer;
};
const filters = { outcome: ['all calls'] };
const own = { query: { accountIds: ['own'], filters } };

async function callsOf(who: string): Promise<string[]> {
  const { rows } = await here.database.pool.query<{ call_id: string }>(
    'select call_id from calls_read where contact_id = $1 order by call_id',
    [who],
  );
  return rows.map((row) => row.call_id);
}

const doors: [route: AnyRoute, parts: object, calls: string[], who?: string][] = [
  [listCalls, { query: { accountIds: ['*'], filters } }, ['c1', 'c2', 'c3', 'd1', 'new']],
  [listAppointments, own, ['c3']],
  [getCall, { params: { id: 'c1' }, query: { related: 1 } }, ['c1', 'c2']],
  [getTranscript, { params: { id: 'c1' } }, ['c1']],
  [searchEverything, { query: { query: 'lane' } }, ['d1']],
  [listCallbacks, { query: { accountIds: ['own'] } }, ['c2']],
  [getCallback, { params: { id: 'c2' } }, ['c1', 'c2']],
  [getCaller, { params: { id: 'c1' } }, ['c1', 'c2']],
  [listCallbackFigureCalls, { query: { accountIds: ['own'], list: 'missed' } }, ['c1', 'c2']],
  [mailingCalls, { params: { id: 'm1' } }, ['c1', 'c2', 'c3']],
  [getMailing, { params: { id: 'm1' }, query: { recentCalls: 1 } }, ['c1', 'c2', 'c3']],
  [mailingStory, { params: { id: 'm1' } }, ['c3']],
  [listHouseholds, { params: { id: 'list' } }, ['c1']],
  [callScores, { params: { id: 'c1' } }, ['c1']],
  [scoringHistory, { params: { callId: 'c1' } }, ['c1'], 'lea'],
  [listProposals, { params: { kind: 'short' } }, ['new'], 'lea'],
  [getSecondPass, { params: { callId: 'c1' } }, ['c1'], 'lea'],
  [getDispute, { params: { disputeId: '11111111-1111-4111-8111-111111111111' } }, ['c1'], 'lea'],
];

test.each(doors)('$path records the calls that it shows', async (route, parts, calls, who = 'ann') => {
  await ask(who, route, parts);
  expect(await callsOf(who)).toEqual(calls);
});

test('finds no other route that shows callers', () => {
  const shows = ({ method, reply }: AnyRoute) =>
    method === 'GET' &&
    /"(callerPhoneNumber|callerNumber|callerName|speakerName)":/.test(
      JSON.stringify(jsonSchemaOf(reply, 'output')),
    );
  const paths = (routes: AnyRoute[]) => routes.map(({ path }) => path).sort();
  expect(paths(allRoutes.filter(shows))).toEqual(paths(doors.map(([route]) => route)));
});

test('counts a call once per hour and person, even when answered from the cache', async () => {
  const pages = [
    { query: { accountIds: ['own'], filters, sort: 'callDateTime', dir: 'desc' } },
    { query: { accountIds: ['own'], filters, sort: 'callDateTime', dir: 'asc' } },
  ];
  await Promise.all([...pages, ...pages].map((page) => ask('ann', listCalls, page)));
  expect(await callsOf('ann')).toEqual(['c1', 'c2', 'c3']);
  await ask('ben', listCalls, pages[0]);
  expect(await callsOf('ben')).toEqual(['c1', 'c2', 'c3']);
});

const read = (who: string, account: string, count: number) =>
  here.database.pool.query(
    `insert into calls_read (account_id, contact_id, hour, call_id, place)
     select $2, $1, date_trunc('hour', $4::timestamptz), 'r' || n, '203.0.113.x' from generate_series(1, $3) as n`,
    [who, account, count, here.clock.now()],
  );

async function entries(account = 'own') {
  const { data } = await ask<{ records: Activity[] }>('ann', listActivity, {
    query: { accountIds: [account], kind: 'read' },
  });
  return data.records.map(({ at, person, text, unusual, place }) => ({ at, person, text, unusual, place }));
}

test('appends one entry per account for an ended hour, once, whichever process does it', async () => {
  await ask('ben', listCalls, { query: { accountIds: ['*'], filters } });
  here.clock.set('2026-03-11T16:04:59Z');
  expect(await appendReadHours(here)).toBe(0);
  here.clock.set('2026-03-11T16:05:00Z');
  await ask('ben', listCalls, own);
  await Promise.all([appendReadHours(here), appendReadHours(here)]);
  expect(await appendReadHours(here)).toBe(0);
  const entry = { at: testNow, person: 'Person ben', unusual: false, place: '127.0.0.x' };
  expect(await entries()).toEqual([{ ...entry, text: 'Read 3 calls in lists and search within an hour' }]);
  expect(await entries('second')).toEqual([
    { ...entry, text: 'Read 2 calls in lists and search within an hour' },
  ]);
  expect(await callsOf('ben')).toEqual(['c1', 'c2', 'c3']);
  // later reads of an hour with an entry change nothing
  here.clock.set(testNow);
  await read('ben', 'own', 7);
  here.clock.set('2026-03-11T17:05:00Z');
  await appendReadHours(here);
  expect((await entries()).map(({ at, text }) => [at, text])).toEqual([
    ['2026-03-11T16:00:00.000Z', 'Read 3 calls in lists and search within an hour'],
    [testNow, 'Read 3 calls in lists and search within an hour'],
  ]);
  await sealActivity(here);
  const verified = await verifyActivity(here.database.kysely);
  expect(verified.flatMap(({ problems }) => problems)).toEqual([]);
});

test('appends an hour whole after its first transaction failed', async () => {
  await read('ben', 'own', 4);
  here.clock.advance(2 * anHour);
  await here.database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger refuse before delete on calls_read for each row execute function refuse()`);
  await expect(appendReadHours(here)).rejects.toThrow('killed');
  expect(await entries()).toEqual([]);
  await here.database.pool.query('drop trigger refuse on calls_read; drop function refuse()');
  expect(await appendReadHours(here)).toBe(1);
  expect((await entries()).map(({ text }) => text)).toEqual([
    'Read 4 calls in lists and search within an hour',
  ]);
});

test('marks more than 500 calls, and three times the busiest hour of 30 days, across all accounts as unusual', async () => {
  const hours: [hour: string, own: number, second: number][] = [
    ['2026-01-01T10:00:00Z', 3_000, 0],
    ['2026-02-10T10:00:00Z', 100, 100],
    ['2026-02-11T10:00:00Z', 300, 299],
    ['2026-02-12T10:00:00Z', 300, 1_497],
  ];
  for (const [hour, first, second] of hours) {
    here.clock.set(hour);
    await read('ben', 'own', first);
    await read('ben', 'second', second);
    await read('ann', 'own', 5_000);
  }
  here.clock.set(testNow);
  // waiting hours are compared with each other
  await appendReadHours(here);
  const ofBen = (await entries()).filter(({ person }) => person === 'Person ben');
  expect(ofBen.map(({ text, unusual }) => [text, unusual])).toEqual([
    ['Read 300 calls in lists and search within an hour: unusually many', true],
    ['Read 300 calls in lists and search within an hour', false],
    ['Read 100 calls in lists and search within an hour', false],
    ['Read 3,000 calls in lists and search within an hour: unusually many', true],
  ]);
});
