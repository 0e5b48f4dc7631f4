import type { AddressInfo } from 'node:net';
import { allRoutes } from '@mailcall/contract/api.ts';
import { isTeamAccess } from '@mailcall/contract/rules/team-roles.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { changeRoles, makeApiKey } from '../../server/features/identity/index.ts';
import type { Database } from '../../server/platform/database.ts';
import { apiKeyScopes } from '@mailcall/contract/rules/api-key-scopes.ts';
import { addSampleOffice } from '../support/sample-office.ts';
import { addAccounts, addPerson, addTeamMember, bearer, signInAs, testApp } from '../support/test-app.ts';
import { randomNumbers } from '../torture/random-work.ts';
import { Choice } from './choice.ts';
import {
  foreignView,
  ownBranches,
  ownBrands,
  ownDecisions,
  ownIds,
  ownMembers,
  ownPeople,
  ownLogo,
  ownQuestions,
  ownSpreadsheet,
  ownUpload,
  ownViews,
} from './known-ids.ts';
import { addPostingSystems } from './posted-events.ts';
import { type Given, type RandomRequest, randomPageRequest, randomRequest } from './random-request.ts';
import { addScoredCalls } from './scored-calls.ts';
import { type Answer, RequestSender } from './send-requests.ts';
import { sentFiles } from './sent-files.ts';

/** Texts that no answer may hold: parts of programs, of SQL, and of another office. */
const leaks =
  /\n\s+at |node_modules|\/server\/|\.ts:\d|syntax error|invalid input syntax|violates|relation "|column "|does not exist|duckdb|kysely|\bpg_(?!sleep)|password_hash|\[object Object\]/i;
const foreignName = /Foreignmark/;

export interface Finding {
  problem: string;
  request: string;
  answer: string;
}

const shuffled = <Item>(items: readonly Item[], choice: Choice): Item[] => {
  const left = [...items];
  return items.map(() => left.splice(choice.below(left.length), 1)[0] as Item);
};

/** Processor time of one request, in milliseconds. */
interface Cost {
  /** Time of the thread that answers, which keeps all other requests waiting for as long. */
  thread: number;
  /** Time of the whole process with all its threads, without PostgreSQL. */
  process: number;
  request: string;
}

const costliestOf = (costs: readonly Cost[]): Cost[] => [
  ...new Set([
    ...costs.toSorted((one, other) => other.thread - one.thread).slice(0, 5),
    ...costs.toSorted((one, other) => other.process - one.process).slice(0, 5),
  ]),
];

const inMilliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

const shortened = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text);

const describeRequest = ({ method, path, headers, body }: RandomRequest) =>
  [
    `${method} ${shortened(path)}`,
    JSON.stringify(headers).slice(0, 200),
    shortened(body?.toString('latin1') ?? ''),
  ].join(' | ');

function problemOf({ route, method }: RandomRequest, answer: Answer | null): string | null {
  if (!answer) return null;
  const { status, headers, body } = answer;
  if (status >= 500) return `status ${status}`;
  const type = String(headers['content-type'] ?? '');
  if (
    status >= 400 &&
    method !== 'HEAD' &&
    body !== '' &&
    !type.startsWith('application/json') &&
    !type.startsWith('text/html')
  )
    return `an error as ${type}`;
  if (status >= 400 && headers['cache-control'] !== 'no-store' && route && route.access !== 'public')
    return 'an error that may be cached';
  // the description of the API is made of the contract alone
  if (route === null && status < 400) return null;
  const [leak] = leaks.exec(body) ?? (route?.access === 'operator' ? null : foreignName.exec(body)) ?? [];
  return leak === undefined ? null : `it says ${JSON.stringify(leak)}`;
}

async function addViews({ pool }: Database) {
  const add = (id: string, contact: string, account: string, name: string) =>
    pool.query(
      `insert into saved_views (id, contact_id, account_id, is_shared, name, path, address, created_at, changed_at)
       values ($1, $2, $3, true, $4, '/scoreboard', '{}', now(), now())`,
      [id, contact, account, name],
    );
  await pool.query(
    `insert into patient_list_uploads
       (account_id, id, contact_id, file_name, file_key, bytes, encoding, headers, row_count, created_at)
     values ('own', $1, 'paula', 'patients.csv', 'patient-lists/none', 100, 'utf-8', '{First Name,Last Name}', 1, now())`,
    [ownUpload],
  );
  await pool.query(
    `insert into spreadsheets (id, contact_id, file_name, file_key, state, headers, created_at, heartbeat_at)
     values ($1, 'ava', 'mailings.csv', 'spreadsheets/none.csv', 'draft', '{id,name}', now(), now())`,
    [ownSpreadsheet],
  );
  for (const view of ownViews) await add(view, 'paula', 'own', 'Missed');
  await add(foreignView, 'felix', 'foreign', 'Foreignmark');
}

