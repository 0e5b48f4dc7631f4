import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeDemoStory } from '../demo/story.ts';
import { hashPassword } from '../server/features/identity/passwords.ts';
import { importFolder } from '../server/features/ingest/index.ts';
import { fixedClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { folderFileStore } from '../server/platform/folder-files.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { migrate } from '../server/platform/migrate.ts';
import { type BenchRecord, benchPerson } from './story.ts';

/** The story that is imported; the store has copies of it under other ids. */
const story = { today: new Date('2026-03-18T20:00:00.000Z'), calls: 50_000, offices: 10, seed: 2018 };
/** Columns with ids that differ in every copy. */
const idColumns: ReadonlySet<string> = new Set([
  'account_id',
  'id',
  'call_id',
  'campaign_id',
  'reported_campaign_id',
  'handler_id',
  'tracking_line_id',
  'previous_appointment_id',
]);
const copiedTables = [
  'account_version',
  'staff',
  'campaigns',
  'tracking_lines',
  'calls',
  'inquiries',
  'appointments',
];

/** Adds one more copy of every row of the story. */
async function addCopy({ pool }: Database, copy: number): Promise<void> {
  for (const table of ['accounts', ...copiedTables]) {
    const { rows } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    const values = names.map((name) => {
      if (name === 'portal_id') return 'null';
      // a number belongs to one active line
      return idColumns.has(name) || (table === 'tracking_lines' && name === 'number')
        ? `${name} || '~${copy}'`
        : name;
    });
    const key = table === 'accounts' ? 'id' : 'account_id';
    await pool.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} where position('~' in ${key}) = 0`,
    );
  }
}

async function fill(record: BenchRecord, calls: number, folder: string): Promise<void> {
  const { database, files } = record;
  await writeDemoStory(folder, { ...story, pictures: false });
  const report = await importFolder(database, folder, { files });
  if (report.rejected > 0) throw new Error(`${report.rejected} rows of the story were rejected.`);
  await rm(folder, { recursive: true, force: true });
  for (let copy = 1; copy < calls / story.calls; copy += 1) await addCopy(database, copy);
  await database.pool.query(
    `insert into contacts (id, name, email, password_hash, activated_at) values ($1, 'Bench', $2, $3, $4)`,
    [benchPerson.id, benchPerson.email, await hashPassword(benchPerson.password), story.today],
  );
  await database.pool.query(
    'insert into contact_accounts (contact_id, account_id) select $1, id from accounts',
    [benchPerson.id],
  );
  // autovacuum does this within minutes of an import
  await database.pool.query('vacuum (analyze)');
}

/** Opens a cached store of about so many calls, in offices of about 5,000 calls. The first time it is made. */
export async function openGrownStore(calls: number, say: (line: string) => void): Promise<BenchRecord> {
  const folder = resolve(import.meta.dirname, `../node_modules/.cache/mailcall-grown/${calls}`);
  const stamp = join(folder, 'filled');
  if (!existsSync(stamp)) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
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
    if (!existsSync(stamp)) {
      say(`Making a store of ${calls.toLocaleString('en-US')} calls …`);
      await fill(record, calls, join(folder, 'story'));
      await writeFile(stamp, '');
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return record;
}
