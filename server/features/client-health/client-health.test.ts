import { exportClientHealth, listClientHealth } from '@mailcall/contract/client-health.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { askRoute } from '../../../tests/support/request-route.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
  testNow,
} from '../../../tests/support/test-app.ts';
import { countClients } from './index.ts';

const here = testApp();
const now = Date.parse(testNow);
const hour = 3_600_000;
const day = 24 * hour;
const query = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'group' },
    { id: 'north', parent: 'group' },
    { id: 'south' },
    { id: 'gone', deleted: true },
  ]);
  await addTeamMember(here.database, { id: 'mona', roles: ['account-manager'] });
  await addTeamMember(here.database, { id: 'sue', roles: ['account-manager'], accounts: ['south'] });
  await addTeamMember(here.database, { id: 'oda', roles: ['operator'], accounts: ['group'] });
  await addTeamMember(here.database, { id: 'dan', roles: ['designer'] });
  await addPerson(here.database, { id: 'olga', accounts: ['group'] });
  for (const id of ['mona', 'sue', 'oda', 'dan', 'olga'])
    tokens[id] = await signInAs(here, `${id}@people.test`);
});

beforeEach(async () => {
  here.clock.set(testNow);
  await query('truncate calls, campaigns, score_disputes, client_health');
  await query(`delete from access_log where account_id in ('north', 'south')`);
});

const ask = <R extends AnyRoute>(who: string, route: R, search: object = {}) =>
  askRoute(here, tokens[who] ?? '', route, { query: search });

const list = async (who: string, search: object = {}) => (await ask(who, listClientHealth, search)).records;
const idsOf = async (who: string, search: object = {}) =>
  (await list(who, search)).map(({ accountId }) => accountId);
const count = (age = 0) => countClients(here, { age });

interface Call {
  office: string;
  caller: string;
  hoursAgo: number;
  /** 1 is staff; null is not scored yet. */
  answeredBy: number | null;
  opportunity: boolean;
  patientType: number | null;
  followUp: boolean;
  resolved: boolean;
  deleted: boolean;
  past: boolean;
}
interface Mailing {
  office: string;
  type: string;
  status: string | null;
  delivered: number | null;
  week: number | null;
  deleted: boolean;
  /** Days since the call of the mailing. */
  called: number | null;
  callDeleted: boolean;
}
interface Dispute {
  office: string;
  state: string;
}
interface SignIn {
  account: string;
  hoursAgo: number;
}
interface Portal {
  calls: Call[];
  mailings: Mailing[];
  disputes: Dispute[];
  signIns: SignIn[];
}

const offices = ['group', 'north', 'south'];
const anOffice = fc.constantFrom(...offices);
/** Later calls of the seventeenth hour, so that no call is at the edge of a day. */
const hoursAgo = fc
  .oneof(fc.integer({ min: 0, max: 72 }), fc.integer({ min: 0, max: 150 * 24 }))
  .map((hours) => hours + 0.5);
