import { randomUUID } from 'node:crypto';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import {
  acceptProposals,
  callScores,
  type DeskCall,
  getRubric,
  giveBackCall,
  listProposals,
  openScoringCall,
  recordScoringPlay,
  saveRubric,
  saveScore,
  saveScoreDraft,
  scoringHistory,
  scoringOptions,
  scoringOverview,
  skipCall,
  takeNextCall,
  undoScore,
} from '@mailcall/contract/scoring.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { getCall, listCalls } from '@mailcall/contract/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withoutSecondPasses } from '../../../tests/support/provider-file.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { answeredScore } from '../../../tests/support/scoring-desk.ts';
import { addPerson, addTeamMember, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp(withoutSecondPasses());
const folders = new FeedFolders();
const tokens: Record<string, string> = {};

const minutesAgo = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString();
const unscored = {
  account_id: 'own',
  caller_phone_number: '+13035550101',
  duration_seconds: 40,
  call_answered_by: '',
};

async function bring(calls: readonly Record<string, unknown>[]): Promise<void> {
  const folder = await folders.folder({
    'picklists.csv': csv(
      [
        ['noAppointmentScheduledReason', 'Price'],
        ['nonOpportunityReason', 'Spam call'],
        ['nonOpportunityReason', 'Caller hung up'],
        ['callerLanguage', 'English'],
      ].map(([field = '', value = '']) => ({ object: 'score', field, value, label: value })),
    ),
    'accounts.csv': csv([
      { id: 'own', name: 'Own', time_zone: 'America/Denver' },
      { id: 'foreign', name: 'Foreign', time_zone: '' },
    ]),
    'staff.csv': csv([{ id: 's1', account_id: 'own', name: 'Maria Front' }]),
    'calls.csv': csv(calls.map((call) => ({ ...unscored, opportunity: '', patient_type: '', ...call }))),
  });
  const report = await importFolder(here.database, folder, { files: here.files });
  expect(report.firstRejections).toEqual([]);
}

beforeAll(async () => {
  await bring([]);
  await addTeamMember(here.database, { id: 'nora', roles: ['scorer'], languages: ['English'] });
  await addTeamMember(here.database, {
    id: 'omar',
    roles: ['scorer'],
    accounts: ['own'],
    languages: ['Spanish'],
  });
  await addTeamMember(here.database, { id: 'lea', roles: ['scoring-lead'] });
  await addPerson(here.database, { id: 'ann', accounts: ['own'] });
  await addPerson(here.database, { id: 'flo', accounts: ['foreign'] });
  for (const id of ['nora', 'omar', 'lea', 'ann', 'flo'])
    tokens[id] = await signInAs(here, `${id}@people.test`);
});
afterAll(() => folders.remove());

beforeEach(async () => {
  here.clock.set(testNow);
  await here.database.pool.query(
    `truncate calls, appointments, inquiries, call_scores, call_actions, score_claims, score_drafts, score_skips, score_versions,
       score_rubrics, access_log, portal_changes`,
  );
});

const ask = <Data>(
  who: string,
  route: Parameters<typeof requestRoute>[2],
  parts: Parameters<typeof requestRoute>[3] = {},
) => requestRoute<Data>(here, tokens[who] as string, route, parts);
const next = async (who: string, except: string[] = []) =>
  (await ask<{ call: DeskCall | null }>(who, takeNextCall, { body: { except } })).data.call;
const idOfNext = async (who: string, except?: string[]) => (await next(who, except))?.callId ?? null;

const answered: ScoreValues = {
  ...answeredScore,
  services: [{ id: null, name: 'Cleaning', acceptance: null }],
};
const save = (who: string, callId: string, more: object = {}) =>
  ask<{ version: number }>(who, saveScore, {
    params: { callId },
    body: { requestId: randomUUID(), version: 0, values: answered, marks: [], rubric: '1', ...more },
  });
const shown = async (callId: string) =>
  (
    await here.database.pool.query<Record<string, unknown>>(
      `select opportunity, answered_by, handler_id, caller_name, score_source, first_scored_at is not null as first,
        (select array_agg(item_name) from inquiries where inquiries.account_id = calls.account_id and call_id = calls.id and not inquiries.deleted) as items
       from calls where id = $1`,
      [callId],
    )
  ).rows[0];

describe('the queue', () => {
  test('gives each person the oldest call that is free', async () => {
    await bring([
      { id: 'new', call_date_time: minutesAgo(5) },
      { id: 'old', call_date_time: minutesAgo(50) },
      { id: 'mid', call_date_time: minutesAgo(20) },
      { id: 'scored', call_date_time: minutesAgo(90), call_answered_by: 'Staff' },
      { id: 'ancient', call_date_time: minutesAgo(60 * 24 * 91) },
    ]);
    expect(await idOfNext('nora')).toBe('old');
    expect(await idOfNext('omar')).toBe('mid');
    // the present call and the one after it
    expect(await idOfNext('nora', ['old'])).toBe('new');
    expect(await idOfNext('lea')).toBeNull();
    // without `except` both went back
    expect(await idOfNext('nora')).toBe('old');
    expect(await idOfNext('lea')).toBe('new');
  });

  test('gives a call to others ten minutes after the last sign of life', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    expect(await idOfNext('nora')).toBe('c1');
    here.clock.set(new Date(Date.parse(testNow) + 9 * 60_000).toISOString());
    const draft = {
      params: { callId: 'c1' },
      body: { values: { ...emptyScore, callerName: 'Kim' }, marks: [] },
    };
    expect((await ask('nora', saveScoreDraft, draft)).code).toBe(200);
    here.clock.set(new Date(Date.parse(testNow) + 18 * 60_000).toISOString());
    expect(await idOfNext('omar')).toBeNull();
    here.clock.set(new Date(Date.parse(testNow) + 20 * 60_000).toISOString());
    expect(await idOfNext('omar')).toBe('c1');
    const late = await ask('nora', saveScoreDraft, draft);
    expect([late.code, late.message]).toEqual([422, 'Person omar is scoring this call now.']);
  });

  test('gives a draft back to its author', async () => {
    await bring([
      { id: 'c1', call_date_time: minutesAgo(50) },
      { id: 'c2', call_date_time: minutesAgo(5) },
    ]);
    expect(await idOfNext('nora', [])).toBe('c1');
    expect(await idOfNext('nora', ['c1'])).toBe('c2');
    await ask('nora', saveScoreDraft, {
      params: { callId: 'c2' },
      body: {
        values: { ...emptyScore, callerName: 'Kim' },
        marks: [{ field: 'goodImpression', from: 4800 }],
      },
    });
    await ask('nora', giveBackCall, { params: { callId: 'c2' }, body: {} });
    await ask('nora', giveBackCall, { params: { callId: 'c1' }, body: {} });
    const again = await next('nora');
    expect([again?.callId, again?.isDraft, again?.values.callerName, again?.marks]).toEqual([
      'c2',
      true,
      'Kim',
      [{ field: 'goodImpression', from: 4800, to: null }],
    ]);
  });

  test.each<[reason: string, body: object, gets: Record<string, string | null>]>([
    ['a missing recording', { reason: 'no recording' }, { nora: null, omar: null, lea: null }],
    ['a technical problem', { reason: 'technical' }, { nora: null, omar: null, lea: 'c1' }],
    ['a language', { reason: 'language', language: 'Spanish' }, { nora: null, omar: 'c1', lea: null }],
  ])('keeps a call skipped for %s from those who cannot score it', async (_, body, gets) => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    expect((await ask('nora', skipCall, { params: { callId: 'c1' }, body })).code).toBe(200);
    for (const [who, call] of Object.entries(gets)) {
      expect([who, await idOfNext(who)]).toEqual([who, call]);
      await ask(who, giveBackCall, { params: { callId: 'c1' }, body: {} });
    }
  });

  test('offers a call without a recording again after half an hour', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    await ask('nora', skipCall, { params: { callId: 'c1' }, body: { reason: 'no recording' } });
    here.clock.set(new Date(Date.parse(testNow) + 31 * 60_000).toISOString());
    expect(await idOfNext('nora')).toBe('c1');
  });

  test('counts what waits by account and age, and what is late', async () => {
    await bring([
      { id: 'c1', call_date_time: minutesAgo(30) },
      { id: 'c2', call_date_time: minutesAgo(200) },
      { id: 'c3', call_date_time: minutesAgo(60 * 30), account_id: 'foreign' },
    ]);
    await next('nora');
    const { data } = await ask<RouteReply<typeof scoringOverview>>('lea', scoringOverview);
    expect(data).toMatchObject({
      waiting: 3,
      late: 1,
      inWork: 1,
      scoredToday: 0,
      targetHours: 4,
      isLead: true,
    });
    expect(data.byAccount.map(({ accountId, waiting, late }) => [accountId, waiting, late])).toEqual([
      ['foreign', 1, 1],
      ['own', 2, 0],
    ]);
    expect(data.byAge.map(({ upToHours, calls }) => [upToHours, calls])).toEqual([
      [1, 1],
      [4, 1],
      [24, 0],
      [72, 1],
      [null, 0],
    ]);
  });
});

