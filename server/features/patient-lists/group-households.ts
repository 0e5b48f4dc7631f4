import { createHash } from 'node:crypto';
import { comparableRoute } from '@mailcall/contract/rules/patient-match.ts';
import type { PatientRow } from '@mailcall/contract/rules/patient-row.ts';
import { normalizeAddress } from './normalize-address.ts';

/** Degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

export interface GroupedHousehold {
  /** Derived from the address, so both change together. */
  id: string;
  /** Normalized, with unit; null without an address. */
  addressKey: string | null;
  /** In the spelling of one of the rows. */
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  given: Point | null;
  /** ZIP code and route, such as 80202C007, else as in the row. */
  carrierRoute: string | null;
  patientCount: number;
  productionCents: number;
}

type HouseholdPart = Pick<
  PatientRow,
  'address' | 'city' | 'state' | 'zip' | 'latitude' | 'longitude' | 'carrierRoute' | 'productionCents'
>;

const simplified = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');

function householdKey(addressKey: string, { zip, city, state }: HouseholdPart): string {
  return zip === null ? `${addressKey}|${simplified(city)}|${simplified(state)}` : `${addressKey}|${zip}`;
}

const idOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);

/** The lesser text wins, so that the order of rows has no effect. */
const lesser = (one: string | null, other: string | null) =>
  one === null ? other : other === null || one <= other ? one : other;

function lesserPoint(one: Point | null, other: Point | null): Point | null {
  if (!one || !other) return one ?? other;
  const difference = one.latitude - other.latitude || one.longitude - other.longitude;
  return difference <= 0 ? one : other;
}

export class HouseholdGroups {
  readonly #households = new Map<string, GroupedHousehold>();
  /** One string per household, because most rows repeat it. */
  readonly #ids = new Map<string, string>();

  /** Returns the household's id; `householdId` is known if the address is no longer kept. A row without an address is its own household. */
  add(rowId: string, row: HouseholdPart, householdId: string | null = null): string {
    const addressKey = row.address === null ? '' : normalizeAddress(row.address);
    const key = addressKey === '' ? `row|${rowId}` : householdKey(addressKey, row);
    let id = householdId ?? this.#ids.get(key);
    if (id === undefined) {
      id = idOf(key);
      this.#ids.set(key, id);
    }
    const given =
      row.latitude === null || row.longitude === null
        ? null
        : { latitude: row.latitude, longitude: row.longitude };
    const known = this.#households.get(id);
    const carrierRoute = comparableRoute(row.carrierRoute, row.zip) ?? row.carrierRoute;
    if (!known) {
      this.#households.set(id, {
        id,
        addressKey: addressKey === '' ? null : addressKey,
        address: addressKey === '' ? null : row.address,
        city: row.city,
        state: row.state,
        zip: row.zip,
        given,
        carrierRoute,
        patientCount: 1,
        productionCents: row.productionCents ?? 0,
      });
      return id;
    }
    if (addressKey !== '') known.addressKey = addressKey;
    known.address = lesser(known.address, addressKey === '' ? null : row.address);
    known.city = lesser(known.city, row.city);
    known.state = lesser(known.state, row.state);
    known.given = lesserPoint(known.given, given);
    known.carrierRoute = lesser(known.carrierRoute, carrierRoute);
    known.patientCount += 1;
    known.productionCents += row.productionCents ?? 0;
    return id;
  }

  get households(): GroupedHousehold[] {
    return [...this.#households.values()];
  }
}
