import { randomUUID } from 'node:crypto';
import type { CallAction } from '@mailcall/contract/resolve.ts';
import { listCallActions } from '@mailcall/contract/resolve.ts';
import {
  acceptDispute,
  answerDispute,
  callDisputes,
  decidedDisputes,
  declineDispute,
  type DisputeDetails,
  getDispute,
  listDisputes,
  noteDecisionsSeen,
  openDispute,
  saveDisputeMailSetting,
  type ScoreDispute,
  withdrawDispute,
} from '@mailcall/contract/score-disputes.ts';
import { saveScore, openScoringCall } from '@mailcall/contract/scoring.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { answeredScore } from '../../../tests/support/scoring-desk.ts';
import { addPerson, addTeamMember, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { makeScoreboardGrant } from '../identity/index.ts';
import { applyRetention } from '../personal-data/index.ts';

const here = testApp();
const folders = new FeedFolders();
const tokens: Record<string, string> = {};

const minutesAgo = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString();
const scored = { ...answeredScore, askedForAppointment: false };

beforeAll(async () => {
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
    'calls.csv': csv([{ id: 'old', account_id: 'own', call_date_time: minutesAgo(9_000_000) }]),
  });
  await importFolder(here.database, folder, { files: here.files });
  await addTeamMember(here.database, { id: 'lea', roles: ['scoring-lead'] });
  await addTeamMember(here.database, { id: 'lou', roles: ['scoring-lead'], accounts: ['own'] });
  await addTeamMember(here.database, { id: 'far', roles: ['scoring-lead'], accounts: ['foreign'] });
  await addTeamMember(here.database, { id: 'nora', roles: ['scorer'] });
  await addPerson(here.database, { id: 'ann', accounts: ['own'] });
  await addPerson(here.database, { id: 'bob', accounts: ['own'] });
  await addPerson(here.database, { id: 'flo', accounts: ['foreign'] });
  for (const id of ['lea', 'lou', 'far', 'nora', 'ann', 'bob', 'flo'])
    tokens[id] = await signInAs(here, `${id}@people.test`);
});
afterAll(() => folders.remove());

beforeEach(async () => {
  here.clock.set(testNow);
  await here.database.pool.query(
    `truncate calls, appointments, inquiries, call_scores, call_actions, score_claims, score_drafts, score_versions, access_log,
       portal_changes, score_disputes, dispute_mail_settings, outbox`,
  );
  const folder = await folders.folder({
    'calls.csv': csv(
      ['call', 'bare'].map((id) => ({
        id,
        account_id: 'own',
        call_date_time: minutesAgo(30),
        caller_phone_number: '+13035550101',
        duration_seconds: 90,
        call_answered_by: '',
        opportunity: '',
        patient_type: '',
      })),
    ),
  });
  await importFolder(here.database, folder, { files: here.files });
  await ask('nora', openScoringCall, { params: { callId: 'call' }, body: {} });
  const saved = await ask('nora', saveScore, {
    params: { callId: 'call' },
    body: { requestId: randomUUID(), version: 0, values: scored, marks: [], rubric: '1' },
  });
  expect(saved.code).toBe(200);
});

const ask = <Data>(
  who: string,
  route: Parameters<typeof requestRoute>[2],
  parts: Parameters<typeof requestRoute>[3] = {},
) => requestRoute<Data>(here, tokens[who] as string, route, parts);
const open = (who = 'ann', more: object = {}, id = 'call') =>
  ask<{ dispute: ScoreDispute }>(who, openDispute, {
    params: { id },
    body: {
      requestId: randomUUID(),
      field: 'askedForAppointment',
      wanted: 'Yes',
      reason: 'Maria asks at 0:48 when she can come.',
      atSecond: 48,
      ...more,
    },
  });
