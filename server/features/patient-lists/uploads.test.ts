import { writeXlsx } from 'hucre/xlsx';
import type { getUploadReport, PatientListUpload } from '@mailcall/contract/patient-list-uploads.ts';
import type { TextEncoding } from '@mailcall/contract/rules/text-encodings.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { cleanPatientListUploads } from './clean-uploads.ts';
import { patientListsAs } from '../../../tests/support/patient-lists.ts';

const here = testApp();
const tokens = { olga: '', felix: '' };
const olga = patientListsAs(here, () => tokens.olga);
const felix = patientListsAs(here, () => tokens.felix);

beforeAll(async () => {
  const { database } = here;
  await addAccounts(database, [{ id: 'own' }, { id: 'foreign' }]);
  await addPerson(database, { id: 'olga', accounts: ['own'] });
  await addPerson(database, { id: 'felix', accounts: ['foreign'] });
  tokens.olga = await signInAs(here, 'olga@people.test');
  tokens.felix = await signInAs(here, 'felix@people.test');
});
beforeEach(async () => {
  await here.database.pool.query(
    'truncate patient_lists, patients, patient_households, patient_list_uploads, rejected_patient_rows, emptied_patient_cells, patient_list_columns, access_log',
  );
});

const header = 'First Name,Last Name,Address,City,State,Zip,Cell Phone,First Visit,Production';
const march = [
  header,
  'Ann,Lee,12 Main St,Denver,CO,80202,(303) 555-0101,3/1/2026,"$1,250.00"',
  'Bob,Lee,12 main street,Denver,CO,80202-1234,303-555-0102,3/2/26,100',
  'Cid,Ray,12 Main St #4,Denver,CO,80202,,2026-03-03,',
  'Dot,Ivy,9 Elm St,Nowhere,CO,00000,,,',
  'Eve,Oak,,,,,303-555-0105,,',
].join('\r\n');
const rowsOf = async (table: string) => (await here.database.pool.query(`select * from ${table}`)).rows;

test('shows the first rows of a file and what its columns probably mean', async () => {
  const { code, data } = await olga.upload(
    `${march.replace('\r\n', '\r\n , ,,,,,,,\r\n')}\r\n${'F,G,,,,,,,\r\n'.repeat(20)},,,,,,,,\r\n`,
  );
  expect(code).toBe(200);
  expect(data.upload).toMatchObject({
    state: 'draft',
    rowCount: 25,
    fileName: 'march_patients.csv',
    accountName: 'Office own',
  });
  expect(data.columns.map(({ field }) => field)).toEqual([
    'firstName',
    'lastName',
    'address',
    'city',
    'state',
    'zip',
    'phone',
    'firstVisit',
    'production',
  ]);
  expect(data.rows).toHaveLength(10);
  expect(data.rows[0]).toEqual([
    'Ann',
    'Lee',
    '12 Main St',
    'Denver',
    'CO',
    '80202',
    '(303) 555-0101',
    '3/1/2026',
    '$1,250.00',
  ]);
  expect([data.listName, data.sameNamed]).toEqual(['March patients', null]);
});

test('cuts a long column name and cell within no character', async () => {
  const long = `${'n'.repeat(199)}\u{1F600}`;
  const { code, data } = await olga.upload(`Last Name,Cell Phone,${long}\r\nLee,303-555-0101,${long}\r\n`);
  expect([code, data.rows[0]?.[2]]).toEqual([200, 'n'.repeat(199)]);
});

test('reads a file into a list with its households and totals', async () => {
  const upload = await olga.add(march);
  expect(upload).toMatchObject({ state: 'done', acceptedCount: 5, rejectedCount: 0, emptiedCount: 1 });
  const [list] = await olga.list();
  expect(list).toMatchObject({
    id: upload.patientListId,
    name: 'March patients',
    accountName: 'Office own',
    source: 'portal',
    uploadedBy: 'Person olga',
    archived: false,
    preparing: false,
    audit: null,
    uploadId: upload.id,
    rejectedRows: 0,
    emptiedCells: 1,
    fromDate: '2026-03-01',
    toDate: '2026-03-03',
    summary: { patientCount: 5, householdCount: 4, production: 1350, invalidAddress: 2 },
  });
  const { data, headers } = await olga.households(upload.patientListId ?? '');
  expect(headers['cache-control']).toBe('no-store');
  expect(data.records).toHaveLength(4);
  expect(data.records[0]).toMatchObject({
    address: '12 Main St, Denver, CO 80202',
    lat: 39.751526,
    lng: -104.997673,
    approximate: true,
    count: 2,
    production: 1350,
    class: 'none',
    matches: [],
  });
  expect(data.records.filter(({ lat }) => lat === null).map(({ count }) => count)).toEqual([1, 1]);
});

