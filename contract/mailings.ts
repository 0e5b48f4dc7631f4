import { z } from 'zod';
import { callSorts, callRowSchema, sortDirections } from './calls.ts';
import { campaignFilterTypeSchema } from './rules/campaign-groups.ts';
import { mailingSorts, mailingStatusSchema } from './rules/mailing.ts';
import { nextStepSchema, reviewPageSchema } from './rules/next-step.ts';
import { outcomeFilterSchema } from './rules/outcome.ts';
import { accountSelectionShape, scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { calendarDate, flag, ignored, listOf, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** `YYYY-MM-DD`; null until it happens. */
const day = z.string().nullable();
/** A signed address below the data service that needs no token and ends; null without a design. */
const imageUrl = z.string().nullable();

/** Page sizes of the delivered list. */
export const mailingPageSizes = [5, 10, 15, 30, 45] as const;
export const defaultMailingPageSize = 15;
/** The pager of the delivered list is hidden up to this many mailings. */
export const mailingsWithoutPager = 4;

/** A mailing: a campaign with how far it is and what it brought. Its id is its campaign's. */
export const mailingSchema = z.object({
  id: z.string(),
  /** What the office calls it, else the order number. */
  name: z.string(),
  /** The provider's order number, whatever the office calls it. */
  orderNumber: z.string(),
  label: z.string().nullable(),
  accountId: z.string(),
  accountName: z.string(),
  /** Monday of the week of delivery. */
  deliveryWeek: day,
  campaignType: z.string(),
  mediaType: z.string().nullable(),
  /** Pieces. */
  quantity: count.nullable(),
  orderDate: day,
  approvalDate: day,
  /** Contact id of who approved it in the portal; null when the feed says who. */
  approvedById: z.string().nullable(),
  /** Name of who approved it. */
  approvedBy: z.string().nullable(),
  printDate: day,
  shipmentDate: day,
  deliveryDate: day,
  /** Counted appointments on the campaign's calls, over its whole life. */
  appointmentsCount: count,
  /** Opportunity calls of the campaign, over its whole life. */
  leadsCount: count,
  /** Appointments / leads, whole percent, uncapped; 0 without leads. */
  conversionRate: count,
  /** Null while neither the feed nor its dates nor a call say how far it is: it has not been ordered. */
  status: mailingStatusSchema.nullable(),
  /** What comes next, by the rule that approvals are refused by; null while it has not been ordered. */
  nextStep: nextStepSchema.nullable(),
  frontDesignUrl: imageUrl,
  frontDesignThumbnailUrl: imageUrl,
  backDesignUrl: imageUrl,
  backDesignThumbnailUrl: imageUrl,
  /** Last audit that matched patients. */
  matchedLastAudit: day,
  matchedNewPatients: count.nullable(),
  /** US dollars. */
  matchedTotalProduction: z.number().nullable(),
  matchedTopPatients: count.nullable(),
  qrScans: count.nullable(),
  /** Id of the mailing's zone; its shape is asked for on its own. */
  zone: z.string().nullable(),
  /** Id of the design that a customer can review for it; null without one. */
  designId: z.string().nullable(),
  /** The page on which its design can be looked at; null while none opens. */
  reviewPage: reviewPageSchema.nullable(),
  /**
   * Ids of the designs that wait for the customer’s choice while `nextStep` is `chooseConcept`, else empty. Not for limited
   * sessions: they have none.
   */
  conceptIds: z.array(z.string()),
});
export type Mailing = z.infer<typeof mailingSchema>;

const mailingFilters = z.object({
  /** Absent for All Time. */
  deliveryWeek: z.object({ gte: calendarDate.optional(), lte: calendarDate.optional() }).optional(),
  status: listOf(mailingStatusSchema, 50).optional(),
  campaignFilterType: campaignFilterTypeSchema.optional(),
});

export const listMailings = route({
  service: 'data',
  method: 'GET',
  path: '/mailings',
  access: 'limited',
  summary: 'Mailings of accounts, filtered, sorted, a page at a time.',
  query: z.object({
    ...accountSelectionShape,
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(defaultMailingPageSize),
    sort: z.enum(mailingSorts, { error: `Use one of ${mailingSorts.join(', ')}.` }).default('deliveryWeek'),
    dir: z.enum(sortDirections, { error: 'Use asc or desc.' }).default('desc'),
    filters: mailingFilters.optional(),
  }),
  reply: z.object({
    /** In camel case, where the other lists have `total_count` and its kin. */
    meta: z.object({
      totalCount: count,
      pageCount: count,
      pageSize: z.int().min(1),
      page: z.int().min(1),
      ...versionMetaSchema.shape,
    }),
    records: z.array(mailingSchema),
  }),
});

/** The six metric cards of the campaigns screen, by call date like the scoreboard's. */
export const mailingSummary = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/summary',
  access: 'limited',
  summary: 'The figures of the campaigns screen, by call date like the scoreboard’s.',
  query: scopeQuerySchema.extend({
    /** The summary is of the whole scope. */
    pageSize: ignored,
  }),
  reply: z.object({
    all: count,
    /** Opportunity calls. */
    leads: count,
    /** Counted appointments. */
    appointments: count,
    /** Appointments set by staff / opportunity calls by staff, whole percent, uncapped. */
    conversionRate: count,
    missed: count,
    /** Of the last 30 days. */
    followUps: count,
    /** Calls with one or more counted appointments. */
    appointmentCalls: count,
    /** Appointments on calls that staff answered; above the line of the conversion rate. */
    appointmentsByStaff: count,
    /** Opportunity calls that staff answered; below the line of the conversion rate. */
    leadsByStaff: count,
    nonOpportunities: count,
    /** Calls that are not scored yet. */
    unscored: count,
    /** Missed or follow-up calls of the last 30 days that nobody resolved. */
    missedAndFollowUps: count,
    meta: versionMetaSchema,
  }),
});
export type MailingSummary = z.infer<typeof mailingSummary.reply>;

