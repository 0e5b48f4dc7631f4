import type { placeSchema, ZoneShape } from '@mailcall/contract/mailings.ts';
import { z } from 'zod';

const pointSchema = z.tuple([z.number(), z.number()]).rest(z.number());
const polygonSchema = z.array(z.array(pointSchema));

/** A drawing of a zone. */
export interface Outline {
  width: number;
  height: number;
  /** A polygon each, as the `d` of an SVG path. */
  paths: string[];
  office: { x: number; y: number } | null;
}

/** The width of a drawing, and the room around what is drawn. */
const width = 640;
const margin = 24;

/** The polygons of a shape, in degrees; what is no polygon is left out. */
function polygonsOf(shape: ZoneShape) {
  return shape.features.flatMap(({ geometry: { type, coordinates } }) => {
    const found = z.array(polygonSchema).safeParse(type === 'Polygon' ? [coordinates] : coordinates);
    return found.success ? found.data : [];
  });
}

/** Draws a zone with its office: north is up, a mile is as long in each direction. Null when there is nothing to draw. */
export function outlineOf(shape: ZoneShape, place: z.infer<typeof placeSchema> | null): Outline | null {
  const polygons = polygonsOf(shape);
  const points = polygons.flat(2);
  if (points.length === 0) return null;
  if (place) points.push([place.longitude, place.latitude]);
  const west = Math.min(...points.map(([longitude]) => longitude));
  const east = Math.max(...points.map(([longitude]) => longitude));
  const south = Math.min(...points.map(([, latitude]) => latitude));
  const north = Math.max(...points.map(([, latitude]) => latitude));
  // a degree of longitude is shorter the farther north it is
  const narrowing = Math.cos((((north + south) / 2) * Math.PI) / 180);
  const across = Math.max((east - west) * narrowing, 1e-6);
  const down = Math.max(north - south, 1e-6);
  const scale = (width - 2 * margin) / Math.max(across, down);
  const left = (width - across * scale) / 2;
  const x = (longitude: number) => round(left + (longitude - west) * narrowing * scale);
  const y = (latitude: number) => round(margin + (north - latitude) * scale);
  return {
    width,
    height: round(down * scale + 2 * margin),
    paths: polygons.map((rings) =>
      rings
        .map((ring) => `M${ring.map(([longitude, latitude]) => `${x(longitude)} ${y(latitude)}`).join('L')}Z`)
        .join(''),
    ),
    office: place && { x: x(place.longitude), y: y(place.latitude) },
  };
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
