import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp, testNow } from '../../../tests/support/test-app.ts';
import { createLog } from '../../platform/log.ts';
import type { Viewer } from '../identity/index.ts';
import { erasePerson, previewErasure } from '../personal-data/index.ts';
import { type CheckedScope, checkScope, idsOf, recordEngine } from '../scope/index.ts';
import { summaryQuery } from '../scoreboard/queries.ts';
import { openReadModel, type ReadModel } from './index.ts';

const here = testApp({ READ_MODEL: 'duckdb' }, { readModel: { leastCalls: 0 } });
const now = new Date(testNow);

/** A scope of every call of some accounts. */
function scopeOf(accountIds: string[]): Promise<CheckedScope> {
  const viewer = { accountIds: new Set(accountIds) } as unknown as Viewer;
  const filters = { startDate: '2018-01-01', endDate: '2026-12-31' };
  return checkScope(here.database.kysely, viewer, { accountIds, filters }, { now, dayMode: 'utc' });
}

/** An account with one call and a scope of it. */
async function accountWithCall(id: string): Promise<CheckedScope> {
  await here.database.pool.query(`insert into accounts (id, name) values ($1, $1)`, [id]);
  await here.database.pool.query(`insert into account_version (account_id, version) values ($1, 0)`, [id]);
  await addCalls(id, 1);
  return scopeOf([id]);
}

/** Adds calls in one transaction, with the account's next version. */
async function addCalls(accountId: string, count: number): Promise<void> {
  await here.database.pool.query(
    `with raised as (update account_version set version = version + 1 where account_id = $1 returning version)
    insert into calls (account_id, id, call_date_time, version)
    select $1, $1 || '-' || version || '-' || n, '2026-03-01T15:00:00Z', version from raised, generate_series(1, $2) n`,
    [accountId, count],
  );
}

const countCalls = async (readModel: ReadModel, scope: CheckedScope): Promise<number | undefined> =>
  (await readModel.rows(summaryQuery(scope), { accountIds: scope.accountIds }))[0]?.all_calls_count;

/** Opens a read model of its own over the same record; `use` gets a function that opens it once more. */
async function withReadModel(
  use: (
    open: (options?: Parameters<typeof openReadModel>[1]) => ReadModel,
    dataFolder: string,
  ) => Promise<void>,
): Promise<void> {
  const log = createLog(here.environment, { write: (line) => void here.logged.push(line) });
  const dataFolder = await mkdtemp(join(tmpdir(), 'mailcall-copy-'));
  const opened: ReadModel[] = [];
  try {
    await use((options) => {
      const readModel = openReadModel(
        { database: here.database, log, environment: { ...here.environment, dataFolder } },
        { leastCalls: 0, ...options },
      );
      opened.push(readModel);
      return readModel;
    }, dataFolder);
  } finally {
    for (const readModel of opened) await readModel.close();
    await rm(dataFolder, { recursive: true });
  }
}

test('the record answers while a copy is far behind, and no request waits', async () => {
  const scope = await accountWithCall('far');
  await withReadModel(async (open) => {
    const readModel = open({ maxRowsWhileWaiting: 3 });
    await readModel.settled();
    await addCalls('far', 3);
    expect(await countCalls(readModel, scope)).toBe(4);
    expect(readModel.answered).toEqual({ copy: 1, record: 0 });
    await addCalls('far', 4);
    expect(await countCalls(readModel, scope)).toBe(8);
    expect([readModel.answered, readModel.state]).toEqual([{ copy: 1, record: 1 }, 'building']);
    await readModel.settled();
    expect(await countCalls(readModel, scope)).toBe(8);
    expect([readModel.answered, readModel.state]).toEqual([{ copy: 2, record: 1 }, 'ready']);
  });
});

