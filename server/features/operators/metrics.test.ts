import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../../../tests/support/imports.ts';
import { startServer, type TestServer } from '../../../tests/support/start-server.ts';
import { addAccounts, addPerson, bearer, signInAs } from '../../../tests/support/test-app.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import { processMetrics } from '../../platform/process-metrics.ts';
import { startWork } from '../../work.ts';
import { makeApiKey } from '../identity/index.ts';
import { serveMetrics } from './serve-metrics.ts';
import { RecordMetrics } from './record-metrics.ts';

const token = 'a-token-of-this-test';
let server: TestServer;
let work: Awaited<ReturnType<typeof startWork>>;
let metrics: { url: string; close(): Promise<void> } | null;

const read = (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(metrics?.url ?? '', { headers });

async function samples(): Promise<Map<string, number>> {
  const lines = (await (await read()).text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const servedNames = async () =>
  new Set([...(await (await read()).text()).matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));

beforeAll(async () => {
  // other tests of this process were counted too
  processMetrics.resetMetrics();
  server = await startServer({
    environment: { metricsPort: 0, metricsToken: token, smsUrl: 'http://127.0.0.1:1/' },
  });
  work = await startWork(server);
  metrics = await serveMetrics({ ...server, warnings: async () => ['One.', 'Two.'] });
});
afterAll(async () => {
  await metrics?.close();
  await work.stop();
  await server.close();
});

test('only who has the token reads them, and only there', async () => {
  expect((await read({})).status).toBe(401);
  expect((await read({ authorization: 'Bearer another' })).status).toBe(401);
  expect((await fetch(`${new URL(metrics?.url ?? '').origin}/health`)).status).toBe(404);
  expect((await server.http.inject({ url: '/metrics' })).body).not.toContain('mailcall_');
  expect(
    await serveMetrics({ ...server, environment: { ...server.environment, metricsPort: undefined } }),
  ).toBe(null);
});

test('requests, rows, jobs and runs of commands are counted', async () => {
  await addAccounts(server.database, [{ id: 'office' }]);
  await addPerson(server.database, { id: 'ann', accounts: ['office'], phone: '+12025550101' });
  const headers = bearer(await signInAs({ app: server }, 'ann@people.test'));
  await server.http.inject({ url: '/api/data/call-summary-count?accountIds[]=office', headers });
  await server.http.inject({ url: '/api/data/calls/ann@people.test', headers });
  const wanted = { name: 'Calls', system: 'telephony', scopes: ['ingest:calls'] };
  const { key } = await makeApiKey(server.database.kysely, wanted, server.clock.now());
  const ingested = await server.http.inject({
    method: 'POST',
    url: '/api/ingest/v1/calls',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    payload: '{"id":"C-1","account_id":"office","call_date_time":"2024-05-16T10:00:00Z"}\n{"id":"C-2"}\n',
  });
  expect(ingested.statusCode).toBe(200);
  // a job that fails and waits for its next attempt
  await server.http.inject({
    method: 'POST',
    url: '/api/identity/passwordless/start',
    payload: { connection: 'sms', phoneNumber: '202-555-0101' },
  });
  const startedAt = new Date(server.clock.now().getTime() - 90_000);
  await recordCommandRun(
    { database: server.database.kysely, clock: server.clock },
    { command: 'import', startedAt, counts: { added: 3, rejected: 1 } },
  );

  await vi.waitFor(async () => {
    const found = await samples();
    const failed = 'mailcall_job_duration_seconds_count{task="send message",result="failed"}';
    expect(found.get(failed)).toBeGreaterThan(0);
    // it is counted as failed a moment before it waits again
    expect(found.get('mailcall_jobs{task="send message",state="waiting"}')).toBe(1);
  }, 20_000);
  const found = await samples();
  const route = 'method="GET",route="/api/data/call-summary-count",status="2xx"';
  expect(found.get(`mailcall_http_request_duration_seconds_count{${route}}`)).toBe(1);
  for (const [sample, value] of [
    ['mailcall_ingest_rows_total{file="calls",result="added"}', 1],
    ['mailcall_ingest_rows_total{file="calls",result="rejected"}', 1],
    ['mailcall_ingest_duration_seconds_count{result="succeeded"}', 1],
    ['mailcall_outbox_messages{channel="sms",state="waiting"}', 1],
    ['mailcall_command_last_duration_seconds{command="import"}', 90],
    ['mailcall_import_last_rows{result="added"}', 3],
    ['mailcall_health_warnings', 2],
    ['mailcall_database_up', 1],
  ] as const)
    expect([sample, found.get(sample)]).toEqual([sample, value]);
  expect(found.get('mailcall_database_connections_max')).toBeGreaterThan(0);
  const text = await (await read()).text();
  expect(['ann@', 'C-1', '2025550101'].filter((value) => text.includes(value))).toEqual([]);
});

test('who asks while they are read again gets all of them', async () => {
  const record = new RecordMetrics();
  await record.read(server.database.kysely, server.clock);
  const before = await record.registry.metrics();
  const reading = record.read(server.database.kysely, server.clock);
  expect(await record.registry.metrics()).toBe(before);
  await reading;
});

const readAll = (...paths: string[]) => Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));

test('the page lists each metric with its labels, and the dashboard and the rules use no other', async () => {
  const served = await servedNames();
  const [page = '', rules = ''] = await readAll('docs/reference/metrics.md', 'deploy/prometheus-rules.yml');
  const own = [...served]
    .filter((name) => name.startsWith('mailcall_'))
    .toSorted((one, other) => one.localeCompare(other));
  const listed = [...page.matchAll(/^\| `(mailcall_\w+)` \| (.*?) \|/gm)];
  expect(listed.map(([, name = '']) => name).toSorted((one, other) => one.localeCompare(other))).toEqual(own);
  const used = new Set<string>();
  for (const sample of (await samples()).keys()) {
    const [, name = '', labels = ''] =
      /^(mailcall_\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})?$/.exec(sample) ?? [];
    const documented = listed.find(([, found]) => found === name)?.[2] ?? '';
    for (const [, label = ''] of labels.matchAll(/(\w+)=/g))
      if (label !== 'le' && name !== '' && !documented.includes(`\`${label}\``)) used.add(`${name} ${label}`);
  }
  expect([...used]).toEqual([]);
  const dashboard = JSON.parse((await readAll('deploy/grafana-dashboard.json'))[0] ?? '') as {
    panels: { targets?: { expr: string }[] }[];
  };
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(20);
  const named = [
    ...queries.join('\n').matchAll(/\b(?:mailcall|nodejs|process)_\w+/g),
    ...rules.matchAll(/\bmailcall_\w+/g),
  ];
  const unknown = named
    .map(([name]) => name)
    .filter((name) => !served.has(name) && !served.has(name.replace(/_(bucket|sum|count)$/, '')));
  expect([...new Set(unknown)]).toEqual([]);
});
