import { randomUUID } from 'node:crypto';
import {
  decideSecondPass,
  getSecondPass,
  keepFirstScore,
  listSecondPasses,
  ownScoringQuality,
  returnSecondPass,
  scoringQuality,
} from '@mailcall/contract/score-quality.ts';
import {
  type DeskCall,
  giveBackCall,
  openScoringCall,
  saveScore,
  saveScoreDraft,
  scoringHistory,
  scoringOverview,
  skipCall,
  takeNextCall,
  undoScore,
} from '@mailcall/contract/scoring.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerFile } from '../../../tests/support/provider-file.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { answeredScore } from '../../../tests/support/scoring-desk.ts';
import { addPerson, addTeamMember, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { applyRetention } from '../personal-data/index.ts';

const here = testApp({
  PROVIDER: providerFile({ scoring: { secondPassPercent: 0, newScorerPercent: 100, newScorerCalls: 3 } }),
});
const folders = new FeedFolders();
const tokens: Record<string, string> = {};

const minutesAgo = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString();

async function bring(calls: readonly Record<string, unknown>[]): Promise<void> {
  const folder = await folders.folder({
    'picklists.csv': csv(
      [
        ['noAppointmentScheduledReason', 'Price'],
        ['nonOpportunityReason', 'Supplier'],
      ].map(([field = '', value = '']) => ({ object: 'score', field, value, label: value })),
    ),
    'accounts.csv': csv([
      { id: 'own', name: 'Own', time_zone: 'America/Denver' },
      { id: 'foreign', name: 'Foreign', time_zone: '' },
    ]),
    'staff.csv': csv([{ id: 's1', account_id: 'own', name: 'Maria Front' }]),
    'calls.csv': csv(
      calls.map((call) => ({
        account_id: 'own',
        caller_phone_number: '+13035550101',
        duration_seconds: 40,
        call_answered_by: '',
        opportunity: '',
        patient_type: '',
        ...call,
      })),
    ),
  });
  const report = await importFolder(here.database, folder, { files: here.files });
  expect(report.firstRejections).toEqual([]);
}

beforeAll(async () => {
  await bring([]);
  for (const id of ['nora', 'omar']) await addTeamMember(here.database, { id, roles: ['scorer'] });
  await addTeamMember(here.database, { id: 'fay', roles: ['scorer'], accounts: ['foreign'] });
  for (const id of ['lea', 'lou']) await addTeamMember(here.database, { id, roles: ['scoring-lead'] });
  await addTeamMember(here.database, { id: 'flo', roles: ['scoring-lead'], accounts: ['foreign'] });
  await addPerson(here.database, { id: 'ann', accounts: ['own'] });
  for (const id of ['nora', 'omar', 'fay', 'lea', 'lou', 'flo', 'ann'])
    tokens[id] = await signInAs(here, `${id}@people.test`);
});
afterAll(() => folders.remove());

beforeEach(async () => {
  here.clock.set(testNow);
  await here.database.pool.query(
    `truncate calls, appointments, inquiries, call_scores, call_actions, score_claims, score_drafts, score_skips, score_versions,
       score_second_passes, score_pass_draws, score_disputes, access_log, portal_changes`,
  );
});

const ask = <Data>(
  who: string,
  route: Parameters<typeof requestRoute>[2],
  parts: Parameters<typeof requestRoute>[3] = {},
) => requestRoute<Data>(here, tokens[who] as string, route, parts);
const next = async (who: string, except: string[] = []) =>
  (await ask<{ call: DeskCall | null }>(who, takeNextCall, { body: { except } })).data.call;
const idOfNext = async (who: string) => (await next(who))?.callId ?? null;
const later = (minutes: number) =>
  here.clock.set(new Date(Date.parse(testNow) + minutes * 60_000).toISOString());

const first = answeredScore;
const second: ScoreValues = {
  ...first,
  callerName: 'N. Chavez',
  goodImpression: false,
  highlights: 'Price.',
};

const save = (who: string, callId: string, more: object = {}) =>
  ask<{ version: number }>(who, saveScore, {
    params: { callId },
    body: { requestId: randomUUID(), version: 0, values: first, marks: [], rubric: '1', ...more },
  });
const undo = (who: string, callId: string, version = 1) =>
  ask<{ call: DeskCall }>(who, undoScore, { params: { callId }, body: { version } });
const stateOf = async (callId = 'c1') =>
  (
    await here.database.pool.query<{ state: string }>(
      'select state from score_second_passes where call_id = $1',
      [callId],
    )
  ).rows[0]?.state ?? null;
const history = async (who: string, callId = 'c1') =>
  ask<RouteReply<typeof scoringHistory>>(who, scoringHistory, { params: { callId } });

async function scoreTwice(values: ScoreValues = second, callId = 'c1'): Promise<void> {
  await next('nora');
  expect((await save('nora', callId, { marks: [{ field: 'opportunity', from: 4000 }] })).code).toBe(200);
  expect(await idOfNext('omar')).toBe(callId);
  const saved = await save('omar', callId, { values, marks: [{ field: 'goodImpression', from: 9000 }] });
  expect([saved.code, saved.data]).toEqual([200, { version: 1 }]);
}

describe('a second pass', () => {
  beforeEach(() => bring([{ id: 'c1', call_date_time: minutesAgo(5), caller_name: 'N' }]));

  test('goes to another person of the account, who sees nothing of the first score', async () => {
    const fresh = await next('nora');
    const appointments = [{ firstName: 'Nora', lastName: 'Chavez', dateTime: '2026-03-20T15:00:00.000Z' }];
    const booked = {
      ...first,
      appointments,
      noAppointmentScheduledReason: null,
      askedForAdditionalAppointment: false,
    };
    expect((await save('nora', 'c1', { values: booked })).code).toBe(200);
    expect(await idOfNext('nora')).toBeNull();
    expect(await idOfNext('fay')).toBeNull();
    const blind = await next('omar');
    const { expiresAt: _, recording: __, ...shown } = blind as DeskCall;
    expect(fresh).toMatchObject(shown);
    expect([shown.version, shown.marks, shown.appointments]).toEqual([0, [], []]);
    expect(shown.values).toEqual({ ...emptyScore, callerName: 'N' });
    expect((await history('omar')).code).toBe(404);
    // one person at a time
    expect(await idOfNext('lea')).toBeNull();
  });

  test('counts among the calls that wait and those that were scored today', async () => {
    await next('nora');
    await save('nora', 'c1');
    const overview = async (who: string) => {
      const { data } = await ask<RouteReply<typeof scoringOverview>>(who, scoringOverview);
      return [data.waiting, data.inWork, data.scoredToday, data.scoredTodayByMe];
    };
    expect(await overview('nora')).toEqual([0, 0, 1, 1]);
    expect(await overview('omar')).toEqual([1, 0, 1, 0]);
    await next('omar');
    expect(await overview('omar')).toEqual([1, 1, 1, 0]);
    await save('omar', 'c1');
    expect(await overview('omar')).toEqual([0, 0, 2, 1]);
  });

  test('changes nothing, whatever the second person saves', async () => {
    await scoreTwice();
    const { rows } = await here.database.pool.query('select good_impression, version::int from calls');
    expect(rows).toEqual([{ good_impression: true, version: expect.any(Number) }]);
    expect((await history('lea')).data.records.map(({ number, by }) => [number, by])).toEqual([
      [1, 'Person nora'],
    ]);
    expect(await stateOf()).toBe('differs');
  });

  test('that differs only in words needs no decision', async () => {
    await scoreTwice({ ...first, highlights: 'Price.' });
    expect(await stateOf()).toBe('agreed');
  });

  test('needs what the form requires, and is saved once for a repeated request', async () => {
    await next('nora');
    await save('nora', 'c1');
    await next('omar');
    const refused = await save('omar', 'c1', { values: { ...second, opportunity: null } });
    expect([refused.code, refused.data]).toEqual([
      400,
      expect.objectContaining({ 'values.opportunity': 'Say whether the call is an opportunity.' }),
    ]);
    const requestId = randomUUID();
    const codes = await Promise.all([1, 2].map(() => save('omar', 'c1', { requestId, values: second })));
    expect(codes.map(({ code, data }) => [code, data])).toEqual([
      [200, { version: 1 }],
      [200, { version: 1 }],
    ]);
    expect((await save('omar', 'c1', { requestId, values: second })).data).toEqual({ version: 1 });
  });

  test('keeps a draft that can be given back, reopened and skipped', async () => {
    await next('nora');
    await save('nora', 'c1');
    await next('omar');
    const params = { callId: 'c1' };
    const body = { values: { ...emptyScore, callerName: 'Kim' }, marks: [] };
    expect((await ask('omar', saveScoreDraft, { params, body })).code).toBe(200);
    await ask('omar', giveBackCall, { params, body: {} });
    const reopened = await ask<{ call: DeskCall }>('omar', openScoringCall, { params, body: {} });
    expect(reopened.data.call).toMatchObject({ isDraft: true, version: 0, values: { callerName: 'Kim' } });
    expect((await ask('omar', skipCall, { params, body: { reason: 'language' } })).code).toBe(200);
    expect(await idOfNext('omar')).toBeNull();
  });

  test('goes to another person when the claim has ended', async () => {
    await next('nora');
    await save('nora', 'c1');
    await next('omar');
    later(11);
    expect(await idOfNext('lea')).toBe('c1');
    expect((await save('omar', 'c1', { values: second })).code).toBe(422);
    expect((await save('lea', 'c1', { values: second })).code).toBe(200);
  });

  test('can be taken back by the second person, as a draft', async () => {
    await scoreTwice();
    const undone = await undo('omar', 'c1');
    expect(undone.data.call).toMatchObject({ isDraft: true, version: 0, values: { goodImpression: false } });
    expect(await stateOf()).toBe('open');
    expect((await save('omar', 'c1', { values: first })).code).toBe(200);
    expect(await stateOf()).toBe('agreed');
    await here.database.pool.query('update score_second_passes set second_at = $1', [
      new Date(Date.parse(testNow) - 61 * 60_000),
    ]);
    expect((await undo('omar', 'c1')).code).toBe(422);
  });

  test.each<[what: string, end: () => Promise<{ code: number }>]>([
    ['corrected', () => save('nora', 'c1', { version: 1, reason: 'correction', values: second })],
    ['taken back', () => undo('nora', 'c1')],
  ])('ends when the first score is %s', async (_, end) => {
    await next('nora');
    await save('nora', 'c1');
    await next('omar');
    expect((await end()).code).toBe(200);
    expect(await stateOf()).toBe('ended');
    expect((await save('omar', 'c1', { values: second })).code).toBe(422);
  });

  test('is drawn once: taking the score back does not change the choice', async () => {
    await next('nora');
    await save('nora', 'c1');
    await undo('nora', 'c1');
    await save('nora', 'c1', { version: 2 });
    expect(await stateOf()).toBe('open');
    expect(await idOfNext('omar')).toBe('c1');
    // saves after the first three are drawn with 0 %
    const { rows } = await here.database.pool.query('select saves, percent from score_pass_draws');
    expect(rows).toEqual([{ saves: 1, percent: 100 }]);
  });

  test('compares again when the first person saves after the second one', async () => {
    await scoreTwice();
    await undo('nora', 'c1');
    expect(await stateOf()).toBe('ended');
    await save('nora', 'c1', { version: 2, values: second });
    expect(await stateOf()).toBe('agreed');
  });

  test('of one of two people who take it at once is given', async () => {
    await next('nora');
    await save('nora', 'c1');
    const taken = await Promise.all([idOfNext('omar'), idOfNext('lea'), idOfNext('lou')]);
    expect(taken.filter((id) => id === 'c1')).toHaveLength(1);
  });

  test('and a correction at once leave one history', async () => {
    await next('nora');
    await save('nora', 'c1');
    await next('omar');
    const [saved, corrected] = await Promise.all([
      save('omar', 'c1', { values: second }),
      save('nora', 'c1', { version: 1, reason: 'correction', values: second }),
    ]);
    expect(corrected.code).toBe(200);
    expect([saved.code, await stateOf()]).toEqual(saved.code === 200 ? [200, 'decided'] : [422, 'ended']);
  });

  test('loses texts and ends with retention', async () => {
    await scoreTwice();
    await ask('lea', returnSecondPass, { params: { callId: 'c1' }, body: { note: 'Nora Chavez was kind.' } });
    here.clock.set(new Date(Date.parse(testNow) + 100 * 24 * 3_600_000).toISOString());
    await applyRetention({ ...here, environment: { ...here.environment, retentionPersonalData: 1 } });
    const { rows } = await here.database.pool.query(
      'select second_score, shown, note, answers from score_second_passes',
    );
    expect(JSON.stringify(rows)).not.toMatch(/Chavez|Price\./);
  });
});

test('is chosen for new scorers at their share, then at the usual one', async () => {
  await bring(
    Array.from({ length: 5 }, (_, place) => ({ id: `c${place}`, call_date_time: minutesAgo(50 - place) })),
  );
  for (let place = 0; place < 5; place++) await save('nora', (await idOfNext('nora')) ?? '');
  const { rows } = await here.database.pool.query<{ id: string }>(
    'select call_id as id from score_second_passes order by 1',
  );
  // percentage 100 until the third save, then 0
  expect(rows.map(({ id }) => id)).toEqual(['c0', 'c1']);
});

describe('a difference', () => {
  beforeEach(async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(5) }]);
    await scoreTwice();
  });

  const details = (who: string) =>
    ask<RouteReply<typeof getSecondPass>>(who, getSecondPass, { params: { callId: 'c1' } });
  const list = async (who: string, state = 'differs') =>
    (await ask<RouteReply<typeof listSecondPasses>>(who, listSecondPasses, { query: { state } })).data
      .records;
  const decide = (who: string, values: ScoreValues, version = 1) =>
    ask<{ version: number }>(who, decideSecondPass, {
      params: { callId: 'c1' },
      body: { version, values, rubric: '1' },
    });
  const sendBack = (who: string, note = 'Please listen to the greeting.') =>
    ask(who, returnSecondPass, { params: { callId: 'c1' }, body: { note } });

  test('is shown to leads of the account, with both scores and marks', async () => {
    expect(await list('lea')).toMatchObject([
      {
        callId: 'c1',
        first: { name: 'Person nora' },
        second: { name: 'Person omar' },
        differences: [{ field: 'goodImpression', first: 'Yes', second: 'No' }],
      },
    ]);
    const { data } = await details('lea');
    expect([data.first.marks, data.second.marks]).toEqual([
      [{ field: 'opportunity', from: 4000, to: null }],
      [{ field: 'goodImpression', from: 9000, to: null }],
    ]);
    expect(data.call).toMatchObject({ version: 1, values: { goodImpression: true } });
    expect(await list('flo')).toEqual([]);
    expect((await details('flo')).code).toBe(404);
    for (const who of ['nora', 'omar', 'ann']) expect((await details(who)).code).toBe(404);
  });

  test('that a lead decides for the second score becomes a version with its marks', async () => {
    const decided = await decide('lea', { ...first, goodImpression: false });
    expect([decided.code, decided.data]).toEqual([200, { version: 2 }]);
    const [newest] = (await history('lea')).data.records;
    expect(newest).toMatchObject({
      reason: 'second pass',
      by: 'Person lea',
      values: { goodImpression: false },
    });
    expect(newest?.marks.map(({ field }) => field)).toEqual(['opportunity', 'goodImpression']);
    expect(await list('lea', 'decided')).toMatchObject([{ changed: true, decidedBy: 'Person lea' }]);
    expect((await decide('lou', first)).code).toBe(422);
  });

  test('that a lead decides for the first score changes no version', async () => {
    expect((await decide('lea', first)).data).toEqual({ version: 1 });
    expect(await list('lea', 'decided')).toMatchObject([{ changed: false }]);
    expect((await undo('omar', 'c1')).code).toBe(422);
  });

  test('is decided by one of two leads', async () => {
    const codes = await Promise.all([
      decide('lea', { ...first, goodImpression: false }),
      decide('lou', { ...first, goodImpression: null }),
      decide('lou', { ...first, goodImpression: false }),
    ]);
    expect(codes.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  test('goes back to the first person, who keeps the score or corrects it', async () => {
    expect((await sendBack('lea', 'short')).code).toBe(400);
    expect((await sendBack('lea')).code).toBe(200);
    expect((await sendBack('lou')).code).toBe(422);
    const own = async (who: string) =>
      (await ask<RouteReply<typeof ownScoringQuality>>(who, ownScoringQuality)).data.returned;
    expect(await own('nora')).toMatchObject([
      { callId: 'c1', note: 'Please listen to the greeting.', second: { id: '', name: 'A colleague' } },
    ]);
    expect(await own('omar')).toEqual([]);
    const keep = (who: string) =>
      ask(who, keepFirstScore, { params: { callId: 'c1' }, body: { answer: 'She was warm all along.' } });
    expect((await keep('omar')).code).toBe(404);
    expect((await keep('nora')).code).toBe(200);
    expect(await own('nora')).toEqual([]);
    expect(await list('lea')).toMatchObject([{ answer: 'She was warm all along.' }]);
    await sendBack('lea');
    expect((await save('nora', 'c1', { version: 1, reason: 'correction', values: second })).code).toBe(200);
    expect(await list('lea', 'decided')).toMatchObject([{ changed: true, decidedBy: 'Person nora' }]);
  });
});

describe('figures', () => {
  /** Stores calls that Nora scored first and Omar or Lea second. Omar never finds a good impression. */
  async function store(calls: number): Promise<void> {
    const both = (one: string, other: string) =>
      JSON.stringify([
        { field: 'opportunity', answers: ['Yes', 'Yes'] },
        { field: 'goodImpression', answers: [one, other] },
      ]);
    for (let place = 0; place < calls; place++) {
      const [one, other] = [
        ['nora', 'omar'],
        ['lea', 'omar'],
        ['nora', 'lea'],
      ][place % 3] as [string, string];
      const made = new Date(Date.parse(testNow) - place * 3_600_000);
      const began = new Date(made.getTime() - 60_000);
      const truth = place % 2 === 0 ? 'Yes' : 'No';
      await here.database.pool.query(
        `insert into score_versions (account_id, call_id, number, reason, score, contact_id, role, began_at, made_at)
         values ('own', $1, 1, 'scored', '{}', $2, 'scorer', $3, $4)`,
        [`f${place}`, one, began, made],
      );
      await here.database.pool.query(
        `insert into score_second_passes (account_id, call_id, first_version, first_contact_id, outcome, state, chosen_at, shown,
           second_contact_id, second_score, answers, began_at, second_at)
         values ('own', $1, 1, $2, 'opportunity', 'differs', $4, '{}', $3, '{}', $5, $6, $4)`,
        [`f${place}`, one, other, made, both(truth, other === 'omar' ? 'No' : truth), began],
      );
    }
  }
  const figures = (who: string, query: object = {}) =>
    ask<RouteReply<typeof scoringQuality>>(who, scoringQuality, { query });

  test('are not known below 30 calls', async () => {
    await store(29);
    const { data } = await figures('lea');
    expect(data.byField).toEqual([
      { field: 'opportunity', calls: 29, share: null, kappa: null },
      { field: 'goodImpression', calls: 29, share: null, kappa: null },
    ]);
    expect(data.named).toEqual([]);
  });

  test('name the person and the field, and compare fields, pairs, people and months', async () => {
    await store(180);
    const { data } = await figures('lea', { field: 'goodImpression', days: 365 });
    expect(data.named).toMatchObject([
      {
        person: { name: 'Person omar' },
        field: 'goodImpression',
        answer: 'No',
        calls: 120,
        difference: { value: 0.5 },
      },
    ]);
    const shares = data.byPair.map(({ people, share }) => [...people.map(({ id }) => id), share?.value]);
    expect(shares).toEqual([
      ['lea', 'nora', 1],
      ['lea', 'omar', 0.5],
      ['nora', 'omar', 0.5],
    ]);
    expect(
      data.byPerson.map(({ person, calls, scored, callsPerHour }) => [
        person.id,
        calls,
        scored,
        callsPerHour,
      ]),
    ).toEqual([
      ['lea', 120, 120, 60],
      ['nora', 120, 120, 60],
      ['omar', 120, 120, 60],
    ]);
    expect(data.byMonth.map(({ month, calls }) => [month, calls])).toEqual([['2026-03-01', 180]]);
    expect((await figures('flo')).data.calls).toBe(0);
  });

  test('have the disputes of the lead’s accounts in these days, most disputed first', async () => {
    await here.database.pool.query(
      `insert into score_disputes (account_id, id, call_id, field, wanted, reason, state, contact_id, opened_at)
       select account, gen_random_uuid(), 'call', field, 'Yes', 'Because of it.', state, 'ann', $1::timestamptz - make_interval(days => days)
       from (values ('own', 'opportunity', 'declined', 3), ('own', 'goodImpression', 'accepted', 3), ('own', 'goodImpression', 'open', 2),
         ('own', 'opportunity', 'withdrawn', 1), ('own', 'highlights', 'accepted', 100), ('foreign', 'handler', 'open', 1)
       ) as made (account, field, state, days)`,
      [testNow],
    );
    const disputed = async (who: string, days = 90) => (await figures(who, { days })).data.disputed;
    expect(await disputed('lea')).toEqual([
      { field: 'goodImpression', disputes: 2, accepted: 1 },
      { field: 'handler', disputes: 1, accepted: 0 },
      { field: 'opportunity', disputes: 1, accepted: 0 },
    ]);
    expect(await disputed('flo')).toEqual([{ field: 'handler', disputes: 1, accepted: 0 }]);
    expect((await disputed('lea', 365)).map(({ field }) => field)).toContain('highlights');
  });

  test('are for leads; everyone has their own', async () => {
    await store(60);
    await here.database.pool.query(
      `insert into score_versions (account_id, call_id, number, reason, score, contact_id, role, made_at)
       values ('own', 'f0', 2, 'correction', '{}', 'lea', 'scoring-lead', $1)`,
      [testNow],
    );
    for (const who of ['nora', 'ann']) expect((await figures(who)).code).toBe(404);
    const { data } = await ask<RouteReply<typeof ownScoringQuality>>('nora', ownScoringQuality);
    expect(data).toMatchObject({ scored: 40, callsPerHour: 60, corrected: 1, calls: 40 });
    expect(data.share?.value).toBeCloseTo(0.875, 2);
    expect((await ask('ann', ownScoringQuality)).code).toBe(404);
  });
});
