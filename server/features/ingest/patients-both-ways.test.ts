import { type PatientField, patientFields } from '@mailcall/contract/rules/patient-columns.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patientListsAs } from '../../../tests/support/patient-lists.ts';
import { addAccounts, addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from './feed-for-tests.ts';
import { patientColumnOf } from './patient-files.ts';

const here = testApp();
const folders = new FeedFolders();
let token = '';
const olga = patientListsAs(here, () => token);
beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  token = await signInAs(here, 'olga@people.test');
});

afterAll(() => folders.remove());

const rows: readonly Partial<Record<PatientField, string>>[] = [
  { firstName: ' Mary   Ann ', lastName: 'Lee', address: '12 Main St', city: 'Denver', state: 'CO' },
  { lastName: 'N/A', city: 'N/A', phone: '(303) 555-0101 x5', zip: '2138-1234', carrierRoute: 'c7' },
  { lastName: 'Zip', zip: 'K1A 0B1' },
  { lastName: 'Zero', zip: '00000', phone: '000-000-0000', production: '$-', firstVisit: '1/1/1900' },
  { lastName: 'Phone', phone: '555-0123' },
  { lastName: 'Phones', phone: 'H 303-555-0101 / W 303-555-0102', address: '12 Main St', unit: '4' },
  { lastName: '="Sheet"', zip: '="02138"', phone: "'6175550145.0", firstVisit: '46112', patientId: '7.0' },
  { lastName: 'Rounded', phone: '6.17555E+09', patientId: '1.2E+11', firstVisit: '1/1/1970' },
  { lastName: 'None', firstName: 'Null', state: 'none', firstVisit: '0001-01-01' },
  { lastName: 'Flat', unit: 'Apt 4' },
  { lastName: 'Visit', firstVisit: '3/31/26', production: '($1,250.005)' },
  { lastName: 'Late', firstVisit: '31/3/2026', production: '12,50' },
  { lastName: 'Point', latitude: '39.7392', longitude: '-104.9903' },
  { lastName: 'Ocean', latitude: '0', longitude: '0' },
  { lastName: 'Half', latitude: '39.7' },
  { lastName: 'Far', latitude: '91', longitude: '-104.9903' },
  { lastName: 'Route', carrierRoute: 'downtown', patientId: 'x'.repeat(101) },
  { address: 'x'.repeat(501), lastName: 'Long' },
  { firstVisit: '3/1/2026', production: '5' },
  { phone: 'ask the wife' },
];

const fields = [
  'first_name, last_name, address, city, state, zip, phone, other_phones, first_visit, production_cents, latitude, longitude',
  'carrier_route, patient_id',
].join(', ');

test('makes the same patients of the same cells in an uploaded list and in the feed', async () => {
  const cells = rows.map((row) =>
    Object.fromEntries(patientFields.map((field) => [field, row[field] ?? ''] as const)),
  );
  const uploaded = await olga.add(csv(cells));
  const { files, rejected } = await folders.import(here.database.pool, {
    'patient-lists.csv': csv([{ id: 'fed', account_id: 'own', name: 'Fed' }]),
    'patients.csv': csv(
      cells.map((row, at) => ({
        id: `P${at}`,
        account_id: 'own',
        patient_list_id: 'fed',
        ...Object.fromEntries(
          Object.entries(row).map(([field, cell]) => [
            field === 'production' ? 'production' : patientColumnOf(field as PatientField),
            cell,
          ]),
        ),
      })),
    ),
  });
  const { rows: found } = await here.database.pool.query<{ list: string; patients: unknown[] }>(
    `select patient_list_id as list, json_agg(json_build_array(${fields}) order by (${fields})) as patients
     from patients where account_id = 'own' group by 1`,
  );
  const patientsOf = (list: string | null) => found.find((one) => one.list === list)?.patients;
  expect(patientsOf('fed')).toHaveLength(rows.length - 2);
  expect(patientsOf('fed')).toEqual(patientsOf(uploaded.patientListId));
  expect([rejected, files.find(({ file }) => file === 'patients.csv')?.emptied]).toEqual([
    uploaded.rejectedCount,
    uploaded.emptiedCount,
  ]);
  expect(uploaded).toMatchObject({ rejectedCount: 2, emptiedCount: 18 });
});
