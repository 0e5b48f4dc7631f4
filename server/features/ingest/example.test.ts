import { resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { folderFileStore } from '../../platform/files.ts';
import { FeedFolders } from './feed-for-tests.ts';
import { importFolder, reportLines } from './index.ts';

const db = testDatabase();
const folders = new FeedFolders();
afterEach(() => folders.remove());

const example = resolve(import.meta.dirname, '../../../docs/operate/import-example');

it('the example of docs/operate/import.md is a whole feed', async () => {
  const report = await importFolder(db.database, example, {
    files: folderFileStore(await folders.folder()),
    strict: true,
  });
  expect(report).toMatchObject({ kept: true, firstRejections: [], notices: [] });
  expect(report.files).toHaveLength(9);
  expect(
    report.files.every(
      ({ pending, missingRecordings, added, rows }) => pending + missingRecordings === 0 && added === rows,
    ),
  ).toBe(true);
  expect(reportLines(report).at(-1)).toMatch(/^Imported 24 rows of 24 in /);
  const known = await db.database.pool.query<{ tablename: string }>(
    `select distinct tablename from pg_stats where tablename in ('accounts', 'calls', 'inquiries', 'appointments') order by 1`,
  );
  // the first questions after an import must not be planned for empty tables
  expect(known.rows.map(({ tablename }) => tablename)).toEqual([
    'accounts',
    'appointments',
    'calls',
    'inquiries',
  ]);
  const { rows } = await db.database.pool.query(
    `select id, campaign_id, appointment_count, has_rescheduled_appointment, local_hour, (select peaks is not null from recordings where key = audio) as waveform from calls order by id`,
  );
  expect(rows).toEqual([
    {
      id: 'K-1',
      campaign_id: 'C-1',
      appointment_count: 1,
      has_rescheduled_appointment: true,
      local_hour: 8,
      waveform: true,
    },
    {
      id: 'K-2',
      campaign_id: 'C-1',
      appointment_count: 0,
      has_rescheduled_appointment: false,
      local_hour: 18,
      waveform: null,
    },
    {
      id: 'K-3',
      campaign_id: 'C-2',
      appointment_count: 0,
      has_rescheduled_appointment: false,
      local_hour: 10,
      waveform: null,
    },
  ]);
});
