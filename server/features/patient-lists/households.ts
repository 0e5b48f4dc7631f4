import type { Household, PatientMatch } from '@mailcall/contract/patient-lists.ts';
import { requestRecording } from '@mailcall/contract/recordings.ts';
import { matchRuleLabels } from '@mailcall/contract/rules/patient-match.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { mailedHouseholds, matchesOfHouseholds, type StoredMatch } from '../audits/index.ts';
import { addressText } from './address-text.ts';

interface HouseholdRecord {
  id: string;
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

type Names = ReadonlyMap<string, { firstName: string | null; lastName: string | null }>;

/** The names of the matched patients, by the ids of their rows. */
async function namesOf(
  database: Queryable,
  accountId: string,
  matches: readonly StoredMatch[],
): Promise<Names> {
  const { rows } = await sql<{ id: string; firstName: string | null; lastName: string | null }>`
    select id, first_name as "firstName", last_name as "lastName" from patients
    where account_id = ${accountId} and id = any(${matches.map(({ patientId }) => patientId)})`.execute(
    database,
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

const presentMatch = (match: StoredMatch, names: Names): PatientMatch => ({
  class: match.class,
  rule: matchRuleLabels[match.rule],
  patientFirstName: names.get(match.patientId)?.firstName ?? null,
  patientLastName: names.get(match.patientId)?.lastName ?? null,
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

/** Households read from the database at a time. */
const batchSize = 1_000;

type List = Readonly<{ accountId: string; id: string }>;

/** Changes with the rows, the households and the audit of a list; null without the list. */
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

/** The ids of a list's households, by address. */
async function readIds(database: Queryable, list: List): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from patient_households where account_id = ${list.accountId} and patient_list_id = ${list.id}
    order by address_key nulls last, zip, id`.execute(database);
  return rows.map(({ id }) => id);
}

/** Reads some households of a list, in their order, with what the last audit found. */
async function readBatch(database: Queryable, list: List, ids: readonly string[]): Promise<Household[]> {
  const { rows } = await sql<HouseholdRecord>`
    select household.id, address, city, state, zip, latitude, longitude, approximate, carrier_route, patient_count,
      production_cents
    from unnest(${[...ids]}::text[]) with ordinality as listed (id, place)
    join patient_households household on household.id = listed.id
    where account_id = ${list.accountId} and patient_list_id = ${list.id}
    order by listed.place`.execute(database);
  const ofList = { accountId: list.accountId, patientListId: list.id };
  const matches = await matchesOfHouseholds(database, ofList, ids);
  const names = await namesOf(database, list.accountId, matches);
  const byHousehold = Map.groupBy(matches, ({ householdId }) => householdId);
  const mailed = await mailedHouseholds(database, ofList, ids);
  return rows.map((row) => {
    const ofHousehold = byHousehold.get(row.id) ?? [];
    return {
      id: row.id,
      address: addressText(row),
      lat: row.latitude,
      lng: row.longitude,
      approximate: row.approximate,
      carrierRoute: row.carrier_route,
      count: row.patient_count,
      production: row.production_cents / 100,
      // strong matches come first
      class: ofHousehold[0]?.class ?? 'none',
      wasMailed: mailed.has(row.id),
      matches: ofHousehold.map((match) => presentMatch(match, names)),
    };
  });
}

/**
 * The households of a patient list with what the last audit found, by address, in batches that are read when they are needed:
 * only the ids are in memory all the time, and a slow reader holds no connection of the database.
 * @throws {Error} when the list or its audit changes meanwhile, so that no answer mixes two versions.
 */
export async function* householdsOf(database: Queryable, list: List): AsyncGenerator<Household[]> {
  const state = await stateOf(database, list);
  const ids = await readIds(database, list);
  const read = async (at: number) => {
    const batch = at < ids.length ? await readBatch(database, list, ids.slice(at, at + batchSize)) : [];
    if (state === null || (await stateOf(database, list)) !== state)
      throw new Error('The patient list changed meanwhile.');
    return batch;
  };
  for (let at = 0, next = read(0); ; at += batchSize) {
    const batch = await next;
    if (batch.length === 0) return;
    // the next batch is read while this one is sent
    next = read(at + batchSize);
    // its error is thrown where it is awaited, unless the reader has left
    next.catch(() => undefined);
    yield batch;
  }
}
