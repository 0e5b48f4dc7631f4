import { randomUUID } from 'node:crypto';
import { allRoutes } from '@mailcall/contract/api.ts';
import {
  addCalibrationCalls,
  addRandomCalibrationCalls,
  calibrationRecording,
  calibrationResult,
  closeCalibrationSet,
  deleteCalibrationSet,
  getCalibrationSet,
  listCalibrationSets,
  makeCalibrationSet,
  nextCalibrationCall,
  openCalibrationCall,
  ownCalibrationResult,
  removeCalibrationCall,
  saveCalibrationAnswer,
  saveCalibrationDraft,
  saveCalibrationNote,
  startCalibrationSet,
  undoCalibrationAnswer,
} from '@mailcall/contract/calibration.ts';
import { type DeskCall, openScoringCall, scoringHistory } from '@mailcall/contract/scoring.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answeredScore, missedScore, scoringDesk } from '../../../tests/support/scoring-desk.ts';
import { addAccounts, addTeamMember, signInAs } from '../../../tests/support/test-app.ts';
import { applyRetention, erasePerson, previewErasure, requestedPerson } from '../personal-data/index.ts';
import { changeTeamMember, removeTeamMember } from '../team/index.ts';
import { cleanCalibration } from './index.ts';

const desk = scoringDesk();
const { here, ask, minutesAgo } = desk;
const query = (text: string) => here.database.pool.query<Record<string, unknown>>(text);

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'foreign' }]);
  await addTeamMember(here.database, { id: 'olaf', roles: ['scorer'], accounts: ['own'] });
  await addTeamMember(here.database, { id: 'lou', roles: ['scoring-lead'] });
  await addTeamMember(here.database, { id: 'len', roles: ['scoring-lead'], accounts: ['foreign'] });
  for (const id of ['olaf', 'lou', 'len']) desk.tokens[id] = await signInAs(here, `${id}@people.test`);
});

const calls = ['c1', 'c2', 'c3'];

beforeEach(async () => {
  await query(
    `truncate calibration_sets, calibration_people, calibration_calls, calibration_answers, calibration_notes, recordings`,
  );
  await desk.bring([
    ...calls.map((id, place) => ({
      id,
      call_date_time: minutesAgo(60 + place),
      opportunity: 'true',
      call_answered_by: 'Staff',
      patient_type: 'New Patient Opportunity',
    })),
    { id: 'silent', call_date_time: minutesAgo(30) },
  ]);
  await query(`
    insert into calls (account_id, id, call_date_time, duration_seconds) values ('foreign', 'f1', '${minutesAgo(20)}', 30)
      on conflict do nothing;
    insert into recordings (account_id, key, media_type, bytes)
      select account_id, 'recordings/' || id, 'audio/wav', 1 from calls where id <> 'silent';
    update calls set audio = 'recordings/' || id where id <> 'silent'`);
});

const make = async (who = 'lea', name = 'November: price questions') => {
  const id = randomUUID();
  expect((await ask(who, makeCalibrationSet, { body: { id, name } })).code).toBe(200);
  return id;
};
const add = (setId: string, callIds: readonly string[], who = 'lea') =>
  ask<RouteReply<typeof addCalibrationCalls>>(who, addCalibrationCalls, {
    params: { setId },
    body: { callIds },
  });
const start = (setId: string, people: readonly string[] = ['nora', 'omar'], more: object = {}) =>
  ask('lea', startCalibrationSet, { params: { setId }, body: { people, dueOn: null, ...more } });
const close = (setId: string, who = 'lea') => ask(who, closeCalibrationSet, { params: { setId }, body: {} });
const details = async (setId: string, who = 'lea') =>
  ask<RouteReply<typeof getCalibrationSet>>(who, getCalibrationSet, { params: { setId } });
const next = (setId: string, who: string, except: string[] = []) =>
  ask<{ call: DeskCall | null }>(who, nextCalibrationCall, { params: { setId }, body: { except } });
const answer = (setId: string, who: string, callId: string, more: object = {}) =>
  ask(who, saveCalibrationAnswer, {
    params: { setId, callId },
    body: { requestId: randomUUID(), values: answeredScore, marks: [], rubric: '1', ...more },
  });
const own = async (who: string) =>
  (await ask<RouteReply<typeof listCalibrationSets>>(who, listCalibrationSets)).data.own;
const result = (setId: string, who = 'lea') =>
  ask<RouteReply<typeof calibrationResult>>(who, calibrationResult, { params: { setId } });