test('a file is used again after a restart, and made anew for another or an older record', async () => {
  const scope = await accountWithCall('restarted');
  await withReadModel(async (open) => {
    const first = open();
    await first.settled();
    await first.close();
    await addCalls('restarted', 1);
    const second = open();
    await second.settled();
    expect(await countCalls(second, scope)).toBe(2);
    // as after a restore of a backup
    await here.database.pool.query('update portal_change_log set database_id = gen_random_uuid()');
    expect(await countCalls(second, scope)).toBe(2);
    await second.settled();
    expect(await countCalls(second, scope)).toBe(2);
    expect(second.answered).toEqual({ copy: 2, record: 1 });
    await here.database.pool.query(`
      with older as (update account_version set version = version - 1 where account_id = 'restarted')
      delete from calls where account_id = 'restarted' and version = 2`);
    expect(await countCalls(second, scope)).toBe(1);
    await second.settled();
    expect(await countCalls(second, scope)).toBe(1);
    expect(second.answered).toEqual({ copy: 3, record: 2 });
  });
});

test('a query has what was committed before it, whatever is written and asked at the same time', async () => {
  const scope = await accountWithCall('busy');
  const other = await accountWithCall('busy-too');
  const both = await scopeOf(['busy', 'busy-too']);
  const { readModel } = here.app;
  let committed = 1;
  const write = async () => {
    for (let round = 0; round < 10; round += 1) {
      await addCalls('busy', 1);
      committed += 1;
    }
  };
  const ask = async (asked: CheckedScope, least: () => number) => {
    for (let round = 0; round < 10; round += 1) {
      const expected = least();
      expect(await countCalls(readModel, asked)).toBeGreaterThanOrEqual(expected);
    }
  };
  await Promise.all([
    write(),
    ask(scope, () => committed),
    ask(both, () => committed + 1),
    ask(scope, () => committed),
    ask(other, () => 1),
  ]);
  expect(await countCalls(readModel, both)).toBe(12);
});

test('the record answers what the copy cannot, and a client that leaves ends its query', async () => {
  const { accountIds } = await accountWithCall('asked');
  await withReadModel(async (open) => {
    const readModel = open();
    await readModel.settled();
    const onlyRecord = sql<{ found: string }>`select to_char(date '2026-03-01', 'Day') as found`;
    expect(await readModel.rows(onlyRecord, { accountIds })).toEqual([{ found: 'Sunday   ' }]);
    expect(readModel.answered).toEqual({ copy: 0, record: 1 });

    const left = new AbortController();
    const endless = sql<object>`select count(*) from range(1000000000) as a (n), range(1000) as b (m) where (a.n * b.m) % 7 = 3`;
    const asked = readModel.rows(endless, { accountIds, signal: left.signal });
    left.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
    expect(readModel.answered).toEqual({ copy: 0, record: 1 });
  });
});

test('few calls need no copy until there are many', async () => {
  const scope = await accountWithCall('small');
  await withReadModel(async (open, dataFolder) => {
    const unused = open({ leastCalls: 1_000_000 });
    await unused.settled();
    expect(await countCalls(unused, scope)).toBe(1);
    expect([unused.state, unused.answered, await readdir(dataFolder)]).toEqual([
      'unused',
      { copy: 0, record: 1 },
      [],
    ]);
    // other tests of this file have added a few
    const readModel = open({ leastCalls: 3 });
    await addCalls('small', 1);
    await readModel.settled();
    expect(await countCalls(readModel, scope)).toBe(2);
    expect([readModel.state, readModel.answered]).toEqual(['ready', { copy: 0, record: 1 }]);
    await accountWithCall('new');
    await addCalls('new', 4);
    expect(await countCalls(readModel, await scopeOf(['small', 'new']))).toBe(7);
    expect(readModel.answered).toEqual({ copy: 1, record: 1 });
  });
});