const opened = async (...given: Parameters<typeof open>) => (await open(...given)).data.dispute.id;
const step = (
  who: string,
  route: typeof withdrawDispute | typeof answerDispute,
  disputeId: string,
  body = {},
) => ask<{ dispute: ScoreDispute }>(who, route, { params: { id: 'call', disputeId }, body });
const right = { ...scored, askedForAppointment: true };
const accept = (who: string, disputeId: string, more: object = {}) =>
  ask<{ version: number }>(who, acceptDispute, {
    params: { disputeId },
    body: { version: 1, values: right, rubric: '1', ...more },
  });
const decline = (who: string, disputeId: string, reason = 'The caller asked first, at 0:40.') =>
  ask(who, declineDispute, { params: { disputeId }, body: { reason } });
const inbox = async (who: string, state = 'open') =>
  (await ask<RouteReply<typeof listDisputes>>(who, listDisputes, { query: { state } })).data;
const ofCall = async (who = 'ann') =>
  (await ask<RouteReply<typeof callDisputes>>(who, callDisputes, { params: { id: 'call' } })).data;
const historyOf = async (who = 'ann') =>
  (await ask<{ records: CallAction[] }>(who, listCallActions, { params: { id: 'call' } })).data.records.map(
    ({ action, by, details }) => ({ action, by, details }),
  );
const mails = async () =>
  (
    await here.database.pool.query<{
      recipient: string;
      subject: string;
      body_text: string;
      alert_kind: string;
      unsubscribe_url: string;
    }>('select recipient, subject, body_text, alert_kind, unsubscribe_url from outbox')
  ).rows;
const activities = async () =>
  (
    await here.database.pool.query<{ contact_id: string; action: string }>(
      `select contact_id, action from access_log where action like '%dispute%' order by happened_at, action`,
    )
  ).rows.map(({ contact_id: id, action }) => `${id} ${action}`);
const versionOfOwn = async () =>
  (
    await here.database.pool.query<{ version: string }>(
      `select version::text from account_version where account_id = 'own'`,
    )
  ).rows[0]?.version;

