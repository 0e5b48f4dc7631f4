import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { SuggestionRequest } from '@mailcall/contract/suggestions.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import { scoringQuality } from '@mailcall/contract/score-quality.ts';
import { emptyScore } from '@mailcall/contract/rules/score-values.ts';
import { listActivity } from '@mailcall/contract/activity.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerJson, listenOnLoopback, type LoopbackServer } from '../../../tests/support/loopback-server.ts';
import { answeredScore, scoringDesk } from '../../../tests/support/scoring-desk.ts';
import { readProvider } from '../../provider.ts';
import { cleanScoring } from '../scoring/index.ts';
import { applyRetention } from '../personal-data/index.ts';
import { suggestionWarnings, SuggestionWork } from './index.ts';
import { suggestionSettings } from './settings.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const desk = scoringDesk({ SUGGESTIONS_SECRET: secret });
const { here, minutesAgo, send, bring, ask, next, open, save, undo } = desk;

type Answer = (request: IncomingMessage, response: ServerResponse, question: SuggestionRequest) => void;
let model: LoopbackServer;
let answer: Answer;
const asked: { headers: IncomingHttpHeaders; body: string; question: SuggestionRequest }[] = [];

beforeAll(async () => {
  model = await listenOnLoopback(
    createServer((request, response) => {
      void text(request).then((body) => {
        const question = JSON.parse(body) as SuggestionRequest;
        asked.push({ headers: request.headers, body, question });
        answer(request, response, question);
      });
    }),
  );
});
afterAll(() => model.close());

const suggested = { field: 'opportunity', value: true, quotation: 'how much is a cleaning', second: null };
const answers =
  (...suggestions: object[]): Answer =>
  (_, response, { call }) =>
    answerJson(response, 200, { callId: call.id, suggestions });

beforeEach(async () => {
  asked.length = 0;
  answer = answers(suggested);
  await here.database.pool.query('truncate score_suggestions, transcript_turns, recordings');
});

const said = async (callId: string, ...texts: string[]) =>
  here.database.pool.query(
    `insert into transcript_turns (account_id, id, call_id, source, turn, speaker, from_ms, to_ms, text)
     select 'own', $1 || ':' || turn, $1, 'feed', turn, 'Caller', (turn - 1) * 5000, turn * 5000, said
     from unnest($2::text[]) with ordinality listed (said, turn)`,
    [callId, texts],
  );
const record = async (callId: string) => {
  await here.database.pool.query(
    `insert into recordings (account_id, key, media_type, bytes) values ('own', $1, 'audio/wav', 3)`,
    [`recordings/${callId}.wav`],
  );
  await here.database.pool.query(`update calls set audio = $1 where id = $2`, [
    `recordings/${callId}.wav`,
    callId,
  ]);
};

const providerWith = (suggestions: Partial<NonNullable<Provider['suggestions']>> | null): Provider => ({
  ...readProvider({ providerFile: undefined }),
  suggestions: suggestions && { url: `${model.origin}/suggest`, accounts: null, ...suggestions },
});

function worker(
  suggestions: Partial<NonNullable<Provider['suggestions']>> | null = {},
  options: { deadline?: number; window?: number } = {},
) {
  return new SuggestionWork(
    {
      database: here.database,
      clock: here.clock,
      environment: here.environment,
      log: here.app.http.log as never,
      provider: providerWith(suggestions),
    },
    options,
  );
}

const stateOf = async (callId = 'c1') =>
  (
    await here.database.pool.query<{
      state: string;
      attempts: number;
      failure: string | null;
      dropped: Record<string, number>;
      suggestions: unknown[];
      outcomes: Record<string, string> | null;
    }>(
      'select state, attempts, failure, dropped, suggestions, outcomes from score_suggestions where call_id = $1',
      [callId],
    )
  ).rows[0] ?? null;