async function addBrands({ pool }: Database) {
  for (const id of ownBrands)
    await pool.query(`insert into brands (id, name, created_at) values ($1, $1, now())`, [id]);
  await pool.query(`insert into brand_logos (id, content, added_at) values ($1, '', now())`, [ownLogo]);
}

async function addInboxItems({ pool }: Database, now: Date): Promise<void> {
  for (const id of ownQuestions)
    await pool.query(
      `insert into feed_questions (id, file, feed_id, row_id, column_name, cells, asked_at) values ($1, 'contacts', $2, 'olga', 'email', $3, $4)`,
      [
        id,
        `feed-${id}`,
        { id: `feed-${id}`, name: 'Olga', email: 'olga@people.test', account_ids: 'own' },
        now,
      ],
    );
  for (const id of ownDecisions)
    await pool.query(
      `insert into access_log (account_id, id, contact_id, action, subject_kind, subject_id, happened_at)
       values ('own', $1, 'olga', 'approve', 'design', 'own-design', $2)`,
      [id, now],
    );
}

export function malformedRequests() {
  const here = testApp(
    { LOG_LEVEL: 'error', READ_MODEL: 'duckdb', PUBLIC_URL: 'https://mailcall.test' },
    { readModel: { leastCalls: 0, longestWait: 60_000 } },
  );
  let requests: RequestSender;
  let key = '';
  let files: Given['files'] = new Map();
  const tokens = new Map<string, string>();
  const people = ['paula', 'olga', 'oscar', 'adam'] as const;
  const team = ['lea', 'sue', 'ava', 'dee', 'oda'] as const;
  const sendersOf = ({ access }: AnyRoute): readonly string[] => (isTeamAccess(access) ? team : people);

  let signingIn = Promise.resolve();
  /** Replaces a token. One after the other, because a second step reads the newest code of anyone. */
  const signIn = (person: string, expired?: string) => {
    signingIn = signingIn.then(async () => {
      if (tokens.get(person) !== expired) return;
      // random requests use up the attempts of this address and of people
      await here.database.pool.query('delete from attempt_limits');
      tokens.set(person, await signInAs(here, `${person}@people.test`));
    });
    return signingIn;
  };

  beforeAll(async () => {
    const { database } = here;
    await addAccounts(database, [
      { id: 'own' },
      { id: 'own-sub', parent: 'own' },
      { id: 'foreign', name: 'Foreignmark' },
      ...ownBranches.map((id) => ({ id, parent: 'own' })),
    ]);
    for (const id of ownBranches)
      await database.pool.query(
        `insert into tracking_lines (account_id, id, number) values ($1, $1 || '-line', $1)`,
        [id],
      );
    await addPerson(database, { id: 'olga', accounts: ['own'] });
    await addPerson(database, { id: 'adam', accounts: ['own'], roles: ['account-admin'] });
    await addPerson(database, { id: 'oscar', accounts: ['own'] });
    await changeRoles(here, 'oscar@people.test', { add: 'operator' });
    await addPerson(database, { id: 'paula', phone: '+13035550102', accounts: ['own', 'own-sub'] });
    await database.pool.query(`update contact_accounts set is_primary = true where contact_id = 'paula'`);
    await addPerson(database, { id: 'nora', accounts: ['own'], password: false });
    for (const id of ownPeople) await addPerson(database, { id, accounts: ['own'], password: false });
    await addPerson(database, { id: 'felix', accounts: ['foreign'] });
    await addSampleOffice(database, 'own', { uploadedBy: 'olga', number: '+15555550100', caller: 'Ann' });
    await addSampleOffice(database, 'foreign', {
      uploadedBy: 'felix',
      number: '+15555550101',
      caller: 'Foreignmark',
    });
    await addViews(database);
    await addBrands(database);
    const accounts = ['own', 'own-sub'];
    await addTeamMember(database, { id: 'lea', roles: ['scoring-lead'], accounts });
    await addTeamMember(database, { id: 'sue', roles: ['scorer'], accounts });
    await addTeamMember(database, { id: 'ava', roles: ['account-manager'], accounts });
    await addTeamMember(database, { id: 'dee', roles: ['designer'], accounts });
    await addTeamMember(database, { id: 'oda', roles: ['operator'], accounts });
    for (const id of ownMembers) await addTeamMember(database, { id, roles: ['scorer'], accounts });
    await database.pool.query('update contacts set password_hash = null where id = any($1)', [ownMembers]);
    await addScoredCalls(database);
    await addInboxItems(database, here.clock.now());
    ({ key } = await makeApiKey(
      database.kysely,
      { name: 'All', system: 'telephony', scopes: [...apiKeyScopes] },
      here.clock.now(),
    ));
    files = new Map([...sentFiles, ...(await addPostingSystems(here))]);
    await Promise.all([...people, ...team].map((person) => signIn(person)));
    await here.app.http.listen({ host: '127.0.0.1', port: 0 });
    requests = new RequestSender((here.app.http.server.address() as AddressInfo).port);
  });
  afterAll(() => requests.close());

  const givenFor = ({ access }: AnyRoute): Given => ({
    known: ownIds,
    // a key may write every account
    foreign: access !== 'key',
    now: here.clock.now(),
    files,
  });

  const foreignRows = async () => {
    const { pool } = here.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'account_id'
         -- since when alerts are looked for, which an import of anybody's rows begins
         and table_name not in ('alert_progress', 'design_alerts') order by 1`,
    );
    const parts = tables.map(
      ({ name }) =>
        `select '${name}' as "table", to_jsonb(found)::text as row from ${name} found where account_id = 'foreign'`,
    );
    const { rows } = await pool.query<{ table: string; row: string }>(
      `${parts.join(' union all ')} union all select 'accounts', to_jsonb(found)::text from accounts found where id = 'foreign'
       order by 1, 2`,
    );
    return rows;
  };

  const keyOf = ({ access }: AnyRoute, person: string) =>
    bearer(access === 'key' ? key : (tokens.get(person) ?? ''));

  const renew = async (headers: Record<string, string>, answer: Answer | null) => {
    if (answer?.status !== 401) return;
    const [person, token] = [...tokens].find(([, one]) => headers['authorization'] === `Bearer ${one}`) ?? [];
    if (person !== undefined) await signIn(person, token);
  };

  /** Checks the answers to `count` random requests, and that the other office has not changed. With `atOnce` above 1, times overlap. */
  async function send(count: number, seed: number, atOnce: number) {
    const choice = new Choice(randomNumbers(seed));
    const before = await foreignRows();
    const findings: Finding[] = [];
    const statuses = new Map<number, number>();
    let costs: Cost[] = [];
    const routes = shuffled(allRoutes, choice);
    let left = count;
    const sendOne = async () => {
      const route = routes[left % routes.length] as AnyRoute;
      // so that limits of attempts end, and sessions, too
      here.clock.advance(1_000);
      const made = choice.oneIn(50)
        ? randomPageRequest(choice)
        : randomRequest(route, choice, givenFor(route));
      const sender = choice.oneIn(12) ? {} : keyOf(route, choice.of(sendersOf(route)));
      const headers = { ...sender, ...made.headers };
      const request = { ...made, headers };
      const used = process.cpuUsage();
      const usedByThread = process.threadCpuUsage();
      const answer = await requests.send(request);
      const cost = {
        thread: inMilliseconds(process.threadCpuUsage(usedByThread)),
        process: inMilliseconds(process.cpuUsage(used)),
      };
      const problem = problemOf(request, answer);
      if (problem !== null)
        findings.push({ problem, request: describeRequest(request), answer: shortened(answer?.body ?? '') });
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      costs.push({ ...cost, request: describeRequest(request) });
      if (costs.length > 200) costs = costliestOf(costs);
      await renew(headers, answer);
    };
    const sendSome = async () => {
      while (left > 0) {
        left -= 1;
        await sendOne();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendSome));
    const after = await foreignRows();
    for (const [rows, others, problem] of [
      [after, before, 'is new in the other office'],
      [before, after, 'is gone from the other office'],
    ] as const) {
      const known = new Set(others.map((row) => JSON.stringify(row)));
      for (const row of rows)
        if (!known.has(JSON.stringify(row)))
          findings.push({ problem, request: '', answer: shortened(JSON.stringify(row)) });
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    return { findings, statuses, costliest: costliestOf(costs) };
  }

  /** Sends correct requests until the route does what it is for or answers `status`. Returns true, otherwise the answers. */
  async function reach(
    route: AnyRoute,
    { seed, attempts, status = 200 }: { seed: number; attempts: number; status: number | undefined },
  ): Promise<true | string[]> {
    const choice = new Choice(randomNumbers(seed));
    const senders = sendersOf(route);
    const answers: string[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      here.clock.advance(15_000);
      const made = randomRequest(route, choice, { ...givenFor(route), foreign: false }, new Set());
      const person = senders[attempt % senders.length] ?? '';
      const headers = { ...keyOf(route, person), ...made.headers };
      const answer = await requests.send({ ...made, headers });
      await renew(headers, answer);
      if (answer && (answer.status === status || (status === 200 && answer.status < 400))) return true;
      answers.push(`${answer?.status ?? 0} ${shortened(answer?.body ?? '')}`);
    }
    return [...new Set(answers)];
  }

  return { here, send, reach };
}
