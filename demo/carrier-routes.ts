import type { Random } from './random.ts';

export type Position = readonly [longitude: number, latitude: number];

export interface CarrierRoute {
  /** ZIP code and route, such as 28801C007. */
  geocode: string;
  /** Kilometers from the center of the area. */
  at: Point;
  /** Closed outline, counterclockwise. */
  ring: readonly Position[];
  households: number;
}

export type Point = readonly [east: number, north: number];

export function featureCollectionOf(routes: readonly CarrierRoute[]): object {
  return {
    type: 'FeatureCollection',
    features: routes.map(({ geocode, ring, households }) => ({
      type: 'Feature',
      properties: { geocode, households },
      geometry: { type: 'Polygon', coordinates: [ring] },
    })),
  };
}

const kilometersPerDegree = 111.2;
const fiveDecimals = (value: number) => Math.round(value * 1e5) / 1e5;

function clippedToNearer(polygon: readonly Point[], site: Point, other: Point): Point[] {
  const [east, north] = [other[0] - site[0], other[1] - site[1]];
  const middle = (east * (site[0] + other[0]) + north * (site[1] + other[1])) / 2;
  const beyond = ([x, y]: Point) => x * east + y * north - middle;
  return polygon.flatMap((corner, at) => {
    const next = polygon[(at + 1) % polygon.length] as Point;
    const [cornerDistance, nextDistance] = [beyond(corner), beyond(next)];
    const ratio = cornerDistance / (cornerDistance - nextDistance);
    const crossing: Point = [
      corner[0] + (next[0] - corner[0]) * ratio,
      corner[1] + (next[1] - corner[1]) * ratio,
    ];
    return [
      ...(cornerDistance <= 0 ? [corner] : []),
      ...(cornerDistance <= 0 !== nextDistance <= 0 ? [crossing] : []),
    ];
  });
}

/** Cells of an irregular honeycomb with shared borders, denser in the middle, up to about `radius` kilometers. */
export function carrierRoutesAround(
  center: { latitude: number; longitude: number; zip: string },
  { radius, firstRoute, random }: { radius: number; firstRoute: number; random: Random },
): CarrierRoute[] {
  const step = radius / 3.6;
  const outerRadius = radius * 1.6;
  const sites: Point[] = [];
  for (let row = -6; row <= 6; row += 1)
    for (let column = -6; column <= 6; column += 1) {
      const [x, y] = [(column + (row % 2 === 0 ? 0 : 0.5)) * step, row * step * 0.87];
      const scale = 0.62 + (0.38 * Math.min(Math.hypot(x, y), outerRadius)) / outerRadius;
      sites.push([
        (x + random.between(-0.3, 0.3) * step) * scale,
        (y + random.between(-0.3, 0.3) * step) * scale,
      ]);
    }
  const axis = random.between(0, Math.PI);
  const edge = ([x, y]: Point) => radius * (0.86 + 0.12 * Math.cos(2 * (Math.atan2(y, x) - axis)));
  const toDegrees = ([x, y]: Point): Position => [
    fiveDecimals(center.longitude + x / (kilometersPerDegree * Math.cos((center.latitude * Math.PI) / 180))),
    fiveDecimals(center.latitude + y / kilometersPerDegree),
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
      for (const other of sites) if (other !== site) cell = clippedToNearer(cell, site, other);
      const ring = cell.map(toDegrees);
      return {
        geocode: `${center.zip}C${String(firstRoute + at).padStart(3, '0')}`,
        at: site,
        ring: [...ring, ring[0] as Position],
        households: random.integer(310, 640),
      };
    });
}