const conversation = ['Lee Dental, this is Ana.', 'Hi, how much is a cleaning?', 'It is $89.'] as const;
async function aCall(id = 'c1', minutes = 30): Promise<void> {
  await bring([{ id, call_date_time: minutesAgo(minutes) }]);
  await said(id, ...conversation);
}

describe('a question', () => {
  test('has the call, its transcript, a recording, the form and the rubric, and is signed', async () => {
    await aCall();
    await record('c1');
    await worker().look();
    const { headers, body, question } = asked[0] as (typeof asked)[number];
    expect(question).toMatchObject({
      version: 1,
      call: {
        id: 'c1',
        accountId: 'own',
        accountName: 'Own',
        timeZone: 'America/Denver',
        durationSeconds: 40,
      },
      transcript: {
        turns: conversation.map((spoken, place) => ({
          speaker: 'caller',
          from: place * 5000,
          to: (place + 1) * 5000,
          text: spoken,
        })),
      },
      recording: { mediaType: 'audio/wav', expiresAt: '2026-03-11T15:05:00.000Z' },
      form: { labels: { opportunity: 'Opportunity' }, staff: [{ id: 's1', name: 'Maria Front' }] },
      rubric: { version: '2' },
      answerBy: '2026-03-11T15:01:00.000Z',
    });
    expect(question.form.schema).toMatchObject({
      properties: {
        opportunity: { type: ['boolean', 'null'] },
        noAppointmentScheduledReason: { enum: ['Price', null] },
      },
    });
    expect(body).not.toContain('3035550101');
    vi.useFakeTimers({ toFake: ['Date'], now: here.clock.now() });
    onTestFinished(() => void vi.useRealTimers());
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ version: 1 });
    expect(here.logged.join('')).not.toContain(secret);
  });

  test('gives a recording that expires, and each use is in the activity as by the model', async () => {
    await aCall();
    await record('c1');
    await here.files.put('recordings/c1.wav', Readable.from([Buffer.from('wav')]));
    await worker().look();
    await here.database.pool.query(`update contact_accounts set is_primary = true where contact_id = 'ann'`);
    const url = new URL(asked[0]?.question.recording?.url ?? '');
    expect(url.origin).toBe('http://mailcall.test');
    const fetched = await here.app.http.inject({ url: url.pathname });
    expect([fetched.statusCode, fetched.body]).toEqual([200, 'wav']);
    const { data } = await ask<RouteReply<typeof listActivity>>('ann', listActivity, {
      query: { accountIds: ['own'] },
    });
    expect(data.records.map(({ person, text: done }) => `${person}: ${done}`).toSorted()).toEqual([
      'The provider’s model: Got a call, to suggest values for its score',
      'The provider’s model: Played a recording',
    ]);
    desk.later(6);
    expect((await here.app.http.inject({ url: url.pathname })).statusCode).toBe(410);
  });

  test('is asked with a transcript at once, and with a recording alone after ten minutes', async () => {
    await bring([
      { id: 'c1', call_date_time: minutesAgo(5) },
      { id: 'c2', call_date_time: minutesAgo(4) },
    ]);
    await record('c1');
    await said('c2', ...conversation);
    await worker().look();
    expect(asked.map(({ question }) => question.call.id)).toEqual(['c2']);
    desk.later(6);
    await worker().look();
    expect(asked.map(({ question }) => question.call.id)).toEqual(['c2', 'c1']);
    expect(asked[1]?.question.transcript).toBeNull();
  });

  test('is about calls that wait, of the chosen accounts and those below them, once', async () => {
    await send({
      'accounts.csv':
        'id,name,parent_id,time_zone\nown,Own,,America/Denver\nbelow,Below,own,\nother,Other,,\n',
    });
    onTestFinished(async () => {
      await here.database.pool.query(`delete from accounts where id in ('below', 'other')`);
    });
    await bring([
      { id: 'c1', call_date_time: minutesAgo(30) },
      { id: 'scored', call_date_time: minutesAgo(30), call_answered_by: 'No Answer' },
      { id: 'old', call_date_time: minutesAgo(91 * 24 * 60) },
      { id: 'nothing', call_date_time: minutesAgo(30) },
      { id: 'b1', account_id: 'below', call_date_time: minutesAgo(20) },
      { id: 'o1', account_id: 'other', call_date_time: minutesAgo(10) },
    ]);
    for (const id of ['c1', 'scored', 'old']) await said(id, ...conversation);
    for (const [account, id] of [
      ['below', 'b1'],
      ['other', 'o1'],
    ])
      await here.database.pool.query(
        `insert into transcript_turns (account_id, id, call_id, source, turn, text) values ($1, $2 || ':1', $2, 'feed', 1, 'Hello')`,
        [account, id],
      );
    await worker({ accounts: ['own'] }).look();
    await worker({ accounts: ['own'] }).look();
    expect(asked.map(({ question }) => question.call.id).toSorted()).toEqual(['b1', 'c1']);
    await Promise.all([worker().look(), worker().look()]);
    expect(asked.map(({ question }) => question.call.id).toSorted()).toEqual(['b1', 'c1', 'o1']);
  });

  test('is about few of many waiting calls at each look, and comes to all of them', async () => {
    for (const [place, id] of ['w1', 'w2', 'w3', 'w4', 'w5'].entries()) await aCall(id, 90 - place);
    const few = worker({}, { window: 2 });
    const looks: number[] = [];
    for (let look = 0; look < 3; look += 1) {
      await few.look();
      looks.push(asked.length);
    }
    expect(looks).toEqual([2, 4, 5]);
    await aCall('w0', 95);
    await few.look();
    expect(asked.length).toBe(6);
  });

  test('is never asked while suggestions are off, and what is stored is removed', async () => {
    await aCall();
    await worker().look();
    expect((await stateOf())?.suggestions).toHaveLength(1);
    await bring([{ id: 'c2', call_date_time: minutesAgo(30) }]);
    await said('c2', ...conversation);
    const off = worker(null);
    await off.start();
    await off.look();
    expect(asked).toHaveLength(1);
    expect((await stateOf())?.suggestions).toEqual([]);
  });

  test('needs a secret, and an address that posts may go to', () => {
    const settings = (url: string, suggestionsSecret: string | undefined = secret) =>
      suggestionSettings(providerWith({ url }), {
        suggestionsSecret,
        webhookPrivateOrigins: ['https://10.0.0.7'],
      });
    expect(() =>
      suggestionSettings(providerWith({}), { ...here.environment, suggestionsSecret: undefined }),
    ).toThrow(/SUGGESTIONS_SECRET must be set/);
    expect(() => settings('https://192.168.1.2/suggest')).toThrow(/private network/);
    expect(() => settings('https://169.254.169.254/latest')).toThrow(/private network/);
    expect(() => settings('https://user:word@model.example/')).toThrow(/without a user/);
    expect(settings('https://10.0.0.7/suggest')).toMatchObject({ namedOrigins: ['https://10.0.0.7'] });
    expect(settings('https://model.example/suggest')).toMatchObject({ namedOrigins: ['https://10.0.0.7'] });
  });
});

