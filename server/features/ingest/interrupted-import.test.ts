import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Pool } from 'pg';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { wavOf } from '../../../tests/support/wav.ts';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { importLock, secondConnectionLock } from '../../platform/import-lock.ts';
import { csv, emptyRecord, FeedFolders, type FolderContent, visibleRecord } from './feed-for-tests.ts';
import {
  DatabaseLost,
  importFeed,
  importFolder,
  type ImportOptions,
  type ImportReport,
  ImportRunning,
  ImportStopped,
  RecordLocked,
} from './index.ts';

const db = testDatabase();
const folders = new FeedFolders();
beforeEach(() => emptyRecord(db.database.pool));
afterEach(() => folders.remove());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
/** The calls are sorted by account, so that two connections can merge them. */
const accountOfCall = (index: number) => Math.floor(index / 500);
const largeFeed: FolderContent = {
  'accounts.csv': csv(numbers(3).map((index) => ({ id: `A${index}`, name: 'x' }))),
  'campaigns.csv': csv(
    numbers(6).map((index) => ({
      id: `C${index}`,
      account_id: `A${index % 3}`,
      name: 'x',
      campaign_type: 'MVP Mail',
    })),
  ),
  'tracking-lines.csv': csv(
    numbers(6).map((index) => ({
      id: `L${index}`,
      account_id: `A${index % 3}`,
      campaign_id: `C${index}`,
      number: index,
    })),
  ),
  'calls.csv': csv(
    numbers(1500).map((index) => ({
      id: `K${index}`,
      account_id: `A${accountOfCall(index)}`,
      tracking_line_id: `L${accountOfCall(index) + 3 * (index % 2)}`,
      call_date_time: new Date(1_700_000_000_000 + index * 1e6).toISOString(),
      caller_source: `source ${index % 40}`,
    })),
  ),
  'appointments.csv': csv(
    numbers(600).map((index) => ({
      id: `P${index}`,
      account_id: `A${accountOfCall(index * 2)}`,
      call_id: `K${index * 2}`,
      previous_appointment_id: index % 9 === 3 ? `P${index - 3}` : '',
    })),
  ),
  'inquiries.csv': csv(
    numbers(400).map((index) => ({
      id: `Q${index}`,
      account_id: `A${accountOfCall(index * 3)}`,
      call_id: `K${index * 3}`,
      kind: 'service',
      item_id: 'cleaning',
      item_name: 'Cleaning',
    })),
  ),
};

/** Own connection, as the command has: a kept one is faster than the interruption. */
async function importAlone(
  pool: Pool,
  content: FolderContent,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const files = options.files ?? folderFileStore(await folders.folder());
  return importFolder({ pool }, await folders.folder(content), { files, ...options });
}

const waitingForLock = () => countLockWaits(db.database.pool);

