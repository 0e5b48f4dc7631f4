import { beforeEach, expect, test } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { testRecord } from '../../../tests/support/test-record.ts';
import { readEnvironment } from '../../platform/env.ts';
import { systemClock } from '../../platform/clock.ts';
import { PatientListJobs } from '../patient-lists/index.ts';
import { csv } from './feed-for-tests.ts';
import { reportLines } from './print-report.ts';

const { db, feed, folders, read, one, write } = testRecord();
beforeEach(async () => {
  await write('truncate patient_lists, patients, patient_households');
  await write('delete from graphile_worker._private_jobs');
  await feed({
    'accounts.csv': csv([
      { id: 'A1', name: 'Dental' },
      { id: 'A2', name: 'Other' },
    ]),
  });
});

const jobs = () =>
  new PatientListJobs({
    database: db.database,
    clock: systemClock,
    environment: readEnvironment({}),
    files: null as never,
    log: null as never,
  });
const list = { id: 'L1', account_id: 'A1', name: 'Spring', uploaded_at: '2026-03-01T12:00:00Z' };
const patient = (id: string, more: object = {}) => ({
  id,
  account_id: 'A1',
  patient_list_id: 'L1',
  last_name: 'Lee',
  address: '12 Main St',
  zip: '80202',
  phone: '(303) 555-0101',
  production: '12.50',
  ...more,
});
const spring = {
  'patient-lists.csv': csv([list]),
  'patients.csv': csv([patient('P1'), patient('P2', { address: '12 main street' })]),
};
const queued = () =>
  read(`select key from graphile_worker.jobs where task_identifier = 'prepare patient list' order by key`);
const state = () =>
  one(`select version, prepared_version, patient_count, household_count, production_cents, invalid_address_count,
    uploaded_at::date::text as uploaded, modified_at::date::text as modified from patient_lists where id = 'L1'`);

test('a list and its patients are imported, prepared, and again change nothing', async () => {
  await feed(spring);
  expect(await queued()).toEqual([{ key: 'prepare patient list L1' }]);
  await jobs().prepare({ accountId: 'A1', id: 'L1' });
  const prepared = await state();
  expect(prepared).toEqual({
    version: 2,
    prepared_version: 2,
    patient_count: 2,
    household_count: 1,
    production_cents: 2500,
    invalid_address_count: 0,
    uploaded: '2026-03-01',
    modified: '2026-03-01',
  });
  expect(await read('select phone, production_cents from patients where id = $1', 'P1')).toEqual([
    { phone: '+13035550101', production_cents: 1250 },
  ]);
  await write('delete from graphile_worker._private_jobs');
  const again = await feed(spring);
  expect(again.files.map(({ unchanged }) => unchanged)).toEqual([1, 2]);
  await jobs().prepare({ accountId: 'A1', id: 'L1' });
  expect([await state(), await queued()]).toEqual([prepared, []]);
});

test('a list that is renamed while patients of it come keeps its new name', async () => {
  await feed(spring);
  const person = await db.database.pool.connect();
  await person.query('begin');
  await person.query(`update patient_lists set name = 'Autumn' where account_id = 'A1' and id = 'L1'`);
  const brought = feed({ 'patients.csv': csv([patient('P3')]) });
  await expect.poll(() => countLockWaits(db.database.pool)).toBe(1);
  await person.query('commit');
  person.release();
  await brought;
  expect(await one('select name, version from patient_lists')).toEqual({ name: 'Autumn', version: 3 });
});

test('a changed or removed row makes the list a changed one', async () => {
  await feed(spring);
  await jobs().prepare({ accountId: 'A1', id: 'L1' });
  await feed({
    'patients.csv': csv([
      patient('P1', { address: '9 Elm St', deleted: '' }),
      patient('P2', { deleted: 'true' }),
    ]),
  });
  await jobs().prepare({ accountId: 'A1', id: 'L1' });
  const today = await one('select now()::date::text as day');
  expect(await state()).toMatchObject({
    version: 3,
    prepared_version: 3,
    patient_count: 1,
    household_count: 1,
    modified: today?.['day'],
  });
});

test('rejects patients of unknown, foreign, uploaded and deleted lists, and rows that are no patients', async () => {
  await feed({
    'patient-lists.csv': csv([
      list,
      { ...list, id: 'L2', account_id: 'A2' },
      { ...list, id: 'L3' },
      { ...list, id: 'L4' },
    ]),
  });
  await write(`update patient_lists set deleted = true where id = 'L3'`);
  await write(`update patient_lists set source = 'portal' where id = 'L4'`);
  const report = await folders.import(db.database.pool, {
    'patients.csv': csv([
      patient('P1', { patient_list_id: 'none' }),
      patient('P2', { patient_list_id: 'L2' }),
      patient('P3', { patient_list_id: 'L3' }),
      patient('P4', { patient_list_id: 'L4' }),
      patient('P5', { last_name: '--', address: '', phone: '12' }),
      patient('P6', { patient_list_id: '' }),
    ]),
  });
  expect(report.firstRejections.map(({ column, reason }) => `${column} ${reason}`).sort()).toEqual([
    ' has no name, no phone and no address',
    'patient_list_id must not be empty',
    'patient_list_id names patient list L2, which belongs to account A2',
    'patient_list_id names patient list L3, which was deleted',
    'patient_list_id names patient list L4, which was uploaded in the portal',
    'patient_list_id names patient list none, which is not known',
  ]);
});

