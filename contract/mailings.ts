import { z } from 'zod';
import { orderedCallFilters } from './call-filters.ts';
import { callSorts, callRowSchema } from './calls.ts';
import { officeLocationSchema, zoneShapeSchema } from './mailing-zones.ts';
import { campaignFilterTypeSchema, campaignGroupSchema } from './rules/campaign-groups.ts';
import { daySources } from './rules/mail-pieces.ts';
import { auditSources, mailingSorts, mailingStatusSchema } from './rules/mailing.ts';
import { nextStepSchema, reviewPageSchema } from './rules/next-step.ts';
import { sortDirectionSchema } from './rules/paging.ts';
import { accountSelectionShape, scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { calendarDate, flag, ignored, listOf, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
const daySource = z.enum(daySources).nullable();

/** Each piece counts once per state. A returned piece counts neither as near nor as delivered. */
const pieceCountsSchema = z.object({
  /** Received by the post. */
  entered: count,
  /** Including delivered pieces. */
  near: count,
  delivered: count,
  returned: count,
});
/** `YYYY-MM-DD`; null until it happens. */
const day = z.string().nullable();
/** Signed path; needs no access token and expires. Null without a design. */
const imageUrl = z.string().nullable();

export const mailingPageSizes = [5, 10, 15, 30, 45] as const;
export const defaultMailingPageSize = 15;
export const maxMailingsWithoutPager = 4;

export const mailingSchema = z.object({
  id: z.string(),
  /** The office's name, or the order number. */
  name: z.string(),
  orderNumber: z.string(),
  label: z.string().nullable(),
  accountId: z.string(),
  accountName: z.string(),
  /** Monday of the delivery week. */
  deliveryWeek: day,
  campaignType: z.string(),
  /** Null if the type belongs to neither group. */
  campaignGroup: campaignGroupSchema.nullable(),
  mediaType: z.string().nullable(),
  /** Pieces. */
  quantity: count.nullable(),
  /** US dollars for postage and print. Null if not known, in limited sessions, and for accounts of a scoreboard grant. */
  cost: z.number().min(0).nullable(),
  /** Day on which the provider began it, else of the order. */
  createdDate: day,
  orderDate: day,
  approvalDate: day,
  approvedById: z.string().nullable(),
  approvedBy: z.string().nullable(),
  printDate: day,
  shipmentDate: day,
  shipmentDateSource: daySource,
  deliveryDate: day,
  deliveryDateSource: daySource,
  /** Null for untracked mailings, such as saturation mail without barcodes. */
  pieces: pieceCountsSchema.nullable(),
  appointmentsCount: count,
  /** Opportunity calls; like all counts here, whatever their dates. */
  leadsCount: count,
  callsCount: count,
  unscoredCallsCount: count,
  /** Appointments divided by leads in whole percent, not capped; 0 without leads. */
  conversionRate: count,
  status: mailingStatusSchema.nullable(),
  /** Decides approvals, too; null for a campaign that was never ordered. */
  nextStep: nextStepSchema.nullable(),
  frontDesignUrl: imageUrl,
  frontDesignThumbnailUrl: imageUrl,
  backDesignUrl: imageUrl,
  backDesignThumbnailUrl: imageUrl,
  /** The provider's picture and its thumbnail; Mailcall draws its own map from the zone. */
  mapUrl: imageUrl,
  mapThumbnailUrl: imageUrl,
  /** Day of the last audit that matched patients. For the portal's own audit, the last upload or change of a patient list. */
  matchedLastAudit: day,
  matchedNewPatients: count.nullable(),
  /** Production of the matched new patients in US dollars. */
  matchedTotalProduction: z.number().nullable(),
  /** New patients in the top fifth of their list by production. */
  matchedTopPatients: count.nullable(),
  /** The newer of the portal's audit and the feed's. */
  matchedSource: z.enum(auditSources).nullable(),
  qrScans: count.nullable(),
  zone: z.string().nullable(),
  zoneColor: z.string(),
  officeColor: z.string(),
  officeLocation: officeLocationSchema.nullable(),
  designId: z.string().nullable(),
  /** Page that shows the design; null without a visible design. */
  reviewPage: reviewPageSchema.nullable(),
  /** Concepts to choose from while `nextStep` is `chooseConcept`; always empty in limited sessions. */
  conceptIds: z.array(z.string()),
});
export type Mailing = z.infer<typeof mailingSchema>;

const mailingFilters = z.object({
  /** Absent for All Time. */
  deliveryWeek: z.object({ gte: calendarDate.optional(), lte: calendarDate.optional() }).optional(),
  status: listOf(mailingStatusSchema, 50).optional(),
  campaignFilterType: campaignFilterTypeSchema.optional(),
  campaignType: listOf(
    z.string({ error: 'Use campaign types, one value each.' }).min(1).max(200),
    1000,
  ).optional(),
});

const listedSorts = [...mailingSorts, 'nextStep'] as const;

export const listMailings = route({
  service: 'data',
  method: 'GET',
  path: '/mailings',
  access: 'limited',
  guests: true,
  summary: 'Lists the mailings of accounts, filtered, sorted and paged.',
  query: z.object({
    ...accountSelectionShape,
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(defaultMailingPageSize),
    /** `nextStep` puts mailings that wait for the viewer first, then orders by status; `dir` sorts equal ones by delivery week. */
    sort: z.enum(listedSorts, { error: `Use one of ${listedSorts.join(', ')}.` }).default('deliveryWeek'),
    dir: sortDirectionSchema.default('desc'),
    filters: mailingFilters.optional(),
  }),
  reply: z.object({
    /** In camel case, unlike `total_count` and the other lists. */
    meta: z.object({
      totalCount: count,
      pageCount: count,
      pageSize: z.int().min(1),
      page: z.int().min(1),
      /** On all pages, as in `GET /mailings/waiting`; only if sorted by `nextStep`. */
      waitingCount: count.optional(),
      ...versionMetaSchema.shape,
    }),
    records: z.array(mailingSchema),
  }),
});

/** Like the scoreboard's figures, these follow the date of the call. */
export const mailingSummary = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/summary',
  access: 'limited',
  guests: true,
  summary: 'Returns the figures of the campaigns screen, by the date of the call, as on the scoreboard.',
  query: scopeQuerySchema.extend({
    pageSize: ignored,
  }),
  reply: z.object({
    all: count,
    leads: count,
    appointments: count,
    /** Appointments divided by opportunity calls, both answered by staff; whole percent, not capped. */
    conversionRate: count,
    missed: count,
    /** Follow-up calls of the last 30 days. */
    followUps: count,
    appointmentCalls: count,
    appointmentsByStaff: count,
    leadsByStaff: count,
    nonOpportunities: count,
    unscored: count,
    /** Unresolved, of the last 30 days. */
    missedAndFollowUps: count,
    meta: versionMetaSchema,
  }),
});
export type MailingSummary = z.infer<typeof mailingSummary.reply>;

