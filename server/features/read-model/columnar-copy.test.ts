import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { testApp, testNow } from '../../../tests/support/test-app.ts';
import { compileForDuckDb } from '../../platform/duckdb/compile-statement.ts';
import { openDuckDbFile } from '../../platform/duckdb/open-file.ts';
import { createLog } from '../../platform/log.ts';
import type { Viewer } from '../identity/index.ts';
import { applyRetention, erasePerson, previewErasure } from '../personal-data/index.ts';
import { type QueryEngine, queryAtVersion, recordEngine } from '../figures/index.ts';
import { type CheckedScope, checkScope, idsOf } from '../scope/index.ts';
import { breakdownsOf, summaryOf } from '../scoreboard/index.ts';
import { ColumnarCopy } from './columnar-copy.ts';
import { countStaleRows, portionsOf } from './copy-rows.ts';
import { openReadModel, type ReadModel } from './index.ts';
import { positionReader } from './record-position.ts';

const longTime = 60_000;
const here = testApp({ READ_MODEL: 'duckdb' }, { readModel: { leastCalls: 0, longestWait: longTime } });
const now = new Date(testNow);

function scopeOf(accountIds: string[], time = now): Promise<CheckedScope> {
  const viewer = {
    accountIds: new Set(accountIds),
    subAccounts: new Map(),
    mergedIds: new Map(),
  } as unknown as Viewer;
  const filters = { startDate: '2018-01-01', endDate: '2026-12-31' };
  return checkScope(here.database.kysely, viewer, { accountIds, filters }, { now: time, dayMode: 'utc' });
}

async function accountWithCall(id: string): Promise<CheckedScope> {
  await here.database.pool.query(`insert into accounts (id, name) values ($1, $1)`, [id]);
  await here.database.pool.query(`insert into account_version (account_id, version) values ($1, 0)`, [id]);
  await addCalls(id, 1);
  return scopeOf([id]);
}

async function addCalls(accountId: string, count: number): Promise<void> {
  await here.database.pool.query(
    `with raised as (update account_version set version = version + 1 where account_id = $1 returning version)
    insert into calls (account_id, id, call_date_time, version)
    select $1, $1 || '-' || version || '-' || n, '2026-03-01T15:00:00Z', version from raised, generate_series(1, $2) n`,
    [accountId, count],
  );
}

const countCalls = async (readModel: ReadModel, scope: CheckedScope): Promise<number> =>
  (await summaryOf(readModel, scope, now)).all_calls_count;

/** `use` gets a function that opens the same read model again. */
async function withReadModel(
  use: (
    open: (
      options?: Parameters<typeof openReadModel>[1],
      engine?: typeof here.environment.readModel,
    ) => ReadModel,
    dataFolder: string,
  ) => Promise<void>,
): Promise<void> {
  const log = createLog(here.environment, { write: (line) => void here.logged.push(line) });
  const dataFolder = await mkdtemp(join(tmpdir(), 'mailcall-copy-'));
  const opened: ReadModel[] = [];
  try {
    await use((options, engine = 'duckdb') => {
      const readModel = openReadModel(
        { database: here.database, log, environment: { ...here.environment, dataFolder, readModel: engine } },
        { leastCalls: 0, longestWait: longTime, ...options },
      );
      opened.push(readModel);
      return readModel;
    }, dataFolder);
  } finally {
    for (const readModel of opened) await readModel.close();
    await rm(dataFolder, { recursive: true });
  }
}

