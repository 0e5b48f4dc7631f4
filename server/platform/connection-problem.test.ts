import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { connectionProblem } from './connection-problem.ts';
import { requestOutside } from './outside-requests.ts';

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
])('says why %s gives no answer', async (address, problem) => {
  const timeout = address === silentAddress ? 50 : 5_000;
  const url = new URL(address);
  for (const body of [undefined, '{}']) {
    const request = { url, ...(body && { body }), namedOrigins: [url.origin] };
    const asked = requestOutside({ ...request, signal: AbortSignal.timeout(timeout) });
    expect(await asked.then(() => 'answers', connectionProblem)).toBe(problem);
  }
});
