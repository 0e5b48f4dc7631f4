import { randomUUID } from 'node:crypto';
import {
  type CallbackFigureCall,
  type CallbackFigures,
  getCallbackFigures,
  listCallbackFigureCalls,
} from '@mailcall/contract/callback-figures.ts';
import {
  actOnCallback,
  type CallbackAction,
  type CallbackCall,
  type CallbackCounts,
  type CallbackEntry,
  getCallback,
  listCallbacks,
  resolveCallback,
  undoCallbackAction,
} from '@mailcall/contract/callbacks.ts';
import { type CallRow, listCalls } from '@mailcall/contract/calls.ts';
import { callerKey } from '@mailcall/contract/rules/caller-key.ts';
import { listOfficeHours, saveOfficeHours } from '@mailcall/contract/office-hours.ts';
import { type CallAction, listCallActions, resolveCall } from '@mailcall/contract/resolve.ts';
import { callSummaryCount, type Summary } from '@mailcall/contract/scoreboard.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCallbackWeeks } from '../../../tests/torture/callback-weeks.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';

const here = testApp();
const folders = new FeedFolders();
const tokens: Record<string, string> = {};
const [staff, voicemail] = [1, 2];
const number = '+13035550101';
const minute = 60 * 1000;

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }, { id: 'foreign' }]);
  await here.database.kysely
    .insertInto('staff')
    .values({ account_id: 'own', id: 's1', name: 'Maria' })
    .execute();
  for (const id of ['ann', 'theo']) {
    await addPerson(here.database, { id, accounts: ['own'] });
    tokens[id] = await signInAs(here, `${id}@people.test`);
  }
});

afterAll(() => folders.remove());
beforeEach(async () => {
  here.clock.set(testNow);
  for (const table of ['calls', 'appointments', 'callback_actions', 'call_actions', 'access_log'])
    await here.database.pool.query(`delete from ${table}`);
});

const later = (minutes: number) =>
  here.clock.set(new Date(Date.parse(testNow) + minutes * minute).toISOString());
/** Adds a call some minutes before the time of the tests. */
const addCall = (id: string, minutesAgo: number, values: Record<string, unknown> = {}) =>
  here.database.kysely
    .insertInto('calls')
    .values({
      account_id: 'own',
      id,
      call_date_time: new Date(Date.parse(testNow) - minutesAgo * minute).toISOString(),
      answered_by: voicemail,
      caller_phone_number: number,
      ...values,
    })
    .execute();

type Listed = { records: CallbackEntry[]; counts: CallbackCounts };
const ask = <Data>(route: Parameters<typeof requestRoute>[2], parts: object, as = 'ann') =>
  requestRoute<Data>(here, tokens[as] as string, route, parts);
const list = async (query: object = {}) =>
  (await ask<Listed>(listCallbacks, { query: { accountIds: ['own'], ...query } })).data;
const detailOf = async (id: string, as = 'ann') =>
  (
    await ask<{
      entry: CallbackEntry;
      calls: CallbackCall[];
      actions: CallbackAction[];
      appointments: { id: string }[];
    }>(getCallback, { params: { id } }, as)
  ).data;
const stateOf = async (id: string) => (await detailOf(id)).entry.state;
type Acted = { entry: CallbackEntry; action: CallbackAction };
const act = async (id: string, kind: string, { as = 'ann', ...body }: Record<string, unknown> = {}) => {
  const version = (await detailOf(id)).entry.version;
  const whole = { requestId: randomUUID(), kind, version, ...body };
  return ask<Acted>(actOnCallback, { params: { id }, body: whole }, as as string);
};
const undo = (id: string, actionId: string, as = 'ann') =>
  ask<{ entry: CallbackEntry }>(undoCallbackAction, { params: { id }, body: { actionId } }, as);
const outcome = {
  callbackHandler: 's1',
  callbackOutcomeResult: 'Spoke With Caller',
  callbackOutcomeOpportunityResult: 'New Patient Opportunity',
  callbackOutcomeSummary: 'Wants a cleaning.',
};
const resolve = (id: string, callIds: string[], body: object = {}, as = 'ann') =>
  ask<{ entry: CallbackEntry; calls: { id: string; resolveDate: string }[] }>(
    resolveCallback,
    { params: { id }, body: { requestId: randomUUID(), callIds, ...outcome, ...body } },
    as,
  );
const answerOf = ({ code, message }: { code: number; message?: string }) => [code, message];

