import { z } from 'zod';
import { locationSchema, locationSourceSchema } from './mailing-zones.ts';
import { boundingBoxSchema } from './map-shapes.ts';
import { mapColorSchema } from './rules/map-colors.ts';
import { accountSelectionShape, scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** `YYYY-MM-DD`. */
const day = z.string().nullable();
/** '#rrggbb'; the feed may send colors outside the palette. */
const color = z.string();
const id = z.string().min(1).max(200);
const idParams = z.object({ id });

export const mapOfficeSchema = z.object({
  id: z.string(),
  officeId: z.string(),
  name: z.string(),
  color,
  /** Degrees; null without coordinates and a known ZIP code. */
  locationLatitude: z.number().nullable(),
  locationLongitude: z.number().nullable(),
  locationSource: locationSourceSchema.nullable(),
  /** Aliases of `locationLatitude` and `locationLongitude`. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  address: z.string().nullable(),
  industry: z.string().nullable(),
  clientLabel: z.string().nullable(),
  businessLabel: z.string().nullable(),
});
export type MapOffice = z.infer<typeof mapOfficeSchema>;

export const mapMailingSchema = z.object({
  id: z.string(),
  /** The office's name, or the order number. */
  name: z.string(),
  /** Monday of the delivery week; null if not known. */
  deliveryWeek: day,
  campaignType: z.string(),
  quantity: count.nullable(),
  leadsCount: count,
  appointmentsCount: count,
});
export type MapMailing = z.infer<typeof mapMailingSchema>;

const mailingTotals = {
  mailingsCount: count,
  /** Opportunity calls; like all totals, whatever their dates. */
  totalLeads: count,
  totalAppointments: count,
  totalCalls: count,
  totalUnscoredCalls: count,
  /** Appointments divided by leads in whole percent, not capped; 0 without leads. */
  conversionRate: count,
  firstDeliveryWeek: day,
  lastDeliveryWeek: day,
};

const shapeFields = {
  /** Shape id for `GET /geodata`; null without one. */
  geodataId: z.string().nullable(),
  center: locationSchema.nullable(),
  boundingBox: boundingBoxSchema.nullable(),
  /** ZIP code and route, such as 28801C007. */
  carrierRoutes: z.array(z.string()),
};

export const mapZoneSchema = z.object({
  id: z.string(),
  name: z.string(),
  mailingAreaId: z.string(),
  quantity: count.nullable(),
  color,
  /** Where the provider ordered the addresses; null if not known. */
  listProviderUrl: z.string().nullable(),
  ...shapeFields,
  ...mailingTotals,
  /** Delivered mailings to this zone, newest first. */
  mailings: z.array(mapMailingSchema),
});
export type MapZone = z.infer<typeof mapZoneSchema>;

/** A New Mover area has the shape, routes and color of its first zone, and no zones. */
export const mailingAreaSchema = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  account: z.string(),
  archived: z.boolean(),
  /** `New Mover` for all New Mover Mail; null if not known. */
  campaignType: z.string().nullable(),
  quantity: count.nullable(),
  color,
  listProviderUrl: z.string().nullable(),
  /** First and last day of planned mailings; null if not known. */
  mailingDateFrom: day,
  mailingDateTo: day,
  ...shapeFields,
  /** Totals include the zones. */
  ...mailingTotals,
  matchedLastAudit: day,
  /** Delivered mailings outside `zones`, newest first; all mailings of a New Mover area. */
  mailings: z.array(mapMailingSchema),
  zones: z.array(mapZoneSchema),
});
export type MailingArea = z.infer<typeof mailingAreaSchema>;

export const isDisplayed = (area: Pick<MailingArea, 'archived' | 'carrierRoutes'>): boolean =>
  !area.archived && area.carrierRoutes.length > 0;

