import { resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { picklistFields } from '@mailcall/contract/figures/dimensions.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { FeedFolders } from './feed-for-tests.ts';
import { importFolder, reportLines } from './index.ts';

const db = testDatabase();
const folders = new FeedFolders();
afterEach(() => folders.remove());

const example = resolve(import.meta.dirname, '../../../docs/reference/import-example');

it('the example of docs/reference/import.md is a whole feed', async () => {
  const report = await importFolder(db.database, example, {
    files: folderFileStore(await folders.folder()),
    strict: true,
  });
  expect(report).toMatchObject({ kept: true, firstRejections: [], notices: [] });
  expect(report.files).toHaveLength(24);
  expect(
    report.files.every(
      ({ pending, missingRecordings, missingImages, added, rows }) =>
        pending + missingRecordings + missingImages === 0 && added === rows,
    ),
  ).toBe(true);
  expect(reportLines(report).at(-1)).toMatch(/^Imported 54 rows of 54 in /);
  const picklists = await db.database.pool.query<{ field: string }>('select distinct field from picklists');
  const fields = picklistFields('score');
  expect(picklists.rows.filter(({ field }) => !fields.includes(field))).toEqual([]);
  const known = await db.database.pool.query<{ tablename: string }>(
    `select distinct tablename from pg_stats where tablename in ('accounts', 'calls', 'inquiries', 'appointments') order by 1`,
  );
  // otherwise the first queries are planned for empty tables
  expect(known.rows.map(({ tablename }) => tablename)).toEqual([
    'accounts',
    'appointments',
    'calls',
    'inquiries',
  ]);
  const { rows } = await db.database.pool.query(
    `select calls.id, campaign_id, appointment_count, has_rescheduled_appointment, local_hour, (select peaks is not null from recordings where key = audio) as waveform,
      (select value from dimension_values where dimension = 'recordType' and code = record_type) as record_type from calls order by id`,
  );
  expect(rows).toEqual([
    {
      id: 'K-1',
      campaign_id: 'C-1',
      appointment_count: 1,
      has_rescheduled_appointment: true,
      local_hour: 8,
      waveform: true,
      record_type: 'Mail Call',
    },
    {
      id: 'K-2',
      campaign_id: 'C-1',
      appointment_count: 0,
      has_rescheduled_appointment: false,
      local_hour: 18,
      waveform: null,
      record_type: null,
    },
    {
      id: 'K-3',
      campaign_id: 'C-2',
      appointment_count: 0,
      has_rescheduled_appointment: false,
      local_hour: 10,
      waveform: null,
      record_type: null,
    },
  ]);

  const { rows: faces } = await db.database.pool.query(
    `select front.media_type, front.width > 400 as drawn, front.id <> back.id as two_pages, geodata.centroid, zone.name as zone
     from campaigns join images front on front.id = front_image join images back on back.id = back_image
     join mailing_zones zone on zone.id = zone_id join mailing_areas area on area.id = campaigns.mailing_area_id
     join geodata on geodata.id = area.geodata_id
     where campaigns.id = 'C-1' and (select front_image from design_versions where id = 'V-2') = front_image`,
  );
  expect(faces).toEqual([
    {
      media_type: 'application/pdf',
      drawn: true,
      two_pages: true,
      centroid: [expect.closeTo(-105.278, 1), expect.closeTo(40.02, 1)],
      zone: 'Mapleton Hill',
    },
  ]);
});
