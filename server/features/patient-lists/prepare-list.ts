import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { forEachInTurns } from '../../platform/in-turns.ts';
import { addJob } from '../../platform/jobs.ts';
import { httpGeocoder } from './geocoder.ts';
import { HouseholdGroups } from './group-households.ts';
import { locateHouseholds, type LocatedHousehold } from './locate-households.ts';
import { inSlices, knownPointsOf, storeHouseholds } from './store-households.ts';
import { loadZipPoints } from '../../platform/zip-points.ts';

export const prepareList = 'prepare patient list';

/** Call in the transaction that changes the rows. */
export async function queuePreparation(
  transaction: Queryable,
  lists: readonly { accountId: string; id: string }[],
): Promise<void> {
  for (const { accountId, id } of lists)
    await addJob(transaction, prepareList, { accountId, id }, { key: `${prepareList} ${id}` });
}

const batchSize = 2_000;

interface GroupedPatients {
  groups: HouseholdGroups;
  patients: { id: string; householdId: string }[];
}

const pointOfHousehold = (coordinate: 'latitude' | 'longitude') => sql<number | null>`
  case when personal_data_removed then (
    select ${sql.ref(`household.${coordinate}`)} from patient_households household
    where household.account_id = patients.account_id and household.patient_list_id = patients.patient_list_id
      and household.id = patients.household_id and household.address is null and household.point_source <> 'zip'
  ) else ${sql.ref(coordinate)} end`;

async function groupPatients(
  database: Queryable,
  list: { accountId: string; id: string },
): Promise<GroupedPatients> {
  const groups = new HouseholdGroups();
  const patients: GroupedPatients['patients'] = [];
  for (let after = { row_number: -1, id: '' }; ; ) {
    const rows = await database
      .selectFrom('patients')
      .select([
        'id',
        'row_number',
        'address',
        'city',
        'state',
        'zip',
        // a household that loses its address keeps its point
        pointOfHousehold('latitude').as('latitude'),
        pointOfHousehold('longitude').as('longitude'),
        'carrier_route as carrierRoute',
        'production_cents as productionCents',
        'household_id as householdId',
        'personal_data_removed as removed',
      ])
      .where('account_id', '=', list.accountId)
      .where('patient_list_id', '=', list.id)
      .where('deleted', '=', false)
      .where(sql<boolean>`(row_number, id) > (${after.row_number}, ${after.id})`)
      .orderBy('row_number')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const last = rows.at(-1);
    if (!last) return { groups, patients };
    after = last;
    await forEachInTurns(rows, (row) => {
      const name = row.row_number > 0 ? String(row.row_number) : row.id;
      const stays = row.removed ? row.householdId : null;
      patients.push({ id: row.id, householdId: groups.add(name, row, stays) });
    });
  }
}

async function areWhereStored(
  transaction: Queryable,
  list: { accountId: string; id: string },
  located: readonly LocatedHousehold[],
): Promise<boolean> {
  const { rows } = await sql<{ id: string; latitude: number | null; longitude: number | null }>`
    select id, latitude, longitude from patient_households
    where account_id = ${list.accountId} and patient_list_id = ${list.id}`.execute(transaction);
  if (rows.length !== located.length) return false;
  const stored = new Map<string, { latitude: number | null; longitude: number | null }>();
  await forEachInTurns(rows, (row) => stored.set(row.id, row));
  let same = true;
  await forEachInTurns(located, ({ id, point }) => {
    const before = stored.get(id);
    same &&=
      before !== undefined &&
      before.latitude === (point?.latitude ?? null) &&
      before.longitude === (point?.longitude ?? null);
  });
  return same;
}

/** Skips lists whose rows changed meanwhile. */
async function storePrepared(
  transaction: Queryable,
  list: { accountId: string; id: string; version: number },
  { patients, located }: { patients: GroupedPatients['patients']; located: readonly LocatedHousehold[] },
): Promise<void> {
  const current = await transaction
    .selectFrom('patient_lists')
    .select(['version', 'prepared_version'])
    .where('account_id', '=', list.accountId)
    .where('id', '=', list.id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  // the newer rows have their own job
  if (current?.version !== list.version) return;
  if (current.prepared_version === current.version) {
    if (await areWhereStored(transaction, list, located)) return;
    // a moved household is audited again
    await sql`
      update patient_lists set version = version + 1
      where account_id = ${list.accountId} and id = ${list.id}`.execute(transaction);
  }
  await inSlices(patients, (slice) =>
    sql`
      update patients set household_id = part.household_id
      from unnest(${slice.map(({ id }) => id)}::text[], ${slice.map(({ householdId }) => householdId)}::text[])
        part (id, household_id)
      where patients.account_id = ${list.accountId} and patients.id = part.id
        and patients.household_id is distinct from part.household_id`.execute(transaction),
  );
  await storeHouseholds(transaction, list, located);
}

/** A second run changes nothing. @throws {Error} if the geocoder fails, after storing ZIP code middles; the next attempt asks it again */
export async function prepareHouseholds(
  { database, environment }: Pick<Dependencies, 'database' | 'environment'>,
  list: { accountId: string; id: string },
): Promise<void> {
  const { kysely } = database;
  const record = await kysely
    .selectFrom('patient_lists')
    .select('version')
    .where('account_id', '=', list.accountId)
    .where('id', '=', list.id)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!record) return;
  const { groups, patients } = await groupPatients(kysely, list);
  const { located, failure } = await locateHouseholds(groups.households, {
    geocoder: environment.geocoderUrl === undefined ? null : httpGeocoder(environment.geocoderUrl),
    knownPoints: await knownPointsOf(kysely, list.accountId),
    zipPoints: await loadZipPoints(),
  });
  await database.transaction((transaction) =>
    storePrepared(transaction, { ...list, version: record.version }, { patients, located }),
  );
  if (failure) throw failure;
}