test('makes neighbors in one house apart by the column of the unit, and keeps all phones', async () => {
  const upload = await olga.add(
    [
      'Last Name,Address,Address2,City,State,Zip,Home #,Cell,Work',
      'Lee,12 Main St,Apt 1,Denver,CO,80202,303-555-0101,303-555-0102,none',
      'Ray,12 Main St,2,Denver,CO,80202,,303-555-0103,303-555-0103',
      'Ivy,12 Main Street,#3,Denver,CO,80202,,,',
      'Oak,12 main st.,Unit 4,Denver,CO,80202,,,',
      'Oak,12 Main St Apt 4,4,Denver,CO,80202,,,',
    ].join('\n'),
  );
  expect(upload).toMatchObject({ state: 'done', acceptedCount: 5, emptiedCount: 1 });
  expect((await olga.list())[0]?.summary).toMatchObject({ patientCount: 5, householdCount: 4 });
  expect(await rowsOf('patients order by row_number')).toMatchObject([
    { address: '12 Main St Apt 1', phone: '+13035550101', other_phones: ['+13035550102'] },
    { address: '12 Main St #2', phone: '+13035550103', other_phones: [] },
    { address: '12 Main Street #3' },
    { address: '12 main st. Unit 4' },
    { address: '12 Main St Apt 4' },
  ]);
});

test('reads Windows-1252, and takes points that a file gives over ZIP codes', async () => {
  const text =
    'last name,zip code,latitude,longitude,address,carrier route\nPe\u00f1a,80202,39.7,-104.9,1 Oak St,C7\n';
  const upload = await olga.add(Buffer.from(text, 'latin1'));
  const { data } = await olga.households(upload.patientListId ?? '');
  expect(data.records).toMatchObject([
    {
      accountId: 'own',
      account: 'Office own',
      source: 'portal',
      metadata: { modifiedAt: expect.stringMatching(/^20/) as string },
      lat: 39.7,
      lng: -104.9,
      approximate: false,
      carrierRoute: '80202C007',
    },
  ]);
  expect(await rowsOf('patients')).toMatchObject([{ last_name: 'Pe\u00f1a' }]);
});

