import { randomUUID } from 'node:crypto';
import { liveUpdates } from '@mailcall/contract/live.ts';
import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { expect, onTestFinished, test } from 'vitest';
import { putCalls, setAlert } from '../server/features/alerts/alerts-for-tests.ts';
import { makeApiKey } from '../server/features/identity/index.ts';
import { systemClock } from '../server/platform/clock.ts';
import { serviceBase } from '../server/platform/http/serve.ts';
import { importLock } from '../server/platform/import-lock.ts';
import { servedBy } from './support/balancer.ts';
import { addDesign } from './support/designs.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { addAccounts, addPerson, bearer, testPassword } from './support/test-app.ts';
import { testDatabase } from './support/test-database.ts';
import { startWebProcesses } from './support/web-processes.ts';

const here = testDatabase();
const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);

const writes = 24;
/** Acknowledged writes, of all writers, after which the process is killed. */
const writesBefore = 40;

async function addOffices(): Promise<void> {
  const now = systemClock.now();
  await addAccounts(here.database, [{ id: 'own' }, { id: 'branch' }, { id: 'held' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'bert', accounts: ['branch'], password: false });
  for (const [accountId, contactId] of [
    ['own', 'olga'],
    ['branch', 'bert'],
  ] as const)
    await setAlert(here.database, {
      accountId,
      contactId,
      alertType: 'Missed Call Alert',
      frequency: 'Real-time',
      methods: ['Email'],
    });
  await write(
    `insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
     values ('own', 'face', 'none', 'none', 'none', 'image/png', 1, 1, 1)`,
  );
  await addDesign(here, 'card');
  await write(`insert into staff (account_id, id, name) values ('own', 'desk', 'Desk')`);
  await write(`insert into tracking_lines (account_id, id, number) values ('own', 'L1', '+13035550110')`);
  const missed = Array.from({ length: writes }, (_, index) => ({
    id: `missed-${index}`,
    at: new Date(now.getTime() - 86_400_000),
    kind: 'missed' as const,
  }));
  await putCalls(here.database, 'own', missed);
}

class Clients {
  readonly #url: string;
  readonly #key: string;
  #token = '';

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async signIn(): Promise<void> {
    const answer = await this.send('POST', '/api/identity/oauth/token', {
      grant_type: passwordRealmGrant,
      username: 'olga@people.test',
      password: testPassword,
      realm: 'password',
    });
    this.#token = ((await answer.json()) as { access_token: string }).access_token;
  }

  /** Sends until it is answered by a process. Only what may not be repeated is left to the person by the balancer. */
  async send(method: string, path: string, body?: object): Promise<Response> {
    for (;;) {
      const answer = await fetch(`${this.#url}${path}`, {
        method,
        headers: { ...(this.#token && bearer(this.#token)), 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.status === 200) return answer;
      if (answer.status !== 502 || method !== 'POST')
        throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    }
  }

  /** Sends a call as a provider system does; 429: another import runs. */
  async ingest(call: object, url = this.#url): Promise<{ added: number }> {
    for (;;) {
      const answer = await fetch(`${url}/api/ingest/v1/calls`, {
        method: 'POST',
        headers: { ...bearer(this.#key), 'content-type': 'application/x-ndjson' },
        body: JSON.stringify({ call_date_time: systemClock.now().toISOString(), ...call }),
      });
      if (answer.status === 200) return ((await answer.json()) as { data: { added: number } }).data;
      if (![429, 502].includes(answer.status)) throw new Error(`${answer.status} ${await answer.text()}`);
    }
  }

  async watch(): Promise<{ port: number; events: () => string; ended: Promise<void> }> {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const answer = await fetch(
      `${this.#url}${serviceBase.data}${liveUpdates.path}?${encodeQuery({ accountIds: ['own'] })}`,
      { headers: bearer(this.#token), signal: stop.signal },
    );
    expect(answer.status).toBe(200);
    let text = '';
    const read = async () => {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
    };
    return {
      port: Number(answer.headers.get(servedBy)),
      events: () => text,
      ended: read().catch(() => {}),
    };
  }
}

/** Holds an import of a process: it has the lock of imports and waits for a row. Returns a function that lets go of the row. */
async function holdImport(clients: Clients, url: string): Promise<() => Promise<unknown>> {
  const client = await here.database.pool.connect();
  let ended: Promise<unknown> | undefined;
  const letGo = () => (ended ??= client.query('rollback').finally(() => client.release()));
  onTestFinished(() => void letGo());
  await client.query('begin');
  await client.query(
    `insert into calls (account_id, id, call_date_time) values ('held', 'held-1', '2026-03-01')`,
  );
  void clients.ingest({ id: 'held-1', account_id: 'held' }, url).catch(() => {});
  await expect
    .poll(async () => {
      const { rows } = await write(
        `select 1 from pg_locks as lock join pg_locks as waiting using (pid)
         where lock.locktype = 'advisory' and lock.objid = $1 and lock.granted and not waiting.granted
           and lock.database = (select oid from pg_database where datname = current_database())`,
        importLock,
      );
      return rows.length;
    })
    .toBe(1);
  return letGo;
}

async function useIt(clients: Clients, onWrite: (acknowledged: number) => void): Promise<void> {
  let acknowledged = 0;
  const each = async (work: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < writes; index += 1) {
      await work(index);
      acknowledged += 1;
      onWrite(acknowledged);
    }
  };
  const written = new AbortController();
  const read = async () => {
    while (!written.signal.aborted)
      await clients.send('GET', `/api/data/tracking-lines/account?${encodeQuery({ accountIds: ['own'] })}`);
  };
  const readers = [read(), read()];
  await Promise.all([
    each((index) =>
      clients.send('POST', '/api/data/designs/card/review-comment', {
        body: `comment ${index}`,
        side: 'front',
        x: 0.5,
        y: 0.5,
        requestId: randomUUID(),
      }),
    ),
    each((index) =>
      clients.send('POST', `/api/data/calls/missed-${index}/resolve`, {
        callbackHandler: 'desk',
        callbackOutcomeResult: 'Spoke With Caller',
        callbackOutcomeOpportunityResult: 'Unknown',
        callbackOutcomeSummary: `result ${index}`,
        requestId: randomUUID(),
      }),
    ),
    each((index) =>
      clients.send('PUT', '/api/data/tracking-lines', { id: 'L1', friendlyName: `name ${index}` }),
    ),
  ]).finally(() => written.abort());
  await Promise.all(readers);
}

async function expectWrites(): Promise<void> {
  const texts = async (sql: string) =>
    (await here.database.pool.query<{ text: string }>(sql)).rows.map(({ text }) => text).sort();
  const all = (text: string) => Array.from({ length: writes }, (_, index) => `${text} ${index}`).sort();
  expect(await texts('select body as text from review_comments')).toEqual(all('comment'));
  expect(
    await texts('select callback_outcome_summary as text from calls where resolve_date is not null'),
  ).toEqual(all('result'));
  expect(await texts('select friendly_name as text from tracking_lines')).toEqual([`name ${writes - 1}`]);
}

test('one of two processes is killed: no acknowledged write is lost, reads go on, and the other takes over', async () => {
  await addOffices();
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const wanted = { name: 'feed', system: 'feed', scopes: ['ingest:calls'] };
  const { key } = await makeApiKey(here.database.kysely, wanted, systemClock.now());
  const { balancer, processes } = await startWebProcesses(here, 2, { SMTP_URL: sink.url });
  const [killed, other] = processes;
  if (!killed || !other) throw new Error('There are two processes.');
  const clients = new Clients(balancer.url, key);
  await clients.signIn();
  const streams = [await clients.watch(), await clients.watch()];
  expect(new Set(streams.map(({ port }) => port))).toEqual(new Set([killed.port, other.port]));
  const begun = async () => (await write('select 1 from alert_progress')).rowCount;
  await expect.poll(begun, { timeout: 30_000 }).toBe(3);
  await clients.ingest({ id: 'before', account_id: 'own', call_answered_by: 'No Answer' });

  const letGo = await holdImport(clients, killed.url);
  await useIt(clients, (acknowledged) => {
    if (acknowledged === writesBefore) killed.program.child.kill('SIGKILL');
  });
  expect(await killed.program.ended).toBe('SIGKILL');
  await expectWrites();

  await letGo();
  expect(await clients.ingest({ id: 'held-1', account_id: 'held' })).toMatchObject({ added: 1 });

  await streams.find(({ port }) => port === killed.port)?.ended;
  const again = await clients.watch();
  expect(again.port).toBe(other.port);
  await clients.ingest({ id: 'after', account_id: 'branch', call_answered_by: 'No Answer' });
  await clients.ingest({ id: 'live', account_id: 'own' });
  await expect.poll(again.events).toContain('"data":true');

  const mailed = () => [...new Set(sink.received.map(({ to }) => to))].sort();
  await expect.poll(mailed, { timeout: 60_000 }).toEqual(['bert@people.test', 'olga@people.test']);
}, 120_000);
