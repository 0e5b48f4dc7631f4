import { randomUUID } from 'node:crypto';
import { actOnCallback } from '@mailcall/contract/callbacks.ts';
import { type CallRow, listCalls } from '@mailcall/contract/calls.ts';
import { type CallAction, listCallActions, resolveCall } from '@mailcall/contract/resolve.ts';
import { describe, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/test-app.ts';
import { csv } from '../ingest/feed-for-tests.ts';
import {
  type Acted,
  answerOf,
  callbackDesk,
  minute,
  outcome,
  staff,
} from '../../../tests/support/callback-desk.ts';

const { here, folders, later, addCall, ask, detailOf, stateOf, act, undo, resolve } = callbackDesk();

describe('a caller is closed', () => {
  test.each(['wrong-number', 'do-not-call', 'not-needed'])('by %s, until they call again', async (kind) => {
    await addCall('a', 10);
    await act('a', kind);
    expect(await stateOf('a')).toMatchObject({ kind: 'closed', reason: kind, by: 'Person ann' });
    expect((await act('a', 'claim')).code).toBe(422);
    await addCall('again', -5);
    later(6);
    expect(await stateOf('a')).toEqual({ kind: 'open' });
  });

  test('by actions about their calls; a late call from the feed waits whatever its time', async () => {
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

  test('and stays known as do-not-call after 60 days', async () => {
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

  test('by time, which does not mean that no one tried', async () => {
    const daysAgo = 31 * 24 * 60;
    later(-daysAgo);
    await addCall('a', daysAgo + 10);
    await act('a', 'no-answer');
    later(0);
    const text = 'Not reached within 30 days';
    expect(await stateOf('a')).toMatchObject({ reason: 'expired', text, canReopen: false });
    expect(answerOf(await act('a', 'claim'))).toEqual([
      422,
      'This caller does not need a callback: not reached within 30 days.',
    ]);
  });

  test('by a later answered call, and can be reopened', async () => {
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

  test('by a later appointment, not by one of an earlier call', async () => {
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

  test('by an appointment for their number from another caller, and can be reopened', async () => {
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

test('attempts appear in the calls’ history, and closings mark their rows', async () => {
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

test('permanent actions and undos are portal changes; a claim and its release are not', async () => {
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

test('the feed’s attempts count like people’s and cannot be undone', async () => {
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
  expect(answerOf(await undo('a', 'fed'))).toEqual([422, 'Only the person who did this can undo it.']);
  const history = await ask<{ records: CallAction[] }>(listCallActions, { params: { id: 'a' } });
  expect(history.data.records.map(({ action, by }) => [action, by])).toEqual([
    ['no-answer', 'Answering service'],
  ]);
});

describe('an undo', () => {
  test('undoes an attempt, a claim and a closing, once', async () => {
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

  test('is too late after a colleague’s action or a resolve', async () => {
    await addCall('a', 10);
    const { data } = await act('a', 'no-answer');
    expect(answerOf(await undo('a', data.action.id, 'theo'))).toEqual([
      422,
      'Only the person who did this can undo it.',
    ]);
    await act('a', 'left-voicemail', { as: 'theo' });
    expect(answerOf(await undo('a', data.action.id))).toEqual([
      422,
      'It is too late to undo this. Person theo has acted since: left a voicemail.',
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
  'either an undo or a simultaneous action, begun by %s, succeeds; the other is told',
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
        ? 'This caller has changed in the meantime. Please look again.'
        : 'It is too late to undo this. Person theo has acted since: left a voicemail.',
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

  test('resolves all calls at once and books on the newest, once', async () => {
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
      expect(data.entry.state).toMatchObject({
        kind: 'closed',
        reason: 'resolved',
        text: 'Booked',
        canReopen: false,
      });
    }
    const { rows } = await here.database.pool.query('select call_id from appointments');
    expect(rows).toEqual([{ call_id: 'b' }]);
    const logged = await here.database.pool.query(
      `select subject_id from access_log where action = 'resolve' and happened_at = $1 order by subject_id`,
      [testNow],
    );
    expect(logged.rows).toEqual([{ subject_id: 'a' }, { subject_id: 'b' }]);
  });

  test('resolves nothing if a call was resolved meanwhile or belongs to another caller', async () => {
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

  test('leaves a later call waiting', async () => {
    await addCall('a', 60);
    await addCall('again', 1);
    const { data } = await resolve('a', ['a']);
    expect([data.entry.id, data.entry.calls, data.entry.state]).toEqual(['again', 1, { kind: 'open' }]);
  });

  test.each([1, 2, 3])('leaves a call that the feed delivers meanwhile waiting: %i', async () => {
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
  });

  test('competes with a colleague’s simultaneous claim: one of them learns of the other', async () => {
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
      isFirst ? 'Person theo is calling.' : 'Person ann acted in the meantime: resolved. Please look again.',
    );
  });
});