test('leaves out rows that are no patients, leaves unreadable cells empty, and reports both', async () => {
  const file = [
    header,
    'Ann,Lee,,,,K1A,123,soon,=1+1',
    '',
    ',,,,,,,3/1/26,1',
    'Cid,"Oak"x,,,,,,,',
    ',,,,,,12,,',
    `Dot,Ivy,"${'Long '.repeat(200)}",,,,303-555-0104,3/1/26,1`,
  ].join('\n');
  const upload = await olga.add(file);
  expect(upload).toMatchObject({ state: 'done', acceptedCount: 2, rejectedCount: 3, emptiedCount: 5 });
  expect(await rowsOf('patients')).toMatchObject([
    { last_name: 'Lee', zip: null, phone: null, first_visit: null, production_cents: null },
    { last_name: 'Ivy', address: null, phone: '+13035550104', production_cents: 100 },
  ]);
  const report = await olga.send<RouteReply<typeof getUploadReport>>(
    'GET',
    `/patient-lists/uploads/${upload.id}/report`,
  );
  expect(report.headers['cache-control']).toBe('no-store');
  const notAPhone = 'This is not a US phone number. Write it like (303) 555-0123.';
  expect(report.data).toEqual({
    rows: [
      { row: 4, column: null, text: null, reason: 'The row has no name, no phone and no address.' },
      {
        row: 5,
        column: null,
        text: null,
        reason: 'The row has a quote inside a cell; put the cell in quotes and double the quotes inside it.',
      },
      {
        row: 6,
        column: 'Cell Phone',
        text: '12',
        reason: 'The row has no name, no phone and no address that can be read.',
      },
    ],
    cells: [
      { row: 2, column: 'Zip', text: 'K1A', reason: 'This is not a US ZIP code. Write it like 80202.' },
      { row: 2, column: 'Cell Phone', text: '123', reason: notAPhone },
      { row: 2, column: 'First Visit', text: 'soon', reason: 'This is not a date. Write it like 3/31/2026.' },
      {
        row: 2,
        column: 'Production',
        text: '=1+1',
        reason: 'This is not an amount. Write it like 1,250.00.',
      },
      {
        row: 7,
        column: 'Address',
        text: `${'Long '.repeat(20).slice(0, 99)}…`,
        reason: 'Address can have at most 500 characters.',
      },
    ],
  });
  const answer = await here.app.http.inject({
    url: `/api/maps/patient-lists/uploads/${upload.id}/report.csv`,
    headers: bearer(tokens.olga),
  });
  expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    'text/csv; charset=utf-8',
    'private, no-store',
  ]);
  const lines: string[][] = parse(answer.body, { bom: true });
  expect(lines.slice(0, 3)).toEqual([
    ['Row', 'Column', 'Cell', 'Reason', 'Result'],
    ['2', 'Zip', 'K1A', 'This is not a US ZIP code. Write it like 80202.', 'Cell left empty'],
    ['2', 'Cell Phone', '123', notAPhone, 'Cell left empty'],
  ]);
  expect(lines.map(([row, , text]) => `${row} ${text}`).slice(4, 8)).toEqual(["2 '=1+1", '4 ', '5 ', '6 12']);
  expect((await olga.list())[0]).toMatchObject({
    rejectedRows: 3,
    emptiedCells: 5,
    summary: { patientCount: 2 },
  });
  const uses = (await rowsOf('access_log')).filter(({ subject_kind }) => subject_kind !== 'patient list');
  expect(uses.map(({ action }) => action)).toEqual(['upload', 'open', 'download']);
  expect(await olga.add(file)).toMatchObject({ state: 'unchanged', rejectedCount: 3, emptiedCount: 5 });
});

test('fails when no row is a patient, and keeps why', async () => {
  const upload = await olga.add(`${header}\n,,,,,,123,,\n`);
  expect(upload).toMatchObject({
    state: 'failed',
    failure: 'None of the rows could be read as a patient.',
    rejectedCount: 1,
    emptiedCount: 0,
    patientListId: null,
  });
  expect(await olga.list()).toEqual([]);
});

test('the same file again changes nothing, also under another name', async () => {
  const first = await olga.add(march);
  const before = await Promise.all(['patient_lists', 'patients', 'patient_households'].map(rowsOf));
  here.clock.advance(60_000);
  const again = await olga.add(march, { name: 'April' });
  const replaced = await olga.add(Buffer.from(`\uFEFF${march.replaceAll('\r\n', '\n')}\n`), {
    replacedListId: first.patientListId,
  });
  for (const upload of [again, replaced])
    expect(upload).toMatchObject({ state: 'unchanged', patientListId: first.patientListId });
  expect(await Promise.all(['patient_lists', 'patients', 'patient_households'].map(rowsOf))).toEqual(before);
});

test('replaces the rows of a list and keeps households whose address stays', async () => {
  const first = await olga.add(march);
  const idsOf = async () =>
    (await olga.households(first.patientListId ?? '')).data.records.map(
      ({ id, address }) => `${address} ${id}`,
    );
  const before = await idsOf();
  here.clock.advance(60_000);
  const next = await olga.upload(`${march}\r\nFay,New,5 New St,Denver,CO,80202,,,`);
  expect(next.data.sameNamed).toEqual({ id: first.patientListId, name: 'March patients' });
  expect(next.data.lists).toMatchObject([
    { id: first.patientListId, uploadedBy: 'Person olga', archived: false, mayReplace: true },
  ]);
  await olga.start(next.data.upload.id, {
    columns: next.data.columns.map(({ field }) => field),
    replacedListId: first.patientListId,
  });
  expect(await olga.work(next.data.upload.id)).toMatchObject({
    state: 'done',
    patientListId: first.patientListId,
  });
  const [list, ...others] = await olga.list();
  expect(others).toEqual([]);
  expect(list).toMatchObject({
    id: first.patientListId,
    summary: { patientCount: 6, householdCount: 5 },
    metadata: { modifiedAt: here.clock.now().toISOString() },
  });
  expect((await idsOf()).filter((id) => before.includes(id))).toEqual(before);
  expect(await rowsOf('patient_lists')).toMatchObject([{ version: 2, prepared_version: 2 }]);
});

