import { z } from 'zod';
import { orderedCallFilters } from './call-filters.ts';
import { callSorts, callRowSchema } from './calls.ts';
import { locationSchema, zoneShapeSchema } from './mailing-zones.ts';
import { campaignFilterTypeSchema, campaignGroupSchema } from './rules/campaign-groups.ts';
import { daySources } from './rules/day-source.ts';
import { auditSources, mailingSorts, mailingStatusSchema } from './rules/mailing.ts';
import { nextStepSchema, reviewPageSchema } from './rules/next-step.ts';
import { sortDirectionSchema } from './rules/sort-direction.ts';
import { accountSelectionShape, scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { calendarDate, flag, ignored, listOf, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** Whose a day is: the feed's, or told by the events of the mailing's pieces; null without the day. */
const daySource = z.enum(daySources).nullable();

/** The pieces of a mailing that have reached each state, each once; a returned piece is neither near nor delivered. */
const pieceCountsSchema = z.object({
  /** Pieces that the post has had. */
  entered: count,
  /** Pieces that have come near their recipient, also those delivered. */
  near: count,
  /** Pieces delivered, by the reckoning of the post or the printer. */
  delivered: count,
  /** Pieces returned to the sender. */
  returned: count,
});
/** `YYYY-MM-DD`; null until it happened. */
const day = z.string().nullable();
/** A signed path below the data service, which needs no access token and expires; null without a design. */
const imageUrl = z.string().nullable();

/** The page sizes that a person can choose from in the delivered list. */
export const mailingPageSizes = [5, 10, 15, 30, 45] as const;
export const defaultMailingPageSize = 15;
/** The most delivered mailings that are shown without a pager. */
export const maxMailingsWithoutPager = 4;

/** A mailing: a campaign with its progress and results. Its id is the campaign's. */
export const mailingSchema = z.object({
  id: z.string(),
  /** The office's own name for it, else the order number. */
  name: z.string(),
  /** The provider's order number. */
  orderNumber: z.string(),
  /** Label of the campaign; null without one. */
  label: z.string().nullable(),
  /** Id of the account. */
  accountId: z.string(),
  /** Name of the account. */
  accountName: z.string(),
  /** Monday of the week of delivery. */
  deliveryWeek: day,
  /** Type of the campaign. */
  campaignType: z.string(),
  /** Filter that has that type; null for neither. */
  campaignGroup: campaignGroupSchema.nullable(),
  /** Media type; null when not known. */
  mediaType: z.string().nullable(),
  /** Pieces. */
  quantity: count.nullable(),
  /** Day on which the provider began it, else the day of the order. */
  createdDate: day,
  /** Day of the order. */
  orderDate: day,
  /** Day of the approval. */
  approvalDate: day,
  /** Contact id of the person who approved it in the portal; null when the approval came with the feed. */
  approvedById: z.string().nullable(),
  /** Name of the person who approved it. */
  approvedBy: z.string().nullable(),
  /** Day of printing. */
  printDate: day,
  /** Day of shipment. */
  shipmentDate: day,
  /** Whose the day of shipment is. */
  shipmentDateSource: daySource,
  /** Day of delivery. */
  deliveryDate: day,
  /** Whose the day of delivery is. */
  deliveryDateSource: daySource,
  /** Where its pieces are; null for a mailing whose pieces nobody tracks, such as saturation mail without barcodes. */
  pieces: pieceCountsSchema.nullable(),
  /** Counted appointments on the campaign's calls, whatever their dates. */
  appointmentsCount: count,
  /** Opportunity calls of the campaign, whatever their dates. */
  leadsCount: count,
  /** Appointments divided by leads in whole percent, not capped; 0 without leads. */
  conversionRate: count,
  /** Null for a campaign that was never ordered: neither the feed, its dates nor a call give a status. */
  status: mailingStatusSchema.nullable(),
  /** The next step, by the same rule that refuses approvals; null for a campaign that was never ordered. */
  nextStep: nextStepSchema.nullable(),
  /** Preview of the front. */
  frontDesignUrl: imageUrl,
  /** Thumbnail of the front. */
  frontDesignThumbnailUrl: imageUrl,
  /** Preview of the back. */
  backDesignUrl: imageUrl,
  /** Thumbnail of the back. */
  backDesignThumbnailUrl: imageUrl,
  /** The provider's picture of where it goes; null without one. Mailcall's own map is drawn from the zone. */
  mapUrl: imageUrl,
  /** Thumbnail of that picture. */
  mapThumbnailUrl: imageUrl,
  /** Day of the last audit that matched patients; for the portal's own, the day the newest patient list was uploaded or changed. */
  matchedLastAudit: day,
  /** New patients matched in the last audit; null without one. */
  matchedNewPatients: count.nullable(),
  /** Production of the new patients in US dollars; null without an audit. */
  matchedTotalProduction: z.number().nullable(),
  /** Those of the new patients who are in the top fifth of their list by production; null without an audit. */
  matchedTopPatients: count.nullable(),
  /** Whose the four figures above are, the newer of the two: the portal's own audit or the feed; null without one. */
  matchedSource: z.enum(auditSources).nullable(),
  /** Scans of the QR code; null when not known. */
  qrScans: count.nullable(),
  /** Id of the mailing's zone, whose shape is a request of its own. */
  zone: z.string().nullable(),
  /** Color of the zone on maps, '#rrggbb'; the default without a zone. */
  zoneColor: z.string(),
  /** Color of the office on maps, '#rrggbb'. */
  officeColor: z.string(),
  /** Location of the office; null when not known. */
  officeLocation: locationSchema.nullable(),
  /** Id of the design that the customer can review for it; null without one. */
  designId: z.string().nullable(),
  /** The page that shows its design; null while there is none. */
  reviewPage: reviewPageSchema.nullable(),
  /**
   * Ids of the concepts to choose among while `nextStep` is `chooseConcept`, else empty. Always empty in a session with
   * limited access.
   */
  conceptIds: z.array(z.string()),
});
export type Mailing = z.infer<typeof mailingSchema>;

const mailingFilters = z.object({
  /** Absent for All Time. */
  deliveryWeek: z.object({ gte: calendarDate.optional(), lte: calendarDate.optional() }).optional(),
  /** Statuses of the mailings to include. */
  status: listOf(mailingStatusSchema, 50).optional(),
  /** Group of campaign types to include. */
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
    /** `nextStep`: first those that wait for the viewer, then by status; `dir` is that of the delivery week among equals. */
    sort: z.enum(listedSorts, { error: `Use one of ${listedSorts.join(', ')}.` }).default('deliveryWeek'),
    dir: sortDirectionSchema.default('desc'),
    filters: mailingFilters.optional(),
  }),
  reply: z.object({
    /** In camel case, unlike `total_count` and the other fields of the other lists. */
    meta: z.object({
      totalCount: count,
      pageCount: count,
      pageSize: z.int().min(1),
      page: z.int().min(1),
      /** Mailings of all pages that wait for the viewer, as `GET /mailings/waiting` counts them; with `sort` `nextStep` only. */
      waitingCount: count.optional(),
      ...versionMetaSchema.shape,
    }),
    records: z.array(mailingSchema),
  }),
});