describe('a score', () => {
  test('shows on the call at once, with the wishes of the caller', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    expect(await save('nora', 'c1')).toMatchObject({ code: 200, data: { version: 1 } });
    expect(await shown('c1')).toEqual({
      opportunity: true,
      answered_by: 1,
      handler_id: 's1',
      caller_name: 'Nora Chavez',
      score_source: 'person',
      first: true,
      items: ['Cleaning'],
    });
    const { data } = await ask<{ records: { outcome: string[] }[] }>('ann', listCalls, {
      query: { accountIds: ['own'], filters: { outcome: 'all calls' } },
    });
    expect(data.records.map(({ outcome }) => outcome)).toEqual([['opportunity']]);
    expect(await idOfNext('nora')).toBeNull();
  });

  test('needs what the form requires, with a sentence at each field', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    const { code, data } = await save('nora', 'c1', {
      values: { ...answered, patientType: null, opportunity: null },
    });
    expect([code, data]).toEqual([
      400,
      expect.objectContaining({ 'values.patientType': 'Choose the patient type.' }),
    ]);
    expect((await shown('c1'))?.['score_source']).toBeNull();
  });

  test('is saved once for a repeated request, and not over a newer one', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    const requestId = randomUUID();
    expect((await save('nora', 'c1', { requestId })).data).toEqual({ version: 1 });
    expect((await save('nora', 'c1', { requestId })).data).toEqual({ version: 1 });
    expect(await save('nora', 'c1')).toMatchObject({
      code: 422,
      message: 'Someone else scored this call meanwhile. Your score was not saved.',
    });
  });

  test('keeps what the feed said as version 0, and wins over it', async () => {
    await bring([
      { id: 'c1', call_date_time: minutesAgo(5), call_answered_by: 'Voicemail', patient_type: 'Unknown' },
    ]);
    await ask('lea', openScoringCall, { params: { callId: 'c1' }, body: {} });
    expect((await save('lea', 'c1', { reason: 'correction' })).code).toBe(200);
    const { data } = await ask<RouteReply<typeof scoringHistory>>('lea', scoringHistory, {
      params: { callId: 'c1' },
    });
    expect(
      data.records.map(({ number, reason, by, role, values }) => [
        number,
        reason,
        by,
        role,
        values?.answeredBy,
      ]),
    ).toEqual([
      [1, 'correction', 'Person lea', 'scoring-lead', 'Staff'],
      [0, 'feed', null, null, 'Voicemail'],
    ]);
    await bring([
      { id: 'c1', call_date_time: minutesAgo(5), call_answered_by: 'IVR', patient_type: 'Unknown' },
    ]);
    expect((await shown('c1'))?.['answered_by']).toBe(1);
  });

  test('of one of two people who save at once is kept', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    here.clock.set(new Date(Date.parse(testNow) + 11 * 60_000).toISOString());
    await next('omar');
    const codes = (await Promise.all([save('nora', 'c1'), save('omar', 'c1')])).map(({ code }) => code);
    expect(codes.toSorted((one, other) => one - other)).toEqual([200, 422]);
  });

  test('of the feed or of another person is changed by leads alone', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5), call_answered_by: 'Voicemail' }]);
    const params = { callId: 'c1' };
    const taken = [422, 'This call has a score already. A scoring lead can change it.'];
    const codes = async (who: string) => [
      (await ask(who, openScoringCall, { params, body: {} })).code,
      (await ask(who, saveScoreDraft, { params, body: { values: emptyScore, marks: [] } })).code,
      (await save(who, 'c1')).code,
    ];
    expect(await codes('nora')).toEqual([422, 422, 422]);
    const refused = await save('nora', 'c1');
    expect([refused.code, refused.message]).toEqual(taken);
    expect(await codes('lea')).toEqual([200, 200, 200]);
    expect(await codes('nora')).toEqual([422, 422, 422]);
  });

  test('adds a new member of the staff', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    await save('nora', 'c1', { values: { ...answered, handler: { id: null, name: 'Ben New' } } });
    const { data } = await ask<RouteReply<typeof scoringOptions>>('nora', scoringOptions, {
      params: { accountId: 'own' },
    });
    expect(data.staff.map(({ name }) => name)).toEqual(['Ben New', 'Maria Front']);
    expect(data.services.map(({ name }) => name)).toEqual(['Cleaning']);
  });

  test('offers the usual values of lists that the provider lacks, and stores them', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    const { data } = await ask<RouteReply<typeof scoringOptions>>('nora', scoringOptions, {
      params: { accountId: 'own' },
    });
    const lists = Object.entries(data.picklists).map(([list, values]) => [list, values.length > 0]);
    expect(lists).toEqual(Object.keys(data.picklists).map((list) => [list, true]));
    expect(data.picklists['noAppointmentScheduledReason']).toEqual([{ value: 'Price', label: 'Price' }]);
    const chosen = { callerGender: 'Female', paymentType: 'Financing', priceAnswer: 'Gave Exact Price' };
    expect((await save('nora', 'c1', { values: { ...answered, ...chosen } })).code).toBe(200);
    expect(
      (await save('nora', 'c1', { values: { ...answered, callerGender: 'Girl' }, version: 1 })).code,
    ).toBe(400);
    expect((await ask('nora', openScoringCall, { params: { callId: 'c1' }, body: {} })).data).toMatchObject({
      call: { values: chosen },
    });
  });

  test('uses the item and the member of staff that the office has under the typed name', async () => {
    await bring([
      { id: 'c1', call_date_time: minutesAgo(9) },
      { id: 'c2', call_date_time: minutesAgo(5) },
    ]);
    await next('nora');
    await save('nora', 'c1', { values: { ...answered, handler: { id: null, name: 'Ben New' } } });
    await next('nora');
    const typed = (name: string) => ({ id: null, name, acceptance: null });
    await save('nora', 'c2', {
      values: {
        ...answered,
        handler: { id: null, name: 'ben  NEW' },
        services: [typed('cleaning '), typed('Deep  Cleaning'), typed('deep cleaning')],
        offers: [typed('Cleaning')],
      },
    });
    const { rows } = await here.database.pool.query<{ kind: string; name: string; items: number }>(
      `select kind, item_name as name, count(distinct item_id)::int as items from inquiries where not deleted
       group by kind, item_name order by kind, item_name`,
    );
    expect(rows).toEqual([
      { kind: 'offer', name: 'Cleaning', items: 1 },
      { kind: 'service', name: 'Cleaning', items: 1 },
      { kind: 'service', name: 'Deep  Cleaning', items: 1 },
    ]);
    const { data } = await ask<RouteReply<typeof scoringOptions>>('nora', scoringOptions, {
      params: { accountId: 'own' },
    });
    expect(data.staff.map(({ name }) => name)).toEqual(['Ben New', 'Maria Front']);
  });

  test('books its appointments in the name of the provider’s team', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    const appointments = [{ firstName: 'Nora', lastName: 'Chavez', dateTime: '2026-03-20T15:00:00.000Z' }];
    const values = {
      ...answered,
      appointments,
      noAppointmentScheduledReason: null,
      askedForAdditionalAppointment: false,
    };
    expect((await save('nora', 'c1', { values })).code).toBe(200);
    const { data } = await ask<{ records: { appointmentsCounter: number }[] }>('ann', getCall, {
      params: { id: 'c1' },
    });
    expect(data.records[0]?.appointmentsCounter).toBe(1);
    const { rows } = await here.database.pool.query('select contact_name as name, details from call_actions');
    expect(rows).toEqual([{ name: 'The provider’s team', details: expect.stringContaining('Nora Chavez') }]);
    await ask('nora', undoScore, { params: { callId: 'c1' }, body: { version: 1 } });
    const undone = await ask<{ records: { appointmentsCounter: number }[] }>('ann', getCall, {
      params: { id: 'c1' },
    });
    expect(undone.data.records[0]?.appointmentsCounter).toBe(0);
  });

  test('can be taken back within an hour, by its author alone, as a draft', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    await save('nora', 'c1');
    const undo = (who: string, version: number) =>
      ask<{ call: DeskCall }>(who, undoScore, { params: { callId: 'c1' }, body: { version } });
    expect((await undo('omar', 1)).code).toBe(422);
    const scoredToday = async () =>
      (await ask<RouteReply<typeof scoringOverview>>('nora', scoringOverview)).data.scoredTodayByMe;
    expect(await scoredToday()).toBe(1);
    const { data } = await undo('nora', 1);
    expect(await scoredToday()).toBe(0);
    expect([data.call.isDraft, data.call.version, data.call.values.callerName]).toEqual([
      true,
      2,
      'Nora Chavez',
    ]);
    expect(await shown('c1')).toMatchObject({ score_source: null, opportunity: null, first: false });
    expect((await undo('nora', 2)).code).toBe(422);
    expect((await save('nora', 'c1', { version: 2 })).data).toEqual({ version: 3 });
    await here.database.pool.query(`update score_versions set made_at = '${minutesAgo(61)}'`);
    expect((await undo('nora', 3)).code).toBe(422);
  });

  test('is shown to its office without names, and to no other office', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    const marks = [
      { field: 'askedForAppointment', from: 48_000 },
      { field: 'followUpReason', from: 50_000 },
    ];
    await save('nora', 'c1', { marks });
    const stored = await here.database.pool.query<{ marks: unknown[] }>('select marks from score_versions');
    expect(stored.rows[0]?.marks).toEqual([{ field: 'askedForAppointment', from: 48_000, to: null }]);
    await here.database.pool.query(
      `update score_versions set marks = marks || '[{"field": "followUpReason", "from": 50000, "to": null}]'`,
    );
    const { data } = await ask<RouteReply<typeof callScores>>('ann', callScores, { params: { id: 'c1' } });
    expect(data.records).toMatchObject([
      {
        number: 1,
        by: 'The provider’s team',
        marks: [{ field: 'askedForAppointment', from: 48_000, to: null }],
      },
    ]);
    expect(data.records[0]?.marks).toHaveLength(1);
    expect((await ask('flo', callScores, { params: { id: 'c1' } })).code).toBe(404);
    expect((await ask('nora', callScores, { params: { id: 'c1' } })).code).toBe(404);
  });

  test('leaves an entry in the activity, and a play when it was heard', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    await ask('nora', recordScoringPlay, { params: { callId: 'c1' }, body: {} });
    await save('nora', 'c1');
    const { rows } = await here.database.pool.query<{ entry: string }>(
      `select concat_ws(' ', contact_id, action, subject_kind) as entry from access_log order by happened_at, id`,
    );
    expect(rows.map(({ entry }) => entry).sort()).toEqual([
      'nora open call',
      'nora play call',
      'nora score call',
    ]);
  });
});