describe('an office', () => {
  test('says that a field is wrong, once until it is decided', async () => {
    const before = await versionOfOwn();
    const { code, data } = await open();
    expect([code, data.dispute]).toMatchObject([
      200,
      {
        field: 'askedForAppointment',
        shown: 'No',
        wanted: 'Yes',
        atSecond: 48,
        state: 'open',
        openedBy: 'Person ann',
      },
    ]);
    expect(await versionOfOwn()).not.toBe(before);
    expect((await open('bob')).code).toBe(422);
    expect((await open('bob', { field: 'goodImpression', wanted: 'No' })).code).toBe(200);
    const { fields, records } = await ofCall();
    expect(records).toHaveLength(2);
    expect(fields.find(({ field }) => field === 'opportunity')).toEqual({
      field: 'opportunity',
      shown: 'Yes',
      options: ['Yes', 'No'],
    });
    expect(await historyOf()).toMatchObject([
      { action: 'score disputed', by: expect.stringMatching(/ann|bob/) as string },
      { action: 'score disputed' },
    ]);
    expect((await activities()).sort()).toEqual(['ann dispute score of', 'bob dispute score of']);
  });

  test('is offered the fields of its call and who answered, and no other', async () => {
    const fields = (await ofCall()).fields.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['answeredBy', 'handler', 'opportunity']));
    expect(fields).not.toContain('voicemailLeftMessage');
    const refused = await open('ann', { field: 'voicemailLeftMessage' });
    expect([refused.code, JSON.stringify(refused)]).toEqual([
      400,
      expect.stringContaining('Choose a field that the score of this call has.'),
    ]);
  });

  test('opens one dispute with a repeated request', async () => {
    const requestId = randomUUID();
    expect((await open('ann', { requestId })).code).toBe(200);
    expect((await open('ann', { requestId })).code).toBe(200);
    expect((await open('bob', { requestId })).code).toBe(400);
    expect((await ofCall()).records).toHaveLength(1);
  });

  test.each([
    ['field', { field: 'appointments' }],
    ['reason', { reason: 'Too short' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['wanted', { wanted: ' ' }],
    ['atSecond', { atSecond: -1 }],
  ])('is told what is wrong with the %s', async (field, more) => {
    const answer = await open('ann', more);
    expect([answer.code, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(field)]);
  });

  test('cannot dispute a call without a score', async () => {
    expect(await open('ann', {}, 'bare')).toMatchObject({
      code: 422,
      message: 'This call is not scored yet.',
    });
  });

  test('cannot dispute calls of others, also not with a grant, and the team cannot dispute', async () => {
    expect((await open('flo')).code).toBe(404);
    expect((await open('lea')).code).toBe(404);
    const id = await opened();
    expect((await step('flo', withdrawDispute, id)).code).toBe(404);
    const code = new URL(await makeScoreboardGrant(here, 'flo@people.test', ['own'])).searchParams.get(
      'code',
    );
    const exchanged = await here.app.http.inject({
      method: 'POST',
      url: '/api/identity/auth/scoreboard/grant',
      payload: { code },
    });
    const { grantToken } = exchanged.json<{ data: { grantToken: string } }>().data;
    const headers = { 'x-grant-scoreboard': grantToken };
    const asGuest = { params: { id: 'call' }, headers };
    expect((await ask('flo', listCallActions, asGuest)).data).toEqual({ records: [] });
    expect((await ask('flo', callDisputes, asGuest)).code).toBe(404);
    const body = {
      requestId: randomUUID(),
      field: 'goodImpression',
      wanted: 'No',
      reason: 'Nobody was friendly.',
    };
    expect((await ask('flo', openDispute, { ...asGuest, body })).code).toBe(404);
  });

  test('withdraws an open dispute, and can open another one', async () => {
    const id = await opened();
    expect((await step('bob', withdrawDispute, id)).data.dispute.state).toBe('withdrawn');
    expect((await step('ann', withdrawDispute, id)).code).toBe(422);
    expect((await accept('lea', id)).code).toBe(422);
    expect((await open()).code).toBe(200);
    expect((await historyOf()).map(({ action, by }) => `${action} ${by}`)).toContain(
      'dispute withdrawn Person bob',
    );
    expect(await mails()).toEqual([]);
  });

  test('answers a decision once', async () => {
    const id = await opened();
    expect((await step('ann', answerDispute, id, { answer: 'Thanks!' })).code).toBe(422);
    await decline('lea', id);
    expect(
      (await step('bob', answerDispute, id, { answer: 'We hear it otherwise.' })).data.dispute,
    ).toMatchObject({
      answer: 'We hear it otherwise.',
      answeredBy: 'Person bob',
    });
    expect((await step('ann', answerDispute, id, { answer: 'Again' })).code).toBe(422);
    expect((await inbox('lea', 'decided')).records[0]?.answer).toBe('We hear it otherwise.');
  });
});

