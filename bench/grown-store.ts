import type { Database } from '../server/platform/database.ts';
import { copyFolder } from './data-folder.ts';
import { sized } from './options.ts';
import { type BenchRecord, cacheFolder, openCachedRecord } from './story.ts';

const story = {
  today: new Date('2026-03-18T20:00:00.000Z'),
  calls: sized(50_000, 1000),
  offices: sized(10, 5),
  seed: 2018,
  pictures: false,
};
const idColumns: ReadonlySet<string> = new Set([
  'account_id',
  'id',
  // otherwise copied offices would belong to the same person
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

/** Offices have about 5,000 calls. The first call creates the store. */
export const openGrownStore = (calls: number, say: (line: string) => void): Promise<BenchRecord> =>
  openIn(folderOf(calls), calls, say);

/** Opens a writable copy. The cached store must not be open elsewhere. */
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

/** The measured person has no right to these copies. */
export async function growStore(
  { database }: BenchRecord,
  size: { from: number; to: number },
): Promise<void> {
  for (let copy = copiesOf(size.from); copy < copiesOf(size.to); copy += 1) await addCopy(database, copy);
  await database.pool.query('vacuum (analyze)');
}