test('replaces a list that got another id of the provider, before the upload and while it is read', async () => {
  const first = await olga.add(march);
  const rename = async (id: string) => {
    for (const table of ['patients', 'patient_households'])
      await here.database.pool.query(`update ${table} set patient_list_id = $1`, [id]);
    await here.database.pool.query('update patient_lists set id = $1', [id]);
  };
  await rename('PL-1');
  const { data } = await olga.upload(`${march}\r\nFay,New,5 New St,Denver,CO,80202,,,`);
  const columns = data.columns.map(({ field }) => field);
  expect((await olga.start(data.upload.id, { columns, replacedListId: first.patientListId })).code).toBe(200);
  expect(await rowsOf('patient_list_uploads where replaced_list_id is not null')).toMatchObject([
    { replaced_list_id: 'PL-1', patient_list_id: 'PL-1' },
  ]);
  await here.database.pool.query(
    'update patient_list_uploads set replaced_list_id = $1, patient_list_id = $1 where replaced_list_id is not null',
    [first.patientListId],
  );
  expect(await olga.work(data.upload.id)).toMatchObject({ state: 'done', patientListId: 'PL-1' });
  expect(await olga.list()).toMatchObject([{ id: 'PL-1', summary: { patientCount: 6 } }]);
});

test('a file whose header or encoding was guessed wrong is read again as the person says', async () => {
  const file = [
    'Smile Dental;May',
    'Last Name;City;Phone',
    'Surname;Town;Cell',
    'Pe\u00f1a;Denver;303-555-0101',
    'Ray;Boulder;303-555-0102',
  ].join('\r\n');
  const { data: first } = await olga.upload(Buffer.from(file, 'latin1'));
  expect(first).toMatchObject({ encoding: 'windows-1252', headerLine: 2, delimiter: ';' });
  expect(first.headLines).toEqual([
    { line: 1, text: 'Smile Dental · May' },
    { line: 2, text: 'Last Name · City · Phone' },
    { line: 3, text: 'Surname · Town · Cell' },
    { line: 4, text: 'Pe\u00f1a · Denver · 303-555-0101' },
    { line: 5, text: 'Ray · Boulder · 303-555-0102' },
  ]);
  const { id } = first.upload;
  const third = await olga.readAgain(id, { encoding: 'windows-1252', headerLine: 3 });
  expect(third.data).toMatchObject({
    headerLine: 3,
    columns: [
      { header: 'Surname', field: 'lastName' },
      { header: 'Town', field: 'city' },
      { header: 'Cell', field: 'phone' },
    ],
    rows: [
      ['Pe\u00f1a', 'Denver', '303-555-0101'],
      ['Ray', 'Boulder', '303-555-0102'],
    ],
    leftOut: [{ line: 1 }, { line: 2 }],
    upload: { state: 'draft', rowCount: 2 },
  });
  const mac = await olga.readAgain(id, { encoding: 'macintosh', headerLine: 3 });
  expect(mac.data.rows[0]?.[0]).toBe('Pe\u00d2a');
  expect((await olga.readAgain(id, { encoding: 'windows-1252', headerLine: null })).data).toEqual(first);
  const refused = async (encoding: TextEncoding, headerLine: number | null) => {
    const { code, message } = await olga.readAgain(id, { encoding, headerLine });
    return [code, message];
  };
  expect(await refused('windows-1252', 9)).toEqual([
    422,
    'Line 9 cannot be the header. Choose one of the first 60 lines that has the names of the columns.',
  ]);
  expect(await refused('windows-1252', 5)).toEqual([422, 'This file has no rows below its header.']);
  expect((await refused('utf-16le', null))[0]).toBe(422);
  await olga.readAgain(id, { encoding: 'windows-1252', headerLine: 3 });
  expect((await felix.readAgain(id, { encoding: 'utf-8', headerLine: null })).code).toBe(404);
  await olga.start(id, { columns: ['lastName', 'city', 'phone'] });
  expect((await refused('utf-8', null))[0]).toBe(422);
  expect(await olga.work(id)).toMatchObject({ state: 'done', acceptedCount: 2 });
  expect(
    (await rowsOf('patients')).map((row) => (row as { last_name: string }).last_name).toSorted(),
  ).toEqual(['Pe\u00f1a', 'Ray']);
});

