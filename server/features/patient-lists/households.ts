import type { Household } from '@mailcall/contract/patient-lists.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
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

/** The households of a patient list, by address. */
export async function householdsOf(
  database: Queryable,
  list: { accountId: string; id: string },
): Promise<Household[]> {
  const { rows } = await sql<HouseholdRecord>`
    select id, address, city, state, zip, latitude, longitude, approximate, carrier_route, patient_count, production_cents
    from patient_households
    where account_id = ${list.accountId} and patient_list_id = ${list.id}
    order by address_key nulls last, zip, id`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    address: addressText(row),
    lat: row.latitude,
    lng: row.longitude,
    approximate: row.approximate,
    carrierRoute: row.carrier_route,
    count: row.patient_count,
    production: row.production_cents / 100,
    class: 'none',
    wasMailed: false,
    matches: [],
  }));
}
