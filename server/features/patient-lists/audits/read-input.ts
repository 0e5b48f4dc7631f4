import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import type {
  AppointmentInput,
  AuditInput,
  CallInput,
  HouseholdInput,
  KeptEvidence,
  MailingInput,
  PatientInput,
  Polygon,
  ZoneInput,
} from './audit-input.ts';
import { deliveredMailings } from './delivered-mailings.ts';

export interface HouseholdOfList extends HouseholdInput {
  productionCents: number;
}

export interface StoredInput extends AuditInput {
  households: readonly HouseholdOfList[];
}

const dayNumber = (day: RawBuilder<unknown>) => sql`${day} - date '1970-01-01'`;

export async function readInput(
  transaction: Queryable,
  { accountId, patientListId, matchDays }: { accountId: string; patientListId: string; matchDays: number },
): Promise<StoredInput> {
  const mailings = await readMailings(transaction, accountId);
  return {
    households: await readHouseholds(transaction, accountId, patientListId),
    patients: await readPatients(transaction, accountId, patientListId),
    zones: await readZones(transaction, accountId, mailings),
    mailings,
    calls: await readCalls(transaction, accountId, mailings),
    kept: await readKept(transaction, accountId, patientListId),
    matchDays,
  };
}

async function readMailings(transaction: Queryable, accountId: string): Promise<MailingInput[]> {
  const { rows } = await sql<MailingInput>`
    select id, zone_id as "zoneId", ${dayNumber(sql`delivery`)} as delivery
    from (${deliveredMailings(sql`${accountId}`)}) mailing`.execute(transaction);
  return rows;
}

async function readZones(
  transaction: Queryable,
  accountId: string,
  mailings: readonly MailingInput[],
): Promise<ZoneInput[]> {
  const ids = [...new Set(mailings.map(({ zoneId }) => zoneId))];
  const { rows } = await sql<{ id: string; carrier_routes: string[]; shape: Shape | null }>`
    select zone.id, zone.carrier_routes, geodata.shape
    from mailing_zones zone
    left join geodata on geodata.account_id = zone.account_id and geodata.id = zone.geodata_id and not geodata.deleted
    where zone.account_id = ${accountId} and zone.id = any(${ids}) and not zone.deleted`.execute(transaction);
  return rows.map(({ id, carrier_routes, shape }) => ({
    id,
    carrierRoutes: carrier_routes,
    polygons: (shape?.features ?? []).flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
    ),
  }));
}

interface Shape {
  features: {
    geometry: { type: 'Polygon'; coordinates: Polygon } | { type: 'MultiPolygon'; coordinates: Polygon[] };
  }[];
}

async function readCalls(
  transaction: Queryable,
  accountId: string,
  mailings: readonly MailingInput[],
): Promise<CallInput[]> {
  const ids = mailings.map(({ id }) => id);
  const ofMailings = sql`calls.account_id = ${accountId} and calls.campaign_id = any(${ids}) and not calls.deleted`;
  const { rows: appointments } = await sql<AppointmentInput & { callId: string }>`
    select appointments.id, appointments.call_id as "callId", appointments.first_name as "firstName",
      appointments.last_name as "lastName", appointments.phone,
      ${dayNumber(sql`(appointments.date_time at time zone accounts.time_zone)::date`)} as day
    from appointments
    join accounts on accounts.id = appointments.account_id
    join calls on calls.account_id = appointments.account_id and calls.id = appointments.call_id
    where appointments.account_id = ${accountId} and not appointments.deleted and ${ofMailings}`.execute(
    transaction,
  );
  const byCall = Map.groupBy(appointments, ({ callId }) => callId);
  const { rows } = await sql<Omit<CallInput, 'appointments'>>`
    select calls.id, calls.campaign_id as "mailingId",
      cast(extract(epoch from calls.call_date_time) * 1000 as double precision) as time,
      ${dayNumber(sql`(calls.call_date_time at time zone accounts.time_zone)::date`)} as day,
      calls.caller_phone_number as phone, calls.caller_name as "callerName", calls.caller_id_name as "callerIdName"
    from calls join accounts on accounts.id = calls.account_id
    where ${ofMailings}`.execute(transaction);
  return rows.map((call) => ({ ...call, appointments: byCall.get(call.id) ?? [] }));
}

/** Evidence stored before names and numbers were removed, of calls that still belong to the mailing. */
async function readKept(
  transaction: Queryable,
  accountId: string,
  patientListId: string,
): Promise<KeptEvidence[]> {
  const { rows } = await sql<KeptEvidence>`
    select kept.id as "patientId", kept.campaign_id as "mailingId", kept.rule, kept.call_id as "callId",
      ${dayNumber(sql`kept.call_day`)} as "callDay", kept.appointment_id as "appointmentId",
      ${dayNumber(sql`kept.appointment_day`)} as "appointmentDay"
    from kept_matches kept
    join calls on calls.account_id = kept.account_id and calls.id = kept.call_id and calls.campaign_id = kept.campaign_id
      and not calls.deleted
    where kept.account_id = ${accountId} and kept.patient_list_id = ${patientListId}`.execute(transaction);
  return rows;
}

async function readHouseholds(
  transaction: Queryable,
  accountId: string,
  patientListId: string,
): Promise<HouseholdOfList[]> {
  const { rows } = await sql<HouseholdOfList>`
    select id, longitude, latitude, approximate, zip, carrier_route as "carrierRoute",
      production_cents as "productionCents"
    from patient_households
    where account_id = ${accountId} and patient_list_id = ${patientListId}`.execute(transaction);
  return rows;
}

async function readPatients(
  transaction: Queryable,
  accountId: string,
  patientListId: string,
): Promise<PatientInput[]> {
  const { rows } = await sql<PatientInput>`
    select id, household_id as "householdId", first_name as "firstName", last_name as "lastName",
      array_remove(phone || other_phones, null) as phones,
      ${dayNumber(sql`first_visit`)} as "firstVisit"
    from patients
    where account_id = ${accountId} and patient_list_id = ${patientListId} and household_id is not null
      and not deleted`.execute(transaction);
  return rows;
}
