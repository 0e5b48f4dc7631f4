import { randomUUID } from 'node:crypto';
import type { Call } from '@mailcall/contract/calls.ts';
import { type CallAction, listCallActions, resolveCall } from '@mailcall/contract/resolve.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
const people = ['ann', 'ben', 'cleo', 'dan', 'eve'];
const tokens = new Map<string, string>();
const tokenOf = (name: string) => tokens.get(name) as string;

const missedCall = {
  account_id: 'own',
  call_date_time: '2026-03-10T10:00:00Z',
  caller_phone_number: '+13035550101',
  call_answered_by: 'Voicemail',
  patient_type: 'New Patient Opportunity',
  follow_up_opportunity: 'true',
  highlights: '',
  resolve_date: '',
  callback_handler_id: '',
  callback_outcome_summary: '',
};
const feedOf = (calls: readonly Record<string, string>[], hasLeft = true) => ({
  'accounts.csv': csv([
    { id: 'own', name: 'Own', time_zone: 'America/Denver' },
    { id: 'foreign', name: 'Foreign', time_zone: '' },
  ]),
  'staff.csv': csv([
    { id: 's1', account_id: 'own', name: 'Maria Front', deleted: false },
    { id: 's2', account_id: 'own', name: 'Gone', deleted: hasLeft },
    { id: 's3', account_id: 'own', name: 'Unknown', deleted: false },
    { id: 's9', account_id: 'foreign', name: 'Stranger', deleted: false },
  ]),
  'calls.csv': csv(calls.map((call) => ({ ...missedCall, ...call }))),
});

async function bring(calls: readonly Record<string, string>[], hasLeft?: boolean): Promise<void> {
  const folder = await folders.folder(feedOf(calls, hasLeft));
  const report = await importFolder(here.database, folder, { files: here.files });
  expect(report.firstRejections).toEqual([]);
}

beforeAll(async () => {
  // the feed removes only what it imported before
  await bring([{ id: 'first' }], false);
  await bring([{ id: 'first' }]);
  for (const name of people) {
    await addPerson(here.database, { id: name, accounts: ['own'] });
    tokens.set(name, await signInAs(here, `${name}@people.test`));
  }
});
afterAll(() => folders.remove());

const outcome = {
  callbackHandler: 's1',
  callbackOutcomeResult: 'Spoke With Caller',
  callbackOutcomeOpportunityResult: 'New Patient Opportunity',
  callbackOutcomeSummary: 'Wants a cleaning.',
};
const appointment = (firstName: string) => ({
  firstName,
  lastName: 'Lee',
  dateTime: '2026-03-20T15:00:00.000Z',
});

const resolve = (id: string, body: object = outcome, as = 'ann') =>
  requestRoute<{ call: Call }>(here, tokenOf(as), resolveCall, { params: { id }, body });
const actionsOf = async (id: string, as = 'ann') =>
  (await requestRoute<{ records: CallAction[] }>(here, tokenOf(as), listCallActions, { params: { id } })).data
    .records;
const storedCall = async (id: string) =>
  (await here.database.pool.query<Record<string, unknown>>('select * from calls where id = $1', [id]))
    .rows[0];
const bookedOn = async (id: string) =>
  (
    await here.database.pool.query<{ first_name: string }>(
      'select first_name from appointments where call_id = $1 and not deleted order by first_name',
      [id],
    )
  ).rows.map((row) => row.first_name);