describe('accounts', () => {
  test('of others are not found', async () => {
    await bring([{ id: 'f1', account_id: 'foreign', call_date_time: minutesAgo(5) }]);
    expect(await idOfNext('omar')).toBeNull();
    const params = { callId: 'f1' };
    const requests = [
      ask('omar', openScoringCall, { params, body: {} }),
      ask('omar', saveScoreDraft, { params, body: { values: emptyScore, marks: [] } }),
      ask('omar', giveBackCall, { params, body: {} }),
      ask('omar', skipCall, { params, body: { reason: 'technical' } }),
      save('omar', 'f1'),
      ask('omar', undoScore, { params, body: { version: 1 } }),
      ask('omar', recordScoringPlay, { params, body: {} }),
      ask('omar', scoringHistory, { params }),
      ask('omar', scoringOptions, { params: { accountId: 'foreign' } }),
    ];
    expect((await Promise.all(requests)).map(({ code }) => code)).toEqual(requests.map(() => 404));
  });

  test('show their history to those who worked on the call', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await next('nora');
    await save('nora', 'c1');
    const history = async (who: string) =>
      (await ask(who, scoringHistory, { params: { callId: 'c1' } })).code;
    expect([await history('nora'), await history('omar'), await history('lea')]).toEqual([200, 404, 200]);
  });
});

