import type { Database } from '../server/platform/database.ts';
import { copyFolder } from './data-folder.ts';
import { sized } from './options.ts';
import { type BenchRecord, cacheFolder, openCachedRecord } from './story.ts';

/** The story that is imported; the store has copies of it under other ids. */
const story = {
  today: new Date('2026-03-18T20:00:00.000Z'),
  calls: sized(50_000, 1000),
  offices: sized(10, 5),
  seed: 2018,
  pictures: false,
};
/** Columns with ids that differ in every copy. */
const idColumns: ReadonlySet<string> = new Set([
  'account_id',
  'id',
  // else the copies would be offices of the same person
  'parent_id',
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

/** Number of copies of the story, itself included, in a store of about `calls` calls. */
const copiesOf = (calls: number) => Math.ceil(calls / story.calls);

const folderOf = (calls: number) => `mailcall-grown/${calls}-calls`;

const openIn = (folder: string, calls: number, say: (line: string) => void): Promise<BenchRecord> =>
  openCachedRecord(
    {
      folder,
      story,
      async grow(database) {
        for (let copy = 1; copy < copiesOf(calls); copy += 1) await addCopy(database, copy);
      },
    },
    say,
  );

/** Opens a cached store of about `calls` calls, in offices of about 5,000 calls. Creates it the first time. */
export const openGrownStore = (calls: number, say: (line: string) => void): Promise<BenchRecord> =>
  openIn(folderOf(calls), calls, say);

/** Opens a copy of a cached store, to change it. The cached one must not be open elsewhere. */
export async function openStoreCopy(
  calls: number,
  say: (line: string) => void,
  folder: string,
): Promise<BenchRecord> {
  const cached = await openGrownStore(calls, say);
  await cached.database.close();
  await copyFolder(cacheFolder(folderOf(calls)), folder);
  return openIn(folder, calls, say);
}

/** Adds copies of the story to an open store, of which the person who sends the requests has the right to none. */
export async function growStore(
  { database }: BenchRecord,
  size: { from: number; to: number },
): Promise<void> {
  for (let copy = copiesOf(size.from); copy < copiesOf(size.to); copy += 1) await addCopy(database, copy);
  await database.pool.query('vacuum (analyze)');
}