test('replaced rows do not inherit the matches of those before', async () => {
  const first = await olga.add(march);
  await here.database.pool.query(`
    with households as (
      insert into mailed_households select account_id, patient_list_id, household_id, 'M1', '2026-02-01' from patients
      on conflict do nothing)
    insert into patient_matches (account_id, patient_list_id, id, household_id, class, rule, first_visit, campaign_id,
      delivery_day, call_id, call_day)
    select account_id, patient_list_id, id, household_id, 'strong', 'callerPhone', '2026-03-01', 'M1', '2026-02-01', 'C1',
      '2026-02-02' from patients`);
  await here.database.pool.query(
    `insert into patient_list_audits values ('own', $1, 'hash', now(), 4, 0, 0, 0, 0, 0, 5, '{M1}')`,
    [first.patientListId],
  );
  expect((await olga.list())[0]?.audit).not.toBeNull();
  await here.database.pool.query(
    `insert into campaigns (account_id, id, name, campaign_type) values ('own', 'M1', 'Order 1', 'MVP Mail')`,
  );
  await here.database.pool.query(
    `insert into calls (account_id, id, call_date_time) values ('own', 'C1', '2026-02-02T15:00:00Z')`,
  );
  await here.database.pool.query(
    `update patients set latitude = 39.7, longitude = -104.9 where row_number = (select min(row_number) from patients)`,
  );
  const before = await olga.households(first.patientListId ?? '');
  expect(before.data.records.flatMap(({ matches }) => matches)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        patientAddress: '12 Main St, Denver, CO 80202',
        latitude: 39.7,
        longitude: -104.9,
      }) as unknown,
      expect.objectContaining({
        patientAddress: '12 main street, Denver, CO 80202',
        latitude: 39.751526,
        longitude: -104.997673,
      }) as unknown,
      expect.objectContaining({ latitude: null, longitude: null }) as unknown,
    ]),
  );
  await olga.add(`${header}\nGus,New,12 Main St,Denver,CO,80202,,,`, { replacedListId: first.patientListId });
  expect((await olga.list())[0]?.audit).toBeNull();
  const { data } = await olga.households(first.patientListId ?? '');
  expect(data.records).toMatchObject([{ class: 'none', matches: [] }]);
  expect([...(await rowsOf('patient_matches')), ...(await rowsOf('mailed_households'))]).toEqual([]);
});

test('remembers for the account what columns mean', async () => {
  const text = 'Surname,Joined,Note\nLee,3/1/2026,303-555-0101\n';
  const { data } = await olga.upload(text);
  expect(data.columns.map(({ field }) => field)).toEqual(['lastName', null, null]);
  const columns = ['lastName', 'firstVisit', 'phone'] as const;
  expect((await olga.start(data.upload.id, { columns: [...columns] })).code).toBe(200);
  expect((await olga.upload(text)).data.columns.map(({ field }) => field)).toEqual(columns);
  expect((await felix.upload(text, { accountId: 'foreign' })).data.columns.map(({ field }) => field)).toEqual(
    ['lastName', null, null],
  );
});

test('started twice and read by several workers at once, a file makes one list', async () => {
  const { data } = await olga.upload(march);
  const columns = data.columns.map(({ field }) => field);
  const started = await Promise.all([1, 2, 3].map(() => olga.start(data.upload.id, { columns })));
  expect(started.map(({ code }) => code)).toEqual([200, 200, 200]);
  await Promise.all([1, 2, 3].map(() => olga.work(data.upload.id)));
  expect(await olga.progress(data.upload.id)).toMatchObject({ state: 'done' });
  expect(await olga.list()).toHaveLength(1);
  expect(await rowsOf('patients')).toHaveLength(5);
  expect((await rowsOf('access_log')).map(({ action }) => action)).toEqual(['upload', 'upload']);
});

test('two uploads of the same rows at once make one list', async () => {
  const uploads = await Promise.all([1, 2].map(() => olga.upload(march)));
  for (const { data } of uploads)
    await olga.start(data.upload.id, { columns: data.columns.map(({ field }) => field) });
  const ended = await Promise.all(uploads.map(({ data }) => olga.work(data.upload.id)));
  expect(ended.map(({ state }) => state).sort()).toEqual(['done', 'unchanged']);
  expect(await olga.list()).toHaveLength(1);
});

