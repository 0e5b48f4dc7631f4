import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { allRoutes } from '@mailcall/contract/api.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../server/app.ts';
import { restoreBackup } from '../server/features/backup/index.ts';
import { fixedClock } from '../server/platform/clock.ts';
import { openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { serviceBase } from '../server/platform/http/serve.ts';
import { createLog } from '../server/platform/log.ts';
import {
  migrate,
  migrateLike,
  migrationsFolder,
  pendingMigrations,
  readMigrations,
} from '../server/platform/migrate.ts';
import { administrator, databaseOwner } from '../server/platform/postgres/index.ts';
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
  const { rows: scored } = await database.pool.query(
    'select distinct score_source as source from calls where answered_by is not null',
  );
  expect(scored).toEqual([{ source: 'feed' }]);

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
  // 400: a route of fields, shapes or designs by their names or ids; 404: a page of the provider’s people, of whom this person is not
  const expected = (path: string) => (/^\/(operate|provider|scoring)\b/.test(path) ? [404] : [200, 400]);
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

test('scores from a connection or Twilio get the source telephone system, all others the feed', async () => {
  const { socketFolder, port } = inject('testServer');
  const name = `test_${process.pid}_scores_before`;
  const owner = administrator({ socketFolder, port });
  await owner.connect();
  await owner.query(`create database ${name} owner ${databaseOwner}`);
  const pool = new pg.Pool({ host: socketFolder, port, user: databaseOwner, database: name, max: 2 });
  // the database is dropped under its connections
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  onTestFinished(async () => {
    await pool.end();
    await owner.query(`drop database ${name} with (force)`).finally(() => owner.end());
  });
  const migrations = await readMigrations(migrationsFolder);
  await migrateLike(
    pool,
    migrations.slice(
      0,
      migrations.findIndex((migration) => migration.name.endsWith('_call_scores.sql')),
    ),
  );
  await pool.query(`
    insert into connections (name, kind, created_at) values ('rail', 'callrail', now()), ('printer', 'lob', now());
    insert into connection_calls (connection, call_id, state, received_at) values
      ('rail', 'CAL1', 'imported', now()), ('rail', 'CAL9', 'parked', now());
    insert into twilio_calls (call_sid, webhook_id, received_at) values ('CA0000001', gen_random_uuid(), now());
    insert into calls (account_id, id, call_date_time, answered_by, highlights, follow_up_opportunity) values
      ('A1', 'CA0000001', now(), 3, null, false),
      ('A1', 'callrail:CAL0', now(), 4, null, false),
      ('A1', 'own:CAL1', now(), 4, null, false),
      ('A1', 'CAL9', now(), 1, null, false),
      ('A1', 'K1', now(), null, 'Asked', false),
      ('A1', 'K2', now(), null, null, true),
      ('A1', 'K3', now(), null, null, false),
      ('A1', 'K4', now(), null, null, false),
      ('A1', 'lob:1', now(), 1, null, false),
      ('A1', 'callrail:CAL2', now(), null, null, false);
    insert into inquiries (account_id, id, call_id, kind, item_id, item_name, deleted) values
      ('A1', 'I1', 'K3', 'offer', 'O1', 'Whitening', false), ('A1', 'I2', 'K4', 'offer', 'O1', 'Whitening', true),
      ('A1', 'I3', 'callrail:CAL0', 'offer', 'O1', 'Whitening', false)`);
  await migrate(pool);
  const { rows } = await pool.query<{ id: string; source: string | null }>(
    'select id, score_source as source from calls',
  );
  expect(Object.fromEntries(rows.map(({ id, source }) => [id, source]))).toEqual({
    CA0000001: 'telephony',
    'callrail:CAL0': 'telephony',
    'own:CAL1': 'telephony',
    CAL9: 'feed',
    K1: 'feed',
    K2: 'feed',
    K3: 'feed',
    K4: null,
    'lob:1': 'feed',
    'callrail:CAL2': null,
  });
  const { rows: inquiries } = await pool.query(
    'select id, source, removed, deleted from inquiries order by id',
  );
  expect(inquiries).toEqual([
    { id: 'I1', source: 'feed', removed: false, deleted: false },
    { id: 'I2', source: 'feed', removed: true, deleted: true },
    { id: 'I3', source: 'telephony', removed: false, deleted: false },
  ]);
});