const portal: fc.Arbitrary<Portal> = fc.record({
  calls: fc.array(
    fc.record({
      office: anOffice,
      caller: fc.constantFrom('+13035550101', '+13035550102', '+13035550103'),
      hoursAgo,
      answeredBy: fc.constantFrom(1, 1, 2, 3, 3, null),
      opportunity: fc.boolean(),
      patientType: fc.constantFrom(1, 2, 4, null),
      followUp: fc.boolean(),
      resolved: fc.constantFrom(false, false, false, true),
      deleted: fc.constantFrom(false, false, false, false, true),
      past: fc.constantFrom(false, false, false, false, true),
    }),
    { maxLength: 60 },
  ),
  mailings: fc.array(
    fc.record({
      office: anOffice,
      type: fc.constantFrom('MVP Mail', 'Custom', 'Google Ads'),
      status: fc.constantFrom('delivered', 'deliveredInFirstCall', 'shipped', null),
      delivered: fc.option(fc.constantFrom(9, 10, 11, 30, 56, 57)),
      week: fc.option(fc.constantFrom(8, 15, 50, 60)),
      deleted: fc.constantFrom(false, false, false, true),
      called: fc.option(fc.constantFrom(1, 9, 10, 12, 40, 70)),
      callDeleted: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
  disputes: fc.array(
    fc.record({ office: anOffice, state: fc.constantFrom('open', 'accepted', 'withdrawn') }),
    {
      maxLength: 6,
    },
  ),
  signIns: fc.array(fc.record({ account: anOffice, hoursAgo: fc.integer({ min: 0, max: 100 * 24 }) }), {
    maxLength: 5,
  }),
});

const isoAgo = (hours: number) => new Date(now - hours * hour).toISOString();
const dayAgo = (days: number | null) =>
  days === null ? null : new Date(now - days * day).toISOString().slice(0, 10);

async function store({ calls, mailings, disputes, signIns }: Portal): Promise<void> {
  for (const [index, call] of calls.entries())
    await query(
      `insert into calls (account_id, id, call_date_time, caller_phone_number, answered_by, opportunity, patient_type,
         follow_up_opportunity, resolve_date, deleted, before_callbacks)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      call.office,
      `call ${index}`,
      isoAgo(call.hoursAgo),
      call.caller,
      call.answeredBy,
      call.answeredBy === null ? null : call.opportunity,
      call.patientType,
      needsFollowUp(call),
      call.resolved ? isoAgo(call.hoursAgo - 0.1) : null,
      call.deleted,
      call.past,
    );
  for (const [index, mailing] of mailings.entries()) {
    await query(
      `insert into campaigns (account_id, id, name, campaign_type, status, delivery_date, reported_delivery_week, deleted)
       values ($1, $2, $2, $3, $4, $5, $6, $7)`,
      mailing.office,
      `mailing ${index}`,
      mailing.type,
      mailing.status,
      dayAgo(mailing.delivered),
      dayAgo(mailing.week),
      mailing.deleted,
    );
    if (mailing.called !== null)
      await query(
        `insert into calls (account_id, id, call_date_time, local_weekday, campaign_id, deleted, before_callbacks)
         values ($1, $2, $3, extract(dow from $3::timestamptz at time zone 'UTC'), $4, $5, true)`,
        mailing.office,
        `call of mailing ${index}`,
        `${dayAgo(mailing.called) ?? ''}T09:00:00Z`,
        `mailing ${index}`,
        mailing.callDeleted,
      );
  }
  for (const [index, { office: accountId, state }] of disputes.entries())
    await query(
      `insert into score_disputes (account_id, id, call_id, field, wanted, reason, state, contact_id, opened_at)
       values ($1, gen_random_uuid(), $2, 'answeredBy', 'w', 'r', $3, 'olga', now())`,
      accountId,
      `call ${index}`,
      state,
    );
  await query(`delete from access_log`);
  for (const [index, { account, hoursAgo: ago }] of signIns.entries())
    await query(
      `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at) values ($1, 'olga', 'sign in', 'session', $2, $3)`,
      account,
      `session ${index}`,
      isoAgo(ago),
    );
}

/* Counted row by row from docs/use/provider.md and docs/reference/figures.md. Shares no code with the queries or rules. */

const isMissed = ({ answeredBy, patientType }: Call) =>
  answeredBy !== null && answeredBy !== 1 && patientType !== 2 && patientType !== 4;
const needsFollowUp = ({ answeredBy, followUp }: Call) => answeredBy !== null && followUp;
const isOpportunity = ({ answeredBy, opportunity }: Call) => answeredBy === 1 && opportunity;

function overdueOf(calls: readonly Call[]): number {
  let overdue = 0;
  for (const caller of new Set(calls.map((call) => call.caller))) {
    const known = calls.filter((call) => call.caller === caller);
    const open = known.filter(
      (call) =>
        !call.resolved && !call.past && (isMissed(call) || needsFollowUp(call)) && call.hoursAgo <= 30 * 24,
    );
    if (open.length === 0) continue;
    const last = Math.min(...open.map((call) => call.hoursAgo));
    const servedLater = known.some((call) => call.answeredBy === 1 && call.hoursAgo < last);
    const waits = Math.floor(Math.max(...open.map((call) => call.hoursAgo)) * 60);
    if (!servedLater && waits > 60) overdue += 1;
  }
  return overdue;
}

function rateOf(calls: readonly Call[], others: number): number | null {
  const missed = calls.filter(isMissed).length;
  const known = missed + calls.filter(isOpportunity).length;
  const unscored = calls.filter(({ answeredBy }) => answeredBy === null).length + others;
  if (known < 20 || unscored > (calls.length + others) / 2) return null;
  return Math.round((missed / known) * 100);
}

function isSilent({ type, status, delivered, week, deleted, called, callDeleted }: Mailing): boolean {
  const since = delivered ?? week;
  if (deleted || type === 'Google Ads' || since === null || since < 10 || since > 56) return false;
  const hasCall = called !== null && !callDeleted;
  const isDelivered =
    status === 'delivered' ||
    status === 'deliveredInFirstCall' ||
    (status === null && (hasCall || delivered !== null));
  return isDelivered && !(hasCall && called <= since);
}

function expected(id: string, { calls: all, mailings, disputes, signIns }: Portal) {
  const calls = all.filter((call) => call.office === id && !call.deleted);
  const ofMailings = mailings.filter(
    (mailing) => mailing.office === id && mailing.called !== null && !mailing.callDeleted,
  );
  const othersIn = (from: number, to: number) =>
    ofMailings.filter(({ called }) => called !== null && called >= from && called < to).length;
  const recent = calls.filter((call) => call.hoursAgo <= 30 * 24);
  const before = calls.filter((call) => call.hoursAgo > 30 * 24 && call.hoursAgo <= 120 * 24);
  const seen = signIns
    .filter(({ account }) => account === id || (id === 'north' && account === 'group'))
    .map((signIn) => signIn.hoursAgo);
  return {
    lastSignInAt: seen.length === 0 ? null : isoAgo(Math.min(...seen)),
    overdueCallbacks: overdueOf(calls),
    calls: recent.length + othersIn(0, 30),
    scoredCalls: recent.filter(({ answeredBy }) => answeredBy !== null).length,
    missedRate: rateOf(recent, othersIn(0, 30)),
    missedRateBefore: rateOf(before, othersIn(30, 120)),
    silentMailings: mailings.filter((mailing) => mailing.office === id && isSilent(mailing)).length,
    openDisputes: disputes.filter((dispute) => dispute.office === id && dispute.state === 'open').length,
  };
}

test('counts the figures of every office as an independent count does', async () => {
  const reached = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(portal, async (made) => {
      await query('truncate calls, campaigns, score_disputes, client_health');
      await store(made);
      expect(await count()).toBe(3);
      const found = new Map((await list('mona')).map((row) => [row.accountId, row]));
      for (const id of offices) {
        const counted = expected(id, made);
        expect([id, found.get(id)]).toEqual([id, expect.objectContaining(counted)]);
        for (const [name, value] of Object.entries(counted))
          if (value !== 0 && value !== null) reached.set(name, (reached.get(name) ?? 0) + 1);
      }
    }),
    { numRuns: Number(process.env['FIGURES_RUNS'] ?? 12), seed: 7 },
  );
  for (const name of ['lastSignInAt', 'overdueCallbacks', 'scoredCalls', 'silentMailings', 'openDisputes'])
    expect([name, reached.get(name) ?? 0]).not.toEqual([name, 0]);
}, 120_000);

const missed = (office: string, index: number, hours: number, more: Partial<Call> = {}): Call => ({
  office,
  caller: `+1303555${String(1000 + index)}`,
  hoursAgo: hours,
  answeredBy: 3,
  opportunity: false,
  patientType: 1,
  followUp: false,
  resolved: false,
  deleted: false,
  past: true,
  ...more,
});
const answered = { answeredBy: 1, opportunity: true };

test('compares the missed rate with the 90 days before', async () => {
  const calls = Array.from({ length: 40 }, (_, index) =>
    missed(
      'south',
      index,
      index < 20 ? 24 : 24 * 50,
      index < 20 ? (index < 8 ? answered : {}) : index < 35 ? answered : {},
    ),
  );
  const made = { calls, mailings: [], disputes: [], signIns: [{ account: 'south', hoursAgo: 1 }] };
  await store(made);
  await count();
  const [first] = await list('mona');
  expect(first).toMatchObject({ accountId: 'south', missedRate: 60, missedRateBefore: 25, points: 35 });
  expect(first?.reasons.map(({ sentence }) => sentence)).toEqual([
    'Your missed rate rose from 25% to 60% in the last 30 days. What has changed at the phone?',
  ]);
});

test.each<[delivered: number, called: number | null, silent: number]>([
  [9, null, 0],
  [10, null, 1],
  [56, null, 1],
  [57, null, 0],
  [20, 20, 0],
  [20, 21, 1],
  [20, 5, 0],
])(
  'a mailing that was delivered %i days ago and called %j days ago: %i silent',
  async (delivered, called, silent) => {
    const mailing = { office: 'south', type: 'MVP Mail', status: 'delivered', week: null, deleted: false };
    await store({
      calls: [],
      mailings: [{ ...mailing, delivered, called, callDeleted: false }],
      disputes: [],
      signIns: [],
    });
    await count();
    expect((await list('sue'))[0]?.silentMailings).toBe(silent);
  },
);

const some = (office: string): Portal => ({
  calls: [missed(office, 1, 5, { past: false })],
  mailings: [],
  disputes: [{ office, state: 'open' }],
  signIns: offices.map((account) => ({ account, hoursAgo: 1 })),
});

test('who needs a call comes first, and everyone sees only their own offices', async () => {
  await store(some('south'));
  await count();
  expect(await idsOf('mona')).toEqual(['south', 'group', 'north']);
  expect(await idsOf('sue')).toEqual(['south']);
  expect(await idsOf('oda')).toEqual(['group', 'north']);
  expect(await idsOf('mona', { query: 'office NORTH' })).toEqual(['north']);
  expect(await idsOf('mona', { page: 2, pageSize: 2 })).toEqual(['north']);
  const { meta, countedAt } = await ask('mona', listClientHealth, { pageSize: 2 });
  expect([meta.total_count, countedAt]).toEqual([3, testNow]);
  for (const who of ['dan', 'olga'])
    for (const route of [listClientHealth, exportClientHealth])
      await expect(ask(who, route)).rejects.toThrow('404');
});

test('nothing is said of an office in its first week, and a sign-in counts at once', async () => {
  await count();
  const said = async () => {
    const [south] = await list('sue');
    return south?.reasons.map(({ kind }) => kind);
  };
  expect(await said()).toEqual([]);
  await query('update client_health set first_counted_at = $1', new Date(now - 7 * day));
  await count();
  expect(await said()).toEqual(['no sign-in']);
  const at = new Date(now + 1).toISOString();
  await query(
    `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at) values ('south', 'olga', 'sign in', 'session', 'late', $1)`,
    at,
  );
  expect(await said()).toEqual([]);
  expect(await list('sue')).toMatchObject([{ lastSignInAt: at }]);
});

test('figures are counted again after 15 minutes, of a removed office never', async () => {
  expect(await count(15 * 60_000)).toBe(3);
  expect(await count(15 * 60_000)).toBe(0);
  await store(some('south'));
  here.clock.set(new Date(now + 15 * 60_000 - 1));
  expect(await count(15 * 60_000)).toBe(0);
  expect((await list('sue'))[0]).toMatchObject({ openDisputes: 0 });
  here.clock.set(new Date(now + 15 * 60_000));
  expect(await count(15 * 60_000)).toBe(3);
  expect((await list('sue'))[0]).toMatchObject({ openDisputes: 1 });
  await query(`update accounts set deleted = true where id = 'south'`);
  expect(await idsOf('mona')).toEqual(['group', 'north']);
  await query(`update accounts set deleted = false where id = 'south'`);
});

test('the file has what the list has, and is in the activity of its offices', async () => {
  await query(`update accounts set name = '=cmd()' where id = 'south'`);
  await store(some('south'));
  await count();
  const answer = await here.app.http.inject({
    url: '/api/data/provider/health/file',
    headers: bearer(tokens['sue'] ?? ''),
  });
  await query(`update accounts set name = 'Office south' where id = 'south'`);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('client-health-2026-03-11.csv');
  const [, row] = answer.body.split('\r\n');
  expect(row).toBe(
    `'=cmd(),south,1 caller waits too long for your call back. Who can call today? You said that a score is wrong. We owe you an answer.,${isoAgo(1)},1,1,100,,,0,1,${testNow}`,
  );
  const { rows } = await query(
    `select account_id, contact_id, team_role, subject_kind from access_log where action = 'export'`,
  );
  expect(rows).toEqual([
    { account_id: 'south', contact_id: 'sue', team_role: 'account-manager', subject_kind: 'client health' },
  ]);
});
