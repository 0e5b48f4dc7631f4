import { createHash } from 'node:crypto';
import { comparableRoute } from '@mailcall/contract/rules/patient-match.ts';
import type { PatientRow } from '@mailcall/contract/rules/patient-row.ts';
import { normalizeAddress } from './normalize-address.ts';

/** A point on the map, in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Patients of a list at one address. */
export interface GroupedHousehold {
  /** Made from the address, so that it stays while the address does. */
  id: string;
  /** The normalized address with its unit; null without an address. */
  addressKey: string | null;
  /** The address as one of the rows spells it. */
  address: string | null;
  city: string | null;
  state: string | null;
  /** Five digits. */
  zip: string | null;
  /** The point that a row gives. */
  given: Point | null;
  /** ZIP code and route, such as 80202C007; as the row gives it where that is not known. */
  carrierRoute: string | null;
  patientCount: number;
  productionCents: number;
}

/** The parts of a row that make its household. */
type HouseholdPart = Pick<
  PatientRow,
  'address' | 'city' | 'state' | 'zip' | 'latitude' | 'longitude' | 'carrierRoute' | 'productionCents'
>;

const simplified = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The text that rows of one household share: the address with its ZIP code, without one with its city. */
function householdKey(addressKey: string, { zip, city, state }: HouseholdPart): string {
  return zip === null ? `${addressKey}|${simplified(city)}|${simplified(state)}` : `${addressKey}|${zip}`;
}

const idOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);

/** The lesser of two texts, where null is no text: the choice does not depend on the order of rows. */
const lesser = (one: string | null, other: string | null) =>
  one === null ? other : other === null || one <= other ? one : other;

function lesserPoint(one: Point | null, other: Point | null): Point | null {
  if (!one || !other) return one ?? other;
  const difference = one.latitude - other.latitude || one.longitude - other.longitude;
  return difference <= 0 ? one : other;
}

/** Groups the rows of a list into households, one row at a time. The order of the rows changes nothing. */
export class HouseholdGroups {
  readonly #households = new Map<string, GroupedHousehold>();
  /** Ids by the text that rows share: most rows of a household repeat it. */
  readonly #ids = new Map<string, string>();

  /**
   * Adds a row; a row without an address is a household of its own.
   * @param rowId names the row within its list
   * @param householdId the household of a row whose address is no longer kept
   * @returns the id of its household
   */
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

  /** The households so far. */
  get households(): GroupedHousehold[] {
    return [...this.#households.values()];
  }
}
