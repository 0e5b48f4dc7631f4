import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import type { Design } from '@mailcall/contract/designs.ts';
import type { Export } from '@mailcall/contract/exports.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../tests/support/imports.ts';
import { type S3Server, startS3Server } from '../tests/support/s3-server.ts';
import { startServer, type TestServer } from '../tests/support/start-server.ts';
import { addPerson, bearer, signInAs } from '../tests/support/test-app.ts';
import { importFolder } from './features/ingest/index.ts';
import { folderFileStore } from './platform/folder-files.ts';
import { serviceBase } from './platform/http/serve.ts';
import { startWork } from './work.ts';

const example = join(root, 'docs/reference/import-example');
const pdfPage = /images\/spring-2\.pdf#page=\d/g;

let bucket: S3Server;
let server: TestServer;
let token = '';
const logged: string[] = [];

beforeAll(async () => {
  bucket = await startS3Server();
  server = await startServer({
    startTime: '2026-03-11T15:00:00Z',
    environment: { files: bucket.setting },
    log: (line) => void logged.push(line),
  });
  const feed = join(server.environment.dataFolder, 'feed');
  await cp(example, feed, { recursive: true });
  // no PDF: drawing its pages takes seconds and shows nothing more about the bucket
  for (const name of ['design-versions.csv', 'campaigns.csv']) {
    const rows = await readFile(join(example, name), 'utf8');
    await writeFile(join(feed, name), rows.replaceAll(pdfPage, 'images/spring-front-1.png'));
  }
  await importFolder(server.database, feed, { files: server.files });
  await addPerson(server.database, { id: 'olga', accounts: ['A-101'] });
  token = await signInAs({ app: server }, 'olga@people.test');
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

const load = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${serviceBase.data}${path}`, { headers, redirect: 'error' });
const send = async <Data>(path: string, payload?: object) => {
  const answer = await fetch(`${server.url}${serviceBase.data}${path}`, {
    method: payload ? 'POST' : 'GET',
    headers: { ...bearer(token), ...(payload && { 'content-type': 'application/json' }) },
    ...(payload && { body: JSON.stringify(payload) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { data: Data };
};
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

const placesAndKeys = () => {
  const { bucket: name, prefix, endpoint = '', accessKeyId, secretAccessKey } = bucket.setting;
  const hidden = [name, prefix, new URL(endpoint).host, accessKeyId, secretAccessKey];
  return new RegExp(
    [...hidden, 'recordings/[0-9a-f]{2}/', 'images/[0-9a-f]{2}/', '\\.wav', '\\.webp'].join('|'),
  );
};
const playing = async () => (await send<{ url: string }>('/calls/K-1/recording')).data.url;

test('plays an imported recording from the bucket, completely and in ranges', async () => {
  const original = await readFile(join(example, 'audio/k-1.wav'));
  const url = await playing();
  expect(url).not.toMatch(placesAndKeys());
  const whole = await load(url);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  expect((await bytesOf(whole)).equals(original)).toBe(true);

  const { length } = original;
  for (const [range, from, until] of [
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    [`bytes=${length - 10}-`, length - 10, length],
    ['bytes=-7', length - 7, length],
  ] as const) {
    const part = await load(url, { range });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${from}-${until - 1}/${length}`,
    ]);
    expect((await bytesOf(part)).equals(original.subarray(from, until))).toBe(true);
  }
  const beyond = await load(url, { range: `bytes=${length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${length}`]);
  const etag = whole.headers.get('etag') ?? '';
  expect((await load(url, { range: 'bytes=1-', 'if-range': etag })).status).toBe(206);
});

test('serves the pictures of an imported design from the bucket, and makes its PDF of them', async () => {
  const { data } = await send<{ records: Design[] }>('/designs?ids=D-1');
  expect(JSON.stringify(data)).not.toMatch(placesAndKeys());
  const design = data.records[0];
  const faces = [design?.currentVersion?.front, design?.previousVersions[0]?.front];
  for (const address of faces.flatMap((face) => [face?.url, face?.thumbnailUrl])) {
    const answer = await load(address ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const content = await bytesOf(answer);
    expect(answer.headers.get('content-length')).toBe(String(content.length));
    expect((await sharp(content).metadata()).format).toBe('webp');
  }
  const pdf = await fetch(`${server.url}${serviceBase.data}/designs/D-1/pdf`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: '{}',
  });
  expect((await bytesOf(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('writes a large export to the bucket and downloads it from there', async () => {
  const asked = await send<{ export: Export }>('/calls/request-large-export', {
    accountIds: ['A-101'],
    filters: { outcome: ['all calls'] },
    acceptedTerms: true,
    authorizedReceiver: true,
  });
  const { id } = asked.data.export;
  const work = await startWork(server);
  const stateOf = async () =>
    (await send<{ records: Export[] }>('/calls/exports')).data.records.find((one) => one.id === id)?.state;
  await vi
    .waitFor(async () => expect(await stateOf()).toBe('ready'), { timeout: 60_000, interval: 50 })
    .finally(() => work.stop());
  const { data } = await send<{ slt: string }>(`/calls/exports/${id}/file`, {});
  const answer = await load(`/calls/exports/file.xlsx?slt=${data.slt}`);
  const file = await bytesOf(answer);
  expect(answer.headers.get('content-length')).toBe(String(file.length));
  const [calls] = (await readXlsx(file)).sheets;
  expect(calls?.rows.slice(1).map((row) => row.at(-1))).toEqual(['K-2', 'K-1']);
  const kept = await buffer(server.files.createReadStream(`exports/${id}.xlsx`));
  expect(kept.equals(file)).toBe(true);
});

test('stores all files in the bucket and none in the folder', async () => {
  const folder = folderFileStore(join(server.environment.dataFolder, 'files'));
  const { rows } = await server.database.pool.query<{ key: string }>(
    `select key as key from recordings union all
     select unnest(array[original_key, preview_key, thumbnail_key]) from images`,
  );
  expect(rows.length).toBe(4);
  for (const { key } of rows) {
    expect((await server.files.stat(key))?.bytes).toBeGreaterThan(0);
    expect(await folder.stat(key)).toBeNull();
  }
});

test('answers an error while the bucket refuses, and logs the reason without keys', async () => {
  const url = await playing();
  bucket.refuses = () => true;
  const answer = await load(url, { range: 'bytes=0-9' });
  bucket.refuses = undefined;
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toMatch(placesAndKeys());
  expect((await load(url, { range: 'bytes=0-9' })).status).toBe(206);
  const lines = logged.join('');
  expect(lines).toContain('"level":50');
  const { accessKeyId, secretAccessKey } = bucket.setting;
  for (const secret of [accessKeyId, secretAccessKey]) expect(lines).not.toContain(secret);
});
