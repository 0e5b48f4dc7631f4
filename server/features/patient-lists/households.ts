import type { Household, PatientMatch } from '@mailcall/contract/patient-lists.ts';
import { requestRecording } from '@mailcall/contract/recordings.ts';
import { matchRuleLabels } from '@mailcall/contract/rules/patient-match.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { mailedHouseholds, matchesOfHouseholds, type StoredMatch } from './audits/stored-audits.ts';
import { type AddressParts, addressText } from './address-text.ts';

interface HouseholdRecord {
  id: string;
  account: string;
  source: Household['source'];
  modified_at: Date;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
  approximate: boolean;
  carrier_route: string | null;
  patient_count: number;
  production_cents: number;
}

interface MatchedPatient extends AddressParts {
  first_name: string | null;
  last_name: string | null;
  latitude: number | null;
  longitude: number | null;
}

async function patientsOf(
  database: Queryable,
  accountId: string,
  matches: readonly StoredMatch[],
): Promise<ReadonlyMap<string, MatchedPatient>> {
  const { rows } = await sql<MatchedPatient & { id: string }>`
    select id, first_name, last_name, address, city, state, zip, latitude, longitude from patients
    where account_id = ${accountId} and id = any(${matches.map(({ patientId }) => patientId)})`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const pointOf = ({ latitude, longitude }: Pick<HouseholdRecord, 'latitude' | 'longitude'>) => ({
  latitude,
  longitude,
});

const hasPoint = (patient: MatchedPatient | undefined): patient is MatchedPatient =>
  patient !== undefined && patient.latitude !== null && patient.longitude !== null;

const presentMatch = (
  match: StoredMatch,
  patient: MatchedPatient | undefined,
  household: Pick<HouseholdRecord, 'latitude' | 'longitude'>,
): PatientMatch => ({
  class: match.class,
  rule: matchRuleLabels[match.rule],
  patientFirstName: patient?.first_name ?? null,
  patientLastName: patient?.last_name ?? null,
  patientAddress: patient ? addressText(patient) : '',
  ...pointOf(hasPoint(patient) ? patient : household),
  firstVisit: match.firstVisit,
  campaignId: match.campaignId,
  campaignName: match.campaignName,
  deliveryDate: match.deliveryDay,
  callId: match.callId,
  callDateTime: match.callDateTime.toISOString(),
  callerName: match.callerName,
  callerNumber: match.callerNumber,
  callAudioUrl: match.hasAudio ? pathOf(requestRecording, { id: match.callId }) : null,
  callAudioDuration: match.callDuration,
  appointmentId: match.appointmentId,
  appointmentFirstName: match.appointmentFirstName,
  appointmentLastName: match.appointmentLastName,
  appointmentDateTime: match.appointmentDateTime?.toISOString() ?? null,
});

const batchSize = 1_000;

type List = Readonly<{ accountId: string; id: string }>;

/** Changes with the rows, households and audit; null without the list. */
async function stateOf(database: Queryable, list: List): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', list.version, list.prepared_version, extract(epoch from audit.audited_at)) as state
    from patient_lists list
    left join patient_list_audits audit on audit.account_id = list.account_id and audit.patient_list_id = list.id
    where list.account_id = ${list.accountId} and list.id = ${list.id} and not list.deleted`.execute(
    database,
  );
  return rows[0]?.state ?? null;
}

async function readIds(database: Queryable, list: List): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from patient_households where account_id = ${list.accountId} and patient_list_id = ${list.id}
    order by address_key nulls last, zip, id`.execute(database);
  return rows.map(({ id }) => id);
}

async function readBatch(database: Queryable, list: List, ids: readonly string[]): Promise<Household[]> {
  const { rows } = await sql<HouseholdRecord>`
    select household.id, household.address, city, state, zip, household.latitude, household.longitude, approximate,
      carrier_route, household.patient_count, household.production_cents, accounts.name as account, list.source, list.modified_at
    from unnest(${[...ids]}::text[]) with ordinality as listed (id, place)
    join patient_households household on household.id = listed.id
    join patient_lists list on list.account_id = household.account_id and list.id = household.patient_list_id
    join accounts on accounts.id = household.account_id
    where household.account_id = ${list.accountId} and household.patient_list_id = ${list.id}
    order by listed.place`.execute(database);
  const ofList = { accountId: list.accountId, patientListId: list.id };
  const matches = await matchesOfHouseholds(database, ofList, ids);
  const patients = await patientsOf(database, list.accountId, matches);
  const byHousehold = Map.groupBy(matches, ({ householdId }) => householdId);
  const mailed = await mailedHouseholds(database, ofList, ids);
  return rows.map((row) => {
    const ofHousehold = byHousehold.get(row.id) ?? [];
    return {
      id: row.id,
      accountId: list.accountId,
      account: row.account,
      source: row.source,
      metadata: { modifiedAt: row.modified_at.toISOString() },
      address: addressText(row),
      lat: row.latitude,
      lng: row.longitude,
      approximate: row.approximate,
      carrierRoute: row.carrier_route,
      count: row.patient_count,
      production: row.production_cents / 100,
      class: ofHousehold[0]?.class ?? 'none',
      wasMailed: mailed.has(row.id),
      matches: ofHousehold.map((match) => presentMatch(match, patients.get(match.patientId), row)),
    };
  });
}

/** Only the ids stay in memory, and a slow reader holds no connection. @throws {Error} if the list or its audit changes meanwhile */
export async function* householdsOf(database: Queryable, list: List): AsyncGenerator<Household[]> {
  const state = await stateOf(database, list);
  const ids = await readIds(database, list);
  const read = async (at: number) => {
    const batch = at < ids.length ? await readBatch(database, list, ids.slice(at, at + batchSize)) : [];
    if (state === null || (await stateOf(database, list)) !== state)
      throw new Error('The patient list changed in the meantime.');
    return batch;
  };
  for (let at = 0, next = read(0); ; at += batchSize) {
    const batch = await next;
    if (batch.length === 0) return;
    next = read(at + batchSize);
    // thrown where it is awaited, unless the reader has left
    next.catch(() => undefined);
    yield batch;
  }
}
