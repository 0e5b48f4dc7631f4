import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { writeDemoStory } from '../demo/story.ts';
import { importFolder } from '../server/features/ingest/index.ts';
import { type Database, openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { folderFileStore } from '../server/platform/folder-files.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { OperatorProblem } from '../server/platform/operator-problem.ts';
import { migrate } from '../server/platform/migrate.ts';
import { type EmbeddedPostgres, useEmbeddedPostgres } from '../server/platform/postgres/index.ts';
import { newDataFolder } from './data-folder.ts';
import { checkpoint } from './checkpoint.ts';
import { readOptions, reportMissed, runBench, sized, wholeNumber } from './options.ts';
import { processorSecondsOf } from './processes.ts';

const usage = `npm run bench:import -- [--calls 1000000] [--offices 200] [--folder FOLDER]

Imports the demo story into an empty database, then copies the stored rows with COPY into another one of the same server.
  --calls, --offices  the size of the story
  --folder            a folder of feed files, instead of a story that is written for the measurement`;

/** As a multiple of COPY's time. */
const maxRatio = 2.5;

const today = new Date('2026-03-18T20:00:00.000Z');

interface Taken {
  seconds: number;
  /** Processor seconds. */
  node: number;
  /** Processor seconds; null where they cannot be read. */
  server: number | null;
}

/** Starts with a checkpoint, so that `work` does not pay for earlier writes. */
async function measured(server: EmbeddedPostgres, work: () => Promise<void>): Promise<Taken> {
  await checkpoint(server);
  const before = { cpu: process.cpuUsage(), server: await processorSecondsOf(server.pid) };
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  const after = await processorSecondsOf(server.pid);
  return {
    seconds,
    node: (user + system) / 1_000_000,
    server: after === null || before.server === null ? null : after - before.server,
  };
}

async function emptyDatabase(server: EmbeddedPostgres, name: string, folder: string): Promise<Database> {
  await server.createDatabase(name);
  const database = await openDatabase(
    readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'error', DATABASE_URL: server.url(name) }),
  );
  await migrate(database.pool);
  await installJobs(database.pool);
  return database;
}

interface StoredTable {
  name: string;
  columns: string;
  key: string;
  file: string;
}

async function writeRows({ pool }: Database, folder: string): Promise<StoredTable[]> {
  const { rows } = await pool.query<Omit<StoredTable, 'file'>>(
    `select relname as name,
       string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as columns,
       string_agg(quote_ident(attname), ', ' order by array_position(indkey::int2[], attnum)) filter (where attnum = any(indkey)) as key
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     join pg_index on indrelid = pg_class.oid and indisprimary
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'migrations'
     group by relname order by relname`,
  );
  const tables = rows.map((table) => ({ ...table, file: join(folder, `${table.name}.copy`) }));
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const { name, columns, key, file } of tables) {
      const text = client.query(copyTo(`copy (select ${columns} from ${name} order by ${key}) to stdout`));
      await pipeline(text, createWriteStream(file));
    }
  } finally {
    client.release(true);
  }
  return tables;
}

async function copyRows(
  server: EmbeddedPostgres,
  database: string,
  tables: readonly StoredTable[],
): Promise<void> {
  const client = new pg.Client(server.connection(database));
  await client.connect();
  try {
    for (const { name, columns, file } of tables) {
      await pipeline(
        createReadStream(file, { highWaterMark: 256 * 1024 }),
        client.query(copyFrom(`copy ${name} (${columns}) from stdin`)),
      );
    }
  } finally {
    await client.end();
  }
}

const line = (what: string, { seconds, node, server }: Taken, rows: number) =>
  `${what.padEnd(8)} ${seconds.toFixed(1).padStart(8)} s   Node ${node.toFixed(1).padStart(6)} s   PostgreSQL ${server === null ? 'not known' : `${server.toFixed(1).padStart(6)} s`}   ${thousands(Math.round(rows / seconds)).padStart(8)} rows/s`;

async function compare(feed: string, home: string): Promise<void> {
  const server = await useEmbeddedPostgres(home);
  const opened: Database[] = [];
  try {
    const imported = await emptyDatabase(server, 'imported', home);
    opened.push(imported);
    let rows = 0;
    const importing = await measured(server, async () => {
      const report = await importFolder(imported, feed, { files: folderFileStore(join(home, 'files')) });
      if (report.rejected > 0) throw new OperatorProblem(`${report.rejected} rows were rejected.`);
      rows = report.files.reduce((sum, file) => sum + file.rows, 0);
    });
    console.log(`${thousands(rows)} rows`);
    console.log(line('import', importing, rows));
    const copies = join(home, 'copies');
    await mkdir(copies);
    const tables = await writeRows(imported, copies);
    const copied = await emptyDatabase(server, 'copied', home);
    opened.push(copied);
    await copied.pool.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    const copying = await measured(server, () => copyRows(server, 'copied', tables));
    console.log(line('COPY', copying, rows));
    const ratio = importing.seconds / copying.seconds;
    console.log(`ratio ${ratio.toFixed(2)}`);
    if (ratio > maxRatio) reportMissed(`The import took more than ${maxRatio} times as long as COPY.`);
  } finally {
    for (const database of opened) await database.close();
    await server.close();
  }
}

async function main(): Promise<void> {
  const values = readOptions(usage, {
    calls: { type: 'string', default: sized('1000000', '1000') },
    offices: { type: 'string', default: sized('200', '5') },
    folder: { type: 'string' },
  });
  const size = {
    calls: wholeNumber('calls', values.calls),
    offices: wholeNumber('offices', values.offices),
  };
  const home = await newDataFolder();
  try {
    const feed = values.folder === undefined ? join(home, 'story') : resolve(values.folder);
    if (values.folder === undefined) {
      const { bytes } = await writeDemoStory(feed, { today, ...size, pictures: false });
      console.log(`A story of ${Math.round(bytes / 1e6)} MB.`);
    }
    await compare(feed, home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

await runBench(main);