test('lets the record answer while a copy is far behind, without waiting', async () => {
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

test('tells whether the copy or PostgreSQL answered', async () => {
  const scope = await accountWithCall('told');
  await withReadModel(async (open) => {
    let copies = 0;
    const onCopy = () => {
      copies += 1;
    };
    const [used, unused] = [open(), open({ leastCalls: 1_000 })];
    await Promise.all([used.settled(), unused.settled()]);
    await summaryOf(unused, scope, now, { onCopy });
    expect([copies, unused.answered.record]).toEqual([0, 1]);
    await summaryOf(used, scope, now, { onCopy });
    expect([copies, used.answered.copy]).toEqual([1, 1]);
  });
});

test('waits for no slow copying, and uses its result later', async () => {
  const scope = await accountWithCall('slow');
  await withReadModel(async (open) => {
    const readModel = open({ longestWait: 0 });
    await readModel.settled();
    for (const round of [1, 2]) {
      await addCalls('slow', 1);
      expect(await countCalls(readModel, scope)).toBe(round + 1);
      expect(readModel.answered).toEqual({ copy: round - 1, record: round });
      await readModel.settled();
      expect(await countCalls(readModel, scope)).toBe(round + 1);
      expect(readModel.answered).toEqual({ copy: round, record: round });
    }
    await addCalls('slow', 1);
    const engine = notingEngine(readModel);
    expect((await summaryOf(engine, scope, now)).all_calls_count).toBe(4);
    // the statement for the copy is never written
    expect(engine.written.map((text) => text.includes('combinations'))).toEqual([false]);
    expect(readModel.answered).toEqual({ copy: 2, record: 3 });
    // the record is slower for many calls
    const patient = open({ longestWait: 0, waitPerCall: longTime });
    await patient.settled();
    await addCalls('slow', 1);
    expect(await countCalls(patient, scope)).toBe(5);
    expect(patient.answered).toEqual({ copy: 1, record: 0 });
  });
});

function notingEngine(engine: QueryEngine): QueryEngine & { written: string[] } {
  const written: string[] = [];
  return {
    written,
    listedRows: (query, options) => engine.listedRows(query, options),
    countedRows: (write, options) =>
      engine.countedRows((rows) => {
        const query = write(rows);
        written.push(compileForDuckDb(query, () => []).text);
        return query;
      }, options),
  };
}

test('shares a summary statement for an hour, each with its own last 30 days', async () => {
  const { accountIds } = await accountWithCall('clock');
  const first = Date.parse('2026-03-01T15:10:00Z');
  const times = [-60_000, 0, 1, 1000, 60 * 60_000].map((after) => new Date(first + after));
  await here.database.pool.query(
    `insert into calls (account_id, id, call_date_time, version, answered_by, follow_up_opportunity, before_callbacks)
    select 'clock', 'clock-' || n, at, 1, 1, n <> 2, n = 4 from unnest($1::timestamptz[]) with ordinality as times (at, n)`,
    [times],
  );
  await withReadModel(async (open) => {
    const readModel = open();
    await readModel.settled();
    const engine = notingEngine(readModel);
    const counts: number[] = [];
    for (const after of [0, 1, 2, 1000, 1001]) {
      const time = new Date(first + after + 30 * 24 * 60 * 60_000);
      const scope = await scopeOf([...accountIds], time);
      const summary = await summaryOf(engine, scope, time);
      expect(summary).toEqual(await summaryOf(recordEngine(here.database.kysely), scope, time));
      counts.push(summary.followup_opportunity_calls_count);
    }
    expect(counts).toEqual([3, 3, 2, 2, 1]);
    expect(new Set(engine.written).size).toBe(1);
    expect(readModel.answered).toEqual({ copy: 5, record: 0 });
  });
});

test('returns ids whose numbers were added after the copy read them', async () => {
  const { accountIds } = await accountWithCall('added');
  const runInRecord = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await here.database.pool.query<Row & pg.QueryResultRow>(text, [...values])).rows;
  const readPosition = await positionReader(runInRecord);
  const { origin } = await readPosition(runInRecord, []);
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-copy-'));
  const file = await openDuckDbFile(folder, { threads: 1, memory: 200 });
  const copying = await ColumnarCopy.create(file, origin);
  const reading = await ColumnarCopy.read({ ...file, close: () => undefined }, origin);
  try {
    const { signal } = new AbortController();
    await copying.catchUp(here.database.pool, {
      readPosition,
      accountIds,
      limit: longTime,
      callsAtOnce: 1,
      signal,
    });
    const rows = await reading.run(reading.prepare(sql`select account_id from calls`), undefined);
    expect(rows).toEqual([{ account_id: 'added' }]);
  } finally {
    await reading.close();
    await copying.close();
    await rm(folder, { recursive: true });
  }
});

test('rewrites campaigns only after one of their account changed', async () => {
  const { accountIds } = await accountWithCall('mailed');
  const { pool } = here.database;
  await pool.query(
    `insert into campaigns (account_id, id, name, campaign_type) values ('mailed', 'mailed-1', 'Spring', 'Direct Mail')`,
  );
  await withReadModel(async (open) => {
    const readModel = open();
    await readModel.settled();
    const written = () =>
      readModel.listedRows(
        sql<{ place: number; name: string }>`
          select cast(rowid as integer) as place, search_text as name from campaigns
          where account_id = any(${idsOf('account', accountIds)})`,
        { accountIds },
      );
    const before = await written();
    expect(before?.map(({ name }) => name)).toEqual(['spring']);
    await addCalls('mailed', 1);
    expect(await written()).toEqual(before);
    await pool.query(`update campaigns set name = 'Summer' where id = 'mailed-1'`);
    await addCalls('mailed', 1);
    expect((await written())?.map(({ name }) => name)).toEqual(['summer']);
    await pool.query(`delete from campaigns where id = 'mailed-1'`);
    await addCalls('mailed', 1);
    expect(await written()).toEqual([]);
    expect(readModel.answered).toEqual({ copy: 4, record: 0 });
  });
});

test('copies accounts in portions of calls, and larger accounts alone', async () => {
  const next = { version: 9, epoch: 0 };
  for (const [name, calls] of [
    ['portion-c', 2],
    ['portion-b', 6],
    ['portion-a', 1],
    ['portion-d', 3],
  ] as const) {
    await accountWithCall(name);
    await addCalls(name, calls - 1);
  }
  const all = ['e', 'd', 'c', 'b', 'a'].map((name) => ({
    accountId: `portion-${name}`,
    version: null,
    next,
  }));
  const client = await here.database.pool.connect();
  try {
    const portions = async (accounts: Parameters<typeof portionsOf>[1], maxCalls: number) =>
      (await portionsOf(client, accounts, maxCalls)).map((some) =>
        some.map(({ accountId }) => accountId.at(-1)),
      );
    expect(await portions(all, 5)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
    // calls already in the copy do not count
    const some = [{ accountId: 'portion-b', version: 1, next }, ...all.slice(1, 3)];
    expect(await portions(some, 10)).toEqual([['b', 'c', 'd']]);
    expect(await portions(some, 9)).toEqual([['b', 'c'], ['d']]);
  } finally {
    client.release();
  }
});

test('nothing changed in any account', async () => {
  const client = await here.database.pool.connect();
  try {
    expect(await countStaleRows(client, [], 3)).toBe(0);
    expect(await portionsOf(client, [], 3)).toEqual([]);
  } finally {
    client.release();
  }
});

test('reuses a file after a restart and rebuilds it for another or older record', async () => {
  const scope = await accountWithCall('restarted');
  await withReadModel(async (open) => {
    const first = open();
    await first.settled();
    await first.close();
    await addCalls('restarted', 1);
    const second = open();
    await second.settled();
    expect(await countCalls(second, scope)).toBe(2);
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

test('includes everything committed before a query, with concurrent writes and queries', async () => {
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

test('stays correct when an inquiry moves to another call', async () => {
  const scope = await accountWithCall('moved');
  await addCalls('moved', 1);
  const { rows: raised } = await here.database.pool.query<{ version: string }>(
    `update account_version set version = version + 1 where account_id = 'moved' returning version`,
  );
  await here.database.pool.query(
    `insert into inquiries (account_id, id, call_id, kind, item_id, item_name, version)
    select account_id, 'moved-' || item || right(id, 3), id, 'offer', item, item, $1
    from calls cross join (values ('a'), ('b')) as items (item) where account_id = 'moved' and id like '%-1-1'`,
    [raised[0]?.version],
  );
  const { readModel } = here.app;
  await readModel.settled();
  const countOffers = async () => {
    const { breakdowns } = await breakdownsOf(readModel, scope, { keys: ['offer'], filters: {} }, now);
    return [breakdowns.offer?.callsCount, breakdowns.offer?.records.length];
  };
  expect(await countOffers()).toEqual([1, 2]);
  const move = (values: string, id: string) =>
    here.database.pool.query(`
      with raised as (update account_version set version = version + 1 where account_id = 'moved' returning version)
      update inquiries set version = raised.version, ${values} from raised where account_id = 'moved' and id = '${id}'`);
  await move(`call_id = (select max(id) from calls where account_id = 'moved')`, 'moved-a1-1');
  expect(await countOffers()).toEqual([2, 2]);
  const answered = { ...readModel.answered };
  await move('deleted = true', 'moved-b1-1');
  expect(await countOffers()).toEqual([1, 1]);
  expect(readModel.answered).toEqual({ ...answered, copy: answered.copy + 1 });
});

test('keeps inquiries of two sources with the same id apart', async () => {
  const scope = await accountWithCall('sources');
  await addCalls('sources', 1);
  const { pool } = here.database;
  const raise = async () => {
    const { rows } = await pool.query<{ version: string }>(
      `update account_version set version = version + 1 where account_id = 'sources' returning version`,
    );
    return rows[0]?.version;
  };
  await pool.query(
    `insert into inquiries (account_id, id, source, call_id, kind, item_id, item_name, version)
    select account_id, '1', source, case source when 'feed' then min(id) else max(id) end, 'offer', 'whitening', 'Whitening', $1
    from calls cross join (values ('feed'), ('telephony')) as sources (source) where account_id = 'sources' group by account_id, source`,
    [await raise()],
  );
  const { readModel } = here.app;
  await readModel.settled();
  const countOffers = async () => {
    const { breakdowns } = await breakdownsOf(readModel, scope, { keys: ['offer'], filters: {} }, now);
    return breakdowns.offer?.callsCount;
  };
  expect(await countOffers()).toBe(2);
  const answered = { ...readModel.answered };
  await pool.query(
    `update inquiries set version = $1, item_name = 'Bleaching' where account_id = 'sources' and source = 'telephony'`,
    [await raise()],
  );
  expect(await countOffers()).toBe(2);
  expect(readModel.answered).toEqual({ ...answered, copy: answered.copy + 1 });
});

test('lets the record answer what the copy cannot, and ends the query of a client that leaves', async () => {
  const { accountIds } = await accountWithCall('asked');
  await withReadModel(async (open) => {
    const readModel = open();
    await readModel.settled();
    const onlyRecord = sql<{ found: string }>`select to_char(date '2026-03-01', 'Day') as found`;
    expect((await queryAtVersion(readModel, onlyRecord, { accountIds })).rows).toMatchObject([
      { found: 'Sunday   ' },
    ]);
    expect(readModel.answered).toEqual({ copy: 0, record: 1 });

    const left = new AbortController();
    const endless = sql<object>`select count(*) from range(1000000000) as a (n), range(1000) as b (m) where (a.n * b.m) % 7 = 3`;
    const asked = queryAtVersion(readModel, endless, { accountIds, signal: left.signal });
    left.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
    expect(readModel.answered).toEqual({ copy: 0, record: 1 });
  });
});

test('needs no copy until there are many calls', async () => {
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

async function textsIn(dataFolder: string, texts: readonly string[]): Promise<string[]> {
  const folder = join(dataFolder, 'read-model');
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.tmp'));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return texts.filter((text) => files.some((content) => content.includes(text)));
}

test('retries a failed copy without any request', async () => {
  await accountWithCall('alone');
  await withReadModel(async (open, dataFolder) => {
    const before = here.logged.length;
    await writeFile(join(dataFolder, 'read-model'), 'where the folder should be');
    const readModel = open({ lookEvery: 10 });
    await readModel.settled();
    expect(here.logged.slice(before).join('')).toContain('the columnar copy of the calls could not be built');
    await rm(join(dataFolder, 'read-model'));
    await expect.poll(() => readModel.state).toBe('ready');
    expect(readModel.warnings()).toEqual([]);
  });
});

test('removes erased and expired data from the copy and its file', async () => {
  const scope = await accountWithCall('erased');
  await here.database.pool.query(`
    update calls set caller_phone_number = '+12025550199', caller_name = 'Ann Erasable' where account_id = 'erased';
    insert into inquiries (account_id, id, call_id, kind, item_id, item_name, version)
    select account_id, 'erased-i', id, 'offer', 'item', 'Implants of Ann Erasable', 1 from calls where account_id = 'erased';
    insert into appointments (account_id, id, call_id, first_name, last_name, phone, version)
    select account_id, 'erased-p', id, 'Ann', 'Erasable', '(202) 555-0199', 1 from calls where account_id = 'erased';
    insert into calls (account_id, id, call_date_time, caller_name, version)
    select 'erased', 'old-' || n, '2018-03-01', 'Bo Outdated', 1 from generate_series(1, 3) n`);
  await withReadModel(async (open, dataFolder) => {
    const found = () => textsIn(dataFolder, ['Erasable', 'erasable', '2025550199', 'outdated']);
    const readModel = open();
    await readModel.settled();
    expect(await found()).toEqual(['Erasable', 'erasable', '2025550199', 'outdated']);
    const person = { phone: '+12025550199', email: null };
    const { total } = await previewErasure(here, person);
    await erasePerson(here, person, { total, shared: false });
    expect(await countCalls(readModel, scope)).toBe(4);
    expect(readModel.answered).toEqual({ copy: 0, record: 1 });
    await readModel.settled();
    expect(await countCalls(readModel, scope)).toBe(4);
    expect([readModel.answered, await found()]).toEqual([{ copy: 1, record: 1 }, ['outdated']]);
    const epochs = async () => {
      const { rows } = await here.database.pool.query<{ account_id: string; epoch: string }>(
        `select account_id, epoch from account_version where account_id in ('erased', 'far') order by account_id`,
      );
      return rows.map(({ epoch }) => BigInt(epoch));
    };
    const before = await epochs();
    // left by a killed retention run
    await here.database.pool.query(`update account_version set epoch_due = true where account_id = 'far'`);
    const environment = { ...here.environment, retentionPersonalData: 12 };
    expect(await applyRetention({ ...here, environment }, { batch: 1 })).toMatchObject({ calls: 3 });
    expect(await epochs()).toEqual(before.map((epoch) => epoch + 1n));
    await applyRetention({ ...here, environment });
    expect(await epochs()).toEqual(before.map((epoch) => epoch + 1n));
    await countCalls(readModel, scope);
    await readModel.settled();
    expect(await countCalls(readModel, scope)).toBe(4);
    expect([readModel.answered, await found()]).toEqual([{ copy: 2, record: 2 }, []]);
  });
});

test('removes an erased person from copies of idle offices and ended processes', async () => {
  const { accountIds } = await accountWithCall('quiet');
  await here.database.pool.query(
    `update calls set caller_phone_number = '+12025550144', caller_name = 'Cy Forgotten' where account_id = any($1)`,
    [accountIds],
  );
  await withReadModel(async (open, dataFolder) => {
    const files = async () =>
      (await readdir(join(dataFolder, 'read-model'))).filter((name) => name.endsWith('.duckdb'));
    const first = open();
    await first.settled();
    const second = open({ lookEvery: 10 });
    await second.settled();
    expect(await files()).toEqual(['1.duckdb', '2.duckdb']);
    await first.close();
    await expect.poll(files).toEqual(['2.duckdb']);
    expect(await textsIn(dataFolder, ['forgotten'])).toEqual(['forgotten']);
    const person = { phone: '+12025550144', email: null };
    const { total } = await previewErasure(here, person);
    await erasePerson(here, person, { total, shared: false });
    const state = async () => [second.state, await textsIn(dataFolder, ['forgotten'])];
    await expect.poll(state).toEqual(['ready', []]);
    expect(second.answered).toEqual({ copy: 0, record: 0 });
    await open({}, 'postgres').settled();
    expect((await files()).length).toBe(1);
    await second.close();
    await open({}, 'postgres').settled();
    expect(await readdir(join(dataFolder, 'read-model'))).toEqual([]);
  });
});

const kills = Number(process.env['COPY_KILLS'] ?? 2);

/** Starts a process that copies and queries endlessly; it prints a line when the copy is ready. */
function startCopying(dataFolder: string) {
  const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { sql } from 'kysely';
    import { openDatabase } from ${moduleOf('../../platform/database.ts')};
    import { readEnvironment } from ${moduleOf('../../platform/env.ts')};
    import { createLog } from ${moduleOf('../../platform/log.ts')};
    import { openReadModel } from ${moduleOf('./index.ts')};
    const environment = readEnvironment(${JSON.stringify({
      DATABASE_URL: here.databaseUrl,
      DATA_DIR: dataFolder,
      PUBLIC_URL: 'http://portal.test',
      READ_MODEL: 'duckdb',
    })});
    const database = await openDatabase(environment);
    console.log('loading');
    const readModel = openReadModel({ database, environment, log: createLog(environment) }, { leastCalls: 0 });
    await readModel.settled();
    console.log('copying');
    for (;;) await readModel.listedRows(sql\`select count(*) from calls\`, { accountIds: ['killed'] });`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('leaves a correct copy when a process is killed while copying', {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  await accountWithCall('killed');
  await addCalls('killed', 20_000);
  const compared = sql<object>`
    select cast(count(*) as integer) as calls, cast(sum(calls.duration_seconds) as integer) as seconds,
      cast(count(distinct calls.id) as integer) as ids, max(calls.id collate "C") as last from calls where calls.account_id = any(${idsOf('account', ['killed'])})`;
  await withReadModel(async (open, dataFolder) => {
    for (let kill = 0; kill < kills; kill += 1) {
      // every other time it must reload everything
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
            where account_id = 'killed' and id like '%77'`);
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
    expect(await queryAtVersion(readModel, compared, asked)).toEqual(
      await queryAtVersion(recordEngine(here.database.kysely), compared, asked),
    );
    expect(readModel.answered).toEqual({ copy: 1, record: 0 });
    expect((await readdir(join(dataFolder, 'read-model'))).filter((name) => !name.startsWith('1.'))).toEqual(
      [],
    );
  });
});
