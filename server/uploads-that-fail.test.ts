import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../tests/support/start-server.ts';
import { addAccounts, addPerson, bearer, signInAs } from '../tests/support/test-app.ts';

let server: TestServer;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await startServer();
  await addAccounts(server.database, [{ id: 'own' }]);
  await addPerson(server.database, { id: 'olga', accounts: ['own'] });
  headers = bearer(await signInAs({ app: server }, 'olga@people.test'));
});
afterAll(() => server.close());

/** Sends a whole request over the one connection of an agent; returns its status and the text of the answer. */
async function send(agent: Agent, method: string, path: string, body?: Buffer): Promise<[number, string]> {
  const sent = request(`${server.url}${path}`, {
    method,
    agent,
    headers: { ...headers, ...(body && { 'content-type': 'text/csv', 'content-length': body.length }) },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return [answer.statusCode ?? 0, await text(answer)];
}

test('a large file that is refused by its beginning gets its answer, and the connection goes on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const workbook = Buffer.alloc(8 * 1024 ** 2);
  workbook.set([0x50, 0x4b, 3, 4]);
  const path = '/api/maps/patient-lists/uploads?accountId=own&fileName=march.csv';
  const [status, refusal] = await send(agent, 'POST', path, workbook);
  expect([status, JSON.parse(refusal)]).toMatchObject([
    422,
    { message: 'This is an Excel workbook. Save it as CSV (comma delimited), then upload that file.' },
  ]);
  expect((await send(agent, 'GET', '/health/live'))[0]).toBe(200);
  agent.destroy();
});