const mailingId = z.object({ id: z.string().min(1).max(200) });

/** Errors: 404 for a mailing that is not the viewer's. */
export const getMailing = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/:id',
  access: 'full',
  summary: 'One mailing.',
  params: mailingId,
  query: z.object({
    recentCalls: flag.default(false),
    trackingNumbers: flag.default(false),
    includeMediaMetaData: flag.default(false),
  }),
  reply: z.object({
    record: mailingSchema.extend({
      /** With `recentCalls`: the newest nine calls. */
      recentCalls: z.array(callRowSchema).optional(),
      /** With `trackingNumbers`: the campaign's numbers. */
      trackingNumbers: z.array(z.string()).optional(),
    }),
  }),
});

/**
 * Any full session with the account may approve; twice is harmless. Its design is approved with it, and the primary contacts
 * are told by mail. Errors: 404; 422 unless `nextStep` is `approve`, or it was approved already.
 */
export const approveMailing = route({
  service: 'data',
  method: 'PUT',
  path: '/mailings/:id/approve',
  access: 'full',
  summary: 'Approves an ordered mailing: who and when are kept, shown and mailed to the primary contacts.',
  params: mailingId,
  reply: z.object({ record: mailingSchema }),
});

/** The longest name of a mailing, in characters. */
export const maxMailingNameLength = 80;

export const renameMailing = route({
  service: 'data',
  method: 'PUT',
  path: '/mailings/:id',
  access: 'full',
  summary: 'Gives a mailing a name of the office’s own; an empty one takes it back to the order number.',
  params: mailingId,
  body: z.strictObject({
    name: z
      .string({ error: 'Use a text.' })
      .trim()
      .max(maxMailingNameLength, `Use at most ${maxMailingNameLength} characters.`)
      // it stands in the subjects of mails: no line breaks, nothing that turns the text around it
      .regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u, 'Use one line of plain text.'),
  }),
  reply: z.object({ record: mailingSchema }),
});

/** The first rows of the drawer's Calls tab. */
export const drawerCallRows = 9;

export const mailingCalls = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/:id/calls',
  access: 'full',
  summary: 'Calls of a mailing; page size -1 is all of them, at most 1,000.',
  params: mailingId,
  query: z.object({
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(-1, 500).default(-1),
    sort: z.enum([...callSorts, 'campaignType']).default('callDateTime'),
    dir: z.enum(sortDirections, { error: 'Use asc or desc.' }).default('desc'),
    filters: z.object({ outcome: listOf(outcomeFilterSchema, 50).optional() }).optional(),
  }),
  reply: z.object({ records: z.array(callRowSchema), total: count }),
});

/** A GeoJSON feature collection of polygons. */
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

/** A place on the map, degrees. */
export const placeSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

export const mailingZone = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/:id/zones/:zoneId',
  access: 'full',
  summary: 'The zone that a mailing went to, with its shape and the office.',
  params: z.object({ id: z.string().min(1).max(200), zoneId: z.string().min(1).max(200) }),
  reply: z.object({
    id: z.string(),
    name: z.string(),
    areaName: z.string().nullable(),
    quantity: count.nullable(),
    carrierRoutes: z.array(z.string()),
    /** '#rrggbb'. */
    zoneColor: z.string(),
    officeColor: z.string(),
    officeName: z.string(),
    officeLocation: placeSchema.nullable(),
    /** The carrier routes' polygons; null while the feed has brought none. */
    zoneGeoData: zoneShapeSchema.nullable(),
  }),
});