test('rows of an archived list make a new one if the person says so', async () => {
  const first = await olga.add(march);
  expect((await olga.send('POST', `/patient-lists/uploads/${first.id}/add`, {})).code).toBe(422);
  await here.database.pool.query('update patient_lists set archived_at = now()');
  const asked = await olga.add(march);
  expect(asked).toMatchObject({
    state: 'unchanged',
    patientListId: first.patientListId,
    patientListName: 'March patients',
    patientListArchived: true,
  });
  expect((await felix.send('POST', `/patient-lists/uploads/${asked.id}/add`, {})).code).toBe(404);
  const added = await Promise.all(
    [1, 2].map(() => olga.send('POST', `/patient-lists/uploads/${asked.id}/add`, {})),
  );
  expect(new Set(added.map(({ code }) => code))).toEqual(new Set([200, 422]));
  const next = await olga.work(asked.id, 'own', true);
  expect(next).toMatchObject({ state: 'done', acceptedCount: 5, patientListArchived: false });
  expect(next.patientListId).not.toBe(first.patientListId);
  const other = await olga.add(`${march}\nFay,New,,,,,,,`, { replacedListId: first.patientListId });
  expect(other).toMatchObject({ state: 'done', patientListId: first.patientListId });
  expect(await olga.add(march, { replacedListId: first.patientListId })).toMatchObject({
    state: 'done',
    patientListId: first.patientListId,
  });
});

test('an upload fails whose list was deleted meanwhile', async () => {
  const { patientListId } = await olga.add(march);
  const { data } = await olga.upload(`${march}\nFay,New,,,,,,,`);
  await olga.start(data.upload.id, {
    columns: data.columns.map(({ field }) => field),
    replacedListId: patientListId,
  });
  await here.database.pool.query(`update contact_accounts set is_primary = true where contact_id = 'olga'`);
  expect((await olga.send('DELETE', `/patient-lists/${patientListId}`)).code).toBe(200);
  expect(await olga.work(data.upload.id)).toMatchObject({
    state: 'failed',
    failure: 'The list that this file replaces was deleted. Add it as a new list.',
  });
  expect(await here.files.stat(`patient-lists/${data.upload.id}.csv`)).toBeNull();
});

test('of more than five unfinished uploads the oldest drafts are removed', async () => {
  const sent: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    here.clock.advance(1000);
    sent.push((await olga.upload(march)).data.upload.id);
  }
  const left = (await rowsOf('patient_list_uploads')) as { id: string; file_key: string }[];
  expect(left.map(({ id }) => id).sort()).toEqual(sent.slice(1).sort());
  expect(await here.files.stat(`patient-lists/${sent[0]}.csv`)).toBeNull();
  await here.database.pool.query('update patient_list_uploads set requested_at = now()');
  expect((await olga.upload(march)).message).toBe(
    'Five files are still being read. Upload this one when one of them is done.',
  );
});

test('uploads in progress are listed for everyone of the account until they have ended', async () => {
  const inProgress = async (person: typeof olga) =>
    (
      await person.send<{ records: PatientListUpload[] }>(
        'GET',
        '/accounts/patient-lists/uploads?accountIds[]=*',
      )
    ).data.records.map(({ id, state }) => ({ id, state }));
  const started = await olga.upload(march);
  const { id } = started.data.upload;
  expect(await inProgress(olga)).toEqual([]);
  await olga.start(id, { columns: started.data.columns.map(({ field }) => field) });
  expect(await inProgress(olga)).toEqual([{ id, state: 'waiting' }]);
  expect(await inProgress(felix)).toEqual([]);
  await olga.work(id);
  expect(await inProgress(olga)).toEqual([]);
});

test('a canceled upload leaves nothing', async () => {
  const { data } = await olga.upload(march);
  const { id } = data.upload;
  await olga.start(id, { columns: data.columns.map(({ field }) => field) });
  const canceled = await olga.send<{ upload: unknown }>('POST', `/patient-lists/uploads/${id}/cancel`, {});
  expect(canceled.data.upload).toMatchObject({ state: 'canceled' });
  expect(await here.files.stat(`patient-lists/${id}.csv`)).toBeNull();
  expect(await olga.work(id)).toMatchObject({ state: 'canceled', patientListId: null });
  expect(await olga.list()).toEqual([]);
  const again = await olga.start(id, { columns: data.columns.map(({ field }) => field) });
  expect([again.code, again.message]).toEqual([422, 'This upload was canceled. Choose the file again.']);
});