describe('an answer', () => {
  test('is shown beside the fields, and nothing is filled in', async () => {
    await aCall();
    answer = answers(
      suggested,
      {
        field: 'callerName',
        value: '<script>alert(1)</script>',
        quotation: 'Lee DENTAL — this is Ana!',
        second: null,
      },
      { field: 'goodImpression', value: true, quotation: 'what a lovely day', second: null },
      { field: 'askedForSource', value: true, quotation: 'a' },
      { field: 'askedForAppointment', value: 'yes', quotation: 'how much is a cleaning' },
      { field: 'placedOnHold', value: true, second: 3 },
      { field: 'mood', value: 'good', quotation: 'how much is a cleaning' },
      { field: 'patientType', value: 'Unknown', quotation: 'how much is a cleaning' },
      { field: 'patientType', value: 'Spam', quotation: 'how much is a cleaning' },
    );
    await worker().look();
    expect(await stateOf()).toMatchObject({
      state: 'answered',
      dropped: {
        quotation: 1,
        'short quotation': 1,
        value: 1,
        second: 1,
        'unknown field': 1,
        'repeated field': 2,
      },
    });
    const call = await next('nora');
    expect(call?.suggestions).toEqual([
      {
        field: 'callerName',
        value: '<script>alert(1)</script>',
        quotation: 'Lee Dental, this is Ana',
        at: 0,
      },
      { field: 'opportunity', value: true, quotation: 'how much is a cleaning', at: 5741 },
    ]);
    expect(call?.values).toEqual(emptyScore);
  });

  const hostile: [what: string, answer: Answer, failure: string][] = [
    ['that is no JSON', (_, response) => void response.end('<html>'), 'The answer is not JSON.'],
    [
      'that is no UTF-8',
      (_, response) => void response.end(Buffer.from([0x22, 0xff, 0x22])),
      'The answer is not JSON.',
    ],
    ['that is empty', (_, response) => void response.end(), 'The answer is not JSON.'],
    [
      'of another shape',
      (_, response) => answerJson(response, 200, [suggested]),
      'The answer does not have the documented shape.',
    ],
    [
      'with more than it should say',
      (_, response, { call }) => answerJson(response, 200, { callId: call.id, suggestions: [], admin: true }),
      'The answer does not have the documented shape.',
    ],
    [
      'with wrong types',
      answers({ ...suggested, quotation: 7 }),
      'The answer does not have the documented shape.',
    ],
    [
      'with a NUL character, which PostgreSQL cannot store',
      answers({ ...suggested, field: 'callerName', value: 'a\0b' }),
      'The answer does not have the documented shape.',
    ],
    [
      'with half a character',
      (_, response, { call }) =>
        void response.end(
          `{"callId":"${call.id}","suggestions":[{"field":"callerName","value":"\\ud800","quotation":"how much is a cleaning"}]}`,
        ),
      'The answer does not have the documented shape.',
    ],
    [
      'with thousands of values',
      answers(...Array.from({ length: 3000 }, () => ({ field: 'opportunity', value: true, second: 1 }))),
      'The answer does not have the documented shape.',
    ],
    [
      'about another call',
      (_, response) => answerJson(response, 200, { callId: 'c2', suggestions: [suggested] }),
      'The answer is about another call.',
    ],
    [
      'of megabytes',
      (_, response) => void response.end(`{"suggestions":"${'x'.repeat(2_000_000)}"}`),
      'The answer is larger than 0.25 MB.',
    ],
    [
      'that leads to a private address',
      (_, response) =>
        void response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      'The address answers with status 307.',
    ],
    ['of 429', (_, response) => void response.writeHead(429).end(), 'The address answers with status 429.'],
    [
      'of 500',
      (_, response) => void response.writeHead(500).end('secret reason'),
      'The address answers with status 500.',
    ],
    [
      'that is broken off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"callId":', () => response.destroy());
      },
      'The address breaks the connection off.',
    ],
    ['that never comes', () => undefined, 'The address does not answer in time.'],
    [
      'that drips',
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(drip));
      },
      'The address does not answer in time.',
    ],
  ];
  test.each(hostile)(
    '%s fails, stores no word of it, and is asked again later',
    async (_, wrong, failure) => {
      await aCall();
      answer = wrong;
      await worker({}, { deadline: 0.3 }).look();
      expect(await stateOf()).toMatchObject({ state: 'waiting', attempts: 1, failure, suggestions: [] });
      expect((await next('nora'))?.suggestions).toEqual([]);
      answer = answers(suggested);
      await worker().look();
      expect(asked).toHaveLength(1);
      desk.later(1);
      await worker().look();
      expect(await stateOf()).toMatchObject({ state: 'answered', attempts: 2, failure: null });
      expect(asked[0]?.headers['webhook-id']).toBe(asked[1]?.headers['webhook-id']);
    },
  );

  test('that fails five times is given up, and a warning says so', async () => {
    await aCall();
    answer = (_, response) => void response.writeHead(500).end();
    for (const [attempt, after] of [0, 1, 7, 38, 160].entries()) {
      desk.later(after);
      await worker().look();
      expect(asked).toHaveLength(attempt + 1);
      if (attempt === 2)
        expect(await suggestionWarnings(here.database.kysely, here.clock.now())).toEqual([
          expect.stringMatching(/has not answered for an hour/),
        ]);
    }
    expect(await stateOf()).toMatchObject({ state: 'failed', attempts: 5 });
    desk.later(600);
    await worker().look();
    expect(asked).toHaveLength(5);
    expect(await suggestionWarnings(here.database.kysely, here.clock.now())).toEqual([]);
  });

  test('that wants to be asked later is, and a failing model is not asked about the next call at once', async () => {
    await aCall('c1', 50);
    await aCall('c2', 40);
    await aCall('c3', 30);
    await aCall('c4', 20);
    answer = (_, response) => void response.writeHead(429, { 'retry-after': '600' }).end();
    const only = worker();
    await only.look();
    expect(asked).toHaveLength(2);
    desk.later(9);
    await only.look();
    expect(asked).toHaveLength(2);
    answer = answers(suggested);
    desk.later(11);
    await only.look();
    expect(asked).toHaveLength(6);
  });

  test('that comes after the score is not kept', async () => {
    await aCall();
    answer = (_, response, { call }) =>
      void save('nora', call.id).then(() =>
        answerJson(response, 200, { callId: call.id, suggestions: [suggested] }),
      );
    await worker().look();
    expect(await stateOf()).toMatchObject({ state: 'ended', suggestions: [], dropped: {} });
  });

  test('does not hold up a desk while the model is silent, and ends with the process', async () => {
    await aCall();
    answer = () => undefined;
    const silent = worker();
    const looking = silent.look();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect((await next('nora'))?.callId).toBe('c1');
    expect((await save('nora', 'c1')).code).toBe(200);
    await silent.stop();
    await looking;
  });

  test('of a killed process is asked for again when its claim has ended', async () => {
    await aCall();
    answer = () => undefined;
    const killed = worker();
    const looking = killed.look();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await killed.stop();
    await looking;
    answer = answers(suggested);
    await worker().look();
    expect(asked).toHaveLength(1);
    desk.later(4);
    await worker().look();
    expect(await stateOf()).toMatchObject({ state: 'answered', attempts: 2 });
  });
});

