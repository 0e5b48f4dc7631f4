import { randomUUID } from 'node:crypto';
import type { Call } from '@mailcall/contract/calls.ts';
import { type CallAction, createAppointment, listCallActions } from '@mailcall/contract/resolve.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
let token = '';

const calls = csv(
  ['c1', 'c2', 'c3', 'c4', 'times', 'plumber-call'].map((id) => ({
    id,
    account_id: id === 'plumber-call' ? 'plumber' : 'own',
    call_date_time: '2026-03-10T10:00:00Z',
    caller_phone_number: '+13035550101',
    call_answered_by: 'Staff',
  })),
);

async function bring(content: Record<string, string>): Promise<void> {
  const report = await importFolder(here.database, await folders.folder(content), { files: here.files });
  expect(report.firstRejections).toEqual([]);
}

beforeAll(async () => {
  await bring({
    'accounts.csv': csv([
      { id: 'own', name: 'Own', time_zone: 'America/Denver', client_label: '' },
      { id: 'plumber', name: 'Plumber', time_zone: 'America/Denver', client_label: 'Customer' },
    ]),
    'calls.csv': calls,
  });
  await addPerson(here.database, { id: 'olga', accounts: ['own', 'plumber'] });
  token = await signInAs(here, 'olga@people.test');
});
afterAll(() => folders.remove());

const ann = { firstName: ' Ann ', lastName: 'Lee', dateTime: '2026-03-20T15:00:00.000Z' };
const book = (body: object) =>
  requestRoute<{ id: string; call: Call }>(here, token, createAppointment, { body });
const actionsOf = async (id: string) =>
  (await requestRoute<{ records: CallAction[] }>(here, token, listCallActions, { params: { id } })).data
    .records;

test('an appointment is booked on a call and counted, and the updated call is returned', async () => {
  const { code, data } = await book({ ...ann, call: 'c1', campaign: 'x', contact: null, scoreId: 'y' });
  expect(code).toBe(200);
  expect(data.call).toMatchObject({
    id: 'c1',
    appointmentsCounter: 1,
    outcome: ['appointment', 'non-opportunity'],
    resolveDate: null,
    appointments: [
      {
        id: data.id,
        firstName: 'Ann',
        lastName: 'Lee',
        dateTime: ann.dateTime,
        phone: '+13035550101',
        outcome: 'Scheduled',
        replaced: false,
      },
    ],
  });
  expect(await actionsOf('c1')).toMatchObject([
    { action: 'appointment added', by: 'Person olga', at: testNow, details: 'Ann Lee, 3/20/26 @ 9:00 am' },
  ]);
});

test('the same request, repeated or concurrent, books once', async () => {
  const requestId = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => book({ ...ann, call: 'c2', requestId })),
  );
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect((await book({ ...ann, call: 'c2', requestId })).data.call.appointmentsCounter).toBe(1);
  expect(await actionsOf('c2')).toHaveLength(1);
  const logged = `select from access_log where action = 'book' and subject_id = 'c2'`;
  expect((await here.database.pool.query(logged)).rowCount).toBe(1);
  expect((await book({ ...ann, call: 'c2' })).data.call.appointmentsCounter).toBe(2);
});

test('a request’s id that was used for another call is refused', async () => {
  const requestId = randomUUID();
  expect((await book({ ...ann, call: 'c3', requestId })).code).toBe(200);
  const { code, data } = await book({ ...ann, call: 'c4', requestId });
  expect([code, data]).toEqual([400, { requestId: 'This was used for another request.' }]);
});

test('an appointment that the feed takes over is found again by the request that made it', async () => {
  const requestId = randomUUID();
  const { data } = await book({ ...ann, call: 'c4', requestId });
  const row = { id: 'fed', account_id: 'own', call_id: 'c4', first_name: 'Anne', portal_id: data.id };
  await bring({ 'appointments.csv': csv([row]) });
  const again = await book({ ...ann, call: 'c4', requestId });
  expect([again.data.id, again.data.call.appointments.map(({ firstName }) => firstName)]).toEqual([
    'fed',
    ['Anne'],
  ]);
});

test('invalid fields are named', async () => {
  const { code, data } = await book({ lastName: 'x'.repeat(81), dateTime: 5, requestId: 'mine' });
  expect([code, data]).toEqual([
    400,
    {
      call: 'Name the call.',
      lastName: 'Use at most 80 characters.',
      dateTime: 'Enter text.',
      requestId: 'Use a UUID.',
    },
  ]);
});

test('missing fields are named with the labels of the account', async () => {
  const { code, data } = await book({ call: 'plumber-call', lastName: ' ' });
  expect([code, data]).toEqual([
    400,
    {
      firstName: 'Customer first name is required',
      lastName: 'Customer last name is required',
      dateTime: 'Appointment date is required',
    },
  ]);
  const malformed = await book({ ...ann, firstName: null, dateTime: '2026-03-20', call: 'c1' });
  expect(malformed.data).toEqual({
    firstName: 'Patient first name is required',
    dateTime: 'Use a date and time as 2026-01-31T15:00:00Z.',
  });
});

const whereOfficeIs =
  'Use a time from 7:00 am to 7:00 pm, every 15 minutes, where the office is (America/Denver).';

test.each<[dateTime: string, problem: string | null]>([
  ['2026-03-20T12:45:00Z', whereOfficeIs],
  ['2026-03-20T13:00:00Z', null],
  ['2026-03-20T13:07:00Z', whereOfficeIs],
  ['2026-03-20T13:15:01Z', whereOfficeIs],
  ['2026-03-21T01:00:00Z', null],
  ['2026-03-21T01:15:00Z', whereOfficeIs],
  ['2020-03-20T15:00:00Z', null],
  ['2017-03-20T15:00:00Z', 'Use a date from 2018 on.'],
])('at %s an appointment is booked only if the form offers that time', async (dateTime, problem) => {
  const { code, data } = await book({ ...ann, call: 'times', dateTime });
  expect([code, problem === null ? null : data]).toEqual(
    problem === null ? [200, null] : [400, { dateTime: problem }],
  );
});

test('a call without actions has an empty list', async () => {
  await bring({ 'calls.csv': calls.replaceAll('c1', 'c9') });
  expect(await actionsOf('c9')).toEqual([]);
});
