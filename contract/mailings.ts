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
/** Source of a day: the feed or the mailing's pieces; null without the day. */
const daySource = z.enum(daySources).nullable();

/** Pieces by state, each counted once per state; a returned piece counts neither as near nor as delivered. */
const pieceCountsSchema = z.object({
  /** Received by the post. */
  entered: count,
  /** Came near the recipient, including delivered pieces. */
  near: count,
  /** Delivered according to the post or the printer. */
  delivered: count,
  /** Returned to the sender. */
  returned: count,
});
/** `YYYY-MM-DD`; null until it happens. */
const day = z.string().nullable();
/** Signed path below the data service. Needs no access token and expires; null without a design. */
const imageUrl = z.string().nullable();

/** Page sizes of the delivered list. */
export const mailingPageSizes = [5, 10, 15, 30, 45] as const;
export const defaultMailingPageSize = 15;
/** Maximum number of delivered mailings without a pager. */
export const maxMailingsWithoutPager = 4;

/** A campaign with its progress and results. Its id is the campaign's. */
export const mailingSchema = z.object({
  id: z.string(),
  /** The office's name, or the order number. */
  name: z.string(),
  orderNumber: z.string(),
  /** Null without one. */
  label: z.string().nullable(),
  accountId: z.string(),
  accountName: z.string(),
  /** Monday of the delivery week. */
  deliveryWeek: day,
  campaignType: z.string(),
  /** Filter for that type; null for neither. */
  campaignGroup: campaignGroupSchema.nullable(),
  /** Null if not known. */
  mediaType: z.string().nullable(),
  /** Pieces. */
  quantity: count.nullable(),
  /** US dollars for postage and print. Null if not known, in limited sessions, and for accounts of a scoreboard grant. */
  cost: z.number().min(0).nullable(),
  /** Day on which the provider began it, else the day of the order. */
  createdDate: day,
  orderDate: day,
  approvalDate: day,
  /** Contact who approved it in the portal; null for approvals from the feed. */
  approvedById: z.string().nullable(),
  /** Name of the approver. */
  approvedBy: z.string().nullable(),
  printDate: day,
  shipmentDate: day,
  /** Source of that day. */
  shipmentDateSource: daySource,
  deliveryDate: day,
  /** Source of that day. */
  deliveryDateSource: daySource,
  /** Positions of the pieces; null for untracked mailings, such as saturation mail without barcodes. */
  pieces: pieceCountsSchema.nullable(),
  /** Counted appointments of the campaign's calls, whatever their dates. */
  appointmentsCount: count,
  /** Opportunity calls of the campaign, whatever their dates. */
  leadsCount: count,
  /** All calls of the campaign, whatever their dates. */
  callsCount: count,
  /** Unscored calls among them. */
  unscoredCallsCount: count,
  /** Appointments divided by leads in whole percent, not capped; 0 without leads. */
  conversionRate: count,
  /** Null for a campaign that was never ordered: feed, dates and calls give no status. */
  status: mailingStatusSchema.nullable(),
  /** By the rule that also refuses approvals; null for a campaign that was never ordered. */
  nextStep: nextStepSchema.nullable(),
  frontDesignUrl: imageUrl,
  frontDesignThumbnailUrl: imageUrl,
  backDesignUrl: imageUrl,
  backDesignThumbnailUrl: imageUrl,
  /** The provider's picture of where it goes; null without one. Mailcall's own map is drawn from the zone. */
  mapUrl: imageUrl,
  /** Thumbnail of that picture. */
  mapThumbnailUrl: imageUrl,
  /**
   * Day of the last audit that matched patients. For the portal's own audit, the day the newest patient list was uploaded
   * or changed.
   */
  matchedLastAudit: day,
  /** New patients matched in the last audit; null without one. */
  matchedNewPatients: count.nullable(),
  /** Production of the new patients in US dollars; null without an audit. */
  matchedTotalProduction: z.number().nullable(),
  /** New patients in the top fifth of their list by production; null without an audit. */
  matchedTopPatients: count.nullable(),
  /** Source of the four figures above: the newer of the portal's audit and the feed's; null without one. */
  matchedSource: z.enum(auditSources).nullable(),
  /** Scans of the QR code; null if not known. */
  qrScans: count.nullable(),
  /** Zone of the mailing; its shape has its own route. */
  zone: z.string().nullable(),
  /** Color of the zone on maps, '#rrggbb'; the default without a zone. */
  zoneColor: z.string(),
  /** Color of the office on maps, '#rrggbb'. */
  officeColor: z.string(),
  /** Location of the office; null when not known. */
  officeLocation: officeLocationSchema.nullable(),
  /** Design that the customer can review; null without one. */
  designId: z.string().nullable(),
  /** Page that shows the design; null without one. */
  reviewPage: reviewPageSchema.nullable(),
  /** Concepts to choose from while `nextStep` is `chooseConcept`, otherwise empty. Always empty in limited sessions. */
  conceptIds: z.array(z.string()),
});
export type Mailing = z.infer<typeof mailingSchema>;

