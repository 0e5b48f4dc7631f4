import {
  type CallbackFigureCall,
  type CallbackFigures,
  getCallbackFigures,
  listCallbackFigureCalls,
} from '@mailcall/contract/callback-figures.ts';
import { callSummaryCount, type Summary } from '@mailcall/contract/scoreboard.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { runCallbackWeeks } from '../../../tests/torture/callback-weeks.ts';
import { testNow } from '../../../tests/support/test-app.ts';
import { callbackDesk, number, staff } from '../../../tests/support/callback-desk.ts';

const { here, addCall, ask, act, undo, resolve } = callbackDesk();

test('loses no missed caller in a random week and counts every figure correctly', async () => {
  const { problems } = await runCallbackWeeks(here.database, { from: 1, weeks: 1 });
  expect(problems).toEqual([]);
});

describe('figures', () => {
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

  test('count callers and calls by outcome, without unidentified callers', async () => {
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

  test('count an unreplaced appointment for the caller’s number, whoever called', async () => {
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

  test('open their rows by page, newest first', async () => {
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

  test('follow the scope’s dates and campaigns', async () => {
    await addCall('old', 10 * 24 * 60);
    await addCall('other', 60, { caller_phone_number: '+13035550177' });
    const days = { startDate: '2026-03-11', endDate: '2026-03-11' };
    expect((await figuresOf()).outcomes.missed.calls).toBe(5);
    expect((await figuresOf(days)).outcomes.missed).toEqual({ callers: 3, calls: 4 });
    expect((await figuresOf({ campaigns: ['none'] })).outcomes.missed.calls).toBe(0);
  });
});
