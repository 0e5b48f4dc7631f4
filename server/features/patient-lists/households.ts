import type { Household, PatientMatch } from '@mailcall/contract/patient-lists.ts';
import { requestRecording } from '@mailcall/contract/recordings.ts';
import { matchRuleLabels } from '@mailcall/contract/rules/patient-match.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { mailedHouseholdsOfList, matchesOfList, type StoredMatch } from '../audits/index.ts';
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

/** The households of a patient list with what the last audit found, by address. */
export async function householdsOf(
  database: Queryable,
  { accountId, id: patientListId }: { accountId: string; id: string },
): Promise<Household[]> {
  const { rows } = await sql<HouseholdRecord>`
    select id, address, city, state, zip, latitude, longitude, approximate, carrier_route, patient_count, production_cents
    from patient_households
    where account_id = ${accountId} and patient_list_id = ${patientListId}
    order by address_key nulls last, zip, id`.execute(database);
  const matches = await matchesOfList(database, { accountId, patientListId });
  const names = await namesOf(database, accountId, matches);
  const byHousehold = Map.groupBy(matches, ({ householdId }) => householdId);
  const mailed = await mailedHouseholdsOfList(database, { accountId, patientListId });
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
