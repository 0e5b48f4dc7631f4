import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../tests/support/start-server.ts';
import { makeApiKey } from './features/identity/index.ts';
import { removeUnfinishedFiles } from './unfinished-files.ts';
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

/** Sends a whole request over the agent's one connection. */
async function send(
  agent: Agent,
  method: string,
  path: string,
  body?: Buffer,
  others: Record<string, string> = {},
): Promise<[number, string]> {
  const sent = request(`${server.url}${path}`, {
    method,
    agent,
    headers: {
      ...headers,
      ...(body && { 'content-type': 'text/csv', 'content-length': body.length }),
      ...others,
    },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return [answer.statusCode ?? 0, await text(answer)];
}

test('a large file that is refused by its beginning gets its answer, and the connection goes on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const workbook = Buffer.alloc(8 * 1024 ** 2);
  workbook.set([0xd0, 0xcf, 0x11, 0xe0]);
  const path = '/api/maps/patient-lists/uploads?accountId=own&fileName=march.csv';
  const [status, refusal] = await send(agent, 'POST', path, workbook);
  expect([status, JSON.parse(refusal)]).toMatchObject([
    422,
    {
      message:
        'This is an Excel 97 workbook, or one with a password. Save it as Excel workbook (.xlsx) without a password, or as CSV UTF-8.',
    },
  ]);
  expect((await send(agent, 'GET', '/health/live'))[0]).toBe(200);
  agent.destroy();
});

test('rows that are too many get their answer, and the connection goes on', async () => {
  const wanted = { name: 'Calls', system: 'telephony', scopes: ['ingest:calls' as const] };
  const { key } = await makeApiKey(server.database.kysely, wanted, server.clock.now());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [status, refusal] = await send(agent, 'POST', '/api/ingest/v1/calls', Buffer.alloc(24 * 1024 ** 2), {
    ...bearer(key),
    'content-type': 'application/x-ndjson',
  });
  expect([status, JSON.parse(refusal)]).toMatchObject([
    413,
    { message: 'The body is larger than 16 MB. Send it in parts.' },
  ]);
  expect((await send(agent, 'GET', '/health/live'))[0]).toBe(200);
  agent.destroy();
});

test('what a killed process left of recordings and pictures is removed a day later', async () => {
  const left: string[] = [];
  for (const segment of ['recordings/3f', 'images/a1/a1b2']) {
    const folder = join(server.environment.dataFolder, 'files', segment);
    await mkdir(folder, { recursive: true });
    left.push(folder);
    for (const [name, hours] of [
      ['.old', 25],
      ['.new', 23],
      ['whole', 25],
    ] as const) {
      const written = new Date(server.clock.now().getTime() - hours * 60 * 60 * 1000);
      await writeFile(join(folder, name), 'half');
      await utimes(join(folder, name), written, written);
    }
  }
  await removeUnfinishedFiles(server);
  for (const folder of left) expect((await readdir(folder)).sort()).toEqual(['.new', 'whole']);
});
