import {
  callOnHoldMetrics,
  officeHandlingRate,
  pricingRelatedAnswer,
  staffMetrics,
} from '@mailcall/contract/front-desk.ts';
import { leaderboardSorts, teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import { listContacts } from '@mailcall/contract/accounts.ts';
import { listCalls } from '@mailcall/contract/calls.ts';
import type { AnyRoute, RouteReply } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
let token = '';

type Cells = Record<string, string | number | boolean>;
const nothingKnown = {
  handler_id: '',
  opportunity: '',
  asked_for_appointment: '',
  appointment_caller_mentioned: '',
  asked_for_source: '',
  source_caller_mentioned: '',
  good_impression: '',
  asked_for_additional_appointment: '',
  additional_appointment_caller_mentioned: '',
  interacted_with_ivr: '',
  placed_on_hold: '',
  asked_to_place_on_hold: '',
  hold_seconds: '',
  price_answer: '',
};
let calls = 0;
function call(facts: Cells): Cells {
  calls += 1;
  return {
    id: `c${calls}`,
    account_id: 'east',
    call_date_time: `2026-03-0${1 + (calls % 9)}T12:00:00Z`,
    call_answered_by: 'Staff',
    patient_type: 'New Patient Opportunity',
    ...nothingKnown,
    ...facts,
  };
}

const feed = {
  'accounts.csv': csv([
    { id: 'east', name: 'East' },
    { id: 'west', name: 'West' },
    { id: 'foreign', name: 'Foreign' },
  ]),
  'staff.csv': csv([
    { id: 'amy', account_id: 'east', name: 'amy', staff_type: 'Front Desk', deleted: false },
    { id: 'zoe', account_id: 'east', name: 'Zoe', staff_type: '', deleted: false },
    { id: 'bea', account_id: 'east', name: 'Bea', staff_type: 'Hygienist', deleted: true },
    { id: 'nobody', account_id: 'east', name: ' unknown', staff_type: '', deleted: false },
    { id: 'amy-west', account_id: 'west', name: 'amy', staff_type: 'Front Desk', deleted: false },
    { id: 'idle', account_id: 'east', name: 'Idle', staff_type: '', deleted: false },
  ]),
  'calls.csv': csv([
    call({
      handler_id: 'amy',
      opportunity: true,
      asked_for_appointment: true,
      asked_for_source: false,
      good_impression: true,
      asked_for_additional_appointment: true,
      placed_on_hold: true,
      asked_to_place_on_hold: true,
      hold_seconds: 40,
      price_answer: 'Gave Exact Price',
    }),
    // the caller offered everything first, so that asking does not count
    call({
      handler_id: 'amy',
      opportunity: true,
      asked_for_appointment: true,
      appointment_caller_mentioned: true,
      asked_for_source: true,
      source_caller_mentioned: true,
      good_impression: false,
      asked_for_additional_appointment: true,
      additional_appointment_caller_mentioned: true,
      placed_on_hold: true,
      asked_to_place_on_hold: false,
      hold_seconds: 61,
      price_answer: 'Gave Exact Price',
    }),
    // on hold for an unknown time; not on hold, despite the other fields
    call({ handler_id: 'amy', placed_on_hold: true, price_answer: 'Did Not Answer' }),
    call({ handler_id: 'amy', placed_on_hold: false, asked_to_place_on_hold: true, hold_seconds: 500 }),
    call({ handler_id: 'zoe', opportunity: true, asked_for_appointment: false, interacted_with_ivr: true }),
    call({ handler_id: 'zoe', opportunity: true, good_impression: false }),
    call({ handler_id: 'bea', opportunity: true, good_impression: true }),
    call({ handler_id: 'nobody', asked_for_appointment: true, price_answer: 'Did Not Answer' }),
    call({ handler_id: 'not-come', good_impression: true }),
    call({ opportunity: true, placed_on_hold: true, hold_seconds: 10 }),
    // not answered by staff: only the menu counts it
    call({
      call_answered_by: 'IVR',
      handler_id: 'amy',
      opportunity: true,
      asked_for_appointment: true,
      good_impression: true,
      interacted_with_ivr: true,
      placed_on_hold: true,
      hold_seconds: 999,
      price_answer: 'Gave Exact Price',
    }),
    call({ call_answered_by: '', handler_id: 'zoe', interacted_with_ivr: false }),
    call({ account_id: 'west', handler_id: 'amy-west', opportunity: true }),
    call({ account_id: 'foreign', opportunity: true, good_impression: true }),
    call({ call_answered_by: 'Voicemail', handler_id: 'idle', good_impression: true }),
  ]),
  'appointments.csv': csv([
    { id: 'p1', account_id: 'east', call_id: 'c1', outcome: 'Scheduled', previous_appointment_id: '' },
    { id: 'p2', account_id: 'east', call_id: 'c1', outcome: 'Cancelled', previous_appointment_id: '' },
    { id: 'p3', account_id: 'east', call_id: 'c5', outcome: 'Scheduled', previous_appointment_id: '' },
    { id: 'p4', account_id: 'east', call_id: 'c5', outcome: 'Rescheduled', previous_appointment_id: 'p3' },
    { id: 'p5', account_id: 'east', call_id: 'c8', outcome: 'Scheduled', previous_appointment_id: '' },
    { id: 'p6', account_id: 'east', call_id: 'c11', outcome: 'Scheduled', previous_appointment_id: '' },
  ]),
};

beforeAll(async () => {
  const former = { ...feed, 'staff.csv': feed['staff.csv'].replaceAll(',true', ',false') };
  for (const content of [former, { 'staff.csv': feed['staff.csv'] }]) {
    const report = await importFolder(here.database, await folders.folder(content), { files: here.files });
    expect(report.firstRejections).toEqual([]);
  }
  await addPerson(here.database, { id: 'olga', accounts: ['east', 'west'] });
  token = await signInAs(here, 'olga@people.test');
});
afterAll(() => folders.remove());

async function replyOf<R extends AnyRoute>(route: R, query: object = {}): Promise<RouteReply<R>> {
  const answer = await requestRoute<RouteReply<R>>(here, token, route, {
    query: { accountIds: ['east'], ...query },
  });
  expect([answer.code, answer.message]).toEqual([200, undefined]);
  return answer.data;
}

const routes = [
  teamLeaderboard,
  officeHandlingRate,
  pricingRelatedAnswer,
  callOnHoldMetrics,
  ...Object.values(staffMetrics),
].map((route) => [route.path, route] as const);

describe.each(routes)('%s', (_, route) => {
  test('counts nothing, version 0, without accounts', async () => {
    const { code, data } = await requestRoute<{ meta: object; records?: object[] }>(here, token, route, {
      query: { accountIds: [] },
    });
    expect([code, data.meta]).toEqual([200, { version: 0, asOf: testNow }]);
    expect(JSON.stringify(data.records ?? [])).not.toMatch(/[1-9]/);
  });

  test('refuses all accounts when one is not allowed', async () => {
    const { code, data } = await requestRoute(here, token, route, {
      query: { accountIds: ['east', 'foreign'] },
    });
    expect([code, data]).toEqual([403, null]);
  });

  test('names invalid input', async () => {
    const { code, data } = await requestRoute<object>(here, token, route, {
      query: { accountIds: ['*'], filters: { startDate: '2026-02-30' } },
    });
    expect([code, data]).toEqual([400, { 'filters.startDate': 'There is no such date.' }]);
  });
});

describe('the leaderboard', () => {
  test('lists the staff who answered calls, with the counts of those calls', async () => {
    const { records, totals } = await replyOf(teamLeaderboard);
    expect(records.map(({ name, rank }) => [name, rank])).toEqual([
      ['amy', 1],
      ['Zoe', 2],
      ['Bea', 3],
    ]);
    expect(records[0]).toEqual({
      callHandlerId: 'amy',
      id: 'amy',
      name: 'amy',
      accountId: 'east',
      accountName: 'East',
      staffType: 'Front Desk',
      rank: 1,
      tied: false,
      callMadeCount: 4,
      opportunityCallCount: 2,
      appointmentsMadeCount: 2,
      appointmentsCallCount: 1,
      conversionRate: 100,
      askedforAppointmentRate: 100,
      askedForAppointmentCount: 1,
      validAskedForAppointment: 1,
      askedForSourceRate: 0,
      askedForSourceCount: 0,
      validAskedForSource: 1,
      goodImpressionRate: 50,
      goodImpressionCount: 1,
      validGoodImpression: 2,
      askedforAdditionalAppointmentRate: 100,
      askedforAdditionalAppointmentCount: 1,
      validAskedForAdditionalAppointment: 1,
    });
    expect(totals).toEqual({
      allCallCount: 7,
      opportunityCount: 5,
      appointmentCount: 3,
      appointmentCallCount: 2,
      averageConversionRate: 40,
      staffCount: 3,
    });
  });

  test.each([
    ['calls', ['amy 1', 'Zoe 2', 'Bea 3']],
    ['opportunities', ['amy 1', 'Zoe 1', 'Bea 3']],
    ['appointments', ['amy 1', 'Zoe 2', 'Bea 3']],
    ['apptCalls', ['amy 1', 'Zoe 1', 'Bea 3']],
    ['conversionRate', ['amy 1', 'Zoe 2', 'Bea 3']],
  ] as const)('ranked by %s: equal values share a rank, in order of name', async (sortBy, ranked) => {
    const { records } = await replyOf(teamLeaderboard, { sortBy });
    if (sortBy === 'opportunities')
      expect((await replyOf(teamLeaderboard, { sortBy: 'opportunity' })).records).toEqual(records);
    expect(records.map(({ name, rank }) => `${name} ${rank}`)).toEqual(ranked);
  });

  test('is ranked by appointments by default, and rejects unknown orders', async () => {
    expect(await replyOf(teamLeaderboard)).toEqual(
      await replyOf(teamLeaderboard, { sortBy: 'appointments' }),
    );
    const { code, data } = await requestRoute<object>(here, token, teamLeaderboard, {
      query: { accountIds: ['east'], sortBy: 'name; drop table staff' },
    });
    expect([code, data]).toEqual([400, { sortBy: `Use one of ${leaderboardSorts.join(', ')}.` }]);
  });

  test('distinguishes people of the same name in several offices', async () => {
    const { records } = await replyOf(teamLeaderboard, { accountIds: ['*'] });
    expect(
      records.filter(({ name }) => name === 'amy').map(({ id, accountName }) => [id, accountName]),
    ).toEqual([
      ['amy', 'East'],
      ['amy-west', 'West'],
    ]);
  });

  test('counts in a row the calls that its filter lists', async () => {
    const { records } = await replyOf(teamLeaderboard);
    for (const { callHandlerId, callMadeCount } of records) {
      const list = await replyOf(listCalls, { filters: { callHandlerId, outcome: ['all calls'] } });
      expect([callHandlerId, list.meta.total_count]).toEqual([callHandlerId, callMadeCount]);
    }
  });

  test('ignores staff of the name Unknown: on the leaderboard, among the choices and in lists', async () => {
    const { records } = await replyOf(listContacts, { kind: 'staff' });
    expect(records.map(({ id }) => id)).toEqual(['amy', 'idle', 'zoe']);
    const list = await replyOf(listCalls, {
      sort: 'answeredBy',
      dir: 'asc',
      filters: { outcome: ['all calls'] },
    });
    expect(list.records.find(({ callId }) => callId === 'c8')).toMatchObject({
      callHandler: null,
      answeredBy: 'Staff',
    });
    expect(list.records.map(({ callHandler, answeredBy }) => callHandler ?? answeredBy)).toEqual([
      ...Array.from({ length: 5 }, () => 'amy'),
      'Bea',
      'Idle',
      ...Array.from({ length: 3 }, () => 'Staff'),
      ...Array.from({ length: 3 }, () => 'Zoe'),
    ]);
  });

  test('shows a new name from the feed immediately', async () => {
    const before = (await replyOf(teamLeaderboard)).meta.version;
    const say = async (staff_type: string) =>
      importFolder(
        here.database,
        await folders.folder({
          'staff.csv': csv([{ id: 'zoe', account_id: 'east', name: 'Zoe', staff_type }]),
        }),
        { files: here.files },
      );
    await say('Office Manager');
    const { records, meta } = await replyOf(teamLeaderboard);
    expect(records.find(({ id }) => id === 'zoe')?.staffType).toBe('Office Manager');
    expect(meta.version).toBe(before + 1);
    await say('Office Manager');
    expect((await replyOf(teamLeaderboard)).meta.version).toBe(before + 1);
  });
});

test('counts all calls that staff answered, and the menu on all calls, for all staff together', async () => {
  const { records } = await replyOf(officeHandlingRate);
  expect(records).toEqual([
    {
      totalCalls: 10,
      appointmentRate: 50,
      askedForAppointmentRate: 67,
      askedForAppointmentCount: 2,
      validAskedForAppointment: 3,
      askedForAppointmentCallerMentioned: 1,
      askedForSourceRate: 0,
      askedForSourceCount: 0,
      validAskedForSource: 1,
      askedForSourceCallerMentioned: 1,
      askedForGoodImpressionRate: 60,
      askedForGoodImpressionCount: 3,
      validAskedForGoodImpressionCount: 5,
      askedForAdditionalAppointmentRate: 100,
      askedForAdditionalAppointmentCount: 1,
      validAskedForAdditionalAppointment: 1,
      askedForAdditionalAppointmentCallerMentioned: 1,
      callerInteractedWithIVRCount: 2,
      validCallerInteractedWithIVRCount: 3,
    },
  ]);
});

test('lists answers about the price, most calls first, with their appointments', async () => {
  const { records, startDate } = await replyOf(pricingRelatedAnswer);
  expect(records).toEqual([
    {
      priceAnswer: 'Did Not Answer',
      totalCallCount: 2,
      scoreWithAppointmentCount: 1,
      scoreWithoutAppointmentCount: 1,
    },
    {
      priceAnswer: 'Gave Exact Price',
      totalCallCount: 2,
      scoreWithAppointmentCount: 1,
      scoreWithoutAppointmentCount: 1,
    },
  ]);
  expect(startDate).toBe('2026-03-02T12:00:00.000Z');
});

test('excludes holds of unknown length from the mean', async () => {
  const { metrics } = await replyOf(callOnHoldMetrics);
  expect(metrics).toEqual({
    totalCalls: 10,
    validPlacedOnHold: 5,
    staffPlacedCallerOnHold: 4,
    staffAskedToPlaceOnHold: 1,
    timedHolds: 3,
    averageHoldSeconds: 37,
  });
});

describe('metrics by member of staff', () => {
  const namesOf = ({ records }: { records: { callHandlerName: string }[] }) =>
    records.map(({ callHandlerName }) => callHandlerName);

  test('list the staff with counted calls by name, and all of them together', async () => {
    const impression = await replyOf(staffMetrics.goodImpression);
    expect(namesOf(impression)).toEqual(['amy', 'Bea', 'Zoe']);
    expect(impression.summary).toEqual({
      total: 5,
      goodImpression: 3,
      goodImpressionPercentage: 60,
      goodImpressionGrade: 'C',
    });
    expect(impression.records[0]).toEqual({
      callHandlerId: 'amy',
      callHandlerName: 'amy',
      accountId: 'east',
      accountName: 'East',
      total: 2,
      goodImpression: 1,
      goodImpressionPercentage: 50,
      goodImpressionGrade: 'D',
    });
    expect(namesOf(await replyOf(staffMetrics.askedForSource))).toEqual(['amy']);
    expect(namesOf(await replyOf(staffMetrics.askedForAppointment))).toEqual(['amy', 'Zoe']);
    expect(namesOf(await replyOf(staffMetrics.askedForAdditionalAppointment))).toEqual(['amy']);
  });

  test('grade fewer holds higher, and more holds with a question first higher', async () => {
    const { summary, records } = await replyOf(staffMetrics.holdCount);
    expect(summary).toEqual({
      total: 5,
      onHold: 4,
      onHoldPercentage: 80,
      onHoldGrade: 'D',
      askedOnHold: 1,
      askedOnHoldPercentage: 25,
      askedOnHoldGrade: 'D',
    });
    expect(records).toEqual([
      {
        callHandlerId: 'amy',
        callHandlerName: 'amy',
        accountId: 'east',
        accountName: 'East',
        total: 4,
        staffPlacedCallerOnHold: 3,
        staffPlacedCallerOnHoldPercentage: 75,
        staffPlacedCallerOnHoldGrade: 'D',
        staffAskedToPlaceOnHold: 1,
        staffAskedToPlaceOnHoldPercentage: 33,
        staffAskedToPlaceOnHoldGrade: 'C',
      },
    ]);
  });

  test('grade the mean hold time in whole seconds', async () => {
    const { summary, records } = await replyOf(staffMetrics.holdTime);
    expect(summary).toEqual({ total: 3, averageSeconds: 37, grade: 'B' });
    expect(records).toEqual([
      {
        callHandlerId: 'amy',
        callHandlerName: 'amy',
        accountId: 'east',
        accountName: 'East',
        total: 2,
        averageSeconds: 51,
        grade: 'B',
      },
    ]);
  });

  test('have the grade A and no mean when nothing is counted', async () => {
    const filters = { startDate: '2020-01-01', endDate: '2020-01-02' };
    expect((await replyOf(staffMetrics.holdTime, { filters })).summary).toEqual({
      total: 0,
      averageSeconds: null,
      grade: 'A',
    });
    expect((await replyOf(staffMetrics.holdCount, { filters })).summary).toMatchObject({
      onHoldGrade: 'A',
      askedOnHoldGrade: 'A',
    });
  });
});
