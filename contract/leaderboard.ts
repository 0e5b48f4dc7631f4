import { z } from 'zod';
import { sortDirectionSchema } from './rules/paging.ts';
import { maxNamedEquals } from './rules/ties.ts';
import { scopeQuerySchema } from './scope/scope.ts';
import { optionalPageMetaSchema, optionalPageShape } from './wire/page.ts';
import { flag } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** Whole percent, not capped; several appointments per call can exceed 100. */
const rate = z.int().min(0);

export const leaderboardSorts = [
  'calls',
  'opportunities',
  'appointments',
  'apptCalls',
  'conversionRate',
] as const;
export type LeaderboardSort = (typeof leaderboardSorts)[number];

export const leaderboardOrders = ['rank', 'name'] as const;
export type LeaderboardOrderBy = (typeof leaderboardOrders)[number];

/** Labels of "Rank by". */
export const leaderboardSortLabels: Record<LeaderboardSort, string> = {
  calls: 'Calls',
  opportunities: 'Opportunities',
  appointments: 'Appointments',
  apptCalls: 'Appt Calls',
  conversionRate: 'Conversion Rate',
};

/** A staff member with figures of the calls in scope that they answered. */
export const leaderboardRowSchema = z.object({
  /** Staff id; value of the `callHandlerId` filter. */
  callHandlerId: z.string(),
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** Position according to the provider, such as Front Desk; null if not known. */
  staffType: z.string().nullable(),
  /** Rank from 1, by exact values. Equal values share a rank, and the following ranks are skipped. */
  rank: z.int().min(1),
  /** Whether others have the same rank. */
  tied: z.boolean(),
  /** Calls that they answered. */
  callMadeCount: count,
  /** Opportunity calls answered. */
  opportunityCallCount: count,
  /** Counted appointments; a call can have several. */
  appointmentsMadeCount: count,
  /** Calls with at least one counted appointment. */
  appointmentsCallCount: count,
  /** Appointments divided by opportunity calls. */
  conversionRate: rate,
  /** `askedForAppointmentCount` divided by `validAskedForAppointment`. */
  askedforAppointmentRate: rate,
  /** Staff asked for an appointment before the caller mentioned it. */
  askedForAppointmentCount: count,
  /** Denominator: known whether staff asked, and the caller did not mention it first. */
  validAskedForAppointment: count,
  /** `askedForSourceCount` divided by `validAskedForSource`. */
  askedForSourceRate: rate,
  /** Staff asked for the source before the caller mentioned it. */
  askedForSourceCount: count,
  /** Denominator of the source rate. */
  validAskedForSource: count,
  /** Good first impressions divided by calls with a known impression. */
  goodImpressionRate: rate,
  goodImpressionCount: count,
  /** Calls with a known first impression. */
  validGoodImpression: count,
  /** `askedforAdditionalAppointmentCount` divided by its valid calls. */
  askedforAdditionalAppointmentRate: rate,
  askedforAdditionalAppointmentCount: count,
  /** Denominator of the rate for additional appointments. */
  validAskedForAdditionalAppointment: count,
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

/** Totals of all rows, regardless of the page. */
export const leaderboardTotalsSchema = z.object({
  /** Calls answered by the listed staff. */
  allCallCount: count,
  opportunityCount: count,
  appointmentCount: count,
  /** Calls with a counted appointment. */
  appointmentCallCount: count,
  /** Appointment calls divided by opportunity calls. */
  averageConversionRate: rate,
  staffCount: count,
});
export type LeaderboardTotals = z.infer<typeof leaderboardTotalsSchema>;

export const teamLeaderboard = route({
  service: 'data',
  method: 'GET',
  path: '/get-team-leaderboard',
  access: 'limited',
  guests: true,
  summary:
    'Ranks members of staff by what came of the calls they answered. Without `page` and `pageSize` it lists all of them.',
  query: scopeQuerySchema.extend({
    /** `opportunity` is another name of `opportunities`. */
    sortBy: z
      .enum([...leaderboardSorts, 'opportunity'], { error: `Use one of ${leaderboardSorts.join(', ')}.` })
      .default('appointments')
      .transform((sort) => (sort === 'opportunity' ? 'opportunities' : sort)),
    /** The order of the rows: by rank, or by name as people sort names. Equal ones are in order of name, then of id. */
    sort: z.enum(leaderboardOrders, { error: `Use one of ${leaderboardOrders.join(', ')}.` }).default('rank'),
    dir: sortDirectionSchema.default('asc'),
    /** Only staff with a known position and a conversion, as in the chart of conversion rates. */
    converting: flag.optional(),
    ...optionalPageShape,
  }),
  reply: z.object({
    records: z.array(leaderboardRowSchema),
    totals: leaderboardTotalsSchema,
    /** With `converting`: first row with enough opportunity calls for a comparison; null without one. */
    leader: leaderboardRowSchema.nullable().optional(),
    /** With `converting`: the leader and whoever is equal by what it is ranked by and has enough opportunity calls, by name; at most three. */
    leaders: z.array(leaderboardRowSchema).max(maxNamedEquals).optional(),
    /** With `converting`: how many of them there are. */
    leadersCount: count.optional(),
    meta: optionalPageMetaSchema,
  }),
});
