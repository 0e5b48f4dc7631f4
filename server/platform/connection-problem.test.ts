import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { connectionProblem } from './connection-problem.ts';
import { postOutside } from './outside-post.ts';

const listening = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
const [silent, broken, closed] = [
  createServer(() => undefined),
  createServer((request) => request.socket.destroy()),
  createServer(),
];
const [silentAddress, brokenAddress, closedAddress] = [
  await listening(silent),
  await listening(broken),
  await listening(closed),
];
await new Promise((resolve) => closed.close(resolve));
afterAll(() => {
  for (const server of [silent, broken]) server.close().closeAllConnections();
});

test.each([
  [closedAddress, 'The address refuses the connection.'],
  [brokenAddress, 'The address breaks the connection off.'],
  [silentAddress, 'The address does not answer in time.'],
  ['http://no-such-host.invalid', 'The host name of the address cannot be looked up.'],
  [silentAddress.replace('http:', 'https:'), 'The address has no valid TLS certificate or connection.'],
])('says why %s gives no answer, to what fetches and to what posts', async (address, problem) => {
  const timeout = address === silentAddress ? 50 : 5_000;
  const fetched = fetch(address, { signal: AbortSignal.timeout(timeout) });
  expect(await fetched.then(() => 'answers', connectionProblem)).toBe(problem);
  const { origin } = new URL(address);
  const post = { url: address, headers: {}, body: '{}', timeout, privateOrigins: [origin] };
  expect(await postOutside(post)).toEqual({ failure: problem });
});