describe('resolving a call', () => {
  test('returns the updated call, and everything is recorded', async () => {
    await bring([{ id: 'whole' }]);
    const { code, data } = await resolve('whole', {
      ...outcome,
      appointments: [appointment('Ann'), { ...appointment('Bo'), phone: '+13035550777' }],
    });
    expect(code).toBe(200);
    expect(data.call).toMatchObject({
      id: 'whole',
      outcome: ['appointment', 'missed call'],
      appointmentsCounter: 2,
      resolveDate: testNow,
      callbackHandler: 'Maria Front',
      callbackOutcomeResult: 'Spoke With Caller',
      callbackOutcomeOpportunityResult: 'New Patient Opportunity',
      callbackOutcomeSummary: 'Wants a cleaning.',
      followUpOpportunity: true,
    });
    expect(data.call.appointments.map(({ firstName, phone, outcome: is }) => [firstName, phone, is])).toEqual(
      expect.arrayContaining([
        ['Ann', '+13035550101', 'Scheduled'],
        ['Bo', '+13035550777', 'Scheduled'],
      ]),
    );
    expect(data.call.relatedCalls.map(({ callId }) => callId)).toEqual(['first']);
    expect(
      (await actionsOf('whole')).map(({ action, by, at, details }) => ({ action, by, at, details })),
    ).toEqual([
      {
        action: 'resolved',
        by: 'Person ann',
        at: testNow,
        details: 'Maria Front called back: Spoke With Caller, New Patient Opportunity. Wants a cleaning.',
      },
      { action: 'appointment added', by: 'Person ann', at: testNow, details: 'Ann Lee, 3/20/26 @ 9:00 am' },
      { action: 'appointment added', by: 'Person ann', at: testNow, details: 'Bo Lee, 3/20/26 @ 9:00 am' },
    ]);
    const { rows } = await here.database.pool.query(
      `select contact_id, action from access_log where subject_id = 'whole' order by action`,
    );
    expect(rows).toEqual([
      { contact_id: 'ann', action: 'open' },
      { contact_id: 'ann', action: 'resolve' },
    ]);
  });

  test('raises the account’s version once, and sets it on the changed rows', async () => {
    await bring([{ id: 'stamped' }]);
    const clock = async () =>
      (
        await here.database.pool.query<{ version: number }>(
          `select version from account_version where account_id = 'own'`,
        )
      ).rows[0]?.version ?? 0;
    const before = await clock();
    await resolve('stamped', { ...outcome, appointments: [appointment('Ann')] });
    expect(await clock()).toBe(before + 1);
    const { rows } = await here.database.pool.query(
      `select version from calls where id = 'stamped' union all select version from appointments where call_id = 'stamped'`,
    );
    expect(rows).toEqual([{ version: before + 1 }, { version: before + 1 }]);
  });

  test('a missed call that needs no follow-up waits for a callback too', async () => {
    await bring([{ id: 'only-missed', follow_up_opportunity: 'false' }]);
    expect((await resolve('only-missed')).code).toBe(200);
  });

  test.each<[string, object, Record<string, string>]>([
    [
      'nothing at all',
      {},
      {
        callbackHandler: 'Choose who called back.',
        callbackOutcomeResult:
          'Use one of Spoke With Caller, No Answer Left Voicemail, No Answer No Voicemail.',
        callbackOutcomeOpportunityResult:
          'Use one of New Patient Opportunity, NOT a Patient Opportunity, Unknown, Spam.',
        callbackOutcomeSummary: 'Write a summary.',
      },
    ],
    [
      'a summary of spaces',
      { ...outcome, callbackOutcomeSummary: '   ' },
      { callbackOutcomeSummary: 'Write a summary.' },
    ],
    [
      'a summary of 151 characters',
      { ...outcome, callbackOutcomeSummary: 'x'.repeat(151) },
      { callbackOutcomeSummary: 'Use at most 150 characters.' },
    ],
    [
      'an appointment without a name or time',
      { ...outcome, appointments: [{ firstName: '', lastName: '', dateTime: 'tomorrow' }] },
      {
        'appointments.0.firstName': 'Patient first name is required',
        'appointments.0.lastName': 'Patient last name is required',
        'appointments.0.dateTime': 'Use a date and time as 2026-01-31T15:00:00Z.',
      },
    ],
    [
      'an appointment at a time that the form does not offer',
      {
        ...outcome,
        appointments: [appointment('Ann'), { ...appointment('Bo'), dateTime: '2026-03-20T15:10:00Z' }],
      },
      {
        'appointments.1.dateTime':
          'Use a time from 7:00 am to 7:00 pm, every 15 minutes, where the office is (America/Denver).',
      },
    ],
    ['a field that is not known', { ...outcome, mood: 'good' }, { mood: 'This field is not known here.' }],
    [
      'a member of another office’s staff',
      { ...outcome, callbackHandler: 's9' },
      { callbackHandler: 'Choose a member of the staff of the call’s office.' },
    ],
    [
      'the staff that nobody knows',
      { ...outcome, callbackHandler: 's3' },
      { callbackHandler: 'Choose a member of the staff of the call’s office.' },
    ],
    [
      'a member of staff who has left',
      { ...outcome, callbackHandler: 's2' },
      { callbackHandler: 'Choose a member of the staff of the call’s office.' },
    ],
  ])('with %s is refused and names the field', async (_, body, problems) => {
    const { code, status, data } = await resolve('first', body);
    expect([code, status, data]).toEqual([400, 'fail', problems]);
    expect(await storedCall('first')).toMatchObject({ resolve_date: null });
    expect(await bookedOn('first')).toEqual([]);
  });

  test('a summary of 150 characters is not too long', async () => {
    await bring([{ id: 'long' }]);
    const callbackOutcomeSummary = 'é'.repeat(150);
    expect((await resolve('long', { ...outcome, callbackOutcomeSummary })).code).toBe(200);
  });

  test.each([
    ['an answered call', { call_answered_by: 'Staff', follow_up_opportunity: 'false' }],
    ['spam', { patient_type: 'Spam', follow_up_opportunity: 'false' }],
    ['a call not scored yet', { call_answered_by: '', follow_up_opportunity: '' }],
  ])('%s does not wait for a callback', async (name, facts) => {
    const id = name.replaceAll(' ', '-');
    await bring([{ id, ...facts }]);
    const { code, message } = await resolve(id);
    expect([code, message]).toEqual([422, 'This call is neither missed nor in need of a follow-up.']);
  });

  test('a call that the feed has resolved is reported as resolved, with the known details', async () => {
    await bring([
      { id: 'fed', resolve_date: '2026-03-09T02:00:00Z', callback_handler_id: 's1' },
      { id: 'fed-namelessly', resolve_date: '2026-03-09T02:00:00Z' },
    ]);
    // the day is the office's
    expect((await resolve('fed')).message).toBe(
      'This call was already resolved by Maria Front on Mar 8, 2026',
    );
    expect((await resolve('fed-namelessly')).message).toBe('This call was already resolved on Mar 8, 2026');
  });

  test('that fails halfway leaves nothing behind', async () => {
    await bring([{ id: 'failing' }]);
    await here.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert on appointments for each row when (new.first_name = 'Refused') execute function refuse()`);
    const { code, message } = await resolve('failing', {
      ...outcome,
      appointments: [appointment('Kept'), appointment('Refused')],
    });
    expect([code, message]).toEqual([500, 'An error has occurred']);
    expect(await storedCall('failing')).toMatchObject({ resolve_date: null, callback_outcome_summary: null });
    expect([await bookedOn('failing'), await actionsOf('failing')]).toEqual([[], []]);
    expect((await resolve('failing', { ...outcome, appointments: [appointment('Kept')] })).code).toBe(200);
  });
});

describe('at the same time', () => {
  test('of twenty concurrent resolutions one succeeds, and the others’ appointments are not made', async () => {
    await bring([{ id: 'wanted' }]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const who = people[at % people.length] as string;
        const body = { ...outcome, appointments: [appointment(`Of ${who} ${at}`)] };
        return { who, at, answer: await resolve('wanted', body, who) };
      }),
    );
    const winners = answers.filter(({ answer }) => answer.code === 200);
    expect(winners).toHaveLength(1);
    const [winner] = winners;
    const others = answers.filter((one) => one !== winner);
    expect(new Set(others.map(({ answer }) => `${answer.code} ${answer.message}`))).toEqual(
      new Set([`422 This call was already resolved by Person ${winner?.who} on Mar 11, 2026`]),
    );
    expect(await bookedOn('wanted')).toEqual([`Of ${winner?.who} ${winner?.at}`]);
    expect((await actionsOf('wanted')).map(({ action }) => action)).toEqual([
      'resolved',
      'appointment added',
    ]);
    expect(await storedCall('wanted')).toMatchObject({ appointment_count: 1 });
  });

  test('the same request, repeated or concurrent, resolves once with equal answers', async () => {
    await bring([{ id: 'again' }, { id: 'not-that' }]);
    const body = { ...outcome, appointments: [appointment('Ann')], requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => resolve('again', body)));
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data.call.appointments))).size).toBe(1);
    expect(await bookedOn('again')).toEqual(['Ann']);
    expect(await actionsOf('again')).toHaveLength(2);
    const logged = `select from access_log where action = 'resolve' and subject_id = 'again'`;
    expect((await here.database.pool.query(logged)).rowCount).toBe(1);
    const { code, data } = await resolve('not-that', body);
    expect([code, data]).toEqual([400, { requestId: 'This was used for another request.' }]);
  });

  test('one request’s id on many calls works for one of them', async () => {
    const ids = Array.from({ length: 6 }, (_, at) => `shared-${at}`);
    await bring(ids.map((id) => ({ id })));
    const body = { ...outcome, appointments: [appointment('Ann')], requestId: randomUUID() };
    const answers = await Promise.all(ids.map((id) => resolve(id, body)));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400]);
    const booked = await Promise.all(ids.map(bookedOn));
    expect(booked.flat()).toEqual(['Ann']);
  });

  test('resolving and importing neither deadlock nor lose anything', async () => {
    const ids = Array.from({ length: 24 }, (_, at) => `busy-${at}`);
    const feed = (highlights: string) => ids.map((id) => ({ id, highlights }));
    await bring(feed('first'));
    const appointments = csv(
      ids.map((id, at) => ({ id: `fed-${at}`, account_id: 'own', call_id: id, first_name: 'Fed' })),
    );
    const folder = await folders.folder({ ...feedOf(feed('second')), 'appointments.csv': appointments });
    const [report, ...answers] = await Promise.all([
      importFolder(here.database, folder, { files: here.files, batchRows: 5 }),
      ...ids.map((id, at) =>
        resolve(id, { ...outcome, appointments: [appointment('Ann')] }, people[at % people.length]),
      ),
    ]);
    expect(report.firstRejections).toEqual([]);
    expect(answers.map(({ code }) => code)).toEqual(ids.map(() => 200));
    for (const id of ids) {
      expect(await storedCall(id)).toMatchObject({
        highlights: 'second',
        callback_outcome_summary: 'Wants a cleaning.',
        appointment_count: 2,
      });
    }
  });
});

describe('a feed that comes afterwards', () => {
  const resolved = async (id: string) => {
    await bring([{ id }]);
    await resolve(id, { ...outcome, appointments: [appointment('Ann')] });
  };

  test('changes the call, and what was done in the portal stays', async () => {
    await resolved('kept');
    await bring([{ id: 'kept', highlights: 'Scored anew' }]);
    expect(await storedCall('kept')).toMatchObject({
      highlights: 'Scored anew',
      resolve_date: new Date(testNow),
      callback_handler_id: 's1',
      callback_outcome_result: 'Spoke With Caller',
      callback_outcome_opportunity_result: 'New Patient Opportunity',
      callback_outcome_summary: 'Wants a cleaning.',
      appointment_count: 1,
    });
    expect(await bookedOn('kept')).toEqual(['Ann']);
    expect(await actionsOf('kept')).toHaveLength(2);
  });

  test('with a new callback result overrides the portal’s', async () => {
    await resolved('corrected');
    await bring([{ id: 'corrected', callback_outcome_summary: 'Corrected by the provider' }]);
    expect(await storedCall('corrected')).toMatchObject({
      callback_outcome_summary: 'Corrected by the provider',
      callback_outcome_result: 'Spoke With Caller',
    });
    await here.database.pool.query(
      `update calls set callback_outcome_summary = 'Ours' where id = 'corrected'`,
    );
    await bring([{ id: 'corrected', callback_outcome_summary: 'Corrected by the provider' }]);
    expect(await storedCall('corrected')).toMatchObject({ callback_outcome_summary: 'Ours' });
  });
});
