import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from './support/imports.ts';
import { commandsInProcess, shellBlocks, shellOf } from './support/page-commands.ts';
import { testApp } from './support/test-app.ts';

const here = testApp();
const page = await readFile(join(root, 'docs/start/your-own-data.md'), 'utf8');

beforeAll(() => here.app.http.listen({ host: '127.0.0.1', port: 0 }));

test('the commands of docs/start/your-own-data.md work word by word, in their order', async () => {
  const run = await shellOf(here, {
    'npm run --silent cli --': await commandsInProcess(here),
    '../my-data': 'my-data',
    ' connectors/': ` ${root}/connectors/`,
  });
  const blocks = shellBlocks(page).filter((block) => !/npm start|export DATA_DIR/.test(block));
  const printed = await run(blocks);
  expect(printed).toContain('Imported 6 rows of 6');
  expect(printed).toContain('http://mailcall.test/setup?email=ann%40mapleton.example');
  expect(printed).toContain('Imported 11 rows of 11');
  expect(printed).not.toContain('rejected:');
  const { rows } = await here.database.pool.query(
    `select account_id from contact_accounts where contact_id = 'U-1' order by account_id`,
  );
  expect(rows).toEqual([
    { account_id: 'A-1' },
    { account_id: 'callrail:COM8154748ae6bd4e278a7cddd38a662f4f' },
  ]);
});
