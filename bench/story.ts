import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeDemoStory } from '../demo/story.ts';
import { importFolder } from '../server/features/ingest/index.ts';
import { hashPassword } from '../server/features/identity/passwords.ts';
import { type Clock, fixedClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/database.ts';
import { type Environment, readEnvironment } from '../server/platform/env.ts';
import type { FileStore } from '../server/platform/files.ts';
import { folderFileStore } from '../server/platform/folder-files.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { migrate, readMigrations } from '../server/platform/migrate.ts';
import { freeAddress, runToEnd, startPortal } from '../tests/journeys/portal-program.ts';
import { newDataFolder, prepareDataFolder } from './data-folder.ts';
import { sized } from './options.ts';

/** `today` ends the story and is also the time of requests. The smallest size equals the story of the grown store. */
const millionCalls = {
  today: new Date('2026-03-18T20:00:00.000Z'),
  calls: sized(1_000_000, 1000),
  offices: sized(200, 5),
  seed: 2018,
  ...sized({}, { pictures: false }),
};

export const benchPerson = { id: 'bench', email: 'bench@mailcall.test', password: 'Bench-Calls-1000000' };

export interface BenchRecord {
  database: Database;
  environment: Environment;
  files: FileStore;
  clock: Clock;
}

interface CachedStory {
  /** In `node_modules/.cache`, or an absolute path. */
  folder: string;
  story: Parameters<typeof writeDemoStory>[1];
  grow?: (database: Database) => Promise<void>;
}

/** Cached data depends on these. */
async function stampOf(story: CachedStory['story']): Promise<string> {
  const migrations = await readMigrations(resolve(import.meta.dirname, '../server/migrations'));
  return createHash('sha256')
    .update(JSON.stringify([story, migrations]))
    .digest('hex');
}

async function fill(
  { database, files }: BenchRecord,
  { story, grow }: CachedStory,
  { folder, say }: { folder: string; say: (line: string) => void },
): Promise<void> {
  say(`Writing a story of ${story.calls?.toLocaleString('en-US')} calls for ${story.offices} offices …`);
  await writeDemoStory(folder, story);
  say('Importing it …');
  const started = performance.now();
  const report = await importFolder(database, folder, { files });
  if (report.rejected > 0) throw new Error(`${report.rejected} rows of the story were rejected.`);
  say(`Imported in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  await rm(folder, { recursive: true, force: true });
  await grow?.(database);
  await database.kysely
    .insertInto('contacts')
    .values({
      id: benchPerson.id,
      name: 'Bench',
      email: benchPerson.email,
      password_hash: await hashPassword(benchPerson.password),
      activated_at: story.today,
    })
    .execute();
  await database.pool.query(
    'insert into contact_accounts (contact_id, account_id) select $1, id from accounts',
    [benchPerson.id],
  );
  // autovacuum does this within minutes of an import
  await database.pool.query('vacuum (analyze)');
}

export const cacheFolder = (name: string) => resolve(import.meta.dirname, '../node_modules/.cache', name);

export async function openCachedRecord(
  cached: CachedStory,
  say: (line: string) => void,
): Promise<BenchRecord> {
  const { story } = cached;
  const folder = cacheFolder(cached.folder);
  const stampFile = join(folder, 'stamp');
  const stamp = await stampOf(story);
  const isCached = existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp;
  if (!isCached) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await prepareDataFolder(join(folder, 'data'));
  }
  const environment = readEnvironment({
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://mailcall.test',
    DATABASE_STATEMENT_TIMEOUT: '3600',
  });
  const database = await openDatabase(environment, { say });
  const files = folderFileStore(join(environment.dataFolder, 'files'));
  const record = { database, environment, files, clock: fixedClock(story.today) };
  try {
    await migrate(database.pool);
    await installJobs(database.pool);
    if (!isCached) {
      await fill(record, cached, { folder: join(folder, 'story'), say });
      await writeFile(stampFile, stamp);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return record;
}

/** Without pictures, before the portal starts. */
export async function importStory(folder: string, size: { offices: number; calls: number }): Promise<void> {
  const feed = join(folder, 'story');
  console.log(`Writing and importing a story of ${size.offices.toLocaleString('en-US')} offices …`);
  await writeDemoStory(feed, { ...size, today: new Date(), pictures: false });
  await runToEnd('server/import.ts', { DATA_DIR: folder, MAILCALL_DEMO: 'off' }, feed);
}

export async function withStoryPortal(
  size: { offices: number; calls: number },
  use: (url: string) => Promise<void>,
): Promise<void> {
  const folder = await newDataFolder();
  try {
    await importStory(folder, size);
    const url = await freeAddress();
    const portal = await startPortal(url, { DATA_DIR: folder });
    await use(url).finally(() => portal.stop());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const openBenchRecord = (say: (line: string) => void): Promise<BenchRecord> =>
  openCachedRecord(
    { folder: sized('mailcall-bench', 'mailcall-grown/1000-calls'), story: millionCalls },
    say,
  );
