import { z } from 'zod';
import { locationSchema, zoneShapeSchema } from './mailing-zones.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { ignored, listOf, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const id = z.string().min(1).max(200);

/** West, south, east and north, in degrees. West is greater than east if the bounds go across 180°. */
export const boundingBoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/**
 * The most shapes that the map loads as GeoJSON by `GET /geodata`. More are displayed as vector tiles: their outlines are
 * simplified for each zoom, and only those in view are loaded.
 */
export const maxShapesAsGeoJson = 40;

/** The most shapes in one request. */
export const maxGeodataIds = 100;

/** Ids joined with commas, or a list. */
const joinedIds = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value),
  listOf(id, maxGeodataIds, 'shapes').optional(),
);

/**
 * Shapes of areas and zones. Those that the viewer cannot see are left out. The reply has an ETag and is `private,
 * no-cache`. Errors: 400 without an id, 404 when no shape is left.
 */
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
        /** What the shape consists of: CarrierRoutes. */
        type: z.string(),
        /** `geocode` of each feature names the carrier route. */
        geodata: zoneShapeSchema,
        /** The mean of the corners. */
        centroid: locationSchema,
        boundingBox: boundingBoxSchema,
      }),
    ),
  }),
});

/** The highest zoom of the tiles. Above it the map enlarges them. */
export const maxTileZoom = 13;
/** The name of the only layer of the tiles. */
export const tileLayer = 'shapes';

/**
 * The properties of each feature of a tile: one carrier route. Colors are not part of them: the map assigns them by
 * `shape`, so that a new color needs no new tiles.
 */
export interface TileProperties {
  /** Identifies an area or a zone: {@link shapeKey}. */
  shape: string;
  /** Id of the area. */
  areaId: string;
  /** Id of the zone; absent for the shape of an area. */
  zoneId?: string;
  /** ZIP code and route; absent when the shape does not name it. */
  geocode?: string;
}

/** The name of an area or a zone among the displayed shapes. */
export const shapeKey = (areaId: string, zoneId: string | null): string =>
  zoneId === null ? `area:${areaId}` : `zone:${zoneId}`;

/**
 * The shapes of the displayed areas of accounts as Mapbox vector tiles (`application/vnd.mapbox-vector-tile`), with
 * {@link TileProperties}: those of the zones, and of areas none of whose zones has a shape. The reply has an ETag and is
 * `private, no-cache`. A tile without shapes has no bytes. Errors: 400 for a tile that does not exist.
 *
 * The map requests tiles itself, so it must send the access token: `transformRequest` of MapLibre returns, for addresses
 * below the maps service, the headers that the web app's own requests have.
 */
export const getTile = route({
  service: 'maps',
  method: 'GET',
  path: '/tiles/:z/:x/:y',
  access: 'full',
  guests: true,
  summary: 'Returns a vector tile of the mailing areas and zones of accounts.',
  params: z.object({
    z: wholeNumber(0, maxTileZoom),
    x: wholeNumber(0, 2 ** maxTileZoom - 1),
    y: wholeNumber(0, 2 ** maxTileZoom - 1),
  }),
  query: z.object({
    ...accountSelectionShape,
    /** `shapesVersion` of the list of areas, so that the address changes with the shapes. It selects nothing. */
    version: ignored,
  }),
  replyFormat: 'binary',
  reply: z.unknown(),
});
