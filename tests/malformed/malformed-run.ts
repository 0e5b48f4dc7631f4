import type { AddressInfo } from 'node:net';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeApiKey } from '../../server/features/api-keys/index.ts';
import { apiKeyScopes } from '@mailcall/contract/rules/api-key-scopes.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../support/test-app.ts';
import { randomNumbers } from '../torture/random-numbers.ts';
import { Choice, type RandomRequest, randomRequest } from './random-request.ts';
import { type Answer, RequestSender } from './send-requests.ts';

/** What no answer may hold: parts of programs, of SQL, and of another office. */
const leaks =
  /\n\s+at |node_modules|\/server\/|\.ts:\d|syntax error|invalid input syntax|violates|relation "|column "|does not exist|duckdb|kysely|\bpg_(?!sleep)|password_hash|\[object Object\]|Foreignmark/i;

/** One request whose answer is wrong, and in what. */
export interface Finding {
  problem: string;
  request: string;
  answer: string;
}

const byCost = (one: { milliseconds: number }, other: { milliseconds: number }) =>
  other.milliseconds - one.milliseconds;

const shortened = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text);

const describeRequest = ({ method, path, headers, body }: RandomRequest) =>
  [
    `${method} ${shortened(path)}`,
    JSON.stringify(headers).slice(0, 200),
    shortened(body?.toString('latin1') ?? ''),
  ].join(' | ');

/** What is wrong with an answer; null when nothing is. */
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
  if (status >= 400 && headers['cache-control'] !== 'no-store' && route.access !== 'public')
    return 'an error that may be cached';
  const [leak] = leaks.exec(body) ?? [];
  return leak === undefined ? null : `it says ${JSON.stringify(leak)}`;
}

/** The portal on a port of its own, with an office that sends malformed requests and one that is not theirs. */
export function malformedRequests() {
  const here = testApp(
    { LOG_LEVEL: 'error', READ_MODEL: 'duckdb' },
    { readModel: { leastCalls: 0, longestWait: 60_000 } },
  );
  let sender: RequestSender;
  let key = '';
  const tokens = new Map<string, string>();
  const people = ['olga', 'adam', 'oscar'] as const;

  const signIn = async (person: string) =>
    void tokens.set(person, await signInAs(here, `${person}@people.test`));

  beforeAll(async () => {
    const { database } = here;
    await addAccounts(database, [
      { id: 'own' },
      { id: 'own-sub', parent: 'own' },
      { id: 'foreign', name: 'Foreignmark' },
    ]);
    await addPerson(database, { id: 'olga', accounts: ['own'] });
    await addPerson(database, { id: 'adam', accounts: ['own'], roles: ['account-admin'] });
    await addPerson(database, { id: 'oscar', accounts: ['own'], roles: ['operator'] });
    await database.pool.query(`
      insert into calls (account_id, id, call_date_time, caller_name)
      values ('own', 'own-call', '2026-03-01T15:00:00Z', 'Ann'), ('foreign', 'foreign-call', '2026-03-01T15:00:00Z', 'Foreignmark');
      insert into tracking_lines (account_id, id, number, friendly_name)
      values ('own', 'own-line', '+15555550100', 'Door'), ('foreign', 'foreign-line', '+15555550101', 'Foreignmark');
      insert into campaigns (account_id, id, name, campaign_type, media_submitted, pre_press_completed)
      values ('own', 'own-mailing', 'Order 1', 'MVP Mail', '2026-03-01', '2026-03-02'),
        ('foreign', 'foreign-mailing', 'Foreignmark', 'MVP Mail', '2026-03-01', '2026-03-02')`);
    ({ key } = await makeApiKey(
      database.kysely,
      { name: 'All', system: 'telephony', scopes: [...apiKeyScopes] },
      here.clock.now(),
    ));
    await Promise.all(people.map(signIn));
    await here.app.http.listen({ host: '127.0.0.1', port: 0 });
    sender = new RequestSender((here.app.http.server.address() as AddressInfo).port);
  });
  afterAll(() => sender.close());

  const ownIds = ['own', 'own-sub', 'own-call', 'own-line', 'own-mailing', 'olga'];
  const idsFor = ({ access }: AnyRoute) =>
    // a key may write every account
    access === 'key' ? ownIds : [...ownIds, 'foreign', 'foreign-call', 'foreign-line', 'foreign-mailing'];

  const foreignRows = async () => {
    const { rows } = await here.database.pool.query<{ rows: string }>(`
      select json_build_array(
        (select json_agg(calls) from calls where account_id = 'foreign'),
        (select json_agg(tracking_lines) from tracking_lines where account_id = 'foreign'),
        (select json_agg(campaigns) from campaigns where account_id = 'foreign'),
        (select json_agg(accounts) from accounts where id = 'foreign'))::text as rows`);
    return rows[0]?.rows;
  };

  /** Who sends a request; nobody sometimes. */
  const headersOf = (choice: Choice, { access }: AnyRoute): Record<string, string> => {
    if (choice.oneIn(12)) return {};
    return bearer(access === 'key' ? key : (tokens.get(choice.of(people)) ?? ''));
  };

  /** A session that a request has ended, such as by signing out, is begun again. */
  const renew = async (headers: Record<string, string>, answer: Answer | null) => {
    if (answer?.status !== 401) return;
    const [person] = [...tokens].find(([, token]) => headers['authorization'] === `Bearer ${token}`) ?? [];
    if (person !== undefined) await signIn(person);
  };

  /**
   * Sends so many random requests, some at once, and checks every answer, and that nothing of the other office has changed.
   * @returns what is wrong, how often each status was answered, and the requests that took most processor time, in milliseconds:
   * of this process, PostgreSQL left out, and with `atOnce` above 1 that of others besides
   */
  async function send(count: number, seed: number, atOnce: number) {
    const choice = new Choice(randomNumbers(seed));
    const before = await foreignRows();
    const findings: Finding[] = [];
    const statuses = new Map<number, number>();
    const costs: { milliseconds: number; request: string }[] = [];
    let left = count;
    const sendOne = async () => {
      const made = randomRequest(choice, idsFor);
      const headers = { ...headersOf(choice, made.route), ...made.headers };
      const request = { ...made, headers };
      const used = process.cpuUsage();
      const answer = await sender.send(request);
      const { user, system } = process.cpuUsage(used);
      const problem = problemOf(request, answer);
      if (problem !== null)
        findings.push({ problem, request: describeRequest(request), answer: shortened(answer?.body ?? '') });
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      costs.push({ milliseconds: (user + system) / 1000, request: describeRequest(request) });
      if (costs.length > 200) costs.sort(byCost).splice(5);
      await renew(headers, answer);
    };
    const sendSome = async () => {
      while (left > 0) {
        left -= 1;
        await sendOne();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendSome));
    expect(await foreignRows()).toBe(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    return { findings, statuses, costliest: costs.sort(byCost).slice(0, 5) };
  }

  return { here, send };
}
