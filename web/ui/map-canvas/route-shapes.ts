import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import { type Bounds, boundsAroundBoxes, centerOfBounds } from '@mailcall/contract/rules/map-bounds.ts';

export type Position = [longitude: number, latitude: number];

/** Degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** A carrier route: polygons, each an outer ring with holes. */
export interface RouteShape {
  /** Such as 28801C007; null without one. */
  route: string | null;
  polygons: Position[][][];
}

function position(value: unknown): Position[] {
  if (!Array.isArray(value)) return [];
  const [longitude, latitude]: unknown[] = value;
  return typeof longitude === 'number' && typeof latitude === 'number' ? [[longitude, latitude]] : [];
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const polygon = (value: unknown): Position[][] => list(value).map((ring) => list(ring).flatMap(position));

/** Carrier routes of a shape, without routes that lack a polygon. */
export function routeShapes({ features }: ZoneShape): RouteShape[] {
  return features.flatMap(({ properties, geometry }) => {
    const found =
      geometry.type === 'Polygon' ? [polygon(geometry.coordinates)] : geometry.coordinates.map(polygon);
    const polygons = found.filter(([outer = []]) => outer.length > 2);
    const geocode = properties['geocode'];
    return polygons.length === 0 ? [] : [{ route: typeof geocode === 'string' ? geocode : null, polygons }];
  });
}

export const cornersOf = (routes: readonly RouteShape[]): Position[] =>
  routes.flatMap(({ polygons }) => polygons.flat(2));

export const boundsOf = (positions: readonly Position[]): Bounds | null =>
  boundsAroundBoxes(
    positions.map(([longitude, latitude]) => ({
      west: longitude,
      south: latitude,
      east: longitude,
      north: latitude,
    })),
  );

export function centerOf(positions: readonly Position[]): Coordinates | null {
  const bounds = boundsOf(positions);
  return bounds && centerOfBounds(bounds);
}

const directions = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
const earthRadiusInMiles = 3958.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function milesBetween(from: Coordinates, to: Coordinates): number {
  const north = radians(to.latitude - from.latitude);
  const east = radians(to.longitude - from.longitude);
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * earthRadiusInMiles * Math.asin(Math.sqrt(chord));
}

export function distanceAndDirection(from: Coordinates, to: Coordinates): string {
  const miles = milesBetween(from, to).toFixed(1);
  if (miles === '0.0') return 'At the office';
  const east = radians(to.longitude - from.longitude);
  const [start, end] = [radians(from.latitude), radians(to.latitude)];
  const heading = Math.atan2(
    Math.sin(east) * Math.cos(end),
    Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(east),
  );
  const direction = directions[(Math.round(heading / (Math.PI / 4)) + directions.length) % directions.length];
  return `${miles} ${miles === '1.0' ? 'mile' : 'miles'} ${direction}`;
}
