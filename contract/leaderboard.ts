import { z } from 'zod';
import { sortDirectionSchema } from './rules/sort-direction.ts';
import { scopeQuerySchema } from './scope/scope.ts';
import { optionalPageMetaSchema, optionalPageShape } from './wire/page.ts';
import { flag } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** Whole percent, not capped: with several appointments per call it can exceed 100. */
const rate = z.int().min(0);

/** What the leaderboard can be ranked by. */
export const leaderboardSorts = [
  'calls',
  'opportunities',
  'appointments',
  'apptCalls',
  'conversionRate',
] as const;
export type LeaderboardSort = (typeof leaderboardSorts)[number];

/** What the rows of the leaderboard can be in order of. */
export const leaderboardOrders = ['rank', 'name'] as const;
export type LeaderboardOrderBy = (typeof leaderboardOrders)[number];

/** The labels of the choices of "Rank by". */
export const leaderboardSortLabels: Record<LeaderboardSort, string> = {
  calls: 'Calls',
  opportunities: 'Opportunities',
  appointments: 'Appointments',
  apptCalls: 'Appt Calls',
  conversionRate: 'Conversion Rate',
};

/** A member of staff on the leaderboard, with figures of the calls in scope that they answered. */
export const leaderboardRowSchema = z.object({
  /** Id of the member of staff, by which `callHandlerId` filters All Calls. */
  callHandlerId: z.string(),
  id: z.string(),
  /** Name of the member of staff. */
  name: z.string(),
  /** Id of the account. */
  accountId: z.string(),
  /** Name of the account. */
  accountName: z.string(),
  /** Their position according to the provider, such as Front Desk; null when not known. */
  staffType: z.string().nullable(),
  /** Rank from 1. Equal values share a rank. */
  rank: z.int().min(1),
  /** Calls that they answered. */
  callMadeCount: count,
  /** Opportunity calls that they answered. */
  opportunityCallCount: count,
  /** Counted appointments; a call can have several. */
  appointmentsMadeCount: count,
  /** Calls with one or more counted appointments. */
  appointmentsCallCount: count,
  /** Appointments made divided by opportunity calls. */
  conversionRate: rate,
  /** Asked for an appointment, divided by its valid calls. */
  askedforAppointmentRate: rate,
  /** Calls where staff asked for an appointment and the caller did not mention it first. */
  askedForAppointmentCount: count,
  /** Calls where it is known whether staff asked, and the caller did not mention it first: the rate's denominator. */
  validAskedForAppointment: count,
  /** Asked for the source, divided by its valid calls. */
  askedForSourceRate: rate,
  /** Calls where staff asked for the source and the caller did not mention it first. */
  askedForSourceCount: count,
  /** The denominator of the rate for the source. */
  validAskedForSource: count,
  /** Good first impressions, divided by the calls where the impression is known. */
  goodImpressionRate: rate,
  /** Calls with a good first impression. */
  goodImpressionCount: count,
  /** Calls where the first impression is known. */
  validGoodImpression: count,
  /** Asked for additional appointments, divided by its valid calls. */
  askedforAdditionalAppointmentRate: rate,
  /** Calls where staff asked for additional appointments. */
  askedforAdditionalAppointmentCount: count,
  /** The denominator of the rate for additional appointments. */
  validAskedForAdditionalAppointment: count,
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

/** The totals of all rows of the leaderboard, whatever page is requested. */
export const leaderboardTotalsSchema = z.object({
  /** Calls that the listed staff answered. */
  allCallCount: count,
  /** Opportunity calls among them. */
  opportunityCount: count,
  /** Counted appointments. */
  appointmentCount: count,
  /** Calls with a counted appointment. */
  appointmentCallCount: count,
  /** Appointment calls divided by opportunity calls. */
  averageConversionRate: rate,
  /** Number of listed members of staff. */
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
    sortBy: z
      .enum(leaderboardSorts, { error: `Use one of ${leaderboardSorts.join(', ')}.` })
      .default('appointments'),
    /** The order of the rows: by rank, or by name as people sort names. Equal ones are in order of name, then of id. */
    sort: z.enum(leaderboardOrders, { error: `Use one of ${leaderboardOrders.join(', ')}.` }).default('rank'),
    dir: sortDirectionSchema.default('asc'),
    /** Only staff whose position is known and who have a conversion, as the chart of conversion rates shows them. */
    converting: flag.optional(),
    ...optionalPageShape,
  }),
  reply: z.object({
    records: z.array(leaderboardRowSchema),
    totals: leaderboardTotalsSchema,
    /**
     * With `converting`: the first of all its rows with enough opportunity calls for a comparison; null without one.
     */
    leader: leaderboardRowSchema.nullable().optional(),
    meta: optionalPageMetaSchema,
  }),
});
