import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type ConnectionFetch, requestFile } from './request-file.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const answers = new Map<string, Answer>();
const asked: [host: string, path: string, secret: string | undefined][] = [];
const server = (host: string) =>
  createServer((request, response) => {
    asked.push([host, request.url ?? '', request.headers.authorization]);
    const answer = answers.get(`${host} ${request.url}`);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
const servers = [server('api'), server('files'), server('inner')] as const;
const [api = '', files = '', inner = ''] = await Promise.all(
  servers.map(
    (one) =>
      new Promise<string>((resolve) => {
        one.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(one.address() as AddressInfo).port}`));
      }),
  ),
);
afterAll(() => servers.forEach((one) => one.close()));

beforeEach(() => {
  answers.clear();
  asked.length = 0;
});

const connection: ConnectionFetch = {
  headersFor: (address) => (address.origin === api ? { authorization: 'the secret' } : null),
  // only tests have files on this machine
  namedOrigins: [api, files],
};
const get = (address: string, origins = [api, files]) =>
  requestFile(new URL(address), { origins, connection, signal: AbortSignal.timeout(5_000) });
const redirect =
  (location: string): Answer =>
  (_, response) =>
    response.writeHead(302, { location }).end();
const sound: Answer = (_, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound');

test('sends the secret with the first request only, and follows redirects to allowed origins', async () => {
  answers.set('api /recording', redirect('/signed'));
  answers.set('api /signed', redirect(`${files}/a.mp3`));
  answers.set('files /a.mp3', sound);
  expect(await text(await get(`${api}/recording`))).toBe('sound');
  expect(asked).toEqual([
    ['api', '/recording', 'the secret'],
    ['api', '/signed', undefined],
    ['files', '/a.mp3', undefined],
  ]);
});

test('follows an answer of the API that says where the recording is', async () => {
  answers.set('api /recording.json', (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ url: `${files}/a.mp3` })),
  );
  answers.set('files /a.mp3', sound);
  expect(await text(await get(`${api}/recording.json`))).toBe('sound');
  expect(asked.at(-1)).toEqual(['files', '/a.mp3', undefined]);
});

test.each([
  ['another origin', () => redirect(`${inner}/admin`), 'redirects to one from which nothing is fetched'],
  [
    'a file of the machine',
    () => redirect('file:///etc/passwd'),
    'redirects to one from which nothing is fetched.',
  ],
  ['itself', () => redirect('/recording'), 'redirects too often'],
  [
    'another origin by its answer',
    (): Answer => (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: `${inner}/admin` })),
    'redirects to one from which nothing is fetched',
  ],
  [
    'a page without an address',
    (): Answer => (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    'answers with a page instead of a file',
  ],
])('follows nothing to %s', async (_, answer, message) => {
  answers.set('api /recording', answer());
  await expect(get(`${api}/recording`)).rejects.toThrow(message);
  expect(asked.filter(([host]) => host === 'inner')).toEqual([]);
});

test('asks nothing without TLS, or in a private network, even if its origin is allowed', async () => {
  answers.set('inner /a.mp3', sound);
  for (const address of [`${inner}/a.mp3`, 'https://10.0.0.1/a.mp3', 'https://localhost:1/a.mp3'])
    await expect(get(address, [new URL(address).origin]), address).rejects.toMatchObject({ name: 'Error' });
  expect(asked).toEqual([]);
});
