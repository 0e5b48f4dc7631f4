import { patientFieldLabels, patientFields } from '@mailcall/contract/rules/patient-columns.ts';
import { matchClassLabels, matchRuleLabels } from '@mailcall/contract/rules/patient-match.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { csvRow, utf8Mark } from '../../platform/write-csv.ts';
import { mailedHouseholds, matchesOfHouseholds } from './audits/stored-audits.ts';

const batchSize = 2_000;

const listFields = patientFields.filter((field) => field !== 'unit');

const auditColumns = [
  'Other phones',
  'Class',
  'Was mailed',
  'Rule',
  'Mailing',
  'Delivery date',
  'Call date',
  'Appointment date',
] as const;

interface PatientRecord {
  id: string;
  householdId: string | null;
  rowNumber: number;
  firstName: string | null;
  lastName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
  otherPhones: string[];
  firstVisit: string | null;
  production: number | null;
  latitude: number | null;
  longitude: number | null;
  carrierRoute: string | null;
  patientId: string | null;
}

/** In the usual spelling of offices, which no spreadsheet takes for a formula. */
const phoneText = (phone: string | null) =>
  phone === null ? null : phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

async function readPatients(
  database: Queryable,
  list: { accountId: string; id: string },
  after: { rowNumber: number; id: string },
): Promise<PatientRecord[]> {
  const { rows } = await sql<PatientRecord>`
    select id, household_id as "householdId", row_number as "rowNumber", first_name as "firstName", last_name as "lastName", address, city, state, zip,
      phone, other_phones as "otherPhones", first_visit as "firstVisit", production_cents / 100.0 as production, latitude, longitude,
      carrier_route as "carrierRoute", patient_id as "patientId"
    from patients
    where account_id = ${list.accountId} and patient_list_id = ${list.id} and not deleted
      and (row_number, id) > (${after.rowNumber}, ${after.id})
    order by row_number, id limit ${batchSize}`.execute(database);
  return rows;
}

async function versionOf(database: Queryable, list: { accountId: string; id: string }): Promise<number> {
  const { version } = await database
    .selectFrom('patient_lists')
    .select('version')
    .where('account_id', '=', list.accountId)
    .where('id', '=', list.id)
    .executeTakeFirstOrThrow();
  return version;
}

/** A slow reader holds no database connection. @throws {Error} if the list changes meanwhile, so that no file mixes two versions */
export async function* auditFile(
  database: Queryable,
  list: { accountId: string; id: string },
): AsyncGenerator<string> {
  const version = await versionOf(database, list);
  const ofList = { accountId: list.accountId, patientListId: list.id };
  yield utf8Mark + csvRow([...listFields.map((field) => patientFieldLabels[field]), ...auditColumns]);
  for (let after = { rowNumber: -1, id: '' }; ; ) {
    const patients = await readPatients(database, list, after);
    const householdIds = patients.flatMap(({ householdId }) => householdId ?? []);
    const found = await matchesOfHouseholds(database, ofList, householdIds);
    const matches = new Map(found.map((match) => [match.patientId, match] as const));
    const mailed = await mailedHouseholds(database, ofList, householdIds);
    if ((await versionOf(database, list)) !== version)
      throw new Error('The patient list changed in the meantime.');
    const last = patients.at(-1);
    if (!last) return;
    after = last;
    yield patients
      .map((patient) => {
        const read = { ...patient, phone: phoneText(patient.phone) };
        const match = matches.get(patient.id);
        return csvRow([
          ...listFields.map((field) => read[field]),
          patient.otherPhones.map(phoneText).join(', '),
          matchClassLabels[match?.class ?? 'none'],
          match || mailed.has(patient.householdId ?? '') ? 'Yes' : 'No',
          match ? matchRuleLabels[match.rule] : null,
          match?.campaignName ?? null,
          match?.deliveryDay ?? null,
          match?.callDay ?? null,
          match?.appointmentDay ?? null,
        ]);
      })
      .join('');
  }
}