/** Mailings of any date and type that wait for the viewer's choice, review or approval; without accounts of a scoreboard grant. */
export const countWaitingMailings = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/waiting',
  access: 'full',
  summary: 'Counts the mailings of accounts that wait for the viewer to choose, review or approve.',
  query: z.object(accountSelectionShape),
  reply: z.object({
    waiting: count,
  }),
});

const mailingId = z.object({ id: z.string().min(1).max(200) });

export const getMailing = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/:id',
  access: 'full',
  guests: true,
  summary: 'Returns one mailing.',
  params: mailingId,
  query: z.object({
    recentCalls: flag.default(false),
    trackingNumbers: flag.default(false),
    includeMediaMetaData: flag.default(false),
    zoneGeoData: flag.default(false),
  }),
  reply: z.object({
    record: mailingSchema.extend({
      recentCalls: z.array(callRowSchema).optional(),
      trackingNumbers: z.array(z.string()).optional(),
      /** With `zoneGeoData`: the shape of its zone; empty without one. */
      zoneGeoData: z.array(zoneShapeSchema).optional(),
    }),
  }),
});

/** Also approves the design and mails the primary contacts. Repeating it has no effect. Errors: 404; 422 unless `nextStep` is `approve`. */
export const approveMailing = route({
  service: 'data',
  method: 'PUT',
  path: '/mailings/:id/approve',
  access: 'full',
  summary:
    'Approves an ordered mailing, records who approved it and when, and notifies the primary contacts by mail.',
  params: mailingId,
  reply: z.object({ record: mailingSchema }),
});

/** The post scans barcodes; the printer reports. */
export const trackingSources = ['post', 'printer'] as const;

export const mailingPieces = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/:id/pieces',
  access: 'full',
  guests: true,
  summary:
    'Counts the pieces of a mailing that entered the mail, came near, were delivered and were returned, by day.',
  params: mailingId,
  reply: z.object({
    /** Days in chronological order; empty for untracked mailings. */
    days: z.array(
      pieceCountsSchema.extend({ /** `YYYY-MM-DD`, by the calendar of the office. */ day: z.string() }),
    ),
    sources: z.array(z.enum(trackingSources)),
  }),
});

export const maxMailingNameLength = 80;

export const renameMailing = route({
  service: 'data',
  method: 'PUT',
  path: '/mailings/:id',
  access: 'full',
  summary: 'Sets the office’s own name of a mailing. An empty name restores the order number.',
  params: mailingId,
  body: z.strictObject({
    name: z
      .string({ error: 'Use a text.' })
      .trim()
      .max(maxMailingNameLength, `Use at most ${maxMailingNameLength} characters.`)
      // it appears in mail subjects: no line breaks and no bidirectional control characters
      .regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u, 'Use one line of plain text.'),
  }),
  reply: z.object({ record: mailingSchema }),
});

/** All calls of a mailing have its campaign type; sorting by it keeps the default order. */
const drawerSorts = [...callSorts, 'campaignType'] as const;

export const drawerCallRows = 9;

export const mailingCalls = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/:id/calls',
  access: 'full',
  guests: true,
  summary: 'Lists the calls of a mailing. Page size -1 returns all of them, at most 1,000.',
  params: mailingId,
  query: z.object({
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(-1, 500).default(-1),
    sort: z.enum(drawerSorts, { error: `Use one of ${drawerSorts.join(', ')}.` }).default('callDateTime'),
    dir: sortDirectionSchema.default('desc'),
    /** The filters of the call list. Without dates, calls of any day; `campaigns` has no effect. */
    filters: orderedCallFilters.optional(),
    searchQuery: searchQuery.optional(),
    query: searchQuery.optional(),
  }),
  reply: z.object({ records: z.array(callRowSchema), total: count }),
});
