import type { Random } from './random.ts';

/** A longitude and a latitude. */
export type Position = readonly [longitude: number, latitude: number];

/** A carrier route: the streets that one postal worker walks, drawn as a polygon. */
export interface CarrierRoute {
  /** ZIP code and route, such as 28801C007. */
  geocode: string;
  /** Kilometres east and north of the centre. */
  at: Point;
  /** Closed and counterclockwise. */
  ring: readonly Position[];
  households: number;
}

/** Kilometres east and north of a centre. */
export type Point = readonly [east: number, north: number];

/** A GeoJSON feature collection of carrier routes, as geodata has it. */
export function shapeOf(routes: readonly CarrierRoute[]): object {
  return {
    type: 'FeatureCollection',
    features: routes.map(({ geocode, ring, households }) => ({
      type: 'Feature',
      properties: { geocode, households },
      geometry: { type: 'Polygon', coordinates: [ring] },
    })),
  };
}

const kilometresPerDegree = 111.2;
const five = (value: number) => Math.round(value * 1e5) / 1e5;

/** The part of a convex polygon that is nearer to `site` than to `other`. */
function nearer(polygon: readonly Point[], site: Point, other: Point): Point[] {
  const [east, north] = [other[0] - site[0], other[1] - site[1]];
  const middle = (east * (site[0] + other[0]) + north * (site[1] + other[1])) / 2;
  const beyond = ([x, y]: Point) => x * east + y * north - middle;
  return polygon.flatMap((corner, at) => {
    const next = polygon[(at + 1) % polygon.length] as Point;
    const [here, there] = [beyond(corner), beyond(next)];
    const part = here / (here - there);
    const crossing: Point = [
      corner[0] + (next[0] - corner[0]) * part,
      corner[1] + (next[1] - corner[1]) * part,
    ];
    return [...(here <= 0 ? [corner] : []), ...(here <= 0 !== there <= 0 ? [crossing] : [])];
  });
}

/**
 * The carrier routes around a place: cells of a jittered honeycomb, denser towards the middle, that share their borders
 * and end raggedly at about `radius` kilometres.
 */
export function carrierRoutesAround(
  centre: { latitude: number; longitude: number; zip: string },
  { radius, firstRoute, random }: { radius: number; firstRoute: number; random: Random },
): CarrierRoute[] {
  const step = radius / 3.6;
  const reach = radius * 1.6;
  const sites: Point[] = [];
  for (let row = -6; row <= 6; row += 1)
    for (let column = -6; column <= 6; column += 1) {
      const [x, y] = [(column + (row % 2 === 0 ? 0 : 0.5)) * step, row * step * 0.87];
      // nearer to the middle of town there are more households to a mile
      const squeeze = 0.62 + (0.38 * Math.min(Math.hypot(x, y), reach)) / reach;
      sites.push([
        (x + random.between(-0.3, 0.3) * step) * squeeze,
        (y + random.between(-0.3, 0.3) * step) * squeeze,
      ]);
    }
  const lean = random.between(0, Math.PI);
  const edge = ([x, y]: Point) => radius * (0.86 + 0.12 * Math.cos(2 * (Math.atan2(y, x) - lean)));
  const toDegrees = ([x, y]: Point): Position => [
    five(centre.longitude + x / (kilometresPerDegree * Math.cos((centre.latitude * Math.PI) / 180))),
    five(centre.latitude + y / kilometresPerDegree),
  ];
  return sites
    .filter((site) => Math.hypot(...site) * 1.25 < edge(site))
    .map((site, at) => {
      let cell: Point[] = [
        [-40, -40],
        [40, -40],
        [40, 40],
        [-40, 40],
      ];
      for (const other of sites) if (other !== site) cell = nearer(cell, site, other);
      const ring = cell.map(toDegrees);
      return {
        geocode: `${centre.zip}C${String(firstRoute + at).padStart(3, '0')}`,
        at: site,
        ring: [...ring, ring[0] as Position],
        households: random.whole(310, 640),
      };
    });
}