describe('a lead', () => {
  test('sees the disputes of their accounts, oldest first, with all that a decision needs', async () => {
    const id = await opened();
    here.clock.set(new Date(Date.parse(testNow) + 60_000).toISOString());
    await open('bob', { field: 'goodImpression', wanted: 'No' });
    expect((await inbox('lou')).records.map(({ field }) => field)).toEqual([
      'askedForAppointment',
      'goodImpression',
    ]);
    expect((await inbox('far')).records).toEqual([]);
    expect((await ask('nora', listDisputes)).code).toBe(404);
    expect((await ask('far', getDispute, { params: { disputeId: id } })).code).toBe(404);
    const { data } = await ask<DisputeDetails>('lea', getDispute, { params: { disputeId: id } });
    expect(data).toMatchObject({
      dispute: { accountName: 'Own', wanted: 'Yes' },
      call: { callId: 'call', version: 1, values: { callerName: 'Nora Chavez' } },
      history: [{ number: 1, by: 'Person nora' }],
      staff: [{ id: 's1', name: 'Maria Front' }],
      rubric: { version: '2' },
    });
  });

  test('accepts: the score is a new version with the second as its mark, and the office is thanked', async () => {
    const id = await opened();
    here.clock.set(new Date(Date.parse(testNow) + 60_000).toISOString());
    expect(await accept('lea', id)).toMatchObject({ code: 200, data: { version: 2 } });
    const { rows } = await here.database.pool.query(
      `select asked_for_appointment, (select json_agg(json_build_array(number, reason, marks) order by number) from score_versions
         where score_versions.account_id = calls.account_id and call_id = calls.id) as versions from calls where id = 'call'`,
    );
    expect(rows).toEqual([
      {
        asked_for_appointment: true,
        versions: [
          [1, 'scored', []],
          [2, 'dispute', [{ field: 'askedForAppointment', from: 48_000, to: null }]],
        ],
      },
    ]);
    expect((await historyOf())[0]).toEqual({
      action: 'dispute accepted',
      by: 'The provider’s team',
      details: 'Asked for appointment: Thank you for telling us. The score is corrected.',
    });
    expect(await mails()).toMatchObject([
      {
        recipient: 'ann@people.test',
        subject: 'A score was corrected, as you asked',
        alert_kind: 'Dispute Answered',
      },
    ]);
    expect(await activities()).toEqual(['ann dispute score of', 'lea accept dispute of']);
  });

  test('names the other fields that the right answer needs', async () => {
    const id = await opened('ann', { field: 'opportunity', wanted: 'No' });
    const answer = await accept('lea', id, {
      values: { ...scored, patientType: 'Unknown', opportunity: false },
    });
    expect([answer.code, JSON.stringify(answer)]).toEqual([
      400,
      expect.stringContaining('values.nonOpportunityReason'),
    ]);
    expect((await ofCall()).records[0]?.state).toBe('open');
  });

  test('declines with a reason, which the office reads in the call and not in the mail', async () => {
    const id = await opened();
    expect((await decline('lea', id, 'No.')).code).toBe(400);
    expect((await decline('lea', id)).code).toBe(200);
    expect((await ofCall()).records[0]).toMatchObject({
      state: 'declined',
      decidedBy: 'The provider’s team',
      decision: 'The caller asked first, at 0:40.',
    });
    const [mail] = await mails();
    expect([mail?.subject, mail?.body_text.includes('0:40')]).toEqual(['A score stays as it was', false]);
    expect(mail?.body_text).toContain('“Asked for appointment” is wrong for the call of');
    expect(mail?.body_text).not.toContain('Chavez');
  });

  test('does not overwrite a score that changed meanwhile', async () => {
    const id = await opened();
    await accept('lea', await opened('bob', { field: 'goodImpression', wanted: 'No' }));
    expect((await accept('lou', id)).code).toBe(422);
    expect((await accept('lou', id, { version: 2 })).code).toBe(200);
  });

  test('sees how long decisions take and what is disputed most', async () => {
    const first = await opened();
    const second = await opened('bob', { field: 'goodImpression', wanted: 'No' });
    here.clock.set(new Date(Date.parse(testNow) + 2 * 3_600_000).toISOString());
    tokens['lea'] = await signInAs(here, 'lea@people.test');
    await decline('lea', first);
    here.clock.set(new Date(Date.parse(testNow) + 4 * 3_600_000).toISOString());
    for (const id of ['lea', 'ann']) tokens[id] = await signInAs(here, `${id}@people.test`);
    await accept('lea', second, { values: { ...scored, goodImpression: false } });
    await opened();
    expect(await inbox('lea')).toMatchObject({
      open: 1,
      opened: 3,
      accepted: 1,
      declined: 1,
      medianHours: 3,
      byField: [
        { field: 'askedForAppointment', disputes: 2, accepted: 0, declined: 1 },
        { field: 'goodImpression', disputes: 1, accepted: 1, declined: 0 },
      ],
    });
    here.clock.set(testNow);
    for (const id of ['lea', 'ann']) tokens[id] = await signInAs(here, `${id}@people.test`);
  });
});

const inOrder = (answers: readonly { code: number }[]) =>
  answers.map(({ code }) => code).sort((one, other) => one - other);