/** The figures of the campaigns screen's summary cards. Like the scoreboard's, they go by the date of the call. */
export const mailingSummary = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/summary',
  access: 'limited',
  guests: true,
  summary: 'Returns the figures of the campaigns screen, by the date of the call, as on the scoreboard.',
  query: scopeQuerySchema.extend({
    /** Ignored: the summary covers the whole scope. */
    pageSize: ignored,
  }),
  reply: z.object({
    /** Calls in scope. */
    all: count,
    /** Opportunity calls. */
    leads: count,
    /** Counted appointments. */
    appointments: count,
    /** Appointments divided by opportunity calls, both on calls that staff answered; whole percent, not capped. */
    conversionRate: count,
    /** Missed calls. */
    missed: count,
    /** Follow-up calls of the last 30 days. */
    followUps: count,
    /** Calls with one or more counted appointments. */
    appointmentCalls: count,
    /** Appointments on calls that staff answered: the numerator of the conversion rate. */
    appointmentsByStaff: count,
    /** Opportunity calls that staff answered: the denominator of the conversion rate. */
    leadsByStaff: count,
    /** Non-opportunity calls. */
    nonOpportunities: count,
    /** Calls that are not scored yet. */
    unscored: count,
    /** Missed or follow-up calls of the last 30 days that nobody has resolved. */
    missedAndFollowUps: count,
    meta: versionMetaSchema,
  }),
});
export type MailingSummary = z.infer<typeof mailingSummary.reply>;

/**
 * How many mailings wait for the viewer to choose, review or approve, whatever their dates and types. Accounts that only a
 * scoreboard grant shows are left out, because the viewer cannot approve anything of them.
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
      /** With `trackingNumbers`: the campaign's numbers. */
      trackingNumbers: z.array(z.string()).optional(),
      /** With `zoneGeoData`: the shape of its zone; empty without one. */
      zoneGeoData: z.array(zoneShapeSchema).optional(),
    }),
  }),
});

/**
 * Any full session with the account can approve. Approving twice changes nothing. The design is approved too, and the
 * primary contacts are notified by mail. Errors: 404; 422 unless `nextStep` is `approve` or it is already approved.
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

/** Who says where pieces are: the post by the scans of their barcodes, or the printer. */
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
    /** Days on which pieces reached a state, in order. Empty for a mailing whose pieces nobody tracks. */
    days: z.array(
      pieceCountsSchema.extend({ /** `YYYY-MM-DD`, by the calendar of the office. */ day: z.string() }),
    ),
    /** Who says where the pieces are. */
    sources: z.array(z.enum(trackingSources)),
  }),
});

/** The most characters in the name of a mailing. */
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
      // it appears in the subjects of mails: no line breaks and no characters that change the text direction
      .regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u, 'Use one line of plain text.'),
  }),
  reply: z.object({ record: mailingSchema }),
});

/** All calls of a mailing have its campaign type: sorted by it, they keep the default order. */
const drawerSorts = [...callSorts, 'campaignType'] as const;

/** How many calls the Calls tab of the drawer shows at first. */
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
