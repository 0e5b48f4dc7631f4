import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { sampleCommand } from '@mailcall/contract/ingest-samples.ts';
import { feedFileNames, portalFileNames } from '@mailcall/contract/rules/api-key-scopes.ts';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { feedFiles } from '../server/features/ingest/feed-files.ts';
import { portalFiles } from '../server/features/ingest/index.ts';
import { WebhookSender } from '../server/features/data-out/index.ts';
import { openNotifications } from '../server/platform/notifications.ts';
import { publishChanges } from '../server/features/changes/index.ts';
import { root } from './support/imports.ts';
import { commandsInProcess, shellBlocks, shellOf } from './support/page-commands.ts';
import { addPerson, bearer, signInAs, testApp } from './support/test-app.ts';

const here = testApp();
const page = await readFile(join(root, 'docs/reference/ingest.md'), 'utf8');
const twilio = await readFile(join(root, 'docs/connect/twilio.md'), 'utf8');
const dataOut = await readFile(join(root, 'docs/reference/data-out.md'), 'utf8');

const samples = feedFileNames.map((file) => sampleCommand(file, 'http://localhost:3000'));

beforeAll(() => here.app.http.listen({ host: '127.0.0.1', port: 0 }));

test('the samples and the commands of docs/reference/ingest.md and docs/connect/twilio.md work word by word', async () => {
  const run = await shellOf(here, { 'npm run --silent cli --': await commandsInProcess(here) });
  const [key = '', rows = '', ...others] = shellBlocks(page);
  const printed = await run([
    key,
    ...samples.map((sample) => `${sample}\n`),
    rows,
    ...others,
    ...shellBlocks(twilio),
  ]);
  const lines = printed.trim().split('\n');
  const answers = lines
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { status: string; data: Record<string, unknown> });
  expect(answers.every(({ status }) => status === 'success')).toBe(true);
  const reports = answers.slice(0, feedFileNames.length).map(({ data }) => data);
  expect(reports.map(({ file, added, rejected }) => [file, added, rejected])).toEqual(
    feedFileNames.map((file) => [file, 1, 0]),
  );
  expect(answers.slice(feedFileNames.length)).toMatchObject([
    { data: { file: 'accounts', unchanged: 1 } },
    { data: { file: 'contacts', unchanged: 1 } },
    { data: { file: 'tracking-lines', unchanged: 1 } },
    { data: { file: 'calls', unchanged: 1 } },
    { data: { callId: 'K-1', changed: true } },
    { data: { path: 'images/spring.png' } },
    { data: { records: [] } },
  ]);
  expect(lines.at(-1)).toMatch(/^http:\/\/mailcall\.test\/api\/ingest\/v1\/twilio\/[\w-]{36}\/status$/);
  expect(here.logged.join('\n')).not.toContain('mck_');
});

test('the commands of docs/reference/data-out.md work word by word, in their order', async () => {
  const received: { headers: IncomingHttpHeaders; row: unknown }[] = [];
  const receiver = createServer((request, response) => {
    void json(request).then((message) => {
      received.push({ headers: request.headers, row: (message as { row: unknown }).row });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/mailcall`;
  const run = await shellOf(here, {
    'https://crm.example.com/mailcall': address,
    'npm run --silent cli --': await commandsInProcess(here),
  });
  const log = here.app.http.log as never;
  const sender = new WebhookSender({
    ...here,
    log,
    notifications: openNotifications(here.database.pool, log),
  });
  await addPerson(here.database, { id: 'kim', accounts: ['A-101'] });
  const headers = bearer(await signInAs(here, 'kim@people.test'));
  const rename = async (friendlyName: string) => {
    const payload = { id: 'L-1', friendlyName };
    const url = '/api/data/tracking-lines';
    expect((await here.app.http.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200);
    await publishChanges(here.database);
  };
  const line = (name: string) => ({ id: 'L-1', account_id: 'A-101', friendly_name: name });
  const blocks = shellBlocks(dataOut);

  await rename('Front window');
  const printed = await run([...blocks.slice(0, -1), 'npm run --silent cli -- webhooks list\n']);
  const rows = printed
    .split('\n')
    .filter((text) => text.startsWith('{"file"') || text.startsWith('{"cursor"'));
  expect(rows.map((text) => JSON.parse(text) as unknown)).toEqual([
    { file: 'tracking-lines', row: line('Front window') },
    { cursor: expect.any(String), more: false },
    { cursor: expect.any(String), more: false },
  ]);
  expect(printed).toContain(`  ${address}  A-101  campaigns,tracking-lines  0 waiting`);

  await rename('Back window');
  await sender.send();
  const last = await run(blocks.slice(-1));
  expect(last).toMatch(/A-101 {2}tracking-lines L-1 {2}attempt 1 {2}delivered/);
  expect(last).toContain('The webhook goes on in 0 accounts.');
  expect(received.map(({ row }) => row)).toEqual([line('Back window')]);
});

test('the rows of the page are samples of the API description', () => {
  const [, rows = ''] = shellBlocks(page);
  expect(samples).toEqual(expect.arrayContaining(rows.trim().split('\n\n')));
});

test.each(feedFileNames)('the API description has the command for %s', async (file) => {
  const description = (await here.app.http.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, { post?: { 'x-codeSamples': { label: string; source: string }[] } }>;
  }>();
  expect(description.paths['/api/ingest/v1/{file}']?.post?.['x-codeSamples']).toContainEqual({
    lang: 'Shell',
    label: file,
    source: sampleCommand(file, here.environment.publicUrl),
  });
});

test('the contract has the files of the import, in the same order', () => {
  expect(feedFiles.map(({ name }) => name)).toEqual([...feedFileNames]);
  expect(portalFiles.map(({ name }) => name)).toEqual([...portalFileNames]);
});