describe('callers', () => {
  test('have one entry for all calls of their number, in any notation; others stay single and say why', async () => {
    await addCall('a1', 300);
    await addCall('a2', 200, { caller_phone_number: '(303) 555-0101', caller_name: 'Ada Lane' });
    await addCall('b', 100, { caller_phone_number: null });
    await addCall('c', 90, { caller_phone_number: 'Anonymous' });
    await addCall('d', 80, { caller_phone_number: '+13035550199', answered_by: staff });
    await addCall('e', 70, {
      caller_phone_number: '+13035550198',
      answered_by: staff,
      follow_up_opportunity: true,
    });
    await addCall('f', 31 * 24 * 60, { caller_phone_number: '+13035550197' });
    const { records, counts } = await list({ sort: 'waiting' });
    expect(records.map((entry) => [entry.id, entry.calls, entry.callerName, entry.singleReason])).toEqual([
      ['a1', 2, 'Ada Lane', null],
      ['b', 1, null, 'This call came without a number.'],
      ['c', 1, null, 'The number that came with this call cannot be called back.'],
      ['e', 1, null, null],
    ]);
    expect(counts).toEqual({
      'to-call': { callers: 4, calls: 5 },
      snoozed: { callers: 0, calls: 0 },
      closed: { callers: 1, calls: 1 },
    });
    expect((await list({ state: 'closed' })).records[0]?.state).toMatchObject({
      reason: 'expired',
      canReopen: false,
    });
    expect((await detailOf('a2')).calls.map(({ callId, waits }) => [callId, waits])).toEqual([
      ['a2', true],
      ['a1', true],
    ]);
  });

  test.each([
    ['303-555-0101', '+13035550101'],
    ['1 (303) 555 0101', '+13035550101'],
    ['+1 303 555 0101', '+13035550101'],
    ['+44 20 7946 0018', '+442079460018'],
    // ten digits, as numbers of the United States have
    ['+45 20 12 34 56', '+4520123456'],
    ['+266696687', null],
    ['7378742833', null],
    ['0000000000', null],
    ['5555555555', null],
    ['1303555', null],
    ['+1 266 696 6870', '+12666966870'],
    ['2666 96687', null],
    [' + 49 30 1234567', '+49301234567'],
    ['+44 4444 4444', null],
    ['1-203-555-0101 ', '+12035550101'],
    ['0303 555 0101', null],
    ['', null],
  ])('with the number %s are %s', async (given, key) => {
    const { rows } = await here.database.pool.query('select caller_key($1) as key', [given]);
    expect(rows[0]).toEqual({ key });
    expect(callerKey(given)).toBe(key);
  });

  test('come in the order of their urgency, with its reason', async () => {
    const from = (last: number) => `+1303555${String(last).padStart(4, '0')}`;
    await addCall('missed', 500, { caller_phone_number: from(1) });
    await addCall('voicemail', 50, { caller_phone_number: from(2), voicemail_wants_appointment: true });
    for (const ago of [30, 20, 10]) await addCall(`third${ago}`, ago, { caller_phone_number: from(3) });
    const { records } = await list();
    expect(records.map(({ reason }) => reason)).toEqual([
      'Third call since Monday',
      'Left a voicemail asking for an appointment',
      'Missed call, waiting 8 h 20 min',
    ]);
    expect(records.map(({ overdue, hoursKnown }) => [overdue, hoursKnown])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
  });

  test('are logged once when they are opened, not by each of their calls', async () => {
    await addCall('a', 60);
    await addCall('b', 30);
    for (const id of ['a', 'b']) await detailOf(id);
    const { rows } = await here.database.pool.query(
      'select contact_id, action, subject_kind, subject_id from access_log',
    );
    expect(rows).toEqual([{ contact_id: 'ann', action: 'open', subject_kind: 'caller', subject_id: 'a' }]);
  });

  test('of another office are not found', async () => {
    await addCall('theirs', 10, { account_id: 'foreign' });
    expect(answerOf(await ask(getCallback, { params: { id: 'theirs' } }))).toEqual([
      404,
      'Call theirs not found',
    ]);
  });
});

describe('a claim', () => {
  test('of two people is the first one’s; the second is told who is calling', async () => {
    await addCall('a', 10);
    const body = (requestId: string) => ({ requestId, kind: 'claim', version: 0 });
    const answers = await Promise.all(
      ['ann', 'theo'].map((as) =>
        ask<Acted>(actOnCallback, { params: { id: 'a' }, body: body(randomUUID()) }, as),
      ),
    );
    expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([200, 422]);
    const winner = answers.find(({ code }) => code === 200)?.data.action.by;
    expect(answers.find(({ code }) => code === 422)?.message).toBe(`${winner} is calling.`);
    expect(await stateOf('a')).toMatchObject({ kind: 'claimed', by: winner });
  });

  test('lapses after ten minutes, and a release ends it', async () => {
    await addCall('a', 10);
    await act('a', 'claim', { as: 'theo' });
    expect((await detailOf('a', 'theo')).entry.state).toMatchObject({ mine: true });
    expect(answerOf(await act('a', 'no-answer'))).toEqual([422, 'Person theo is calling.']);
    later(10);
    expect(await stateOf('a')).toEqual({ kind: 'open' });
    await act('a', 'claim');
    await act('a', 'release');
    expect(await stateOf('a')).toEqual({ kind: 'open' });
  });
});

describe('an action', () => {
  test('that is sent twice is done once', async () => {
    await addCall('a', 10);
    const requestId = randomUUID();
    const first = await act('a', 'left-voicemail', { requestId });
    const again = await act('a', 'left-voicemail', { requestId });
    expect(again.data).toEqual(first.data);
    expect((await detailOf('a')).actions).toHaveLength(1);
    expect(answerOf(await act('a', 'no-answer', { requestId }))).toEqual([400, 'The request is not valid.']);
  });

  test('with the id of a request of somebody else, or about another caller, is refused', async () => {
    await addCall('a', 10);
    await addCall('b', 10, { caller_phone_number: '+13035550102' });
    const requestId = randomUUID();
    await act('a', 'no-answer', { requestId });
    const problem = { requestId: 'This was used for another request.' };
    expect((await act('a', 'no-answer', { requestId, as: 'theo' })).data).toEqual(problem);
    expect((await act('b', 'no-answer', { requestId })).data).toEqual(problem);
    await resolve('a', ['a'], { requestId: '0d2c9bd4-6d4c-4c62-a2a3-3f6a3d6ba001' });
    const again = await resolve('a', ['a'], { requestId: '0d2c9bd4-6d4c-4c62-a2a3-3f6a3d6ba001' }, 'theo');
    expect(again.data).toEqual(problem);
  });

  test('on what somebody else has changed is refused with who did what', async () => {
    await addCall('a', 10);
    await act('a', 'no-answer', { as: 'theo' });
    expect(answerOf(await act('a', 'left-voicemail', { version: 0 }))).toEqual([
      422,
      'Person theo was here meanwhile: no answer. Look again.',
    ]);
  });

  test('snoozes a caller until then, or until they call again', async () => {
    await addCall('a', 10);
    const until = new Date(Date.parse(testNow) + 120 * minute).toISOString();
    await act('a', 'no-answer', { until });
    expect(await stateOf('a')).toEqual({ kind: 'snoozed', by: 'Person ann', until });
    await addCall('again', -5);
    later(6);
    expect(await stateOf('a')).toEqual({ kind: 'open' });
    expect((await detailOf('a')).entry).toMatchObject({ calls: 2, attempts: 1 });
  });

  test.each([
    ['snooze', undefined, 'Say until when.'],
    ['claim', '2026-03-11T16:00:00.000Z', 'Only a snooze and an attempt have a time.'],
    ['snooze', '2026-03-11T14:00:00.000Z', 'Use a time within the next 30 days.'],
    ['no-answer', '2026-05-11T14:00:00.000Z', 'Use a time within the next 30 days.'],
  ])('%s until %s is refused', async (kind, until, problem) => {
    await addCall('a', 10);
    const { code, data } = await act('a', kind, { until });
    expect([code, data]).toEqual([400, { until: problem }]);
  });
});

describe('a caller is closed', () => {
  test.each(['wrong-number', 'do-not-call'])('by %s, until they call again', async (kind) => {
    await addCall('a', 10);
    await act('a', kind);
    expect(await stateOf('a')).toMatchObject({ kind: 'closed', reason: kind, by: 'Person ann' });
    expect((await act('a', 'claim')).code).toBe(422);
    await addCall('again', -5);
    later(6);
    expect(await stateOf('a')).toEqual({ kind: 'open' });
  });

  test('by what was done about their calls: one that the feed brings later waits, whatever its time and the clocks', async () => {
    await addCall('a', 60);
    later(5);
    await act('a', 'wrong-number');
    later(0);
    expect(await stateOf('a')).toMatchObject({ kind: 'closed', reason: 'wrong-number' });
    await addCall('late', 90);
    await addCall('now', 0);
    expect((await detailOf('a')).entry).toMatchObject({ calls: 3, state: { kind: 'open' } });
    const { data } = await ask<{ records: CallRow[] }>(listCalls, { query: { accountIds: ['own'] } });
    expect(new Map(data.records.map(({ callId, callbackMark }) => [callId, callbackMark]))).toEqual(
      new Map([
        ['a', 'wrong-number'],
        ['late', null],
        ['now', null],
      ]),
    );
  });

  test('and stays known to have asked not to be called after 60 days', async () => {
    const daysAgo = 70 * 24 * 60;
    later(-daysAgo);
    await addCall('old', daysAgo + 10);
    await act('old', 'no-answer');
    await act('old', 'do-not-call');
    later(0);
    await addCall('again', 10);
    const { entry, actions } = await detailOf('again');
    expect([entry.id, entry.reason]).toEqual(['again', 'Asked not to be called, and called again']);
    expect(actions.map(({ kind }) => kind)).toEqual(['do-not-call', 'no-answer']);
  });

  test('by a later call that was answered, and can be reopened', async () => {
    await addCall('a', 60);
    await addCall('before', 90, { answered_by: staff });
    expect(await stateOf('a')).toEqual({ kind: 'open' });
    await addCall('answered', 30, { answered_by: staff, caller_phone_number: '303 555 0101' });
    expect(await stateOf('a')).toMatchObject({ reason: 'answered', callId: 'answered', by: null });
    expect((await act('a', 'reopen')).data.entry.state).toEqual({ kind: 'open' });
    await addCall('later', -10, { answered_by: staff });
    later(20);
    expect(await stateOf('a')).toMatchObject({ reason: 'answered', callId: 'later' });
  });

  test('by an appointment that was made since, not by one of an earlier call', async () => {
    await addCall('a', 60);
    await addCall('old', 40 * 24 * 60, { answered_by: staff });
    const add = (id: string, callId: string, values: object = {}) =>
      here.database.kysely
        .insertInto('appointments')
        .values({ account_id: 'own', id, call_id: callId, created_at: testNow, ...values })
        .execute();
    await add('of old', 'old');
    await add('cancelled', 'a', { outcome: 'Cancelled' });
    expect(await stateOf('a')).toEqual({ kind: 'open' });
    await add('booked', 'a');
    expect(await stateOf('a')).toMatchObject({ reason: 'appointment', appointmentId: 'booked' });
    expect((await detailOf('a')).appointments).toHaveLength(3);
  });

  test('by an appointment for their number that somebody else called about, and can be reopened', async () => {
    await addCall('a', 60);
    await addCall('spouse', 30, { answered_by: staff, caller_phone_number: '+13035550155' });
    const add = (id: string, at: string, phone: string) =>
      here.database.kysely
        .insertInto('appointments')
        .values({ account_id: 'own', id, call_id: 'spouse', created_at: at, phone })
        .execute();
    await add('theirs', testNow, '+13035550155');
    expect(await stateOf('a')).toEqual({ kind: 'open' });
    await add('booked', testNow, '(303) 555-0101');
    const closed = { reason: 'appointment', appointmentId: 'booked', by: null, canReopen: true };
    expect(await stateOf('a')).toMatchObject(closed);
    expect((await act('a', 'reopen')).data.entry.state).toEqual({ kind: 'open' });
    later(20);
    await add('again', new Date(Date.parse(testNow) + 10 * minute).toISOString(), '303-555-0101');
    expect(await stateOf('a')).toMatchObject({ ...closed, appointmentId: 'again' });
  });
});

test('attempts are in the history of the calls, and closings mark their rows', async () => {
  await addCall('a', 60);
  await addCall('b', 30);
  await addCall('answered', 90, { answered_by: staff });
  const until = '2026-03-12T16:00:00.000Z';
  await act('a', 'no-answer', { until });
  later(1);
  const undone = await act('b', 'left-voicemail');
  await undo('b', undone.data.action.id);
  await act('b', 'wrong-number');
  const history = async (id: string) =>
    (await ask<{ records: CallAction[] }>(listCallActions, { params: { id } })).data.records.map(
      ({ action, by, details }) => [action, by, details],
    );
  for (const id of ['a', 'b'])
    expect(await history(id)).toEqual([
      ['wrong-number', 'Person ann', ''],
      ['no-answer', 'Person ann', 'Again on 3/12/26 @ 12:00 pm'],
    ]);
  expect(await history('answered')).toEqual([]);
  const marks = async () =>
    (
      await ask<{ records: CallRow[] }>(listCalls, { query: { accountIds: ['own'], dir: 'asc' } })
    ).data.records.map(({ callId, callbackMark }) => [callId, callbackMark]);
  expect(await marks()).toEqual([
    ['answered', null],
    ['a', 'wrong-number'],
    ['b', 'wrong-number'],
  ]);
  await act('a', 'reopen');
  expect(await marks()).toEqual([
    ['answered', null],
    ['a', null],
    ['b', null],
  ]);
});

test('what lasts is a portal change, also an undo; a claim and its release are none', async () => {
  await here.database.pool.query('delete from portal_changes');
  await addCall('a', 60);
  await act('a', 'claim');
  await act('a', 'release');
  const { data } = await act('a', 'wrong-number');
  await undo('a', data.action.id);
  await resolve('a', ['a']);
  const { rows } = await here.database.pool.query(
    `select account_id, action, row_id = $1 as closing, contact_id from portal_changes where file = 'callback-attempts' order by id`,
    [data.action.id],
  );
  const change = { account_id: 'own', contact_id: 'ann' };
  expect(rows).toEqual([
    { ...change, action: 'added', closing: true },
    { ...change, action: 'changed', closing: true },
    { ...change, action: 'added', closing: false },
  ]);
});

test('attempts of the feed count as those of people, and nobody undoes them', async () => {
  await addCall('a', 60);
  const add = (id: string, values: object = {}) =>
    here.database.kysely
      .insertInto('callback_actions')
      .values({
        account_id: 'own',
        id,
        call_id: 'a',
        kind: 'no-answer',
        contact_name: 'Answering service',
        happened_at: testNow,
        until: '2026-03-11T18:00:00.000Z',
        ...values,
      })
      .execute();
  await add('removed', { deleted: true, kind: 'wrong-number' });
  expect(await stateOf('a')).toEqual({ kind: 'open' });
  await add('fed');
  expect(await stateOf('a')).toMatchObject({ kind: 'snoozed', by: 'Answering service' });
  const { entry, actions } = await detailOf('a');
  expect(entry).toMatchObject({ attempts: 1, lastAttempt: { by: 'Answering service' } });
  expect(actions.map(({ id, canUndo }) => [id, canUndo])).toEqual([['fed', false]]);
  expect(answerOf(await undo('a', 'fed'))).toEqual([422, 'Only who did this can undo it.']);
  const history = await ask<{ records: CallAction[] }>(listCallActions, { params: { id: 'a' } });
  expect(history.data.records.map(({ action, by }) => [action, by])).toEqual([
    ['no-answer', 'Answering service'],
  ]);
});

describe('an undo', () => {
  test('takes back an attempt, a claim and a closing, once', async () => {
    await addCall('a', 10);
    for (const kind of ['claim', 'no-answer', 'wrong-number']) {
      const { data } = await act('a', kind);
      expect((await undo('a', data.action.id)).data.entry.state).toEqual({ kind: 'open' });
      expect((await undo('a', data.action.id)).code).toBe(200);
    }
    expect((await detailOf('a')).actions.map(({ undoneAt }) => undoneAt)).toEqual([
      testNow,
      testNow,
      testNow,
    ]);
  });

  test('is too late when somebody did something since, or resolved the calls', async () => {
    await addCall('a', 10);
    const { data } = await act('a', 'no-answer');
    expect(answerOf(await undo('a', data.action.id, 'theo'))).toEqual([
      422,
      'Only who did this can undo it.',
    ]);
    await act('a', 'left-voicemail', { as: 'theo' });
    expect(answerOf(await undo('a', data.action.id))).toEqual([
      422,
      'It is too late to undo this. Person theo was here since: left a voicemail.',
    ]);
    const mine = await act('a', 'no-answer');
    await resolve('a', ['a']);
    expect(answerOf(await undo('a', mine.data.action.id))).toEqual([
      422,
      'It is too late to undo this: the calls were resolved.',
    ]);
  });
});

test.each(['undoing', 'acting'])(
  'an undo and a colleague’s action at the same time, begun by %s: one of them happens, and the other is told',
  async (first) => {
    await addCall('a', 10);
    const { data } = await act('a', 'no-answer');
    const { version } = (await detailOf('a')).entry;
    const begin = {
      undoing: () => undo('a', data.action.id),
      acting: () =>
        ask<Acted>(
          actOnCallback,
          { params: { id: 'a' }, body: { requestId: randomUUID(), kind: 'left-voicemail', version } },
          'theo',
        ),
    };
    const order = first === 'undoing' ? (['undoing', 'acting'] as const) : (['acting', 'undoing'] as const);
    const replies = await Promise.all(order.map((name) => begin[name]()));
    const [undone, acted] = order[0] === 'undoing' ? replies : replies.toReversed();
    const isUndone = undone?.code === 200;
    expect([undone?.code, acted?.code]).toEqual(isUndone ? [200, 422] : [422, 200]);
    expect((isUndone ? acted : undone)?.message).toBe(
      isUndone
        ? 'This caller has changed meanwhile. Look again.'
        : 'It is too late to undo this. Person theo was here since: left a voicemail.',
    );
    const { actions } = await detailOf('a');
    expect(actions.map(({ kind, undoneAt }) => [kind, undoneAt !== null])).toEqual(
      isUndone
        ? [['no-answer', true]]
        : [
            ['left-voicemail', false],
            ['no-answer', false],
          ],
    );
  },
);

describe('resolving a caller', () => {
  const appointments = [{ firstName: 'Ada', lastName: 'Lane', dateTime: '2026-03-20T15:00:00.000Z' }];

  test('resolves all calls at once, books on the newest, and once', async () => {
    await addCall('a', 60);
    await addCall('b', 30);
    const requestId = randomUUID();
    for (const _ of [1, 2]) {
      const { code, data } = await resolve('a', ['b', 'a'], { requestId, appointments });
      expect(code).toBe(200);
      expect(data.calls.map(({ id, resolveDate }) => [id, resolveDate])).toEqual([
        ['a', testNow],
        ['b', testNow],
      ]);
      expect(data.entry.state).toMatchObject({ kind: 'closed', reason: 'resolved', canReopen: false });
    }
    const { rows } = await here.database.pool.query('select call_id from appointments');
    expect(rows).toEqual([{ call_id: 'b' }]);
    const logged = await here.database.pool.query(
      `select subject_id from access_log where action = 'resolve' and happened_at = $1 order by subject_id`,
      [testNow],
    );
    expect(logged.rows).toEqual([{ subject_id: 'a' }, { subject_id: 'b' }]);
  });

  test('resolves nothing when one call was resolved meanwhile, or is of another caller', async () => {
    await addCall('a', 60);
    await addCall('b', 30);
    await addCall('other', 30, { caller_phone_number: '+13035550177' });
    await ask(resolveCall, { params: { id: 'b' }, body: outcome }, 'theo');
    expect(answerOf(await resolve('a', ['a', 'b']))).toEqual([
      422,
      'This call was already resolved by Person theo on Mar 11, 2026',
    ]);
    expect((await resolve('a', ['a', 'other'])).data).toEqual({ callIds: 'Name calls of this caller.' });
    expect(await stateOf('a')).toEqual({ kind: 'open' });
  });

  test('leaves a call that came since waiting', async () => {
    await addCall('a', 60);
    await addCall('again', 1);
    const { data } = await resolve('a', ['a']);
    expect([data.entry.id, data.entry.calls, data.entry.state]).toEqual(['again', 1, { kind: 'open' }]);
  });

  test.each([1, 2, 3])(
    'while the feed brings a new call of the caller, which goes on waiting: %i',
    async () => {
      await addCall('a', 60);
      const feed = {
        'calls.csv': csv([
          {
            id: 'again',
            account_id: 'own',
            call_date_time: new Date(Date.parse(testNow) - minute).toISOString(),
            duration_seconds: 20,
            call_answered_by: 'Voicemail',
            caller_phone_number: '(303) 555-0101',
          },
        ]),
      };
      const [resolved, report] = await Promise.all([
        resolve('a', ['a']),
        folders.import(here.database.pool, feed),
      ]);
      expect([resolved.code, report.firstRejections]).toEqual([200, []]);
      expect((await detailOf('a')).entry).toMatchObject({ id: 'again', calls: 1, state: { kind: 'open' } });
      const { rows } = await here.database.pool.query(
        `select id, resolve_date is not null as resolved from calls order by id`,
      );
      expect(rows).toEqual([
        { id: 'a', resolved: true },
        { id: 'again', resolved: false },
      ]);
    },
  );

  test('at the same time as a claim of somebody else: one of them is told', async () => {
    await addCall('a', 60);
    const [claimed, resolved] = await Promise.all([
      ask<Acted>(
        actOnCallback,
        { params: { id: 'a' }, body: { requestId: randomUUID(), kind: 'claim', version: 0 } },
        'theo',
      ),
      resolve('a', ['a']),
    ]);
    const isFirst = claimed.code === 200;
    expect([claimed.code, resolved.code]).toEqual(isFirst ? [200, 422] : [422, 200]);
    expect((isFirst ? resolved : claimed).message).toBe(
      isFirst ? 'Person theo is calling.' : 'Person ann was here meanwhile: resolved. Look again.',
    );
  });
});

describe('the hours of an office', () => {
  const open = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: 9 * 60, closes: 17 * 60 }));
  const save = (body: object, as = 'ann') =>
    ask(saveOfficeHours, { body: { accountId: 'own', ...body } }, as);

  test('are changed by primary contacts and count the waiting time', async () => {
    await here.database.pool.query(`update contact_accounts set is_primary = contact_id = 'ann'`);
    // on Monday at 3 pm in New York; now it is Wednesday, 11 am
    await addCall('a', 44 * 60);
    expect((await detailOf('a')).entry).toMatchObject({ waitingMinutes: 44 * 60, hoursKnown: false });
    expect(answerOf(await save({ open, holidays: [] }, 'theo'))).toEqual([
      422,
      'Only a primary contact can change the hours of an office.',
    ]);
    const holidays = [{ date: '2026-03-10', name: 'Closed for training' }];
    expect((await save({ open, holidays })).code).toBe(200);
    expect((await detailOf('a')).entry).toMatchObject({
      waitingMinutes: 240,
      hoursKnown: true,
      overdue: true,
      reason: 'Missed call, waiting 4 h of office hours',
    });
    const hours = async (as: string) =>
      (await ask<{ records: object[] }>(listOfficeHours, { query: { accountIds: ['own'] } }, as)).data
        .records;
    const saved = { accountId: 'own', timeZone: 'America/New_York', open, holidays };
    expect(await hours('ann')).toEqual([{ ...saved, canChange: true }]);
    expect(await hours('theo')).toEqual([{ ...saved, canChange: false }]);
    expect((await save({ open: [], holidays: [] })).code).toBe(200);
    expect((await detailOf('a')).entry.hoursKnown).toBe(false);
  });

  test('stay where somebody else has changed them meanwhile', async () => {
    await here.database.pool.query(`update contact_accounts set is_primary = contact_id = 'ann'`);
    const before = { open, holidays: [{ date: '2026-05-25', name: 'Memorial Day' }] };
    expect((await save(before)).code).toBe(200);
    // Friday is shorter, and a holiday is added
    const shorter = open.map((time) => (time.weekday === 5 ? { ...time, closes: 12 * 60 } : time));
    const added = { date: '2026-12-24', name: null };
    expect((await save({ open: shorter, holidays: [...before.holidays, added], before })).code).toBe(200);
    // from the same beginning Monday begins later, and Memorial Day is renamed
    const lateMonday = open.map((time) => (time.weekday === 1 ? { ...time, opens: 10 * 60 } : time));
    const renamed = [{ date: '2026-05-25', name: 'Closed' }];
    expect((await save({ open: lateMonday, holidays: renamed, before })).code).toBe(200);
    const stored = async () =>
      (await ask<{ records: object[] }>(listOfficeHours, { query: { accountIds: ['own'] } })).data.records;
    const both = shorter.map((time) => (time.weekday === 1 ? { ...time, opens: 10 * 60 } : time));
    expect(await stored()).toMatchObject([{ open: both, holidays: [...renamed, added] }]);
    // removed from what both saw
    const now = { open: both, holidays: [...renamed, added] };
    expect((await save({ open: both, holidays: [added], before: now })).code).toBe(200);
    expect(await stored()).toMatchObject([{ open: both, holidays: [added] }]);
    // where they were cleared, the days that stay are needed as well
    expect((await save({ open: [], holidays: [] })).code).toBe(200);
    expect((await save({ open: lateMonday, holidays: [], before })).code).toBe(200);
    expect(await stored()).toMatchObject([{ open: lateMonday, holidays: [] }]);
    expect((await save({ open: [], holidays: [] })).code).toBe(200);
  });

  test.each([
    [
      { open: [{ weekday: 1, opens: 600, closes: 540 }], holidays: [] },
      { 'open.0.closes': 'An office closes after it opens.' },
    ],
    [
      {
        open: [
          { weekday: 1, opens: 0, closes: 600 },
          { weekday: 1, opens: 540, closes: 700 },
        ],
        holidays: [],
      },
      { open: 'The times of a day must not overlap.' },
    ],
    [
      { open: [], holidays: [{ date: '2026-02-30', name: null }] },
      { 'holidays.0.date': 'There is no such date.' },
    ],
    [
      { open: [], holidays: [null, 'x'].map((name) => ({ date: '2026-02-27', name })) },
      { holidays: 'Name each holiday once.' },
    ],
    [
      {
        open: [1, 2, 3, 4, 5].map((hour) => ({ weekday: 1, opens: hour * 60, closes: hour * 60 + 30 })),
        holidays: [],
      },
      { open: 'Use at most 4 times a day.' },
    ],
  ])('cannot be %j', async (body, problem) => {
    const { code, data } = await save(body);
    expect([code, data]).toEqual([400, problem]);
  });

  test('of another office cannot be changed', async () => {
    expect((await save({ accountId: 'foreign', open: [], holidays: [] })).code).toBe(403);
  });
});

