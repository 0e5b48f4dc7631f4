import type { FeatureCollection, Point, Position } from 'geojson';

/** Twice the signed area of a ring, and its centroid. */
function centroidOf(ring: readonly Position[]): { area: number; centroid: Position } {
  let [area, x, y] = [0, 0, 0];
  for (const [at, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[at + 1] ?? ring[0] ?? [];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  return {
    area: Math.abs(area),
    centroid: area === 0 ? (ring[0] ?? [0, 0]) : [x / (3 * area), y / (3 * area)],
  };
}

/** One point per polygon for its name. Polygons themselves would get a name in each map tile. */
export function labelPoints(polygons: FeatureCollection): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: polygons.features.flatMap(({ geometry, properties }) => {
      const parts =
        geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : geometry.type === 'MultiPolygon'
            ? geometry.coordinates
            : [];
      const [largest] = parts
        .map(([outer = []]) => centroidOf(outer))
        .toSorted((one, other) => other.area - one.area);
      if (!largest) return [];
      const point: Point = { type: 'Point', coordinates: largest.centroid };
      return [{ type: 'Feature' as const, properties, geometry: point }];
    }),
  };
}
