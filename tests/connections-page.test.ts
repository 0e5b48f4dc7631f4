import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { callRailSignature } from '../server/features/connectors/callrail/calls.ts';
import { addConnection, findConnection, park } from '../server/features/connectors/index.ts';
import { root } from './support/imports.ts';
import { commandsInProcess, shellBlocks, shellOf } from './support/page-commands.ts';
import { addAccounts, testApp } from './support/test-app.ts';

const here = testApp();
const page = await readFile(join(root, 'docs/connect/connections.md'), 'utf8');
const section = page.slice(0, page.indexOf('\n## Read calls from the API\n'));
const [setUp = '', ...later] = shellBlocks(section);

beforeAll(async () => {
  await here.app.http.listen({ host: '127.0.0.1', port: 0 });
  await addAccounts(here.database, [{ id: 'A-1', name: 'Boulder' }]);
  await here.database.pool.query(
    `insert into tracking_lines (account_id, id, number, status) values ('A-1', 'L-1', '+13035550101', 'Active')`,
  );
});

test('the commands of the connections in docs/connect/connections.md work word by word, in their order', async () => {
  // one that reads a secret and one that reads a file of the folder are programs
  const inProcess = await commandsInProcess(here);
  const program = `'${process.execPath}' '${root}/server/cli.ts'`;
  const asPrograms = ['connections add', 'connections map callrail-boulder --file'];
  const run = await shellOf(here, {
    'npm run --silent cli --': inProcess,
    ...Object.fromEntries(asPrograms.map((words) => [`${inProcess} ${words}`, `${program} ${words}`])),
  });
  const added = await run([setUp]);
  const [address = ''] = /http:\S+\/events/.exec(added) ?? [];
  expect(address).toBe('http://mailcall.test/api/ingest/v1/connections/callrail-boulder/events');
  expect(added).toContain('The key of the API of callrail-boulder is stored.');
  expect(added).toContain('A sample event is accepted.');
  expect(added).toContain('It would be parked under +13035550100: it was to a number of no tracking line.');
  expect(added).toMatch(/^callrail-boulder +callrail +webhook, api +all +never +0 +0 +0 +0 +0 +0$/m);
  // the reference in the sample is the one by which a signed event is accepted
  const payload = '{"resource_id":"CAL1","direction":"inbound"}';
  const signature = callRailSignature(Buffer.from(payload), 'signing-key-of-the-company');
  const headers = { 'content-type': 'application/json', signature };
  const url = new URL(address).pathname;
  const answer = await here.app.http.inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode).toBe(200);
  const items = [{ reference: '+17205550123', item: 'CAL2' }];
  await park(here.database.kysely, { connection: 'callrail-boulder', items }, new Date());

  const printed = await run(later);
  expect(printed).toMatch(/^callrail-boulder +\+17205550123 +1 /m);
  expect(printed).toContain('+17205550123 is the tracking line L-1 of A-1. 1 event to work off again.');
  expect(printed).toMatch(/^CAL1 +waiting /m);
  expect(printed).toContain('The ready mapping applies from now on.');
  expect(printed).toContain('2 events to work off again.');
  expect(printed).toContain(
    'The secret of callrail-boulder is stored. What is signed with one before it is not accepted any more.',
  );
  expect(printed).toContain('The connection callrail-boulder is removed.');
  expect((await here.app.http.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(403);
  for (const secret of ['signing-key-of-the-company', 'key-of-the-api'])
    expect(added + printed + here.logged.join('\n')).not.toContain(secret);
  const { rows } = await here.database.pool.query('select from connection_secrets');
  expect(rows).toEqual([]);
});

test.each([
  [
    'connections add other callrail < /dev/null',
    'Give --account with the id of the account, ACC…: the API of CallRail needs it.',
  ],
  [
    'printf NAME-AND-PASSWORD | connections add other informed-visibility',
    'Give the secret as NAME:PASSWORD on standard input, with a colon between both parts.',
  ],
  ['mail-events import usps nowhere.csv', 'nowhere.csv cannot be read (ENOENT).'],
])('%s is refused', async (typed, message) => {
  if (!(await findConnection(here.database.kysely, 'usps')))
    await addConnection(
      here.database.kysely,
      { name: 'usps', kind: 'informed-visibility' },
      here.clock.now(),
    );
  const run = await shellOf(here, { 'npm run --silent cli --': await commandsInProcess(here) });
  const command = typed.replace(/(connections|mail-events)/, 'npm run --silent cli -- $1');
  expect(await run([`{ ${command} 2>&1 && false; } || true`])).toBe(`${message}\n`);
});