test('what is erased leaves the copy and its file', async () => {
  const scope = await accountWithCall('erased');
  await here.database.pool.query(`
    update calls set caller_phone_number = '+12025550199', caller_name = 'Ann Erasable' where account_id = 'erased';
    insert into inquiries (account_id, id, call_id, kind, item_id, item_name, version)
    select account_id, 'erased-i', id, 'offer', 'item', 'Implants of Ann Erasable', 1 from calls where account_id = 'erased'`);
  await withReadModel(async (open, dataFolder) => {
    const contains = async () => {
      const folder = join(dataFolder, 'read-model');
      const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
      return files.some((content) => content.includes('Erasable'));
    };
    const readModel = open();
    await readModel.settled();
    expect(await contains()).toBe(true);
    const person = { phone: '+12025550199', email: null };
    const { total } = await previewErasure(here, person);
    await erasePerson(here, person, { total, shared: false });
    expect(await countCalls(readModel, scope)).toBe(1);
    expect(readModel.answered).toEqual({ copy: 0, record: 1 });
    await readModel.settled();
    expect(await countCalls(readModel, scope)).toBe(1);
    expect([readModel.answered, await contains()]).toEqual([{ copy: 1, record: 1 }, false]);
  });
});

const kills = Number(process.env['COPY_KILLS'] ?? 2);

/** The address of the test database, for another process. */
function databaseUrl(): string {
  const { user, host, port, database } = here.database.pool.options;
  return `postgres://${user}@${encodeURIComponent(host ?? '')}:${port}/${database}`;
}

/** Starts a process that copies and asks without an end; prints a line when the copy is there. */
function startCopying(dataFolder: string) {
  const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { sql } from 'kysely';
    import { openDatabase } from ${moduleOf('../../platform/database.ts')};
    import { readEnvironment } from ${moduleOf('../../platform/env.ts')};
    import { createLog } from ${moduleOf('../../platform/log.ts')};
    import { openReadModel } from ${moduleOf('./index.ts')};
    const environment = readEnvironment(${JSON.stringify({
      DATABASE_URL: databaseUrl(),
      DATA_DIR: dataFolder,
      PUBLIC_URL: 'http://portal.test',
      READ_MODEL: 'duckdb',
    })});
    const database = await openDatabase(environment);
    console.log('loading');
    const readModel = openReadModel({ database, environment, log: createLog(environment) }, { leastCalls: 0 });
    await readModel.settled();
    console.log('copying');
    for (;;) await readModel.rows(sql\`select count(*) from calls\`, { accountIds: ['killed'] });`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('a process that is killed while it copies leaves a copy that is right', {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  await accountWithCall('killed');
  await addCalls('killed', 20_000);
  const compared = sql<object>`
    select cast(count(*) as integer) as calls, cast(sum(calls.duration_seconds) as integer) as seconds,
      cast(count(distinct calls.id) as integer) as ids, max(calls.id collate "C") as last from calls where calls.account_id = any(${idsOf('account', ['killed'])})`;
  await withReadModel(async (open, dataFolder) => {
    for (let kill = 0; kill < kills; kill += 1) {
      // every other time it has to load everything anew
      if (kill % 2 === 0)
        await here.database.pool.query('update portal_change_log set database_id = gen_random_uuid()');
      const copying = startCopying(dataFolder);
      const ended = once(copying, 'exit');
      await once(copying.stdout, 'data');
      const writing = (async () => {
        while (copying.exitCode === null && copying.signalCode === null) {
          await addCalls('killed', 1);
          await here.database.pool.query(`
            with raised as (update account_version set version = version + 1 where account_id = 'killed' returning version)
            update calls set duration_seconds = coalesce(duration_seconds, 0) + 1, version = raised.version from raised
            where account_id = 'killed' and id like '%7'`);
          await pause(20);
        }
      })();
      await pause(100 + ((kill * 7919) % 1200));
      copying.kill('SIGKILL');
      await Promise.all([ended, writing]);
    }
    const readModel = open();
    await readModel.settled();
    const asked = { accountIds: ['killed'] };
    expect(await readModel.rows(compared, asked)).toEqual(
      await recordEngine(here.database.kysely).rows(compared, asked),
    );
    expect(readModel.answered).toEqual({ copy: 1, record: 0 });
    expect((await readdir(join(dataFolder, 'read-model'))).filter((name) => !name.startsWith('1.'))).toEqual(
      [],
    );
  });
});
