import { beforeAll, beforeEach, expect, test } from 'vitest';
import { patientListsAs } from '../../../tests/support/patient-lists.ts';
import { addAccounts, addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
let token = '';
const olga = patientListsAs(here, () => token);
beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  token = await signInAs(here, 'olga@people.test');
});
beforeEach(async () => {
  await here.database.pool.query(
    'truncate patient_lists, patients, patient_households, patient_list_uploads, rejected_patient_rows, emptied_patient_cells, patient_list_columns',
  );
});

const rows = [
  'Last Name,First Name,Address,Zip,Cell,First Visit',
  'Pe\u00f1a,Ana,12 Main St,80202,303-555-0101,3/1/2026',
  'O\u2019Brien,Bo,9 Elm St,80202,303-555-0102,3/2/2026',
  '',
].join('\r\n');
const latin = (text: string) => Buffer.from(text.replaceAll('\u2019', '\u0092'), 'latin1');
const macRoman = (text: string) =>
  Buffer.from(text.replaceAll('\u00f1', '\u0096').replaceAll('\u2019', '\u00d5'), 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const divided = (by: string) => rows.replaceAll(',', by);
const withCr = (text: string) => text.replaceAll('\r\n', '\r');

test.each<[name: string, file: Buffer | string, encoding: string, delimiter: string]>([
  ['UTF-8', rows, 'utf-8', ','],
  ['UTF-8 with a mark', `\ufeff${rows}`, 'utf-8', ','],
  ['Windows-1252', latin(rows), 'windows-1252', ','],
  [
    'UTF-16 with a mark and tabs, as Excel writes text',
    Buffer.from(`\ufeff${divided('\t')}`, 'utf16le'),
    'utf-16le',
    '\t',
  ],
  ['UTF-16 without a mark', Buffer.from(rows, 'utf16le'), 'utf-16le', ','],
  ['UTF-16 of the other order with a mark', utf16be(`\ufeff${divided(';')}`), 'utf-16be', ';'],
  ['UTF-16 of the other order without a mark', utf16be(divided('|')), 'utf-16be', '|'],
  ['UTF-16 with lone CR', Buffer.from(withCr(rows), 'utf16le'), 'utf-16le', ','],
  ['semicolons', divided(';'), 'utf-8', ';'],
  ['tabs', divided('\t'), 'utf-8', '\t'],
  ['vertical bars', divided('|'), 'utf-8', '|'],
  ['lone CR', withCr(rows), 'utf-8', ','],
  ['lone CR of old Macs', macRoman(withCr(rows)), 'macintosh', ','],
  ['LF alone', rows.replaceAll('\r', ''), 'utf-8', ','],
  ['a first line with the sign', `sep=;\r\n${divided(';')}`, 'utf-8', ';'],
])('reads %s', async (_, file, encoding, delimiter) => {
  const { code, data } = await olga.upload(file);
  expect([code, data.encoding, data.delimiter, data.mixedLineCount]).toEqual([200, encoding, delimiter, 0]);
  expect([data.upload.rowCount, data.rows[0]?.[0], data.rows[1]?.[0]]).toEqual([
    2,
    'Pe\u00f1a',
    'O\u2019Brien',
  ]);
  await olga.start(data.upload.id, { columns: data.columns.map(({ field }) => field) });
  expect(await olga.work(data.upload.id)).toMatchObject({ state: 'done', acceptedCount: 2, emptiedCount: 0 });
  const { rows: patients } = await here.database.pool.query(
    'select last_name, phone, first_visit::text as visit from patients order by row_number',
  );
  expect(patients).toEqual([
    { last_name: 'Pe\u00f1a', phone: '+13035550101', visit: '2026-03-01' },
    { last_name: 'O\u2019Brien', phone: '+13035550102', visit: '2026-03-02' },
  ]);
});

test('reads a mixture of encodings and names its lines', async () => {
  const file = Buffer.concat([
    Buffer.from(rows),
    latin('Mu\u00f1oz,Cy,1 Oak St,80202,303-555-0103,3/3/2026\r\n'),
  ]);
  const { data } = await olga.upload(file);
  expect(data).toMatchObject({ encoding: 'mixed', mixedLines: [4], mixedLineCount: 1 });
  expect(data.rows.map(([last]) => last)).toEqual(['Pe\u00f1a', 'O\u2019Brien', 'Mu\u00f1oz']);
});

test('refuses what is no text', async () => {
  for (const file of [Buffer.alloc(2000), Buffer.from([0xff, 0xfe, 0, 0, 0x4c, 0, 0, 0])])
    expect((await olga.upload(file)).message).toBe(
      'This file is neither an Excel workbook nor CSV. Save your list as one of them.',
    );
});

const report = [
  'sep=;',
  'Silverwren Dental, Asheville',
  'Patient List Report;;',
  '',
  'Last Name;First Name;Address;Zip;Cell;First Visit;Production',
  'Lee;Ann;12 Main St;80202;303-555-0101;3/1/2026;100',
  'Last Name;First Name;Address;Zip;Cell;First Visit;Production',
  'Ray;Bo;9 Elm St;80202;303-555-0102;3/2/2026;50',
  'Total;;;;;;150',
  'Printed 3/31/2026 by Ann',
].join('\r\n');

test('leaves out lines that are no patients, and says why', async () => {
  const { data } = await olga.upload(report);
  expect(data.upload.rowCount).toBe(2);
  expect(data.columns.map(({ field }) => field)).toEqual([
    'lastName',
    'firstName',
    'address',
    'zip',
    'phone',
    'firstVisit',
    'production',
  ]);
  expect([
    data.leftOutCount,
    ...data.leftOut.map(({ line, text, reason }) => `${line} ${text}: ${reason}`),
  ]).toEqual([
    6,
    '1 sep=: This line names the sign between the columns.',
    '2 Silverwren Dental, Asheville: This line is above the names of the columns.',
    '3 Patient List Report: This line is above the names of the columns.',
    '7 Last Name · First Name · Address · Zip · Cell · First Visit · Production: This line repeats the names of the columns.',
    '9 Total · 150: This line looks like a total.',
    '10 Printed 3/31/2026 by Ann: This line looks like a note of a report.',
  ]);
  await olga.start(data.upload.id, { columns: data.columns.map(({ field }) => field) });
  expect(await olga.work(data.upload.id)).toMatchObject({
    state: 'done',
    acceptedCount: 2,
    rejectedCount: 6,
  });
  expect((await olga.list())[0]?.summary).toMatchObject({ patientCount: 2, production: 150 });
});

test('reads lines that a person takes back', async () => {
  const { data } = await olga.upload(report);
  const columns = data.columns.map(({ field }) => field);
  const started = await olga.start(data.upload.id, { columns, includedLines: [9, 9] });
  expect(started.data.upload.rowCount).toBe(3);
  expect(await olga.work(data.upload.id)).toMatchObject({
    state: 'done',
    acceptedCount: 3,
    rejectedCount: 5,
  });
  const { rows: patients } = await here.database.pool.query(
    'select last_name, production_cents::int as cents from patients order by row_number',
  );
  expect(patients).toEqual([
    { last_name: 'Lee', cents: 10_000 },
    { last_name: 'Ray', cents: 5_000 },
    { last_name: 'Total', cents: 15_000 },
  ]);
});

test('finds the header by names that the account has confirmed', async () => {
  const named = 'Apellido;Visita\nLee;3/1/2026\nRay;3/2/2026\n';
  const { data } = await olga.upload(named);
  expect(data.columns.map(({ header }) => header)).toEqual(['Apellido', 'Visita']);
  await olga.start(data.upload.id, { columns: ['lastName', 'firstVisit'] });
  const { data: next } = await olga.upload(`Lista de pacientes\n${named}`);
  expect(next.columns).toEqual([
    { header: 'Apellido', field: 'lastName' },
    { header: 'Visita', field: 'firstVisit' },
  ]);
  expect(next.leftOut.map(({ line }) => line)).toEqual([1]);
});

test.each<[name: string, file: string, headers: string[], lines: number[]]>([
  ['a file of one column', 'Last name\nLee\nRay\n', ['Last name'], []],
  ['names that nobody knows', 'Alpha,Beta,Gamma\nLee,Ann,x\nRay,Bo,y\n', ['Alpha', 'Beta', 'Gamma'], []],
  [
    'a title above names that nobody knows',
    'My list\n\nAlpha,Beta,Gamma\nLee,Ann,x\nRay,Bo,y\n',
    ['Alpha', 'Beta', 'Gamma'],
    [1],
  ],
  ['a file without names', 'Lee,Ann,303-555-0101\nRay,Bo,303-555-0102\n', ['Lee', 'Ann', '303-555-0101'], []],
  [
    'addresses with commas between semicolons',
    'Last;Address\nLee;12 Main St, Denver, CO\nRay;9 Elm St, Denver, CO\n',
    ['Last', 'Address'],
    [],
  ],
  [
    'cells that are named like columns',
    'Surname,Kind,Note\nLee,Cell,Home\nRay,Work,Home\n',
    ['Surname', 'Kind', 'Note'],
    [],
  ],
])('finds the header of %s', async (_, file, headers, lines) => {
  const { data } = await olga.upload(file);
  expect(data.columns.map(({ header }) => header)).toEqual(headers);
  expect(data.leftOut.map(({ line }) => line)).toEqual(lines);
});