export const listMailingAreas = route({
  service: 'maps',
  method: 'GET',
  path: '/mailing-areas',
  access: 'full',
  guests: true,
  summary:
    'Lists the mailing areas of accounts with their zones and results: audited ones first, then those mailed to last.',
  query: z.object(accountSelectionShape),
  reply: z.object({
    meta: z.object({
      locations: z.array(mapOfficeSchema),
      shapesCount: count,
      /** Changes with the displayed shapes; part of the tiles' URL. */
      shapesVersion: z.string(),
      ...versionMetaSchema.shape,
    }),
    records: z.array(mailingAreaSchema),
  }),
});

/** Lifetime results per thousand pieces of delivered mailings with a known quantity whose delivery week and type are in scope. */
export const zonePerformanceSchema = z.object({
  accountId: z.string(),
  areaId: z.string(),
  /** Null for mailings to an area without a zone, and for New Mover areas. */
  zoneId: z.string().nullable(),
  campaignIds: z.array(z.string()),
  /** Pieces of the counted mailings. */
  pieces: z.int().min(1),
  leads: count,
  appointments: count,
  /** Rates have one decimal. */
  leadsPerThousand: z.number().min(0),
  appointmentsPerThousand: z.number().min(0),
});
export type ZonePerformance = z.infer<typeof zonePerformanceSchema>;

export const listZonePerformance = route({
  service: 'maps',
  method: 'GET',
  path: '/mailing-zones/performance',
  access: 'full',
  guests: true,
  summary:
    'Returns leads and appointments per thousand pieces of each zone, by the mailings delivered in the scope.',
  query: scopeQuerySchema,
  reply: z.object({
    /** Only zones with a counted mailing. */
    records: z.array(zonePerformanceSchema),
    meta: versionMetaSchema,
  }),
});

export const getMapOffice = route({
  service: 'maps',
  method: 'GET',
  path: '/accounts/:id',
  access: 'full',
  guests: true,
  summary: 'Returns an office with its location and color.',
  params: idParams,
  reply: mapOfficeSchema,
});

const colorBody = z.strictObject({ color: mapColorSchema });
const colorReply = z.object({ id: z.string(), color });

/** Errors: 400 for a color outside the palette, 404 for another customer's office. */
export const setOfficeColor = route({
  service: 'maps',
  method: 'POST',
  path: '/accounts/color',
  access: 'full',
  summary: 'Sets the color of an office and returns the office.',
  body: z.strictObject({ id, color: mapColorSchema }),
  reply: mapOfficeSchema,
});

/** Also colors the first zone of a New Mover area. Errors: 400 for a color outside the palette, 404. */
export const setAreaColor = route({
  service: 'maps',
  method: 'PUT',
  path: '/mailing-areas/:id/color',
  access: 'full',
  summary: 'Sets the color of a mailing area.',
  params: idParams,
  body: colorBody,
  reply: colorReply,
});

/** Errors: 400 for a color outside the palette, 404, 422 for an area of another type. */
export const setNewMoverColor = route({
  service: 'maps',
  method: 'PUT',
  path: '/mailing-areas/:id/new-mover',
  access: 'full',
  summary: 'Sets the color of a New Mover area and of its first zone.',
  params: idParams,
  body: colorBody,
  reply: colorReply,
});

/** Errors: 400 for a color outside the palette, 404. */
export const setZoneColor = route({
  service: 'maps',
  method: 'PUT',
  path: '/mailing-zones/:id/color',
  access: 'full',
  summary: 'Sets the color of a mailing zone.',
  params: idParams,
  body: colorBody,
  reply: colorReply,
});

/** Colors the campaign's zone; replies with the campaign's `id`. Errors: 400 and 404 as above, 422 for a campaign without a known zone. */
export const setCampaignColor = route({
  service: 'maps',
  method: 'PUT',
  path: '/campaigns/:id/color',
  access: 'full',
  summary: 'Sets the color of the zone that a campaign is mailed to.',
  params: idParams,
  body: colorBody,
  reply: colorReply,
});
