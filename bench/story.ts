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

/** The options of the story. Its end is also the time of the requests. */
const story = { today: new Date('2026-03-18T20:00:00.000Z'), calls: 1_000_000, offices: 200, seed: 2018 };

const cache = resolve(import.meta.dirname, '../node_modules/.cache/mailcall-bench');
const stampFile = join(cache, 'stamp');

/** The person who sends the requests, with access to every office of the story. */
export const benchPerson = { id: 'bench', email: 'bench@mailcall.test', password: 'Bench-Calls-1000000' };

/** A database with the story, and the other dependencies of the application. */
export interface BenchRecord {
  database: Database;
  environment: Environment;
  files: FileStore;
  /** Always shows the end of the story. */
  clock: Clock;
}

/** A hash of the story's options and the migrations, on which the cached data depends. */
async function stampOf(): Promise<string> {
  const migrations = await readMigrations(resolve(import.meta.dirname, '../server/migrations'));
  return createHash('sha256')
    .update(JSON.stringify([story, migrations]))
    .digest('hex');
}

async function fill(database: Database, files: FileStore, say: (line: string) => void): Promise<void> {
  const folder = join(cache, 'story');
  say(`Writing a story of ${story.calls.toLocaleString('en-US')} calls for ${story.offices} offices …`);
  await writeDemoStory(folder, story);
  say('Importing it …');
  const started = performance.now();
  const report = await importFolder(database, folder, { files });
  if (report.rejected > 0) throw new Error(`${report.rejected} rows of the story were rejected.`);
  say(`Imported in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  await rm(folder, { recursive: true, force: true });
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

/** Opens the cached record. The first time, the story is written and imported, which takes some minutes. */
export async function openBenchRecord(say: (line: string) => void): Promise<BenchRecord> {
  const stamp = await stampOf();
  const isCached = existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp;
  if (!isCached) {
    await rm(cache, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
  }
  const environment = readEnvironment({
    DATA_DIR: join(cache, 'data'),
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://mailcall.test',
    // for the vacuum of a million calls
    DATABASE_STATEMENT_TIMEOUT: '3600',
  });
  const database = await openDatabase(environment, { say });
  const files = folderFileStore(join(environment.dataFolder, 'files'));
  try {
    await migrate(database.pool);
    await installJobs(database.pool);
    if (!isCached) {
      await fill(database, files, say);
      await writeFile(stampFile, stamp);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, environment, files, clock: fixedClock(story.today) };
}
