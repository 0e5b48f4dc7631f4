import type { Position } from './carrier-routes.ts';
import type { Territory } from './mailing-areas.ts';
import type { Office } from './offices.ts';
import type { Random } from './random.ts';

const streets = [
  'Alder Street',
  'Birchwood Drive',
  'Canyon Road',
  'Chestnut Avenue',
  'Clearview Lane',
  'Dogwood Court',
  'Fairmont Avenue',
  'Garden Street',
  'Highland Avenue',
  'Juniper Way',
  'Lakeview Drive',
  'Linden Street',
  'Maple Avenue',
  'Meadowbrook Lane',
  'Orchard Road',
  'Prospect Street',
  'Quail Hollow Road',
  'Ridgeway Drive',
  'Sunset Boulevard',
  'Willow Street',
];

interface Route {
  geocode: string;
  ring: readonly Position[];
}

export interface Home {
  address: string;
  route: string | null;
  at: Position;
}

export class PatientHomes {
  readonly #office: Office;
  readonly #random: Random;
  readonly #routes: ReadonlyMap<string, readonly Route[]>;
  readonly zoneIds: readonly string[];

  constructor(office: Office, territory: Territory, random: Random) {
    this.#office = office;
    this.#random = random;
    this.#routes = routesByZone(territory);
    this.zoneIds = [...this.#routes.keys()];
  }

  #address(): string {
    const random = this.#random;
    const unit = random.chance(0.12) ? ` Apt ${random.integer(1, 24)}` : '';
    return `${random.integer(10, 2990)} ${random.pick(streets)}${unit}`;
  }

  inZone(zoneId: string): Home {
    const random = this.#random;
    const route = random.pick(this.#routes.get(zoneId) ?? []);
    // routes are convex: every weighted mean of corners is inside
    const weights = route.ring.map(() => random.next() + 0.05);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const mean = (axis: 0 | 1) =>
      fiveDecimals(
        route.ring.reduce((total, corner, at) => total + corner[axis] * (weights[at] as number), 0) / sum,
      );
    return { address: this.#address(), route: route.geocode, at: [mean(0), mean(1)] };
  }

  /** 20 to 35 kilometers away, outside all zones. */
  elsewhere(): Home {
    const random = this.#random;
    const [angle, degrees] = [random.between(0, 2 * Math.PI), random.between(0.2, 0.3)];
    return {
      address: this.#address(),
      route: null,
      at: [
        fiveDecimals(this.#office.longitude + degrees * Math.cos(angle) * 1.2),
        fiveDecimals(this.#office.latitude + degrees * Math.sin(angle)),
      ],
    };
  }
}

const fiveDecimals = (value: number) => Math.round(value * 1e5) / 1e5;

function routesByZone({ geodata, areas, zones }: Territory): Map<string, readonly Route[]> {
  const archived = new Set(areas.filter((area) => area.archived === true).map(({ id }) => id));
  const shapes = new Map(geodata.map(({ id, shape }) => [id, shape]));
  return new Map(
    zones
      .filter((zone) => !archived.has(zone.mailing_area_id))
      .map((zone) => {
        const shape = JSON.parse(String(shapes.get(zone.geodata_id))) as {
          features: { properties: { geocode: string }; geometry: { coordinates: Position[][] } }[];
        };
        const routes = shape.features.map(({ properties, geometry }) => ({
          geocode: properties.geocode,
          ring: geometry.coordinates[0] ?? [],
        }));
        return [String(zone.id), routes];
      }),
  );
}
