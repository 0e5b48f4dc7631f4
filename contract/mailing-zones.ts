import { z } from 'zod';
import { route } from './wire/route.ts';

export const zoneShapeSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      /** `geocode` names the carrier route. */
      properties: z.record(z.string(), z.unknown()),
      geometry: z.object({
        type: z.enum(['Polygon', 'MultiPolygon']),
        coordinates: z.array(z.unknown()),
      }),
    }),
  ),
});
export type ZoneShape = z.infer<typeof zoneShapeSchema>;

export const locationSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/** `zip` is the center of the address's ZIP code, until the feed has sent coordinates. */
export const locationSourceSchema = z.enum(['feed', 'zip']);

export const officeLocationSchema = locationSchema.extend({ source: locationSourceSchema });
export type OfficeLocation = z.infer<typeof officeLocationSchema>;

export const mailingZone = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/:id/zones/:zoneId',
  access: 'full',
  guests: true,
  summary: 'Returns the zone that a mailing goes to, with its shape and the office.',
  params: z.object({ id: z.string().min(1).max(200), zoneId: z.string().min(1).max(200) }),
  reply: z.object({
    id: z.string(),
    name: z.string(),
    areaName: z.string().nullable(),
    quantity: z.int().min(0).nullable(),
    /** ZIP code and route, such as 28801C007. */
    carrierRoutes: z.array(z.string()),
    zoneColor: z.string(),
    officeColor: z.string(),
    officeName: z.string(),
    /** Null without coordinates and without a known ZIP code. */
    officeLocation: officeLocationSchema.nullable(),
    zoneGeoData: zoneShapeSchema.nullable(),
  }),
});

export const locationTexts = { feed: 'Coordinates', zip: 'Center of its ZIP code' } as const;
