import { z } from 'zod';
import { officeLocationSchema, zoneShapeSchema } from './mailing-zones.ts';
import { mapColorSchema } from './rules/map-colors.ts';
import { route } from './wire/route.ts';

export const maxAreaFile = 20 * 1024 * 1024;
export const maxPlacesOfFile = 100;
export const maxChosenRoutes = 2000;

const id = z.string().min(1, 'Name it.').max(200, 'Use at most 200 characters.');
const ofOffice = z.object({ id });
const addresses = z.int().min(0).nullable();

export const officeMap = route({
  service: 'data',
  method: 'GET',
  path: '/provider/offices/:id/map',
  access: 'account-manager',
  summary: 'Returns the shapes of an account’s mailing areas and zones, and its mailings with their zones.',
  params: ofOffice,
  reply: z.object({
    /** Null without coordinates and without a known ZIP code. */
    place: officeLocationSchema.nullable(),
    shapes: z.array(z.object({ id: z.string(), shape: zoneShapeSchema })),
    /** The newest 200, and those with a zone. */
    mailings: z.array(z.object({ id: z.string(), name: z.string(), zoneId: z.string().nullable() })),
  }),
});

const carrierRouteSchema = z.object({
  shapeId: z.string(),
  /** ZIP code and route, such as 28801C007. */
  route: z.string(),
  /** Null if its shape does not say. */
  addresses,
  shape: zoneShapeSchema,
});
export type CarrierRoute = z.output<typeof carrierRouteSchema>;

export const listCarrierRoutes = route({
  service: 'data',
  method: 'GET',
  path: '/provider/offices/:id/carrier-routes',
  access: 'account-manager',
  summary:
    'Lists carrier routes whose shapes were imported for the viewer’s accounts, within about 25 miles of an account, by name.',
  params: ofOffice,
  reply: z.object({ records: z.array(carrierRouteSchema).max(maxChosenRoutes) }),
});

const chosenRoutes = z
  .array(z.strictObject({ shapeId: id, route: id }))
  .min(1, 'Choose a carrier route.')
  .max(maxChosenRoutes, 'Choose at most 2,000 carrier routes.');

/** Errors: 404 for a shape or an area of others, 422 by column. */
export const drawArea = route({
  service: 'data',
  method: 'POST',
  path: '/provider/offices/:id/areas',
  access: 'account-manager',
  summary: 'Adds a mailing area of chosen carrier routes, or a zone of the area `areaId`.',
  params: ofOffice,
  body: z.strictObject({
    areaId: id.nullable(),
    name: z.string().trim().min(1, 'Name must not be empty.').max(500, 'Use at most 500 characters.'),
    color: mapColorSchema,
    routes: chosenRoutes,
  }),
  reply: z.object({ id: z.string() }),
});

/** Errors: 404 for a shape or a row of others, 422 if another person changed the carrier routes. */
export const redrawArea = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/offices/:id/lists/:list/:rowId/routes',
  access: 'account-manager',
  summary: 'Replaces the carrier routes of a mailing area or a zone, and the number of its addresses.',
  params: ofOffice.extend({ list: z.enum(['areas', 'zones'], { error: 'Use areas or zones.' }), rowId: id }),
  body: z.strictObject({
    routes: chosenRoutes,
    /** `carrier_routes` that the page showed. */
    before: z.string().max(500_000).nullable(),
  }),
  reply: z.strictObject({}),
});

const placeOfFileSchema = z.object({
  name: z.string(),
  routes: z.array(z.string()),
  addresses,
  shape: zoneShapeSchema,
});
export type PlaceOfFile = z.output<typeof placeOfFileSchema>;

/** Errors: 413 above 20 MB; 422 with a sentence for a file without a usable feature, or with too many names. */
export const addAreasOfFile = route({
  service: 'data',
  method: 'POST',
  path: '/provider/offices/:id/area-files',
  access: 'account-manager',
  bodyFormat: 'file',
  summary:
    'Reads a GeoJSON file: features of one name are an area, or a zone of the area `areaId`. Saves them with `save=true`; otherwise only says what they are.',
  params: ofOffice,
  query: z.object({
    /** Names features without a name. */
    fileName: z.string({ error: 'Name the file.' }).min(1, 'Name the file.').max(200),
    areaId: id.optional(),
    save: z.enum(['true', 'false'], { error: 'Use true or false.' }).default('false'),
  }),
  reply: z.object({
    places: z.array(placeOfFileSchema).max(maxPlacesOfFile),
    /** One sentence for each unusable feature. */
    leftOut: z.array(z.string()),
  }),
});
