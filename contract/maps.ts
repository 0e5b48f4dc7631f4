import { z } from 'zod';
import { locationSchema } from './mailing-zones.ts';
import { boundingBoxSchema } from './map-shapes.ts';
import { mapColorSchema } from './rules/map-colors.ts';
import { accountSelectionShape, scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** `YYYY-MM-DD`. */
const day = z.string().nullable();
/** '#rrggbb'. The feed can send other colors than those of the palette. */
const color = z.string();
const id = z.string().min(1).max(200);
const idParams = z.object({ id });

/** An office on the map. */
export const mapOfficeSchema = z.object({
  /** Id of the account. */
  id: z.string(),
  /** The same as `id`. */
  officeId: z.string(),
  name: z.string(),
  /** The office's own color, else the default. */
  color,
  /** Degrees north; null until the feed supplies the location. */
  locationLatitude: z.number().nullable(),
  /** Degrees east; null until the feed supplies the location. */
  locationLongitude: z.number().nullable(),
  /** The same as `locationLatitude`. */
  latitude: z.number().nullable(),
  /** The same as `locationLongitude`. */
  longitude: z.number().nullable(),
  /** Postal address; null when not known. */
  address: z.string().nullable(),
  industry: z.string().nullable(),
  clientLabel: z.string().nullable(),
  businessLabel: z.string().nullable(),
});
export type MapOffice = z.infer<typeof mapOfficeSchema>;

/** A delivered mailing on the map, with its results over its whole life, as on its card. */
export const mapMailingSchema = z.object({
  /** Id of the campaign. */
  id: z.string(),
  /** The office's own name for it, else the order number. */
  name: z.string(),
  /** Monday of the week of delivery; null when not known. */
  deliveryWeek: day,
  campaignType: z.string(),
  /** Pieces; null when not known. */
  quantity: count.nullable(),
  leadsCount: count,
  appointmentsCount: count,
});
export type MapMailing = z.infer<typeof mapMailingSchema>;

/** Sums over delivered mailings. */
const mailingTotals = {
  /** Number of delivered mailings. */
  mailingsCount: count,
  /** Opportunity calls of these mailings, whatever their dates. */
  totalLeads: count,
  /** Counted appointments of these mailings, whatever their dates. */
  totalAppointments: count,
  /** Appointments divided by leads in whole percent, not capped; 0 without leads. */
  conversionRate: count,
  /** The earliest week of delivery; null without one. */
  firstDeliveryWeek: day,
  /** The latest week of delivery; null without one. */
  lastDeliveryWeek: day,
};

const shapeFields = {
  /** Id of the shape, for `GET /geodata`; null without one. */
  geodataId: z.string().nullable(),
  /** The middle of the shape; null without one. */
  center: locationSchema.nullable(),
  /** The bounds of the shape; null without one. */
  boundingBox: boundingBoxSchema.nullable(),
  /** ZIP code and route of each carrier route, such as 28801C007. */
  carrierRoutes: z.array(z.string()),
};

export const mapZoneSchema = z.object({
  id: z.string(),
  name: z.string(),
  mailingAreaId: z.string(),
  /** Households; null when not known. */
  quantity: count.nullable(),
  color,
  /** Where the provider ordered the addresses; null when not known. */
  listProviderUrl: z.string().nullable(),
  ...shapeFields,
  ...mailingTotals,
  /** The delivered mailings to this zone, newest first. */
  mailings: z.array(mapMailingSchema),
});
export type MapZone = z.infer<typeof mapZoneSchema>;

/** A mailing area. One of the type New Mover has the shape, routes and color of its first zone, and no zones. */
export const mailingAreaSchema = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  /** Name of the account. */
  account: z.string(),
  /** Archived areas are not displayed. */
  archived: z.boolean(),
  /** `New Mover` for every type of New Mover Mail; null when not known. */
  campaignType: z.string().nullable(),
  /** Households; null when not known. */
  quantity: count.nullable(),
  color,
  /** Where the provider ordered the addresses; null when not known. */
  listProviderUrl: z.string().nullable(),
  /** First and last day of the mailings that are planned for the area; null when not known. */
  mailingDateFrom: day,
  mailingDateTo: day,
  ...shapeFields,
  /** The totals include the zones. */
  ...mailingTotals,
  /** Day of the newest audit of its mailings; null without one. */
  matchedLastAudit: day,
  /** Delivered mailings to the area that go to none of `zones`, newest first: all of them for a New Mover area. */
  mailings: z.array(mapMailingSchema),
  /** Sorted by name. */
  zones: z.array(mapZoneSchema),
});
export type MailingArea = z.infer<typeof mailingAreaSchema>;

/** Whether the map displays an area: it is not archived and has carrier routes. */
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
      /** The offices of the accounts, by name. */
      locations: z.array(mapOfficeSchema),
      /** Number of the shapes of the displayed areas and zones. */
      shapesCount: count,
      /** Changes with these shapes. Part of the address of their tiles. */
      shapesVersion: z.string(),
      ...versionMetaSchema.shape,
    }),
    records: z.array(mailingAreaSchema),
  }),
});

/**
 * The results of a zone per thousand pieces. Counted are the delivered mailings with a known number of pieces whose week
 * of delivery and type are in the scope, with their results over their whole life.
 */
export const zonePerformanceSchema = z.object({
  accountId: z.string(),
  areaId: z.string(),
  /** Null for mailings to an area without one of its zones, and for New Mover areas. */
  zoneId: z.string().nullable(),
  /** Ids of the counted campaigns. */
  campaignIds: z.array(z.string()),
  /** Pieces of the counted mailings. */
  pieces: z.int().min(1),
  /** Their opportunity calls. */
  leads: count,
  /** Their counted appointments. */
  appointments: count,
  /** Leads per thousand pieces, with one decimal. */
  leadsPerThousand: z.number().min(0),
  /** Appointments per thousand pieces, with one decimal. */
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

/** Errors: 404 for an office that the viewer cannot see. */
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
/** The changed thing and its new color. */
const colorReply = z.object({ id: z.string(), color });

/** Errors: 400 for a color that is not of the palette, 404 for an office that is not the viewer's. */
export const setOfficeColor = route({
  service: 'maps',
  method: 'POST',
  path: '/accounts/color',
  access: 'full',
  summary: 'Sets the color of an office and returns the office.',
  body: z.strictObject({ id, color: mapColorSchema }),
  reply: mapOfficeSchema,
});

/** The color of a New Mover area is that of its first zone as well. Errors: 400 for another color, 404. */
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

/** Errors: 400 for another color, 404, 422 for an area of another type. */
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

/** Errors: 400 for another color, 404. */
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

/**
 * A campaign is displayed in the color of the zone that it is mailed to; this sets it. `id` of the reply is the campaign's.
 * Errors: 400 for another color, 404, 422 for a campaign without a known zone.
 */
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
