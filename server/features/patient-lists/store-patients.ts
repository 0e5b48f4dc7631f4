import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { ReadPatient } from './read-patients.ts';
import { inSlices } from './store-households.ts';

export async function storePatients(
  transaction: Queryable,
  list: { accountId: string; id: string },
  patients: readonly ReadPatient[],
): Promise<void> {
  await sql`
    delete from patients where account_id = ${list.accountId} and patient_list_id = ${list.id}`.execute(
    transaction,
  );
  await inSlices(patients, (slice) => {
    const column = <Value>(read: (patient: ReadPatient) => Value) => slice.map(read);
    return sql`
      insert into patients (account_id, patient_list_id, id, row_number, household_id, first_name, last_name, address, city,
        state, zip, phone, other_phones, first_visit, production_cents, latitude, longitude, carrier_route, patient_id)
      select ${list.accountId}, ${list.id}, part.id, row_number, household_id, first_name, last_name, address, city, state, zip,
        phone, string_to_array(other_phones, ' '), first_visit, production_cents, latitude, longitude, carrier_route,
        patient_id
      from unnest(
        ${column(({ rowNumber }) => `${list.id}.${rowNumber}`)}::text[],
        ${column(({ rowNumber }) => rowNumber)}::integer[], ${column(({ householdId }) => householdId)}::text[],
        ${column(({ firstName }) => firstName)}::text[], ${column(({ lastName }) => lastName)}::text[],
        ${column(({ address }) => address)}::text[], ${column(({ city }) => city)}::text[],
        ${column(({ state }) => state)}::text[], ${column(({ zip }) => zip)}::text[],
        ${column(({ phone }) => phone)}::text[],
        ${column(({ otherPhones }) => otherPhones.join(' '))}::text[], ${column(({ firstVisit }) => firstVisit)}::date[],
        ${column(({ productionCents }) => productionCents)}::bigint[],
        ${column(({ latitude }) => latitude)}::double precision[],
        ${column(({ longitude }) => longitude)}::double precision[],
        ${column(({ carrierRoute }) => carrierRoute)}::text[],
        ${column(({ patientId }) => patientId)}::text[])
        part (id, row_number, household_id, first_name, last_name, address, city, state, zip, phone, other_phones, first_visit,
          production_cents, latitude, longitude, carrier_route, patient_id)`.execute(transaction);
  });
}
