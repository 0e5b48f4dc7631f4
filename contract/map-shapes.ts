import { z } from 'zod';
import { locationSchema, zoneShapeSchema } from './mailing-zones.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { ignored, listOf, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const id = z.string().min(1).max(200);

/** West, south, east and north in degrees. West is greater than east if the box crosses 180°. */
export const boundingBoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** Above this number the map loads vector tiles, because `GET /geodata` sends every outline in full. */
export const maxShapesAsGeoJson = 40;

export const maxGeodataIds = 100;

const joinedIds = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value),
  listOf(id, maxGeodataIds, 'shapes').optional(),
);

/** Leaves out shapes that the viewer cannot see. The reply has an ETag. Errors: 400 without an id, 404 if no shape is left. */
export const getGeodata = route({
  service: 'maps',
  method: 'GET',
  path: '/geodata',
  access: 'full',
  guests: true,
  summary: 'Returns shapes by their ids, joined with commas in `ids`, or a single one in `id`.',
  query: z
    .object({ ids: joinedIds, id: id.optional() })
    .refine(({ ids = [], id: one }) => ids.length > 0 || one, {
      path: ['ids'],
      message: 'Name one or more shapes.',
    }),
  reply: z.object({
    records: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        /** `geocode` of each feature names the carrier route. */
        geodata: zoneShapeSchema,
        centroid: locationSchema,
        boundingBox: boundingBoxSchema,
      }),
    ),
  }),
});

/** The map enlarges these tiles for higher zooms. */
export const maxTileZoom = 13;
export const tileLayer = 'shapes';

/** Carrier route in a tile. The map colors by `shape`, so that a new color needs no new tiles. */
export interface TileProperties {
  shape: string;
  areaId: string;
  /** Absent for the shape of an area. */
  zoneId?: string;
  /** ZIP code and route; absent if the shape does not name it. */
  geocode?: string;
}

export const shapeKey = (areaId: string, zoneId: string | null): string =>
  zoneId === null ? `area:${areaId}` : `zone:${zoneId}`;

/** Mapbox vector tiles with {@link TileProperties}. Errors: 400 for a tile that does not exist. MapLibre adds the token itself. */
export const getTile = route({
  service: 'maps',
  method: 'GET',
  path: '/tiles/:z/:x/:y',
  access: 'full',
  guests: true,
  clientViews: true,
  summary: 'Returns a vector tile of the mailing areas and zones of accounts.',
  params: z.object({
    z: wholeNumber(0, maxTileZoom),
    x: wholeNumber(0, 2 ** maxTileZoom - 1),
    y: wholeNumber(0, 2 ** maxTileZoom - 1),
  }),
  query: z.object({
    ...accountSelectionShape,
    /** Part of the URL, so that it changes with the shapes; selects nothing. */
    version: ignored,
  }),
  replyFormat: 'binary',
  reply: z.unknown(),
});