test('in a random week no missed caller leaves the queue without a reason, and every figure is what happened', async () => {
  const { problems } = await runCallbackWeeks(here.database, { from: 1, weeks: 1 });
  expect(problems).toEqual([]);
});

describe('the figures', () => {
  const figuresOf = async (filters: object = {}) =>
    (await ask<CallbackFigures>(getCallbackFigures, { query: { accountIds: ['own'], filters } })).data;
  type Rows = { records: CallbackFigureCall[]; callers: number; meta: { total_count: number } };
  const rowsOf = async (query: object) =>
    (await ask<Rows>(listCallbackFigureCalls, { query: { accountIds: ['own'], ...query } })).data;

  beforeEach(async () => {
    await addCall('a1', 300);
    await addCall('a2', 200);
    await addCall('b', 100, { caller_phone_number: null, caller_name: 'Ada Lane' });
    await addCall('follow', 80, {
      caller_phone_number: '+13035550198',
      answered_by: staff,
      follow_up_opportunity: true,
    });
    await addCall('gone', 90, { caller_phone_number: null, personal_data_removed: true });
  });

  test('count callers and their calls by what came of them, without whom nobody knows', async () => {
    await act('a1', 'no-answer');
    const { outcomes, removedCalls, offices, staff: people, hoursKnown } = await figuresOf();
    expect(outcomes).toMatchObject({
      missed: { callers: 2, calls: 3 },
      attempted: { callers: 1, calls: 2 },
      reached: { callers: 0, calls: 0 },
      'called-back': { callers: 1, calls: 2 },
      'not-attempted': { callers: 1, calls: 1 },
      medianMinutes: 200,
      ninetiethMinutes: 300,
    });
    expect([removedCalls, hoursKnown]).toEqual([1, false]);
    expect(offices.map(({ accountId, outcomes: { missed } }) => [accountId, missed.calls])).toEqual([
      ['own', 3],
    ]);
    expect(people.map(({ staff: name, outcomes: { missed } }) => [name, missed.calls])).toEqual([
      ['Person ann', 2],
    ]);
    const summary = await ask<Summary>(callSummaryCount, { query: { accountIds: ['own'] } });
    expect(summary.data.missed_calls_count).toBe(outcomes.missed.calls + removedCalls);
  });

  test('follow an undo, an answered call and a resolve', async () => {
    const { data } = await act('a1', 'do-not-call');
    expect((await figuresOf()).outcomes.reached).toEqual({ callers: 1, calls: 2 });
    await undo('a1', data.action.id);
    expect((await figuresOf()).outcomes.attempted).toEqual({ callers: 0, calls: 0 });
    await addCall('answered', 150, { answered_by: staff });
    expect((await figuresOf()).outcomes).toMatchObject({
      reached: { callers: 1, calls: 2 },
      'called-back': { callers: 0, calls: 0 },
    });
    await resolve('b', ['b']);
    expect((await figuresOf()).staff).toMatchObject([
      { staff: 'Maria', outcomes: { reached: { calls: 1 } } },
    ]);
  });

  test('count an appointment for the number of the caller, whoever called, unless another one replaced it', async () => {
    const values = { account_id: 'own', call_id: 'other', outcome: 'Scheduled' };
    await addCall('other', 90, { answered_by: staff, caller_phone_number: '+13035550155' });
    const addAppointment = (id: string, more: object) =>
      here.database.kysely
        .insertInto('appointments')
        .values({ id, ...values, ...more })
        .execute();
    await addAppointment('first', { phone: '(303) 555-0101' });
    expect((await figuresOf()).outcomes.booked).toEqual({ callers: 1, calls: 2 });
    await addAppointment('second', { phone: null, previous_appointment_id: 'first' });
    expect((await figuresOf()).outcomes.booked).toEqual({ callers: 0, calls: 0 });
  });

  test('open their rows, newest first, a page at a time', async () => {
    await act('a1', 'no-answer');
    const { records, callers, meta } = await rowsOf({ list: 'called-back', pageSize: 1 });
    expect([records.map(({ callId }) => callId), callers, meta.total_count]).toEqual([['a2'], 1, 2]);
    expect(records[0]).toMatchObject({
      step: 'attempted',
      callerPhoneNumber: number,
      firstAttempt: { at: testNow, by: 'Person ann', minutes: 200 },
    });
    const idsOf = async (query: object) => (await rowsOf(query)).records.map(({ callId }) => callId);
    expect(await idsOf({ staff: 'Person ann' })).toEqual(['a2', 'a1']);
    expect(await idsOf({ staff: '' })).toEqual([]);
    expect(await idsOf({ list: 'not-attempted' })).toEqual(['b']);
    expect(await idsOf({ office: 'foreign' })).toEqual([]);
    expect(await idsOf({ list: 'missed', office: 'own' })).toEqual(['b', 'a2', 'a1']);
  });

  test('are of the dates and the campaigns of the scope', async () => {
    await addCall('old', 10 * 24 * 60);
    await addCall('other', 60, { caller_phone_number: '+13035550177' });
    const days = { startDate: '2026-03-11', endDate: '2026-03-11' };
    expect((await figuresOf()).outcomes.missed.calls).toBe(5);
    expect((await figuresOf(days)).outcomes.missed).toEqual({ callers: 3, calls: 4 });
    expect((await figuresOf({ campaigns: ['none'] })).outcomes.missed.calls).toBe(0);
  });
});