describe('at the same time', () => {
  test('one of two leads decides', async () => {
    const id = await opened();
    const codes = await Promise.all([
      accept('lea', id),
      decline('lou', id),
      decline('lea', id),
      accept('lou', id),
    ]);
    expect(inOrder(codes)).toEqual([200, 422, 422, 422]);
    expect(await mails()).toHaveLength(1);
  });

  test('a dispute is either withdrawn or decided', async () => {
    for (let round = 0; round < 5; round++) {
      await here.database.pool.query('truncate score_disputes, outbox');
      const id = await opened();
      const [withdrawn, decided] = await Promise.all([step('ann', withdrawDispute, id), decline('lea', id)]);
      expect(inOrder([withdrawn, decided])).toEqual([200, 422]);
      const state = withdrawn.code === 200 ? 'withdrawn' : 'declined';
      expect((await ofCall()).records).toMatchObject([{ state }]);
      expect(await mails()).toHaveLength(withdrawn.code === 200 ? 0 : 1);
    }
  });

  test('two colleagues open one dispute of a field', async () => {
    const codes = await Promise.all([open('ann'), open('bob'), open('ann')]);
    expect(inOrder(codes)).toEqual([200, 422, 422]);
  });
});

describe('the person who opened a dispute', () => {
  const decided = async (who: string) =>
    (await ask<RouteReply<typeof decidedDisputes>>(who, decidedDisputes)).data.records;

  test('shows the decision until they have seen it', async () => {
    const id = await opened();
    expect(await decided('ann')).toEqual([]);
    await decline('lea', id);
    expect(await decided('ann')).toMatchObject([{ id, callId: 'call', state: 'declined' }]);
    expect(await decided('bob')).toEqual([]);
    await ask('bob', noteDecisionsSeen, { params: { id: 'call' }, body: {} });
    expect(await decided('ann')).toHaveLength(1);
    await ask('ann', noteDecisionsSeen, { params: { id: 'call' }, body: {} });
    expect(await decided('ann')).toEqual([]);
  });

  test('gets no mail after switching the alert off, or without the office', async () => {
    await ask('ann', saveDisputeMailSetting, { body: { email: false } });
    await decline('lea', await opened());
    expect(await mails()).toEqual([]);
    await ask('ann', saveDisputeMailSetting, { body: { email: true } });
    const id = await opened();
    await here.database.pool.query(`delete from contact_accounts where contact_id = 'ann'`);
    await decline('lea', id);
    expect(await mails()).toEqual([]);
    await here.database.pool.query(
      `insert into contact_accounts (contact_id, account_id) values ('ann', 'own')`,
    );
  });
});

test('one press in the mail stops the mails about disputes, and those of nobody else', async () => {
  await decline('lea', await opened());
  const [mail] = await mails();
  const { pathname } = new URL(mail?.unsubscribe_url ?? '');
  expect(mail?.body_text).toContain(mail?.unsubscribe_url);
  const settings = async () =>
    (await here.app.http.inject(`${pathname}/emails`)).json<{ data: object }>().data;
  expect(await settings()).toEqual({ alerts: [], disputes: { on: true } });
  const pressed = await here.app.http.inject({
    method: 'POST',
    url: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(pressed.json<{ data: object }>().data).toEqual({ alerts: [], disputes: { on: false } });
  expect(await settings()).toEqual({ alerts: [], disputes: { on: false } });
  await decline('lea', await opened());
  expect(await mails()).toHaveLength(1);
  await decline('lea', await opened('bob'));
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ann@people.test', 'bob@people.test']);
});

test('when the personal data of a call is removed, open disputes end and their texts go', async () => {
  const id = await opened();
  here.clock.set(new Date(Date.parse(testNow) + 100 * 24 * 3_600_000).toISOString());
  await applyRetention({ ...here, environment: { ...here.environment, retentionPersonalData: 1 } });
  const { rows } = await here.database.pool.query(
    'select state, shown, wanted, reason from score_disputes where id = $1',
    [id],
  );
  expect(rows).toEqual([
    { state: 'withdrawn', shown: null, wanted: 'No longer kept', reason: 'No longer kept' },
  ]);
});
