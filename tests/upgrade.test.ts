import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { allRoutes } from '@mailcall/contract/api.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../server/app.ts';
import { restoreBackup } from '../server/features/backup/index.ts';
import { fixedClock } from '../server/platform/clock.ts';
import { openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { serviceBase } from '../server/platform/http/serve.ts';
import { createLog } from '../server/platform/log.ts';
import { pendingMigrations } from '../server/platform/migrate.ts';
import { openFiles } from '../server/platform/open-files.ts';
import { root } from './support/imports.ts';
import { temporaryFolder } from './support/programs.ts';
import { bearer, signInAs } from './support/test-app.ts';

/** The example folder of that time, imported by a portal with the migrations to 0012, with a person who had worked in it. */
const backup = join(root, 'tests/backup-of-0012');

const lists = allRoutes.filter(
  ({ method, service, path, replyFormat }) =>
    method === 'GET' &&
    ['data', 'maps'].includes(service) &&
    !path.includes(':') &&
    replyFormat === 'envelope',
);

test('a portal of migration 0012 is migrated to this release, and every list answers', async () => {
  const sizes = (await readdir(backup, { recursive: true })).map((name) => stat(join(backup, name)));
  const bytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeLessThan(200_000);

  const environment = readEnvironment({ DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'silent' });
  const database = await openDatabase(environment);
  onTestFinished(() => database.close());
  const log = createLog(environment);
  const dependencies = {
    environment,
    log,
    database,
    files: await openFiles(environment),
    clock: fixedClock('2026-03-11T15:00:00Z'),
  };
  await restoreBackup({ ...dependencies, stopped: new AbortController().signal }, backup);
  expect(await pendingMigrations(database.pool)).toBe(0);

  const { rows: calls } = await database.pool.query(`
    select calls.local_day = (call_date_time at time zone accounts.time_zone)::date as "isLocal"
    from calls join accounts on accounts.id = calls.account_id`);
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter(({ isLocal }) => !isLocal)).toEqual([]);

  const app = await buildApp(dependencies, { checkReplies: true });
  onTestFinished(() => app.http.close());
  await app.http.ready();
  const token = await signInAs({ app }, 'desk@front-range.example');
  const query = encodeQuery({ accountIds: ['A-101'] });
  const statuses: Record<string, number> = {};
  const answers: Record<string, string> = {};
  for (const { service, path } of lists) {
    const answer = await app.http.inject({
      url: `${serviceBase[service]}${path}?${query}`,
      headers: bearer(token),
    });
    statuses[path] = answer.statusCode;
    answers[path] = answer.body;
  }
  expect(Object.keys(statuses).length).toBeGreaterThan(30);
  // 400: a route of fields, shapes or designs by their names or ids; 404: a page of operators, which this person is not
  const expected = (path: string) => (path.startsWith('/operate/') ? [404] : [200, 400]);
  expect(Object.entries(statuses).filter(([path, status]) => !expected(path).includes(status))).toEqual([]);
  const design = await app.http.inject({
    url: `${serviceBase.data}/designs?ids=D-1`,
    headers: bearer(token),
  });
  expect([design.statusCode, design.body]).toEqual([200, expect.stringContaining('thumbnailUrl')]);
  expect(answers['/calls']).toContain('K-1');
  expect(answers['/tracking-lines/account']).toContain('Front door');
  expect(answers['/mailings']).toContain('"orderNumber":"M-2041"');
});