const ownResult = (setId: string, who: string) =>
  ask<RouteReply<typeof ownCalibrationResult>>(who, ownCalibrationResult, { params: { setId } });

async function openSet(callIds: readonly string[] = calls, people?: readonly string[]): Promise<string> {
  const setId = await make();
  await add(setId, callIds);
  expect((await start(setId, people)).code).toBe(200);
  return setId;
}

const hourLater = `update calibration_answers set saved_at = '${minutesAgo(61)}'`;

const priceAsked: ScoreValues = { ...answeredScore, goodImpression: false };

describe('a draft', () => {
  test('takes calls with a recording in the lead’s accounts, each once', async () => {
    const setId = await make();
    expect((await add(setId, ['c1', 'c2', 'silent', 'none', 'c1'])).data).toEqual({
      added: 2,
      refused: [
        { callId: 'silent', why: 'It has no recording.' },
        { callId: 'none', why: 'There is no such call in your accounts.' },
      ],
    });
    expect((await add(setId, ['c1'])).data.refused).toEqual([
      { callId: 'c1', why: 'It is in the set already.' },
    ]);
    await ask('lea', removeCalibrationCall, { params: { setId, callId: 'c1' } });
    expect((await details(setId)).data.calls.map(({ callId }) => callId)).toEqual(['c2']);
  });

  test('takes calls of an outcome at random', async () => {
    const setId = await make();
    const random = async (outcome: string, count: number) =>
      (
        await ask<{ added: number }>('lea', addRandomCalibrationCalls, {
          params: { setId },
          body: { outcome, calls: count },
        })
      ).data.added;
    expect([
      await random('opportunity', 2),
      await random('opportunity', 5),
      await random('missed', 5),
    ]).toEqual([2, 1, 0]);
  });

  test('has at most 50 calls', async () => {
    await query(`
      insert into calls (account_id, id, call_date_time, audio) select 'own', 'more' || n, '${minutesAgo(90)}', 'recordings/more' || n from generate_series(1, 60) n;
      insert into recordings (account_id, key, media_type, bytes) select 'own', 'recordings/more' || n, 'audio/wav', 1 from generate_series(1, 60) n`);
    const setId = await make();
    const added = await add(
      setId,
      Array.from({ length: 60 }, (_, place) => `more${place + 1}`),
    );
    expect([added.data.added, added.data.refused.length]).toEqual([50, 10]);
  });

  test('is made once for a repeated request, and hidden from leads without all of its accounts', async () => {
    const setId = await make();
    await ask('lea', makeCalibrationSet, { body: { id: setId, name: 'Again' } });
    await add(setId, ['c1']);
    expect((await details(setId, 'lou')).data.set.name).toBe('November: price questions');
    expect((await details(setId, 'len')).code).toBe(404);
    expect((await add(setId, ['f1'], 'len')).code).toBe(404);
    const { data } = await ask<RouteReply<typeof listCalibrationSets>>('len', listCalibrationSets);
    expect(data.sets).toEqual([]);
  });

  test('names people who do not work for all of its accounts, and refuses to start with them', async () => {
    const setId = await make();
    await add(setId, ['c1', 'f1']);
    const { people } = (await details(setId)).data;
    expect(people.filter(({ covers }) => !covers).map(({ id }) => id)).toEqual(['len', 'olaf']);
    const refused = await start(setId, ['nora', 'olaf']);
    expect([refused.code, refused.data]).toEqual([
      400,
      { people: 'Person olaf does not work for all accounts of these calls.' },
    ]);
    expect((await start(setId, ['nora', 'ann'])).code).toBe(400);
  });

  test('starts once, with calls and a day to come', async () => {
    const setId = await make();
    expect((await start(setId)).code).toBe(422);
    await add(setId, ['c1']);
    expect((await start(setId, ['nora'], { dueOn: '2026-03-10' })).code).toBe(400);
    const codes = await Promise.all([start(setId), start(setId)]);
    expect(codes.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 422]);
    expect((await add(setId, ['c2'])).code).toBe(422);
    expect((await ask('lea', removeCalibrationCall, { params: { setId, callId: 'c1' } })).code).toBe(422);
    expect((await ask('lea', deleteCalibrationSet, { params: { setId } })).code).toBe(422);
  });

  test('fixes the calls that were added before the start, whichever comes first', async () => {
    const setId = await make();
    await add(setId, ['c1']);
    const [added, started] = await Promise.all([add(setId, ['c2']), start(setId)]);
    expect(started.code).toBe(200);
    const listed = (await details(setId)).data.calls.length;
    expect(listed).toBe(added.code === 200 ? 2 : 1);
  });

  test('can be deleted', async () => {
    const setId = await make();
    await add(setId, ['c1']);
    expect((await ask('lou', deleteCalibrationSet, { params: { setId } })).code).toBe(200);
    expect((await details(setId)).code).toBe(404);
    expect((await query('select 1 from calibration_calls')).rows).toEqual([]);
  });
});