/** Cuts the connection of an import that holds a lock. */
const cut = (lock: number) =>
  db.database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${lock}
       and database = (select oid from pg_database where datname = current_database())`,
  );

function startImport(url: string, folder: string, store: string) {
  const program = `
    import pg from 'pg';
    import { importFolder } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    import { folderFileStore } from ${JSON.stringify(new URL('../../platform/folder-files.ts', import.meta.url).href)};
    const pool = new pg.Pool({ connectionString: ${JSON.stringify(url)} });
    await importFolder({ pool }, ${JSON.stringify(folder)}, {
      files: folderFileStore(${JSON.stringify(store)}),
      batchRows: 100,
      onProgress: ({ file, phase, rows }) => console.log(file, phase, rows),
    });
    console.log('ended');
    await pool.end();`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function importAndKill(url: string, folder: string, store: string, when: string): Promise<void> {
  const child = startImport(url, folder, store);
  const ended = once(child, 'exit');
  let killed = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(when)) killed = child.kill('SIGKILL');
  }
  await ended;
  expect(killed).toBe(true);
}

async function inconsistencies(pool: Pool): Promise<unknown[]> {
  const calls = await pool.query<{ id: string }>(`
    select calls.id from calls left join tracking_lines line on line.account_id = calls.account_id and line.id = calls.tracking_line_id
    where calls.campaign_id is distinct from line.campaign_id or calls.campaign_type is distinct from 1
      or appointment_count <> (
        select count(*) from appointments one where one.account_id = calls.account_id and one.call_id = calls.id and not exists (
          select 1 from appointments later where later.account_id = one.account_id and later.previous_appointment_id = one.id))`);
  const ahead = await pool.query<{ id: string }>(`
    select row.id from (select id, account_id, version from calls union all select id, account_id, version from appointments) row
    join account_version using (account_id) where row.version > account_version.version or row.version = 0`);
  return [...calls.rows, ...ahead.rows];
}

/** The record after an uninterrupted import of the large feed. */
let uninterrupted: Record<string, unknown[]>;
beforeAll(async () => {
  await emptyRecord(db.database.pool);
  await importAlone(db.database.pool, largeFeed);
  uninterrupted = await visibleRecord(db.database.pool);
});

describe('an import that is killed', () => {
  // batches of calls and appointments are cut below
  it.each(['calls.csv saving 100', 'inquiries.csv saving 200'])(
    'at "%s" leaves a sound record, and running it again completes it',
    async (when) => {
      const { pool } = db.database;
      const folder = await folders.folder(largeFeed);
      const store = await folders.folder();
      await importAndKill(db.url, folder, store, when);
      expect(await inconsistencies(pool)).toEqual([]);
      await importFolder({ pool }, folder, { files: folderFileStore(store) });
      expect(await visibleRecord(pool)).toEqual(uninterrupted);
      expect(await inconsistencies(pool)).toEqual([]);
    },
    60_000,
  );
});

describe('an import over two connections', () => {
  // the second at calls is cut below
  it.each([
    ['first', 'calls', importLock],
    ['second', 'inquiries', secondConnectionLock],
  ])('ends when the %s is cut at %s, and running it again completes it', async (_, table, lock) => {
    const { pool } = db.database;
    const person = await pool.connect();
    try {
      // holds the import, so that it is still running when it is cut
      await person.query(`begin; lock table ${table} in exclusive mode`);
      const importing = importAlone(pool, largeFeed, { batchRows: 50 });
      importing.catch(() => {});
      await expect.poll(waitingForLock).toBeGreaterThan(0);
      await expect.poll(async () => (await cut(lock)).rowCount).toBe(1);
      await person.query('commit');
      await expect(importing).rejects.toThrow(DatabaseLost);
    } finally {
      person.release(true);
    }
    expect(await inconsistencies(pool)).toEqual([]);
    await importAlone(pool, largeFeed);
    expect(await visibleRecord(pool)).toEqual(uninterrupted);
  });

  it('saves calls of other accounts while one waits, and reports in the order of the file', async () => {
    const { pool } = db.database;
    await importAlone(pool, { 'accounts.csv': largeFeed['accounts.csv'] as string });
    const calls = numbers(30).map((index) => ({
      id: `K${index}`,
      account_id: `A${Math.floor(index / 10)}`,
      // refused when it is read, and when it is saved
      call_date_time: index === 23 ? 'today' : '2026-01-01T00:00:00Z',
      campaign_id: index === 3 || index === 27 ? 'C1' : '',
    }));
    const content = {
      'campaigns.csv': csv([{ id: 'C1', account_id: 'A1', name: 'x', campaign_type: 'x' }]),
      'calls.csv': csv(calls),
    };
    const person = await pool.connect();
    const callsOf = async (client: Pick<Pool, 'query'>) =>
      (
        await client.query<{ calls: number }>(
          `select count(calls.id)::int as calls from accounts left join calls on calls.account_id = accounts.id group by accounts.id order by accounts.id`,
        )
      ).rows.map((row) => row.calls);
    try {
      await person.query(`begin; update account_version set version = version + 1 where account_id = 'A0'`);
      const importing = importAlone(pool, content, { batchRows: 10 });
      await expect.poll(() => callsOf(pool)).toEqual([0, 10, 8]);
      await person.query('commit');
      expect((await importing).firstRejections.map(({ line }) => line)).toEqual([5, 25, 29]);
    } finally {
      person.release(true);
    }
    expect(await callsOf(pool)).toEqual([9, 10, 8]);
  });
});

describe('calls of two accounts, one of which comes again', () => {
  const ofOthers = Object.fromEntries(
    ['accounts.csv', 'campaigns.csv', 'tracking-lines.csv'].map((name) => [name, largeFeed[name] as string]),
  );
  // batches of 10 rows: eight of A0, eight of A1, and four more of A0
  const twice: FolderContent = {
    'calls.csv': csv(
      numbers(20).map((index) => ({
        // the last row of A1 repeats the first
        id: index === 15 ? 'K8' : `K${index}`,
        account_id: index >= 8 && index < 16 ? 'A1' : 'A0',
        call_date_time: '2026-01-01T00:00:00Z',
        caller_source: index === 9 ? 'known to A1 alone' : '',
        tracking_line_id: index === 10 ? 'L9' : '',
        audio: index === 15 ? 'a.mp3' : '',
      })),
    ),
    'appointments.csv': csv([
      { id: 'P0', account_id: 'A0', call_id: 'K0' },
      { id: 'P1', account_id: 'A1', call_id: 'K9' },
      { id: 'P2', account_id: 'A1', call_id: 'K8' },
    ]),
    'a.mp3': wavOf(Buffer.alloc(80, 0x80)),
  };
  const callsOf = async (account: string) =>
    (await db.database.pool.query('select from calls where account_id = $1', [account])).rowCount;

  /** Saves in each account until both connections wait. */
  async function importBesidePeople(
    work: (state: {
      importing: Promise<ImportReport>;
      letGo: (account: 'A0' | 'A1') => Promise<unknown>;
    }) => Promise<void>,
  ): Promise<void> {
    const { pool } = db.database;
    await importAlone(pool, ofOthers);
    const people = { A0: await pool.connect(), A1: await pool.connect() };
    try {
      for (const [account, person] of Object.entries(people)) {
        await person.query('begin');
        await person.query('update account_version set version = version + 1 where account_id = $1', [
          account,
        ]);
      }
      const importing = importAlone(pool, twice, { batchRows: 10 });
      importing.catch(() => {});
      await expect.poll(waitingForLock).toBe(2);
      await work({ importing, letGo: (account) => people[account].query('commit') });
    } finally {
      for (const person of Object.values(people)) person.release(true);
    }
  }

  it('are saved over two connections as over one, and one after another within an account', async () => {
    const { pool } = db.database;
    let files: ImportReport['files'] = [];
    await importBesidePeople(async ({ importing, letGo }) => {
      await letGo('A1');
      await expect.poll(() => callsOf('A1')).toBe(6);
      // more looks than a batch has statements: the rest of A0 would soon wait, too
      for (let look = 0; look < 100; look += 1) expect(await waitingForLock()).toBe(1);
      await letGo('A0');
      ({ files } = await importing);
    });
    expect(files).toMatchObject([
      { file: 'calls.csv', rows: 20, added: 19, replaced: 1, rejected: 0, pending: 1 },
      { file: 'appointments.csv', added: 3 },
    ]);
    const saved = await visibleRecord(pool);
    expect(saved.recordings).toHaveLength(1);
    await emptyRecord(pool);
    await importAlone(pool, { ...ofOthers, ...twice });
    expect(await visibleRecord(pool)).toEqual(saved);
  });

  it('are saved as far as the other connection was when one is cut in its batch', async () => {
    await importBesidePeople(async ({ importing, letGo }) => {
      await cut(secondConnectionLock);
      await expect.poll(waitingForLock).toBe(1);
      await letGo('A0');
      await expect(importing).rejects.toThrow(DatabaseLost);
    });
    expect(await callsOf('A1')).toBe(0);
    // the other connection may have begun its next batch before the loss was noticed
    expect([8, 12]).toContain(await callsOf('A0'));
  });
});

describe('a batch that is killed half-way', () => {
  const setting = ['accounts.csv', 'campaigns.csv', 'tracking-lines.csv'];
  // another lock stops the batch between its writes
  it.each([
    ['calls', 'lock table recordings in access exclusive mode', setting, 'calls.csv'],
    ['appointments', 'lock table calls in share mode', [...setting, 'calls.csv'], 'appointments.csv'],
  ])(
    'leaves no row of %s',
    async (table, lock, before, file) => {
      const { pool } = db.database;
      const content = (names: string[]): FolderContent =>
        Object.fromEntries(names.map((name) => [name, largeFeed[name] as string]));
      await importAlone(pool, content(before));
      const folder = await folders.folder(content([file]));
      const other = await pool.connect();
      try {
        await other.query('begin');
        await other.query(lock);
        const child = startImport(db.url, folder, folder);
        const ended = once(child, 'exit');
        await expect.poll(waitingForLock).toBe(1);
        child.kill('SIGKILL');
        await ended;
        // PostgreSQL notices the end of the process and ends its session
        await expect.poll(waitingForLock).toBe(0);
      } finally {
        other.release(true);
      }
      expect((await pool.query(`select from ${table}`)).rowCount).toBe(0);
      await importAlone(pool, content([file]));
      expect(await inconsistencies(pool)).toEqual([]);
    },
    60_000,
  );
});

describe('an import', () => {
  it('refuses to run at the same time as another', async () => {
    const { pool } = db.database;
    const other = await pool.connect();
    try {
      await other.query('select pg_advisory_lock(7305410)');
      const folder = await folders.folder(largeFeed);
      await expect(
        importFolder({ pool }, folder, { files: folderFileStore(folder), staleTimeout: 50 }),
      ).rejects.toThrow(ImportRunning);
    } finally {
      other.release(true);
    }
  });

  it('ends when an open transaction keeps its table locked', async () => {
    const { pool } = db.database;
    const other = await pool.connect();
    try {
      await other.query('begin; lock table calls in share row exclusive mode');
      await expect(importAlone(pool, largeFeed, { recordTimeout: 50 })).rejects.toThrow(RecordLocked);
    } finally {
      other.release(true);
    }
  });

  it('stops on request, and reports it', async () => {
    const { pool } = db.database;
    const stop = new AbortController();
    const stopped = importAlone(pool, largeFeed, {
      signal: stop.signal,
      batchRows: 100,
      onProgress: ({ file, phase, rows }) => {
        if (file === 'calls.csv' && phase === 'saving' && rows >= 200) stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow(ImportStopped);
    expect((await pool.query('select count(*)::int as n from calls')).rows).toEqual([{ n: 200 }]);
  });

  it('waits for a person who is saving and keeps their change', async () => {
    const { pool } = db.database;
    await importAlone(pool, {
      'accounts.csv': csv([{ id: 'A0', name: 'x' }]),
      'calls.csv': csv([{ id: 'K0', account_id: 'A0', call_date_time: '2026-01-01T00:00:00Z' }]),
    });
    const person = await pool.connect();
    try {
      await person.query('begin');
      await person.query(
        `update calls set resolve_date = '2026-01-01', callback_outcome_result = 'Spoke With Caller' where account_id = 'A0' and id = 'K0'`,
      );
      const importing = importAlone(pool, {
        'calls.csv': csv([
          { id: 'K0', account_id: 'A0', caller_name: 'Ann', callback_outcome_result: '', resolve_date: '' },
        ]),
      });
      // the version is locked after the row: an import that held it would cause a deadlock
      await expect.poll(waitingForLock).toBe(1);
      await person.query(`update account_version set version = version + 1 where account_id = 'A0'`);
      await person.query('commit');
      expect((await importing).files[0]).toMatchObject({ changed: 1 });
    } finally {
      person.release();
    }
    const { rows } = await pool.query(
      `select caller_name, callback_outcome_result from calls where id = 'K0'`,
    );
    expect(rows).toEqual([{ caller_name: 'Ann', callback_outcome_result: 'Spoke With Caller' }]);
  });

  it('holds no more than two batches of a large file', async () => {
    const { pool } = db.database;
    await importAlone(pool, { 'accounts.csv': 'id,name\nA0,x\n' });
    const [count, batchRows, pieceRows] = [10_000, 2_000, 100];
    let [opened, read, saved, most] = [0, 0, 0, 0];
    async function* lines() {
      yield Buffer.from('id,account_id,call_date_time\n');
      for (let index = 0; index < count; index += pieceRows) {
        // at first only repeated ids are searched
        if (opened === 2) {
          most = Math.max(most, read - saved);
          read = index + pieceRows;
        }
        yield Buffer.from(
          numbers(pieceRows)
            .map((step) => `K${index + step},A0,2026-01-01T00:00:00Z\n`)
            .join(''),
        );
      }
    }
    const source = {
      name: 'made up',
      files: async () => ['calls.csv'],
      async open() {
        opened += 1;
        return Readable.from(lines(), { highWaterMark: 1 });
      },
      attachment: async () => ({ refused: false, reason: 'is not there' }),
    };
    const report = await importFeed({ pool }, source, {
      files: folderFileStore(await folders.folder()),
      batchRows,
      onProgress: ({ phase, rows }) => {
        if (phase === 'saving') saved = rows;
      },
    });
    expect(report.files[0]).toMatchObject({ rows: count, added: count });
    // the saved batch and the next one, with the rows being read
    expect(most).toBeGreaterThan(batchRows);
    expect(most).toBeLessThan(2.5 * batchRows);
  });
});

describe('a strict import', () => {
  it('saves everything when every row is good', async () => {
    const { pool } = db.database;
    const report = await importAlone(pool, largeFeed, { strict: true, batchRows: 400 });
    expect(report).toMatchObject({ kept: true, rejected: 0 });
    expect(await inconsistencies(pool)).toEqual([]);
    expect(
      (await importAlone(pool, largeFeed)).files.every(({ added, changed }) => added + changed === 0),
    ).toBe(true);
  });

  it('saves nothing when any row is bad', async () => {
    const { pool } = db.database;
    const firstMet = csv([
      {
        id: 'K1',
        account_id: 'A1',
        call_date_time: '2026-01-01T00:00:00Z',
        price_answer: 'met by the strict import alone',
      },
    ]);
    const report = await importAlone(
      pool,
      { ...largeFeed, 'calls.csv': firstMet, 'inquiries.csv': 'id\nI1\n' },
      { strict: true, batchRows: 400 },
    );
    expect(report.kept).toBe(false);
    for (const [table, rows] of Object.entries(await visibleRecord(pool)))
      expect([table, rows]).toEqual([table, []]);
    expect((await pool.query(`select from dimension_values where value like 'met by%'`)).rowCount).toBe(0);
  });
});
