import type { ZoneShape } from '@mailcall/contract/mailings.ts';

/** Degrees. */
export type Position = [longitude: number, latitude: number];

/** A place by name of its degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** A carrier route: the polygons that it is made of, each an outer ring and its holes. */
export interface RouteShape {
  /** Its geocode, such as 28801C007; null when the shape does not say. */
  route: string | null;
  polygons: Position[][][];
}

/** Edges in degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

function position(value: unknown): Position[] {
  if (!Array.isArray(value)) return [];
  const [longitude, latitude]: unknown[] = value;
  return typeof longitude === 'number' && typeof latitude === 'number' ? [[longitude, latitude]] : [];
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const polygon = (value: unknown): Position[][] => list(value).map((ring) => list(ring).flatMap(position));

/** The carrier routes of a shape; one without a polygon is left out. */
export function routeShapes({ features }: ZoneShape): RouteShape[] {
  return features.flatMap(({ properties, geometry }) => {
    const found =
      geometry.type === 'Polygon' ? [polygon(geometry.coordinates)] : geometry.coordinates.map(polygon);
    const polygons = found.filter(([outer = []]) => outer.length > 2);
    const geocode = properties['geocode'];
    return polygons.length === 0 ? [] : [{ route: typeof geocode === 'string' ? geocode : null, polygons }];
  });
}

/** Every corner of some routes. */
export const cornersOf = (routes: readonly RouteShape[]): Position[] =>
  routes.flatMap(({ polygons }) => polygons.flat(2));

/** What holds all of some positions; null without any. */
export function boundsOf(positions: readonly Position[]): Bounds | null {
  if (positions.length === 0) return null;
  const bounds = { west: 180, south: 90, east: -180, north: -90 };
  for (const [longitude, latitude] of positions) {
    bounds.west = Math.min(bounds.west, longitude);
    bounds.east = Math.max(bounds.east, longitude);
    bounds.south = Math.min(bounds.south, latitude);
    bounds.north = Math.max(bounds.north, latitude);
  }
  return bounds;
}

/** The middle of what holds some positions; null without any. */
export function middleOf(positions: readonly Position[]): Place | null {
  const bounds = boundsOf(positions);
  return (
    bounds && {
      latitude: (bounds.south + bounds.north) / 2,
      longitude: (bounds.west + bounds.east) / 2,
    }
  );
}

const winds = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
const earthRadiusInMiles = 3958.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** How far one place is from another as the crow flies, in words: '2.4 miles north-east'. */
export function wayBetween(from: Place, to: Place): string {
  const north = radians(to.latitude - from.latitude);
  const east = radians(to.longitude - from.longitude);
  const [start, end] = [radians(from.latitude), radians(to.latitude)];
  const chord = Math.sin(north / 2) ** 2 + Math.cos(start) * Math.cos(end) * Math.sin(east / 2) ** 2;
  const miles = (2 * earthRadiusInMiles * Math.asin(Math.sqrt(chord))).toFixed(1);
  if (miles === '0.0') return 'At the office';
  const heading = Math.atan2(
    Math.sin(east) * Math.cos(end),
    Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(east),
  );
  const wind = winds[(Math.round(heading / (Math.PI / 4)) + winds.length) % winds.length];
  return `${miles} ${miles === '1.0' ? 'mile' : 'miles'} ${wind}`;
}
