import { comparableRoute } from '@mailcall/contract/rules/patient-match.ts';
import Flatbush from 'flatbush';
import pointInPolygon from 'point-in-polygon-hao';
import type { HouseholdInput, Polygon, ZoneInput } from './audit-input.ts';

export class ZoneIndex {
  readonly #polygons: { zone: string; rings: Polygon }[] = [];
  readonly #boxes: Flatbush | null;
  readonly #zonesByRoute = new Map<string, string[]>();
  readonly #zonesByZip = new Map<string, string[]>();

  constructor(zones: readonly ZoneInput[]) {
    for (const zone of zones) {
      for (const rings of zone.polygons)
        if (rings[0] && rings[0].length > 0) this.#polygons.push({ zone: zone.id, rings });
      const routes = new Set(zone.carrierRoutes.flatMap((code) => comparableRoute(code, null) ?? []));
      for (const route of routes) append(this.#zonesByRoute, route, zone.id);
      for (const zip of new Set([...routes].map((route) => route.slice(0, 5))))
        append(this.#zonesByZip, zip, zone.id);
    }
    this.#boxes = boxesOf(this.#polygons);
  }

  /** Without an exact location the carrier route decides, or without a route the ZIP code of the zone's routes. */
  zonesOf(household: HouseholdInput): Set<string> {
    const zones = new Set<string>();
    const route = comparableRoute(household.carrierRoute, household.zip);
    for (const zone of this.#zonesByRoute.get(route ?? '') ?? []) zones.add(zone);
    const { longitude, latitude } = household;
    if (isExact(household) && longitude !== null && latitude !== null) {
      for (const at of this.#boxes?.search(longitude, latitude, longitude, latitude) ?? []) {
        const polygon = this.#polygons[at];
        // 0 is the border, which belongs to the zone
        if (polygon && pointInPolygon([longitude, latitude], polygon.rings) !== false)
          zones.add(polygon.zone);
      }
    } else if (route === null) {
      const zip = household.zip?.slice(0, 5) ?? '';
      for (const zone of this.#zonesByZip.get(zip) ?? []) zones.add(zone);
    }
    return zones;
  }
}

/** Matches of other households are weak at most. */
export const isExact = ({ longitude, latitude, approximate }: HouseholdInput): boolean =>
  longitude !== null && latitude !== null && !approximate;

function append(zonesByCode: Map<string, string[]>, code: string, zone: string): void {
  const known = zonesByCode.get(code);
  if (known) known.push(zone);
  else zonesByCode.set(code, [zone]);
}

function boxesOf(polygons: readonly { rings: Polygon }[]): Flatbush | null {
  if (polygons.length === 0) return null;
  const boxes = new Flatbush(polygons.length);
  for (const { rings } of polygons) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [longitude = Number.NaN, latitude = Number.NaN] of rings[0] ?? []) {
      west = Math.min(west, longitude);
      south = Math.min(south, latitude);
      east = Math.max(east, longitude);
      north = Math.max(north, latitude);
    }
    boxes.add(west, south, east, north);
  }
  boxes.finish();
  return boxes;
}
