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

export const leaderboardSortLabels: Record<LeaderboardSort, string> = {
  calls: 'Calls',
  opportunities: 'Opportunities',
  appointments: 'Appointments',
  apptCalls: 'Appt Calls',
  conversionRate: 'Conversion Rate',
};

export const leaderboardRowSchema = z.object({
  /** Staff id; value of the `callHandlerId` filter. */
  callHandlerId: z.string(),
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  staffType: z.string().nullable(),
  /** From 1, by exact values. Equal values share a rank, and the next ranks are skipped. */
  rank: z.int().min(1),
  tied: z.boolean(),
  callMadeCount: count,
  opportunityCallCount: count,
  /** Counted appointments; a call can have several. */
  appointmentsMadeCount: count,
  appointmentsCallCount: count,
  /** Appointments divided by opportunity calls. */
  conversionRate: rate,
  askedforAppointmentRate: rate,
  askedForAppointmentCount: count,
  validAskedForAppointment: count,
  askedForSourceRate: rate,
  askedForSourceCount: count,
  validAskedForSource: count,
  goodImpressionRate: rate,
  goodImpressionCount: count,
  validGoodImpression: count,
  askedforAdditionalAppointmentRate: rate,
  askedforAdditionalAppointmentCount: count,
  validAskedForAdditionalAppointment: count,
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

export const leaderboardTotalsSchema = z.object({
  allCallCount: count,
  opportunityCount: count,
  appointmentCount: count,
  appointmentCallCount: count,
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
    'Ranks members of staff by the results of the calls they answered. Without `page` and `pageSize` it lists all of them.',
  query: scopeQuerySchema.extend({
    /** `opportunity` is an alias of `opportunities`. */
    sortBy: z
      .enum([...leaderboardSorts, 'opportunity'], { error: `Use one of ${leaderboardSorts.join(', ')}.` })
      .default('appointments')
      .transform((sort) => (sort === 'opportunity' ? 'opportunities' : sort)),
    /** Order: by rank or by name. Equal rows are ordered by name, then by id. */
    sort: z.enum(leaderboardOrders, { error: `Use one of ${leaderboardOrders.join(', ')}.` }).default('rank'),
    dir: sortDirectionSchema.default('asc'),
    /** Only staff with a known position and a conversion rate. */
    converting: flag.optional(),
    ...optionalPageShape,
  }),
  reply: z.object({
    records: z.array(leaderboardRowSchema),
    totals: leaderboardTotalsSchema,
    leader: leaderboardRowSchema.nullable().optional(),
    /** With `converting`: the leader and its equals with enough opportunity calls, by name; at most three. */
    leaders: z.array(leaderboardRowSchema).max(maxNamedEquals).optional(),
    leadersCount: count.optional(),
    meta: optionalPageMetaSchema,
  }),
});