test('leaves cells empty that cannot be read, and reports them without what they hold', async () => {
  await feed(spring);
  const report = await folders.import(db.database.pool, {
    'patients.csv': csv([
      patient('P1', { zip: 'K1A', phone: 'ask the wife', latitude: '39.5', longitude: 'west' }),
      patient('P2', { first_name: 'Bo', latitude: '0', longitude: '0' }),
    ]),
  });
  expect(report.rejected).toBe(0);
  expect(report.files[0]).toMatchObject({ rows: 2, changed: 2, emptied: 3 });
  expect(reportLines(report)).toEqual(
    expect.arrayContaining([
      '3 cells or parts of cells could not be read and were left out:',
      '  patients.csv:2  zip: This is not a US ZIP code. Write it like 80202.',
      '  patients.csv:2  phone: This is not a US phone number. Write it like (303) 555-0123.',
      '  patients.csv:2  longitude: This is not a longitude. Write it like -104.9903.',
    ]),
  );
  expect(await read('select zip, phone, latitude, longitude from patients order by id')).toEqual([
    { zip: null, phone: null, latitude: null, longitude: null },
    { zip: '80202', phone: '+13035550101', latitude: null, longitude: null },
  ]);
  // without the column, its value stays
  await feed({ 'patients.csv': csv([{ id: 'P2', account_id: 'A1', last_name: 'Ray', latitude: '39.5' }]) });
  expect(await one(`select last_name, zip, latitude from patients where id = 'P2'`)).toEqual({
    last_name: 'Ray',
    zip: '80202',
    latitude: 39.5,
  });
  const emptied = await folders.import(db.database.pool, {
    'patients.csv': csv([{ id: 'P1', account_id: 'A1', last_name: '', address: '', phone: '' }]),
  });
  expect(emptied.firstRejections).toMatchObject([
    { column: '', reason: 'has no name, no phone and no address' },
  ]);
});

test('removes the patients of a removed list, and does not bring back one that was deleted in the portal', async () => {
  await feed(spring);
  await jobs().prepare({ accountId: 'A1', id: 'L1' });
  await feed({ 'patient-lists.csv': csv([{ id: 'L1', account_id: 'A1', deleted: true }]) });
  expect(await read('select id from patients')).toEqual([]);
  await feed({ 'patient-lists.csv': csv([{ ...list, deleted: false }]) });
  expect(await state()).toMatchObject({
    patient_count: 0,
    household_count: 0,
    production_cents: 0,
    version: 3,
  });
  await feed({ 'patient-lists.csv': csv([{ ...list, id: 'L5' }]) });
  await write(`update patient_lists set deleted = true where id = 'L5'`);
  await feed({ 'patient-lists.csv': csv([{ ...list, id: 'L5' }]) });
  expect(await one(`select deleted from patient_lists where id = 'L5'`)).toEqual({ deleted: true });
});

test('keeps all numbers of a patient, and makes unit and address one', async () => {
  await feed(spring);
  const numbers = () => one(`select phone, other_phones, address from patients where id = 'P1'`);
  await feed({
    'patients.csv': csv([
      patient('P1', { phone: '303-555-0101', other_phones: '303-555-0102;(303) 555-0103', unit: '4' }),
    ]),
  });
  const all = ['+13035550102', '+13035550103'];
  expect(await numbers()).toEqual({ phone: '+13035550101', other_phones: all, address: '12 Main St #4' });
  // columns that are not in the file stay
  const { address: _, ...rest } = patient('P1', { phone: '303-555-0109' });
  await feed({ 'patients.csv': csv([rest]) });
  expect(await numbers()).toEqual({ phone: '+13035550109', other_phones: all, address: '12 Main St #4' });
  await feed({
    'patients.csv': csv([{ id: 'P1', account_id: 'A1', phone: '303-555-0101 or 303-555-0102' }]),
  });
  expect(await numbers()).toMatchObject({ phone: '+13035550101', other_phones: ['+13035550102'] });
  const alone = await folders.import(db.database.pool, {
    'patients.csv': csv([{ id: 'P1', account_id: 'A1', unit: '5', other_phones: '303-555-0104' }]),
  });
  expect(await numbers()).toEqual({
    phone: '+13035550101',
    other_phones: ['+13035550104'],
    address: '12 Main St #4',
  });
  expect(reportLines(alone)).toContain('  patients.csv:2  unit: A unit needs an address in the same row.');
  await feed({ 'patients.csv': csv([{ id: 'P1', account_id: 'A1', other_phones: '' }]) });
  expect(await numbers()).toMatchObject({ phone: '+13035550101', other_phones: [] });
});

test.each<[name: string, content: (text: string) => string | Buffer]>([
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 of the other order', (text) => Buffer.from(text, 'utf16le').swap16()],
  ['semicolons', (text) => `sep=;\r\n${text.replaceAll(',', ';')}`],
  ['tabs', (text) => text.replaceAll(',', '\t')],
  ['lone CR', (text) => text.replaceAll('\n', '\r')],
])('reads a file with %s', async (_, content) => {
  await feed({ 'accounts.csv': content('id,name\nA1,Pe\u00f1a\nA1,Pe\u00f1a Dental\n') });
  expect(await one(`select name from accounts where id = 'A1'`)).toEqual({ name: 'Pe\u00f1a Dental' });
});