describe('an open set', () => {
  test('gives each person every call, without score, appointments and marks', async () => {
    await desk.save('lou', 'c1', { marks: [{ field: 'opportunity', from: 4000 }] });
    const setId = await openSet();
    expect(await own('nora')).toMatchObject([{ id: setId, calls: 3, left: 3, state: 'open' }]);
    const seen: string[] = [];
    for (let left = 3; left > 0; left--) {
      const { call } = (await next(setId, 'nora')).data;
      expect(call).toMatchObject({
        values: emptyScore,
        marks: [],
        appointments: [],
        version: 0,
        isDraft: false,
      });
      expect(call?.recording?.url).toBeTruthy();
      seen.push(call?.callId ?? '');
      expect((await answer(setId, 'nora', call?.callId ?? '')).code).toBe(200);
    }
    expect(seen.toSorted()).toEqual(calls);
    expect((await next(setId, 'nora')).data.call).toBeNull();
    expect(await own('nora')).toMatchObject([{ left: 0 }]);
    expect(await own('omar')).toMatchObject([{ left: 3 }]);
    expect(await own('olaf')).toEqual([]);
    expect((await next(setId, 'olaf')).code).toBe(404);
    expect((await answer(setId, 'olaf', 'c1')).code).toBe(404);
  });

  test('changes no score, version, figure, event or agreement of production', async () => {
    const setId = await openSet();
    const state = async () => {
      const { rows } = await query(`
        select (select json_agg(calls order by id)::text from calls) as calls,
          (select json_agg(account_version order by account_id)::text from account_version) as versions,
          (select count(*) from score_versions) as saves, (select count(*) from score_second_passes) as passes,
          (select count(*) from staff) as staff, (select count(*) from portal_changes) as changes,
          (select count(*) from alert_events) as alerts, (select count(*) from call_actions) as actions`);
      return rows;
    };
    const before = await state();
    const handler = { id: null, name: 'Somebody New' };
    expect((await answer(setId, 'nora', 'c1', { values: { ...answeredScore, handler } })).code).toBe(200);
    expect((await answer(setId, 'omar', 'c1', { values: missedScore })).code).toBe(200);
    await close(setId);
    expect(await state()).toEqual(before);
  });

  test('hides every answer from others until it is closed, on every route', async () => {
    const setId = await openSet();
    const highlights = 'Zanzibar is far away.';
    const source = 'Quokka Weekly';
    await answer(setId, 'nora', 'c1', {
      values: {
        ...answeredScore,
        highlights,
        sourceMentioned: source,
        handler: { id: null, name: 'Zanzibar Jones' },
      },
    });
    await ask('nora', saveCalibrationDraft, {
      params: { setId, callId: 'c2' },
      body: { values: { ...answeredScore, highlights }, marks: [] },
    });
    await desk.open('nora', 'c3');
    const filled: Record<string, string> = { setId, callId: 'c1', id: 'c1', accountId: 'own', kind: 'short' };
    for (const who of ['omar', 'lea', 'lou', 'ann'])
      for (const route of allRoutes.filter(
        ({ method, replyFormat }) => method === 'GET' && replyFormat === 'envelope',
      )) {
        const params = Object.fromEntries(
          [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, filled[name] ?? 'c1']),
        );
        const reply = await ask(who, route, { params, query: { accountIds: ['own'] } });
        expect(JSON.stringify(reply), `${who} ${route.path}`).not.toMatch(/Zanzibar|Quokka/);
      }
    for (const who of ['omar', 'lea']) {
      const opened = await ask(who, openCalibrationCall, { params: { setId, callId: 'c1' }, body: {} });
      expect(opened.code).toBe(200);
      expect(JSON.stringify(opened)).not.toMatch(/Zanzibar|Quokka/);
    }
    expect((await result(setId)).code).toBe(422);
    expect((await ownResult(setId, 'omar')).code).toBe(422);
    expect((await details(setId)).data.people.map(({ id, scored }) => [id, scored])).toEqual([
      ['lea', 0],
      ['nora', 1],
      ['omar', 0],
    ]);
  });

  test('hides the score of its calls from those who must still score them', async () => {
    await query(
      `update calls set answered_by = null, opportunity = null, score_source = null where id = 'c1'`,
    );
    expect((await desk.save('nora', 'c1')).code).toBe(200);
    const setId = await openSet();
    const history = async (who: string) =>
      (await ask(who, scoringHistory, { params: { callId: 'c1' } })).code;
    const open = async (who: string) =>
      (await ask(who, openScoringCall, { params: { callId: 'c1' }, body: {} })).code;
    expect([await history('nora'), await history('lea'), await history('lou')]).toEqual([422, 422, 200]);
    expect([await open('nora'), await open('lea'), await open('lou')]).toEqual([422, 422, 200]);
    const { call } = (
      await ask<{ call: DeskCall }>('nora', openCalibrationCall, {
        params: { setId, callId: 'c2' },
        body: {},
      })
    ).data;
    expect(call.earlierCalls.map(({ callId }) => callId)).toEqual([]);
    await answer(setId, 'lea', 'c1');
    expect(await history('lea')).toBe(422);
    await query(hourLater);
    expect(await history('lea')).toBe(200);
  });

  test('keeps a draft, and saves once for a repeated request', async () => {
    const setId = await openSet();
    const params = { setId, callId: 'c2' };
    const values = { ...emptyScore, callerName: 'Kim' };
    expect((await ask('nora', saveCalibrationDraft, { params, body: { values, marks: [] } })).code).toBe(200);
    expect((await next(setId, 'nora')).data.call).toMatchObject({ callId: 'c2', isDraft: true, values });
    const refused = await answer(setId, 'nora', 'c2', { values });
    expect([refused.code, refused.data]).toEqual([
      400,
      expect.objectContaining({ 'values.answeredBy': expect.any(String) }),
    ]);
    const requestId = randomUUID();
    const both = await Promise.all([1, 2].map(() => answer(setId, 'nora', 'c2', { requestId })));
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect((await answer(setId, 'nora', 'c2')).code).toBe(422);
    expect((await ask('nora', saveCalibrationDraft, { params, body: { values, marks: [] } })).code).toBe(422);
  });

  test('lets a save be undone within an hour, as a draft', async () => {
    const setId = await openSet();
    await answer(setId, 'nora', 'c1');
    const undo = (who: string) =>
      ask<{ call: DeskCall }>(who, undoCalibrationAnswer, { params: { setId, callId: 'c1' }, body: {} });
    expect((await undo('omar')).code).toBe(422);
    expect((await undo('nora')).data.call).toMatchObject({ isDraft: true, values: { opportunity: true } });
    await answer(setId, 'nora', 'c1');
    await query(hourLater);
    expect((await undo('nora')).code).toBe(422);
  });

  test('closes at the end of its last day, once, and by a lead before', async () => {
    const setId = await make();
    await add(setId, ['c1']);
    await start(setId, ['nora'], { dueOn: '2026-03-12' });
    await ask('nora', saveCalibrationDraft, {
      params: { setId, callId: 'c1' },
      body: { values: emptyScore, marks: [] },
    });
    const { data } = await details(setId);
    expect(data.set.dueAt).toBe('2026-03-13T04:00:00.000Z');
    expect((await next(setId, 'nora')).code).toBe(200);
    await query(`update calibration_sets set due_at = '2026-03-11T14:00:00Z'`);
    await cleanCalibration(here);
    expect((await answer(setId, 'nora', 'c1')).code).toBe(422);
    expect((await result(setId)).code).toBe(200);
    expect((await query('select 1 from calibration_answers')).rows).toEqual([]);
    expect((await close(setId)).code).toBe(422);
    const another = await openSet();
    const codes = await Promise.all([close(another), close(another, 'lou')]);
    expect(codes.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });

  test('takes no answer once it is closed, whichever comes first', async () => {
    const setId = await openSet();
    const [saved] = await Promise.all([answer(setId, 'nora', 'c1'), close(setId)]);
    const nora = (await result(setId)).data.people.find(({ id }) => id === 'nora');
    expect(nora?.scored).toBe(saved.code === 200 ? 1 : 0);
  });

  test('loses calls that are removed, and people who lose an account', async () => {
    const setId = await openSet([...calls, 'f1']);
    await answer(setId, 'nora', 'c1');
    await query(`update calls set deleted = true where id = 'c1'`);
    await changeTeamMember(here, 'nora@people.test', { scope: ['own'] });
    desk.tokens['nora'] = await signInAs(here, 'nora@people.test');
    expect(await own('nora')).toMatchObject([{ calls: 2, left: 2 }]);
    expect((await ask('nora', openCalibrationCall, { params: { setId, callId: 'f1' }, body: {} })).code).toBe(
      404,
    );
    expect((await answer(setId, 'nora', 'f1')).code).toBe(404);
    const { data } = await details(setId);
    expect([data.calls.length, data.gone]).toEqual([3, 1]);
    expect(data.people.find(({ id }) => id === 'nora')).toMatchObject({ covers: false, scored: 0 });
    await changeTeamMember(here, 'nora@people.test', { scope: 'all' });
    desk.tokens['nora'] = await signInAs(here, 'nora@people.test');
  });

  test('keeps the answers of a person who leaves the team', async () => {
    await addTeamMember(here.database, { id: 'gus', roles: ['scorer'] });
    desk.tokens['gus'] = await signInAs(here, 'gus@people.test');
    const setId = await openSet(calls, ['gus']);
    await answer(setId, 'gus', 'c1');
    await removeTeamMember(here, 'gus@people.test');
    expect((await answer(setId, 'gus', 'c2')).code).toBe(401);
    expect((await details(setId)).data.people.find(({ id }) => id === 'gus')).toMatchObject({
      covers: false,
      scored: 1,
    });
    await close(setId);
    expect((await result(setId)).data.people.find(({ id }) => id === 'gus')?.scored).toBe(1);
  });

  test('is in the activity of its offices: started, scored, closed', async () => {
    const setId = await openSet(['c1', 'f1']);
    await answer(setId, 'nora', 'c1');
    await close(setId);
    const { rows } = await query(
      `select account_id || ' ' || contact_id || ' ' || action || ' ' || subject_kind as entry from access_log
       where action <> 'open' order by 1`,
    );
    expect(rows.map(({ entry }) => entry)).toEqual([
      'foreign lea close calibration set',
      'foreign lea start calibration set',
      'own lea close calibration set',
      'own lea start calibration set',
      'own nora calibrate call',
    ]);
  });
});

