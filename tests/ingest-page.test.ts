import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sampleCommand } from '@mailcall/contract/ingest-samples.ts';
import { feedFileNames, portalFileNames } from '@mailcall/contract/rules/api-key-scopes.ts';
import { expect, onTestFinished, test } from 'vitest';
import { feedFiles } from '../server/features/ingest/feed-files.ts';
import { portalFiles } from '../server/features/ingest/index.ts';
import { root } from './support/imports.ts';
import { testApp } from './support/test-app.ts';

const here = testApp();
const page = await readFile(join(root, 'docs/operate/ingest.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = '']) => text).join('\n');

test('the commands of docs/operate/ingest.md work word by word, in their order', async () => {
  await here.app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = here.app.http.server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n"\n');
  const { host, port: databasePort, user, database } = here.database.pool.options;
  const script = commands
    .replaceAll('http://localhost:3000', `http://127.0.0.1:${port}`)
    .replaceAll('npm run --silent cli --', `'${process.execPath}' server/cli.ts`);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      CURL_HOME: folder,
      DATA_DIR: here.environment.dataFolder,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host ?? '')}:${databasePort}/${database}`,
      PUBLIC_URL: here.environment.publicUrl,
      TWILIO_AUTH_TOKEN: 'fedcba98765432100123456789abcdef',
    },
  });
  const lines = stdout.trim().split('\n');
  const answers = lines
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { status: string; data: Record<string, unknown> });
  expect(answers.every(({ status }) => status === 'success')).toBe(true);
  const reports = answers.slice(0, feedFileNames.length).map(({ data }) => data);
  expect(reports.map(({ file, added, rejected }) => [file, added, rejected])).toEqual(
    feedFileNames.map((file) => [file, 1, 0]),
  );
  expect(answers.slice(feedFileNames.length)).toMatchObject([
    { data: { callId: 'K-1', changed: true } },
    { data: { path: 'images/spring.png' } },
    { data: { records: [] } },
  ]);
  expect(lines.at(-1)).toMatch(/^http:\/\/mailcall\.test\/api\/ingest\/v1\/twilio\/[\w-]{36}\/status$/);
  expect(here.logged.join('\n')).not.toContain('mck_');
});

test.each(feedFileNames)('the page and the API description have the command for %s', async (file) => {
  expect(page).toContain(sampleCommand(file, 'http://localhost:3000'));
  const description = (await here.app.http.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, { post?: { 'x-codeSamples': { label: string; source: string }[] } }>;
  }>();
  expect(description.paths['/api/ingest/v1/{file}']?.post?.['x-codeSamples']).toContainEqual({
    lang: 'Shell',
    label: file,
    source: sampleCommand(file, here.environment.publicUrl),
  });
});

test('the files of the contract are those of the import, in the same order', () => {
  expect(feedFiles.map(({ name }) => name)).toEqual([...feedFileNames]);
  expect(portalFiles.map(({ name }) => name)).toEqual([...portalFileNames]);
});
