import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { forEachInTurns } from '../../platform/in-turns.ts';
import { requestAudit } from './audits/patient-audits.ts';
import type { Point } from './group-households.ts';
import { addressAndZip, type LocatedHousehold } from './locate-households.ts';

const statementRows = 1_000;

export async function inSlices<Row>(
  rows: readonly Row[],
  write: (slice: readonly Row[]) => Promise<unknown>,
) {
  for (let at = 0; at < rows.length; at += statementRows) await write(rows.slice(at, at + statementRows));
}

export async function knownPointsOf(database: Queryable, accountId: string): Promise<Map<string, Point>> {
  const rows = await database
    .selectFrom('patient_households')
    .select(['address_key', 'zip', 'latitude', 'longitude'])
    .distinctOn(['address_key', 'zip'])
    .where('account_id', '=', accountId)
    .where('point_source', '=', 'geocoder')
    .execute();
  const points = new Map<string, Point>();
  await forEachInTurns(rows, ({ address_key, zip, latitude, longitude }) => {
    if (address_key === null || latitude === null || longitude === null) return;
    points.set(addressAndZip(address_key, zip), { latitude, longitude });
  });
  return points;
}

/** Also replaces the totals and requests an audit. The caller has locked the list and stored its patients. */
export async function storeHouseholds(
  transaction: Queryable,
  list: { accountId: string; id: string },
  households: readonly LocatedHousehold[],
): Promise<void> {
  const ofList = sql`account_id = ${list.accountId} and patient_list_id = ${list.id}`;
  await sql`delete from patient_households where ${ofList}`.execute(transaction);
  await inSlices(households, (slice) => {
    const column = <Value>(read: (household: LocatedHousehold) => Value) => slice.map(read);
    return sql`
      insert into patient_households (account_id, patient_list_id, id, address_key, address, city, state, zip, latitude,
        longitude, point_source, carrier_route, patient_count, production_cents)
      select ${list.accountId}, ${list.id}, part.* from unnest(
        ${column(({ id }) => id)}::text[], ${column(({ addressKey }) => addressKey)}::text[],
        ${column(({ address }) => address)}::text[], ${column(({ city }) => city)}::text[],
        ${column(({ state }) => state)}::text[], ${column(({ zip }) => zip)}::text[],
        ${column(({ point }) => point?.latitude ?? null)}::double precision[],
        ${column(({ point }) => point?.longitude ?? null)}::double precision[],
        ${column(({ pointSource }) => pointSource)}::text[], ${column(({ carrierRoute }) => carrierRoute)}::text[],
        ${column(({ patientCount }) => patientCount)}::integer[],
        ${column(({ productionCents }) => productionCents)}::bigint[]) part`.execute(transaction);
  });
  await sql`
    update patient_lists set
      household_count = totals.households, patient_count = totals.patients, production_cents = totals.production,
      invalid_address_count = totals.invalid, from_date = days.first, to_date = days.last, prepared_version = version
    from (
      select count(*)::integer as households, coalesce(sum(patient_count), 0)::integer as patients,
        coalesce(sum(production_cents), 0)::bigint as production,
        coalesce(sum(patient_count) filter (where latitude is null), 0)::integer as invalid
      from patient_households where ${ofList}) totals,
      (select min(first_visit) filter (where first_visit >= date '1950-01-01') as first, max(first_visit) as last from patients where ${ofList} and not deleted) days
    where patient_lists.account_id = ${list.accountId} and patient_lists.id = ${list.id}`.execute(
    transaction,
  );
  await requestAudit(transaction, { accountId: list.accountId, patientListId: list.id });
}
