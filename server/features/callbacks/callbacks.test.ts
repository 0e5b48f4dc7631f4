import { randomUUID } from 'node:crypto';
import { type CallbackFigures, getCallbackFigures } from '@mailcall/contract/callback-figures.ts';
import { actOnCallback, getCallback } from '@mailcall/contract/callbacks.ts';
import { callerKey } from '@mailcall/contract/rules/caller-key.ts';
import { listOfficeHours, saveOfficeHours } from '@mailcall/contract/office-hours.ts';
import { isWithheldNumber } from '@mailcall/contract/rules/phone.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/test-app.ts';
import { csv } from '../ingest/feed-for-tests.ts';
import { type Acted, answerOf, callbackDesk, minute, staff } from '../../../tests/support/callback-desk.ts';

const { here, folders, later, addCall, ask, list, detailOf, stateOf, act, resolve } = callbackDesk();

describe('callers', () => {
  test('get one entry for all notations of their number; others stay single with a reason', async () => {
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
    await addCall('g', 60, { caller_phone_number: null, personal_data_removed: true });
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
    // ten digits, like numbers of the United States
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

  test('are compared by the same rule in database and contract', async () => {
    const signs = `+ 1 0 00 - ( ) . @ ; < > : " x 303 44 5550101 5555555555 host.example sip: tel: SIPS:`;
    const names = `266696687 7378742833 86282452253 7748283 2562533 72974663 8656696 464 anonymous RESTRICTED Private Number no caller id`;
    const part = fc.constantFrom(' ', '\n', '\t', '\u00a0', '\u212a', ...`${signs} ${names}`.split(' '));
    const texts = fc.sample(
      fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
      { numRuns: 5000, seed: 7 },
    );
    const { rows } = await here.database.pool.query<{ withheld: boolean; key: string | null }>(
      'select is_withheld_number(number) as withheld, caller_key(number) as key from unnest($1::text[]) with ordinality given (number, at) order by at',
      [texts],
    );
    const expected = texts.map((text) => ({ withheld: isWithheldNumber(text), key: callerKey(text) }));
    expect(expected.filter(({ withheld }) => withheld).length).toBeGreaterThan(100);
    expect(expected.filter(({ key }) => key !== null).length).toBeGreaterThan(100);
    const differences = texts.filter(
      (_, at) => rows[at]?.withheld !== expected[at]?.withheld || rows[at]?.key !== expected[at]?.key,
    );
    expect(differences).toEqual([]);
  });

  test('stay single if their number is withheld, and one answered call closes no other', async () => {
    const row = (id: string, minutesAgo: number, caller: string, answeredBy = 'No Answer') => ({
      id,
      account_id: 'own',
      call_date_time: new Date(Date.parse(testNow) - minutesAgo * minute).toISOString(),
      caller_phone_number: caller,
      call_answered_by: answeredBy,
    });
    const rows = [
      row('w1', 300, '+7378742833'),
      row('w2', 200, '7378742833'),
      row('w3', 100, 'sip:+7378742833@10.0.0.1'),
      row('w4', 90, 'Anonymous'),
      row('w5', 80, '+7378742833', 'Staff'),
    ];
    const report = await folders.import(here.database.pool, { 'calls.csv': csv(rows) });
    expect(report.rejected).toBe(0);
    const { records } = await list({ sort: 'waiting' });
    expect(
      records.map((entry) => [entry.id, entry.calls, entry.callerPhoneNumber, entry.singleReason]),
    ).toEqual(['w1', 'w2', 'w3', 'w4'].map((id) => [id, 1, null, 'This call came without a number.']));
  });

  test('are sorted by urgency, with the reason', async () => {
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
    const newest = await list({ sort: 'newest' });
    expect(newest.records.map(({ id }) => id)).toEqual(['third30', 'voicemail', 'missed']);
    expect(records.map(({ overdue, hoursKnown }) => [overdue, hoursKnown])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
  });

  test('are logged once when opened, not per call', async () => {
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
  test('belongs to the first of two people; the second learns who is calling', async () => {
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

  test('expires after ten minutes or ends by a release', async () => {
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

  test('is refused with a request id of another person or caller', async () => {
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

  test('on a changed caller is refused with who did what', async () => {
    await addCall('a', 10);
    await act('a', 'no-answer', { as: 'theo' });
    expect(answerOf(await act('a', 'left-voicemail', { version: 0 }))).toEqual([
      422,
      'Person theo acted in the meantime: no answer. Please look again.',
    ]);
  });

  test('snoozes a caller until then or until they call again', async () => {
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
    ['snooze', '2026-03-11T14:00:00.000Z', 'The time to try again has passed. Choose another one.'],
    ['no-answer', '2026-05-11T14:00:00.000Z', 'Use a time within the next 30 days.'],
  ])('%s until %s is refused', async (kind, until, problem) => {
    await addCall('a', 10);
    const { code, data } = await act('a', kind, { until });
    expect([code, data]).toEqual([400, { until: problem }]);
  });
});

describe('an office’s hours', () => {
  const open = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: 9 * 60, closes: 17 * 60 }));
  const save = (body: object, as = 'ann') =>
    ask(saveOfficeHours, { body: { accountId: 'own', ...body } }, as);

  test('are changed by primary contacts and count the waiting time', async () => {
    await here.database.pool.query(`update contact_accounts set is_primary = contact_id = 'ann'`);
    // Monday 3 pm in New York; now it is Wednesday, 11 am
    await addCall('a', 44 * 60);
    expect((await detailOf('a')).entry).toMatchObject({ waitingMinutes: 44 * 60, hoursKnown: false });
    expect(answerOf(await save({ open, holidays: [] }, 'theo'))).toEqual([
      422,
      'Only a primary contact can change the hours of an office.',
    ]);
    const holidays = [
      { date: '2026-03-10', name: 'Closed for training' },
      { date: '2026-03-12', name: null },
    ];
    expect((await save({ open, holidays })).code).toBe(200);
    const { entry, hours: known, nextTry } = await detailOf('a');
    expect([known, nextTry]).toEqual([{ open, holidays: ['2026-03-12'] }, '2026-03-11T20:00:00.000Z']);
    expect(entry).toMatchObject({
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

  test('keep a colleague’s changes made meanwhile', async () => {
    await here.database.pool.query(`update contact_accounts set is_primary = contact_id = 'ann'`);
    const before = { open, holidays: [{ date: '2026-05-25', name: 'Memorial Day' }] };
    expect((await save(before)).code).toBe(200);
    const shorter = open.map((time) => (time.weekday === 5 ? { ...time, closes: 12 * 60 } : time));
    const added = { date: '2026-12-24', name: null };
    expect((await save({ open: shorter, holidays: [...before.holidays, added], before })).code).toBe(200);
    const lateMonday = open.map((time) => (time.weekday === 1 ? { ...time, opens: 10 * 60 } : time));
    const renamed = [{ date: '2026-05-25', name: 'Closed' }];
    expect((await save({ open: lateMonday, holidays: renamed, before })).code).toBe(200);
    const stored = async () =>
      (await ask<{ records: object[] }>(listOfficeHours, { query: { accountIds: ['own'] } })).data.records;
    const both = shorter.map((time) => (time.weekday === 1 ? { ...time, opens: 10 * 60 } : time));
    expect(await stored()).toMatchObject([{ open: both, holidays: [...renamed, added] }]);
    // removed from the version that both saw
    const now = { open: both, holidays: [...renamed, added] };
    expect((await save({ open: both, holidays: [added], before: now })).code).toBe(200);
    expect(await stored()).toMatchObject([{ open: both, holidays: [added] }]);
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

describe('a call that was scored late', () => {
  const day = 24 * 60;
  const ago = (minutes: number) => new Date(Date.parse(testNow) - minutes * minute);

  test('waits from its first score, also if it is older than the days of the desk', async () => {
    await addCall('late', 40 * day, { first_scored_at: ago(90) });
    await addCall('oldest', 80 * day, { first_scored_at: ago(30), caller_phone_number: '+13035550102' });
    await addCall('young', 20 * 60, { first_scored_at: ago(10), caller_phone_number: '+13035550103' });
    const { records, counts } = await list({ sort: 'waiting' });
    expect(records.map(({ id, waitingMinutes, reason }) => [id, waitingMinutes, reason])).toEqual([
      ['young', 20 * 60, 'Missed call, waiting 20 h'],
      ['late', 90, 'Missed call, waiting 1 h 30 min'],
      ['oldest', 30, 'Missed call, waiting 30 min'],
    ]);
    expect(counts['to-call']).toEqual({ callers: 3, calls: 3 });
    expect((await list({ state: 'closed' })).counts['to-call']).toEqual({ callers: 3, calls: 3 });
    expect(await stateOf('oldest')).toEqual({ kind: 'open' });
    expect((await act('oldest', 'no-answer')).code).toBe(200);
    expect(await stateOf('oldest')).toEqual({ kind: 'open' });
  });

  test('expires 30 days after it', async () => {
    await addCall('late', 70 * day, { first_scored_at: ago(31 * day) });
    await addCall('gone', 70 * day, {
      first_scored_at: ago(61 * day),
      caller_phone_number: '+13035550102',
    });
    const { records } = await list({ state: 'closed' });
    expect(records.map(({ id, state }) => [id, state])).toEqual([
      ['late', expect.objectContaining({ reason: 'expired', at: ago(day).toISOString() })],
    ]);
  });

  test('is counted by the minutes since then', async () => {
    await addCall('late', 5 * day, { first_scored_at: ago(45) });
    await act('late', 'no-answer');
    const { data } = await ask<CallbackFigures>(getCallbackFigures, {
      query: { accountIds: ['own'], filters: {} },
    });
    expect([data.outcomes['called-back'].calls, data.outcomes.medianMinutes]).toEqual([1, 45]);
  });
});
