import { thousands } from '@mailcall/contract/rules/rates.ts';
import { cellTooLong, maxCellLength } from '../../platform/cell-length.ts';
import { CellProblem, type CellReader, PartlyRead, unusable } from './cell-kinds.ts';

type Position = [longitude: number, latitude: number];
type Ring = Position[];
type Polygon = Ring[];

const maxFeatures = 5000;
const maxReported = 20;
export const maxShapeLength = 1_000_000;

const notAShape = new CellProblem(
  'must be a GeoJSON feature collection of polygons with longitudes and latitudes, such as ' +
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon",' +
    '"coordinates":[[[-105,39],[-104,39],[-104,40],[-105,39]]]}}]}',
);
const otherSystem = new CellProblem(
  'has a coordinate reference system (crs) other than WGS 84; convert it to longitudes and latitudes',
);

/** Completes "Feature 3 is left out because …". */
class BrokenRule extends Error {
  override readonly name = 'BrokenRule';
}
const broken = (rule: string): never => {
  throw new BrokenRule(rule);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOr = (value: unknown, rule: string): unknown[] =>
  Array.isArray(value) && value.length > 0 ? value : broken(rule);

/** Drops altitudes and measures. */
function readPosition(value: unknown): Position {
  const [longitude, latitude]: unknown[] = Array.isArray(value) ? value : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    return broken('a position is not a list of numbers: longitude, latitude');
  if (longitude > 180 && longitude <= 360)
    return broken('a longitude is more than 180; use -180 to 180 and not 0 to 360');
  if (Math.abs(longitude) > 180) return broken('a longitude is not from -180 to 180');
  if (Math.abs(latitude) > 90)
    return broken('a latitude is not from -90 to 90; a position has the longitude first');
  return [longitude, latitude];
}

function readRing(value: unknown): Ring {
  const ring = listOr(value, 'a ring has no positions').map(readPosition);
  if (ring.length < 4) return broken('a ring has fewer than four positions');
  const [first, last] = [ring[0], ring.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
    return broken('a ring is not closed; its last position must be its first');
  return ring;
}

/** Longitudes go on beyond 180° instead of jumping. */
function continuous(ring: Ring): Ring {
  let turns = 0;
  const unwound = ring.map(([longitude, latitude], index): Position => {
    const step = longitude - (ring[index - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [longitude + turns * 360, latitude];
  });
  return turns === 0 ? unwound : broken('a ring goes around a pole');
}

function cutRing(ring: Ring, at: number, isInside: (longitude: number) => boolean): Ring {
  const cut: Ring = [];
  for (const [index, corner] of ring.entries()) {
    const before = ring[index - 1];
    if (before && isInside(before[0]) !== isInside(corner[0])) {
      const share = (at - before[0]) / (corner[0] - before[0]);
      cut.push([at, before[1] + share * (corner[1] - before[1])]);
    }
    if (isInside(corner[0])) cut.push(corner);
  }
  const [first, last] = [cut[0], cut.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) cut.push(first);
  const isFlat = cut.every(([longitude]) => longitude === at);
  return cut.length < 4 || isFlat ? [] : cut;
}

/** Cuts at 180°, as RFC 7946 asks. */
function cutAtAntimeridian(polygon: Polygon): Polygon[] {
  const jumps = (ring: Ring) =>
    ring.some(([longitude], index) => Math.abs(longitude - (ring[index - 1]?.[0] ?? longitude)) > 180);
  if (!polygon.some(jumps)) return [polygon];
  const start = polygon[0]?.[0]?.[0] ?? 0;
  // holes begin on the outer ring's side
  const rings = polygon.map((ring) =>
    continuous(ring).map(([longitude, latitude]): Position => {
      const turn = (ring[0]?.[0] ?? 0) - start;
      return [Math.abs(turn) > 180 ? longitude - Math.sign(turn) * 360 : longitude, latitude];
    }),
  );
  return [-360, 0, 360].flatMap((shift) => {
    const part = rings
      .map((ring) => ring.map(([longitude, latitude]): Position => [longitude + shift, latitude]))
      .map((ring) => cutRing(ring, -180, (longitude) => longitude >= -180))
      .map((ring) => cutRing(ring, 180, (longitude) => longitude <= 180));
    return part[0]?.length ? [part.filter((ring) => ring.length > 0)] : [];
  });
}

const readPolygon = (value: unknown): Polygon[] =>
  cutAtAntimeridian(listOr(value, 'a polygon has no rings').map(readRing));

const otherTypes = new Set(['Point', 'MultiPoint', 'LineString', 'MultiLineString']);

function readGeometry(value: unknown): { type: 'Polygon' | 'MultiPolygon'; coordinates: unknown } {
  if (!isObject(value)) return broken('it has no geometry');
  const { type, coordinates } = value;
  if (type === 'GeometryCollection')
    return broken('its geometry is a GeometryCollection; send its polygons as a MultiPolygon');
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return broken(
      `its geometry is ${otherTypes.has(String(type)) ? `a ${String(type)}` : 'of no known type'}; use Polygon or MultiPolygon`,
    );
  const polygons =
    type === 'Polygon'
      ? readPolygon(coordinates)
      : listOr(coordinates, 'its MultiPolygon has no polygons').flatMap(readPolygon);
  const [first] = polygons;
  if (!first) return broken('its polygons have no area');
  return polygons.length === 1 && type === 'Polygon'
    ? { type, coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Drops lists and objects, because nothing shows them. */
function readProperties(value: unknown): Record<string, unknown> {
  const kept = Object.entries(isObject(value) ? value : {}).filter(
    ([, one]) => typeof one !== 'object' || one === null,
  );
  const isLong = (one: unknown) => typeof one === 'string' && one.length > maxCellLength;
  if (kept.some(([name, one]) => isLong(name) || isLong(one))) return broken(`a property ${cellTooLong}`);
  for (const [name, one] of kept)
    if (unusable(name) ?? (typeof one === 'string' ? unusable(one) : null))
      return broken('a property has a NUL character or broken Unicode');
  return Object.fromEntries(kept);
}

function readFeature(value: unknown) {
  if (isObject(value) && value['type'] === 'FeatureCollection')
    return broken('it is a feature collection; list its features themselves');
  if (!isObject(value) || value['type'] !== 'Feature') return broken('its type is not "Feature"');
  return {
    type: 'Feature',
    properties: readProperties(value['properties']),
    geometry: readGeometry(value['geometry']),
  };
}

/** True unless the outdated member `crs` names another coordinate system. */
function isLongitudeAndLatitude(crs: unknown): boolean {
  if (crs === undefined || crs === null) return true;
  const { name, code } = isObject(crs) && isObject(crs['properties']) ? crs['properties'] : {};
  const system = String(name ?? code).toUpperCase();
  // NAD 83 differs from WGS 84 by less than two meters
  return ['CRS84', 'CRS83', '4326', '4269'].some((known) => system.endsWith(known));
}

/** Accepts a collection, a single feature or a geometry. */
function featuresOf(value: unknown): unknown[] | CellProblem {
  if (!isObject(value)) return notAShape;
  if (!isLongitudeAndLatitude(value['crs'])) return otherSystem;
  if (value['type'] === 'Feature') return [value];
  if (value['type'] === 'Polygon' || value['type'] === 'MultiPolygon')
    return [{ type: 'Feature', geometry: value }];
  const { type, features } = value;
  return type === 'FeatureCollection' && Array.isArray(features) && features.length > 0
    ? features
    : notAShape;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type ShapeFeature = ReturnType<typeof readFeature>;

export interface ReadFeatures {
  kept: ShapeFeature[];
  /** One sentence each; at most 21. */
  leftOut: string[];
}

/** Usable features of GeoJSON. A text without one is a problem. */
export function readFeatures(text: string): ReadFeatures | CellProblem {
  const problem = unusable(text);
  if (problem) return problem;
  const features = featuresOf(parseJson(text));
  if (features instanceof CellProblem) return features;
  if (features.length > maxFeatures)
    return new CellProblem(`has more than ${thousands(maxFeatures)} features`);
  const kept: ShapeFeature[] = [];
  const leftOut: { feature: number; rule: string }[] = [];
  for (const [index, feature] of features.entries()) {
    try {
      kept.push(readFeature(feature));
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error;
      leftOut.push({ feature: index + 1, rule: error.message });
    }
  }
  const [first] = leftOut;
  if (kept.length === 0 && first)
    return new CellProblem(`has no feature that can be used. Feature ${first.feature}: ${first.rule}`);
  const more = leftOut.length - maxReported;
  return {
    kept,
    leftOut: [
      ...leftOut
        .slice(0, maxReported)
        .map(({ feature, rule }) => `Feature ${feature} of ${features.length} is left out: ${rule}.`),
      ...(more > 0 ? [`${more} more features are left out.`] : []),
    ],
  };
}

export const shapeText = (features: readonly ShapeFeature[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features });

/** GeoJSON, at most a million characters. Leaves out and reports unusable features. */
export const shape: CellReader = (value) => {
  if (value.length > maxShapeLength)
    return new CellProblem(`is longer than ${thousands(maxShapeLength)} characters`);
  const read = readFeatures(value);
  if (read instanceof CellProblem) return read;
  const text = shapeText(read.kept);
  return read.leftOut.length === 0 ? text : new PartlyRead(text, read.leftOut);
};