describe('a closed set', () => {
  const marks = [{ field: 'goodImpression', from: 9000 }];

  async function closedSet(): Promise<string> {
    const setId = await openSet(['c1', 'c2']);
    await answer(setId, 'lea', 'c1');
    await answer(setId, 'nora', 'c1', { values: priceAsked, marks });
    await answer(setId, 'omar', 'c1');
    await answer(setId, 'nora', 'c2');
    await answer(setId, 'omar', 'c2', { values: missedScore });
    expect((await close(setId)).code).toBe(200);
    return setId;
  }

  test('shows who differs where, beside the lead’s answer, with marks', async () => {
    const setId = await closedSet();
    const { data } = await result(setId);
    expect(data.people).toMatchObject([
      { id: 'lea', isReference: true, scored: 1 },
      { id: 'nora', calls: 1, answers: expect.any(Number), share: null },
      { id: 'omar', calls: 1, share: null },
    ]);
    const [nora, omar] = data.people.slice(1);
    expect((nora?.answers ?? 0) - (nora?.same ?? 0)).toBe(1);
    expect(omar?.same).toBe(omar?.answers);
    const first = data.calls.find(({ callId }) => callId === 'c1');
    expect(first?.rows.filter(({ isSame }) => !isSame)).toEqual([
      {
        field: 'goodImpression',
        isSame: false,
        reference: 'Yes',
        agreed: null,
        note: null,
        version: 0,
        answers: expect.arrayContaining([
          { personId: 'lea', answer: 'Yes', marks: [] },
          { personId: 'nora', answer: 'No', marks: [9000] },
          { personId: 'omar', answer: 'Yes', marks: [] },
        ]),
      },
    ]);
    const second = data.calls.find(({ callId }) => callId === 'c2');
    expect(second?.rows.find(({ field }) => field === 'answeredBy')).toMatchObject({
      isSame: false,
      reference: null,
    });
    expect(second?.rows.find(({ field }) => field === 'askedForAppointment')?.answers).toContainEqual({
      personId: 'omar',
      answer: null,
      marks: [],
    });
  });

  test('keeps what leads agreed, for the last one who saw the other’s note', async () => {
    const setId = await closedSet();
    const note = (who: string, version: number, more: object = {}) =>
      ask<{ version: number }>(who, saveCalibrationNote, {
        params: { setId, callId: 'c1', field: 'goodImpression' },
        body: { agreed: 'No', note: 'She sighed at 0:09.', version, ...more },
      });
    const both = await Promise.all([note('lea', 0), note('lou', 0)]);
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 422]);
    expect((await note('lou', 1, { note: null })).data).toEqual({ version: 2 });
    await note('lea', 2);
    const { data } = await result(setId);
    const nora = data.people.find(({ id }) => id === 'nora');
    expect(nora?.same).toBe(nora?.answers);
    const [omar] =
      (await ownResult(setId, 'omar')).data.calls.find(({ callId }) => callId === 'c1')?.rows ?? [];
    expect(omar).toEqual({
      field: 'goodImpression',
      own: 'Yes',
      marks: [],
      reference: 'Yes',
      agreed: 'No',
      note: 'She sighed at 0:09.',
      others: [
        { answer: 'No', people: 1 },
        { answer: 'Yes', people: 1 },
      ],
    });
  });

  test('shows each person only their own differences, without names', async () => {
    const setId = await closedSet();
    const nora = await ownResult(setId, 'nora');
    expect(nora.data.calls.find(({ callId }) => callId === 'c1')?.rows).toMatchObject([
      {
        field: 'goodImpression',
        own: 'No',
        marks: [9000],
        reference: 'Yes',
        others: [{ answer: 'Yes', people: 2 }],
      },
    ]);
    expect(JSON.stringify(nora)).not.toMatch(/omar|lea/i);
    expect((await ownResult(setId, 'olaf')).code).toBe(404);
    expect((await result(setId, 'len')).code).toBe(404);
  });

  test('plays recordings to leads and to those who took part', async () => {
    const setId = await closedSet();
    await query('delete from access_log');
    const play = async (who: string) =>
      (await ask(who, calibrationRecording, { params: { setId, callId: 'c1' } })).code;
    expect([await play('lea'), await play('nora'), await play('olaf'), await play('len')]).toEqual([
      200, 200, 404, 404,
    ]);
    await play('lea');
    const { rows } = await query(
      `select contact_id as who from access_log where action = 'open' and subject_id = 'c1' order by contact_id`,
    );
    expect(rows).toEqual([{ who: 'lea' }, { who: 'nora' }]);
    const open = await openSet();
    expect((await ask('nora', calibrationRecording, { params: { setId: open, callId: 'c1' } })).code).toBe(
      404,
    );
  });

  test('leaves out calls without personal data, and their texts', async () => {
    const setId = await closedSet();
    await ask('lea', saveCalibrationNote, {
      params: { setId, callId: 'c1', field: 'goodImpression' },
      body: { agreed: 'No', note: 'Nora Chavez sighed.', version: 0 },
    });
    const open = await openSet();
    await ask('nora', saveCalibrationDraft, {
      params: { setId: open, callId: 'c1' },
      body: { values: answeredScore, marks: [] },
    });
    here.clock.set('2026-06-30T15:00:00.000Z');
    await applyRetention({ ...here, environment: { ...here.environment, retentionPersonalData: 1 } });
    const { rows } = await query(
      'select score from calibration_answers union all select to_jsonb(note) from calibration_notes',
    );
    expect(JSON.stringify(rows)).not.toMatch(/Chavez|Asked for the price/);
    desk.tokens['lea'] = await signInAs(here, 'lea@people.test');
    const { data } = await result(setId);
    expect([data.calls, data.gone]).toEqual([[], 2]);
  });
});

test('an erased person loses drafts, and their name is gone', async () => {
  await addTeamMember(here.database, { id: 'eve', roles: ['scorer'] });
  desk.tokens['eve'] = await signInAs(here, 'eve@people.test');
  const setId = await openSet(calls, ['eve']);
  await answer(setId, 'eve', 'c1');
  const person = requestedPerson({ email: 'eve@people.test' });
  const { total } = await previewErasure(here, person);
  await erasePerson(here, person, { total, shared: false });
  await close(setId);
  expect((await result(setId)).data.people.map(({ name }) => name)).not.toContain('Person eve');
});