test.each<[name: string, file: string | Buffer, code: number, message: string]>([
  ['an empty file', '', 422, 'This file is empty.'],
  ['a header alone', 'Last name\n', 422, 'This file has no rows below its header.'],
  ['empty rows alone', 'Last name,Phone\n,\n , \n', 422, 'This file has no rows below its header.'],
  [
    'a broken workbook',
    Buffer.from([0x50, 0x4b, 3, 4, 0]),
    422,
    'This workbook cannot be read. Save the sheet as CSV UTF-8, then upload that file.',
  ],
  [
    'too many rows',
    `Last name\n${'L\n'.repeat(100_001)}`,
    422,
    'This file has 100,001 rows. Upload at most 100,000 at a time.',
  ],
  [
    'too many bytes',
    Buffer.alloc(20 * 1024 * 1024 + 1, 'a'),
    413,
    'This file is larger than 20 MB. Upload it in parts.',
  ],
])('refuses %s and stores nothing', async (_, file, code, message) => {
  const answer = await olga.upload(file);
  expect([answer.code, answer.message]).toEqual([code, message]);
  expect(await rowsOf('patient_list_uploads')).toEqual([]);
});

test('takes the sheet of a workbook that is a list', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => [`Note ${at}`, at]);
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Notes', rows },
      {
        name: 'March',
        columns: [
          { key: 'last', header: 'Last name' },
          { key: 'phone', header: 'Phone' },
          { key: 'zip', header: 'ZIP', style: { numFmt: '00000' } },
        ],
        data: [{ last: 'Lee', phone: 3035550199, zip: 2134 }],
      },
    ],
  });
  const { data } = await olga.upload(Buffer.from(workbook));
  expect(data.columns.map(({ field }) => field)).toEqual(['lastName', 'phone', 'zip']);
  expect(data.rows).toEqual([['Lee', '3035550199', '02134']]);
});

test('refuses columns that no patient can be found by', async () => {
  const { data } = await olga.upload(march);
  const refused = await olga.start(data.upload.id, { columns: ['firstName', ...Array<null>(8).fill(null)] });
  expect([refused.code, refused.message]).toEqual([
    422,
    'Choose the column of the last name or of the phone: patients are found by these.',
  ]);
  const short = await olga.start(data.upload.id, { columns: ['lastName'] });
  expect([short.code, short.message]).toEqual([422, 'This file has 9 columns. Choose the meaning of each.']);
});

test('shows an upload to no one else, and refuses uploads to accounts of others', async () => {
  const { data } = await olga.upload(march);
  const { id } = data.upload;
  expect((await felix.upload(march)).code).toBe(422);
  expect((await felix.start(id, { columns: [] })).code).toBe(404);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['GET', '/report'],
    ['GET', '/report.csv'],
  ] as const)
    expect(
      (await felix.send(method, `/patient-lists/uploads/${id}${path}`, method === 'POST' ? {} : undefined))
        .code,
    ).toBe(404);
  const theirs = await felix.upload(march, { accountId: 'foreign' });
  const list = await olga.add(march);
  const columns = theirs.data.columns.map(({ field }) => field);
  expect(
    (await felix.start(theirs.data.upload.id, { columns, replacedListId: list.patientListId })).code,
  ).toBe(404);
});

test('removes the files of uploads that were never started or came to nothing', async () => {
  const kept = await olga.add(march);
  const draft = (await olga.upload(march)).data.upload;
  await olga.add(march);
  const filesOf = async () => {
    const keys = (await rowsOf('patient_list_uploads')).map(({ file_key }) => file_key as string);
    const found = await Promise.all(keys.map((key) => here.files.stat(key)));
    return found.filter((file) => file !== null).length;
  };
  await cleanPatientListUploads(here);
  expect(await filesOf()).toBe(2);
  here.clock.advance(25 * 60 * 60 * 1000);
  tokens.olga = await signInAs(here, 'olga@people.test');
  await cleanPatientListUploads(here);
  expect(await filesOf()).toBe(1);
  expect((await olga.send('GET', `/patient-lists/uploads/${draft.id}`)).code).toBe(404);
  expect(await olga.progress(kept.id)).toMatchObject({ state: 'done' });
});