const mailingFilters = z.object({
  /** Absent for All Time. */
  deliveryWeek: z.object({ gte: calendarDate.optional(), lte: calendarDate.optional() }).optional(),
  status: listOf(mailingStatusSchema, 50).optional(),
  /** Group of campaign types. */
  campaignFilterType: campaignFilterTypeSchema.optional(),
  /** Campaign types to include. */
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
    /** `nextStep`: mailings that wait for the viewer first, then by status; `dir` sorts equal ones by delivery week. */
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
      /** Mailings on all pages that wait for the viewer, as in `GET /mailings/waiting`; only if sorted by `nextStep`. */
      waitingCount: count.optional(),
      ...versionMetaSchema.shape,
    }),
    records: z.array(mailingSchema),
  }),
});

/** Figures of the summary cards. Like the scoreboard's, they follow the date of the call. */
export const mailingSummary = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/summary',
  access: 'limited',
  guests: true,
  summary: 'Returns the figures of the campaigns screen, by the date of the call, as on the scoreboard.',
  query: scopeQuerySchema.extend({
    /** Ignored; the summary covers the whole scope. */
    pageSize: ignored,
  }),
  reply: z.object({
    all: count,
    leads: count,
    appointments: count,
    /** Appointments divided by opportunity calls, both of calls that staff answered; whole percent, not capped. */
    conversionRate: count,
    missed: count,
    /** Follow-up calls of the last 30 days. */
    followUps: count,
    /** Calls with at least one counted appointment. */
    appointmentCalls: count,
    /** Appointments of calls that staff answered; numerator of the conversion rate. */
    appointmentsByStaff: count,
    /** Opportunity calls that staff answered; denominator of the conversion rate. */
    leadsByStaff: count,
    nonOpportunities: count,
    unscored: count,
    /** Unresolved missed and follow-up calls of the last 30 days. */
    missedAndFollowUps: count,
    meta: versionMetaSchema,
  }),
});
export type MailingSummary = z.infer<typeof mailingSummary.reply>;

/**
 * Number of mailings that wait for the viewer to choose, review or approve, whatever their dates and types. Leaves out
 * accounts visible only through a scoreboard grant, because the viewer cannot approve there.
 */
export const countWaitingMailings = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/waiting',
  access: 'full',
  summary: 'Counts the mailings of accounts that wait for the viewer to choose, review or approve.',
  query: z.object(accountSelectionShape),
  reply: z.object({
    /** Mailings whose `nextStep` is `chooseConcept`, `review` or `approve`. */
    waiting: count,
  }),
});

const mailingId = z.object({ id: z.string().min(1).max(200) });

/** Errors: 404 for a mailing that the viewer cannot see. */
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
      /** With `recentCalls`: the newest nine calls. */
      recentCalls: z.array(callRowSchema).optional(),
      /** With `trackingNumbers`. */
      trackingNumbers: z.array(z.string()).optional(),
      /** With `zoneGeoData`: the shape of its zone; empty without one. */
      zoneGeoData: z.array(zoneShapeSchema).optional(),
    }),
  }),
});

/**
 * Any full session with the account can approve. Repeating it has no effect. Also approves the design and notifies the
 * primary contacts by mail. Errors: 404; 422 unless `nextStep` is `approve` or the mailing is already approved.
 */
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

/** Source of tracking: the post by barcode scans, or the printer. */
export const trackingSources = ['post', 'printer'] as const;

/** Errors: 404 for a mailing that the viewer cannot see. */
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
    /** Days on which pieces reached a state, in order; empty for untracked mailings. */
    days: z.array(
      pieceCountsSchema.extend({ /** `YYYY-MM-DD`, by the calendar of the office. */ day: z.string() }),
    ),
    sources: z.array(z.enum(trackingSources)),
  }),
});

/** Maximum length of a mailing's name. */
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

/** All calls of a mailing have its campaign type: sorted by it, they keep the default order. */
const drawerSorts = [...callSorts, 'campaignType'] as const;

/** Calls that the drawer's Calls tab shows at first. */
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
    /** Those of the call list. Without dates, calls of any day; `campaigns` has no effect. */
    filters: orderedCallFilters.optional(),
    /** Words to search for, as in the call list. */
    searchQuery: searchQuery.optional(),
    /** The same as `searchQuery`, which has precedence. */
    query: searchQuery.optional(),
  }),
  reply: z.object({ records: z.array(callRowSchema), total: count }),
});