describe('suggestions', () => {
  const own = { ...answeredScore, opportunity: true, callerName: 'Nora Chavez' };
  const three = answers(
    suggested,
    { field: 'goodImpression', value: false, quotation: 'how much is a cleaning' },
    { field: 'callerLanguage', value: 'English', quotation: 'how much is a cleaning' },
    { field: 'voicemailLeftMessage', value: true, quotation: 'how much is a cleaning' },
  );
  const quality = async (who = 'lea') =>
    (await ask<RouteReply<typeof scoringQuality>>(who, scoringQuality, { query: { days: 30 } })).data
      .suggestions;

  test('are counted when a score is saved, and again after an undo', async () => {
    await aCall();
    answer = three;
    await worker().look();
    await next('nora');
    await save('nora', 'c1', { values: own, accepted: ['opportunity', 'goodImpression'] });
    expect((await stateOf())?.outcomes).toEqual({
      opportunity: 'accepted',
      goodImpression: 'corrected',
      callerLanguage: 'ignored',
    });
    await undo('nora', 'c1', 1);
    expect((await stateOf())?.outcomes).toBeNull();
    expect((await open('nora', 'c1')).data.call.suggestions).toHaveLength(4);
    await save('nora', 'c1', { version: 2, values: { ...own, goodImpression: false }, accepted: [] });
    expect((await stateOf())?.outcomes).toMatchObject({ goodImpression: 'accepted' });
  });

  test('are shown to leads by field, without a share below 30 calls', async () => {
    expect(await quality()).toBeNull();
    await aCall();
    answer = three;
    await worker().look();
    await next('nora');
    await save('nora', 'c1', { values: own, accepted: [] });
    expect(await quality()).toEqual({
      calls: 1,
      failed: 0,
      byField: [
        { field: 'callerLanguage', suggested: 1, accepted: 0, corrected: 0, ignored: 1, share: null },
        { field: 'opportunity', suggested: 1, accepted: 1, corrected: 0, ignored: 0, share: null },
        { field: 'goodImpression', suggested: 1, accepted: 0, corrected: 1, ignored: 0, share: null },
      ],
      dropped: [],
    });
    await here.database.pool.query(
      `insert into score_suggestions (account_id, call_id, state, asked_at, answered_at, outcomes, dropped)
       select 'own', 'q' || n, 'answered', $1, $1, case when n <= 20 then '{"opportunity": "accepted"}' else '{"opportunity": "corrected"}' end::jsonb,
         '{"quotation": 2}' from generate_series(1, 29) n`,
      [here.clock.now()],
    );
    const found = await quality();
    expect(found?.byField.find(({ field }) => field === 'opportunity')).toMatchObject({
      suggested: 30,
      accepted: 21,
      corrected: 9,
      share: { value: 0.7 },
    });
    expect(found?.dropped).toEqual([{ reason: 'quotation', count: 58 }]);
  });

  test('that were not shown are not counted', async () => {
    await aCall();
    await worker().look();
    await save('nora', 'c1', { values: own });
    expect((await stateOf())?.outcomes).toBeNull();
  });

  test('are hidden from whoever scores a call again, and from a correction', async () => {
    await aCall();
    await worker().look();
    await save('nora', 'c1', { values: own });
    await here.database.pool.query(
      `insert into score_second_passes (account_id, call_id, first_version, first_contact_id, outcome, chosen_at, shown)
       values ('own', 'c1', 1, 'nora', 'opportunity', $1, $2)`,
      [here.clock.now(), JSON.stringify(emptyScore)],
    );
    expect(await next('omar')).toMatchObject({ callId: 'c1', suggestions: [] });
    expect((await open('omar', 'c1')).data.call.suggestions).toEqual([]);
    expect((await open('lea', 'c1')).data.call.suggestions).toEqual([]);
    await here.database.pool.query('truncate score_second_passes');
  });

  test('go a day after the score, and thirty days after the answer; the counts stay', async () => {
    await aCall('c1', 50);
    await aCall('c2', 40);
    await worker().look();
    await next('nora');
    await save('nora', 'c1', { values: own });
    desk.later(25 * 60);
    await cleanScoring(here);
    expect((await stateOf('c1'))?.suggestions).toEqual([]);
    expect((await stateOf('c1'))?.outcomes).toEqual({ opportunity: 'accepted' });
    expect((await stateOf('c2'))?.suggestions).toHaveLength(1);
    desk.later(31 * 24 * 60);
    await cleanScoring(here);
    expect((await stateOf('c2'))?.suggestions).toEqual([]);
  });

  test.each(['retentionRecordings', 'retentionPersonalData'] as const)(
    'go with %s, and the call is not asked about again',
    async (setting) => {
      await aCall('c1', 50);
      await aCall('c2', 40);
      answer = (request, response, question) =>
        question.call.id === 'c1'
          ? answers(suggested)(request, response, question)
          : void response.writeHead(500).end();
      await worker().look();
      desk.later(45 * 24 * 60);
      await applyRetention({ ...here, environment: { ...here.environment, [setting]: 1 } });
      expect(await stateOf('c1')).toMatchObject({ state: 'answered', suggestions: [] });
      expect(await stateOf('c2')).toMatchObject({ state: 'ended', suggestions: [] });
      await worker().look();
      expect(asked).toHaveLength(2);
    },
  );
});
