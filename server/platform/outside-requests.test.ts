import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { connectionProblem, RefusedConnection } from './connection-problem.ts';
import {
  isPublicAddress,
  outsideProblem,
  outsideSetting,
  publicLookup,
  readAnswer,
  requestOutside,
} from './outside-requests.ts';

test.each([
  ['93.184.215.14', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:169.254.169.254', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['mail.example.com', false],
])('%s is on the internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test.each<[string, string | null]>([
  ['https://api.example.com/calls', null],
  ['http://10.0.0.7:8080/calls', null],
  ['ftp://10.0.0.7:8080/calls', 'Use an https address.'],
  ['http://10.0.0.7:8081/calls', 'Use an https address.'],
  ['http://api.example.com/calls', 'Use an https address.'],
  ['https://10.0.0.7/calls', 'The address is in a private network.'],
  ['https://[::ffff:a00:7]/', 'The address is in a private network.'],
  ['https://167772167/', 'The address is in a private network.'],
  ['https://ann:secret@api.example.com/', 'Use an address without a user and password.'],
])('%s can be requested unless: %s', (address, problem) => {
  expect(outsideProblem(new URL(address), ['http://10.0.0.7:8080'])).toBe(problem);
});

test('refuses a name that resolves to a private network when it is used', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
    expect(error).toEqual(new RefusedConnection('The host name of the address leads to a private network.'));
  }
});

const received: string[] = [];
const server = createServer((request, response) => {
  received.push(`${request.method} ${request.url}`);
  if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
  else if (request.url === '/large') response.end(Buffer.alloc(1024 * 1024 + 1));
  // begins, and never ends
  else response.write('begin');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close().closeAllConnections());
const ask = (path: string, { body, time = 5_000 }: { body?: string; time?: number } = {}) =>
  requestOutside({
    url: new URL(path, origin),
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(time),
    namedOrigins: [origin],
  });

test('follows no redirect, whether it gets or posts', async () => {
  received.length = 0;
  for (const body of [undefined, 'posted']) {
    const answer = await ask('/moved', { ...(body && { body }) });
    expect(answer.statusCode).toBe(302);
    answer.destroy();
  }
  expect(received).toEqual(['GET /moved', 'POST /moved']);
});

test('reads no answer beyond its size limit, and none beyond its time limit', async () => {
  const problemOf = async (path: string, time?: number) =>
    readAnswer(await ask(path, { ...(time && { time }) }), 1024 * 1024).then(String, connectionProblem);
  expect(await problemOf('/large')).toBe('The answer is larger than 1 MB.');
  expect(await problemOf('/slow', 200)).toBe('The address breaks the connection off.');
});

test('sends the user and password of a setting as authorization, and not in the address', () => {
  expect(outsideSetting('http://ann:pass%20word@10.0.0.7:8080/send')).toEqual({
    url: new URL('http://10.0.0.7:8080/send'),
    headers: { authorization: `Basic ${Buffer.from('ann:pass word').toString('base64')}` },
    namedOrigins: ['http://10.0.0.7:8080'],
  });
  expect(outsideSetting('https://sms.example.com/send').headers).toEqual({});
});