describe('proposals', () => {
  test('score short calls and known spam in one press, and no others', async () => {
    await bring([
      {
        id: 'spam0',
        call_date_time: minutesAgo(900),
        call_answered_by: 'Staff',
        patient_type: 'Spam',
        caller_phone_number: '+13035550199',
      },
      {
        id: 'spam1',
        call_date_time: minutesAgo(9),
        caller_phone_number: '+13035550199',
        duration_seconds: 3,
      },
      { id: 'short', call_date_time: minutesAgo(8), duration_seconds: 4 },
      { id: 'long', call_date_time: minutesAgo(7), duration_seconds: 200 },
    ]);
    const kinds = async (kind: string) =>
      (
        await ask<RouteReply<typeof listProposals>>('nora', listProposals, { params: { kind } })
      ).data.records.map(({ callId, why }) => [callId, why]);
    expect(await kinds('spam')).toEqual([['spam1', 'A call from this number was scored as spam before.']]);
    expect(await kinds('short')).toEqual([['short', 'The call lasted 4 seconds.']]);
    const accept = (kind: string, callIds: string[]) =>
      ask<{ scored: number }>('nora', acceptProposals, {
        params: { kind },
        body: { requestId: randomUUID(), callIds },
      });
    expect((await accept('spam', ['spam1', 'short', 'long'])).data).toEqual({ scored: 1 });
    expect((await accept('short', ['short', 'long', 'none'])).data).toEqual({ scored: 1 });
    expect((await accept('short', ['short'])).data).toEqual({ scored: 0 });
    const { rows } = await here.database.pool.query(
      `select calls.id, patient.value as patient, reason.value as reason from calls
       left join dimension_values patient on patient.dimension = 'patientType' and patient.code = calls.patient_type
       left join dimension_values reason on reason.dimension = 'nonOpportunityReason' and reason.code = calls.non_opportunity_reason
       where calls.id in ('spam1', 'short', 'long') order by calls.id`,
    );
    expect(rows).toEqual([
      { id: 'long', patient: null, reason: null },
      { id: 'short', patient: 'NOT a Patient Opportunity', reason: 'Caller hung up' },
      { id: 'spam1', patient: 'Spam', reason: 'Spam call' },
    ]);
    expect(await idOfNext('nora')).toBe('long');
  });
});

describe('the rubric', () => {
  test('is the shipped one until a lead changes it, one change at a time', async () => {
    const read = async () => (await ask<RouteReply<typeof getRubric>>('nora', getRubric)).data;
    expect(await read()).toMatchObject({ version: '2', own: null, changedBy: null });
    const body = {
      version: 1,
      fields: { goodImpression: { counts: 'A greeting with the name of the office.' } },
    };
    expect((await ask('nora', saveRubric, { body })).code).toBe(404);
    expect((await ask('lea', saveRubric, { body })).code).toBe(200);
    expect((await ask('lea', saveRubric, { body })).code).toBe(422);
    const rubric = await read();
    expect([rubric.version, rubric.fields.goodImpression.counts, rubric.changedBy]).toEqual([
      '2.1',
      'A greeting with the name of the office.',
      'Person lea',
    ]);
  });
});
