import { z } from 'zod';
import { gradeSchema } from './rules/grades.ts';
import { scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** Whole percent, not capped: several appointments per call can pass 100. */
const rate = z.int().min(0);

/** What the leaderboard is ranked by: the camel-cased label is the wire's value. */
export const leaderboardSorts = [
  'calls',
  'opportunities',
  'appointments',
  'apptCalls',
  'conversionRate',
] as const;
export type LeaderboardSort = (typeof leaderboardSorts)[number];

/** What the rank-by choices are called. */
export const leaderboardSortLabels: Record<LeaderboardSort, string> = {
  calls: 'Calls',
  opportunities: 'Opportunities',
  appointments: 'Appointments',
  apptCalls: 'Appt Calls',
  conversionRate: 'Conversion Rate',
};

/** A member of staff on the leaderboard, over the calls in scope that they answered. */
export const leaderboardRowSchema = z.object({
  /** Id of the member of staff; filters All Calls by `callHandlerId`. */
  callHandlerId: z.string(),
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** What the provider says they are, for example Front Desk; null when not known. */
  staffType: z.string().nullable(),
  /** From 1; equal values share a rank. */
  rank: z.int().min(1),
  callMadeCount: count,
  opportunityCallCount: count,
  /** Counted appointments, several per call. */
  appointmentsMadeCount: count,
  /** Calls with one or more counted appointments. */
  appointmentsCallCount: count,
  /** Appointments made / opportunity calls, whole percent, uncapped. */
  conversionRate: rate,
  askedforAppointmentRate: rate,
  askedForAppointmentCount: count,
  /** Calls where it is known and the caller did not offer it first. */
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

/** What the leaderboard's rows add up to. */
export const leaderboardTotalsSchema = z.object({
  allCallCount: count,
  opportunityCount: count,
  /** Counted appointments. */
  appointmentCount: count,
  appointmentCallCount: count,
  /** Appointment calls / opportunity calls, whole percent. */
  averageConversionRate: rate,
  staffCount: count,
});
export type LeaderboardTotals = z.infer<typeof leaderboardTotalsSchema>;

export const teamLeaderboard = route({
  service: 'data',
  method: 'GET',
  path: '/get-team-leaderboard',
  access: 'limited',
  summary: 'Members of staff with what they made of the calls they answered, ranked.',
  query: scopeQuerySchema.extend({
    sortBy: z
      .enum(leaderboardSorts, { error: `Use one of ${leaderboardSorts.join(', ')}.` })
      .default('appointments'),
  }),
  reply: z.object({
    records: z.array(leaderboardRowSchema),
    totals: leaderboardTotalsSchema,
    meta: versionMetaSchema,
  }),
});

/** How the offices of a scope handle calls, all staff together. Counts; rates are made by the rules. */
export const officeHandlingRateSchema = z.object({
  totalCalls: count,
  /** Appointment calls / opportunity calls, whole percent. */
  appointmentRate: rate,
  askedForAppointmentRate: rate,
  askedForAppointmentCount: count,
  /** Calls where it is known and the caller did not offer it first: the rate's denominator. */
  validAskedForAppointment: count,
  /** Calls where the caller offered it first; left out of the rate. */
  askedForAppointmentCallerMentioned: count,
  askedForSourceRate: rate,
  askedForSourceCount: count,
  validAskedForSource: count,
  askedForSourceCallerMentioned: count,
  askedForGoodImpressionRate: rate,
  askedForGoodImpressionCount: count,
  validAskedForGoodImpressionCount: count,
  askedForAdditionalAppointmentRate: rate,
  askedForAdditionalAppointmentCount: count,
  validAskedForAdditionalAppointment: count,
  askedForAdditionalAppointmentCallerMentioned: count,
  /** Over all calls, not only those that staff answered. */
  callerInteractedWithIVRCount: count,
  validCallerInteractedWithIVRCount: count,
});
export type OfficeHandlingRate = z.infer<typeof officeHandlingRateSchema>;

export const officeHandlingRate = route({
  service: 'data',
  method: 'GET',
  path: '/get-office-handling-rate',
  access: 'limited',
  summary: 'How the front desks of a scope handle calls, all staff together: one record.',
  query: scopeQuerySchema,
  reply: z.object({ records: z.array(officeHandlingRateSchema).length(1), meta: versionMetaSchema }),
});

/** What was answered to a question about the price, and what came of it. */
export const pricingAnswerSchema = z.object({
  priceAnswer: z.string(),
  totalCallCount: count,
  scoreWithAppointmentCount: count,
  scoreWithoutAppointmentCount: count,
});
export type PricingAnswer = z.infer<typeof pricingAnswerSchema>;

export const pricingRelatedAnswer = route({
  service: 'data',
  method: 'GET',
  path: '/get-pricing-related-answer',
  access: 'limited',
  summary:
    'Answers to questions about the price with the calls that ended in an appointment, most calls first.',
  query: scopeQuerySchema,
  reply: z.object({
    records: z.array(pricingAnswerSchema),
    /** Earliest call among the counted ones; null when there is none. */
    startDate: z.iso.datetime().nullable(),
    meta: versionMetaSchema,
  }),
});

export const callOnHoldMetrics = route({
  service: 'data',
  method: 'GET',
  path: '/get-call-on-hold-metrics',
  access: 'limited',
  summary: 'How often staff placed callers on hold, how often they asked first, and for how long.',
  query: scopeQuerySchema,
  reply: z.object({
    metrics: z.object({
      /** Calls answered by staff. */
      totalCalls: count,
      /** Calls where it is known whether the caller was placed on hold. */
      validPlacedOnHold: count,
      staffPlacedCallerOnHold: count,
      /** Of the callers placed on hold, those who were asked first. */
      staffAskedToPlaceOnHold: count,
      /** Calls placed on hold whose hold time is known. */
      timedHolds: count,
      /** Mean hold of those, in seconds; null when there is none. */
      averageHoldSeconds: z.number().min(0).nullable(),
    }),
    meta: versionMetaSchema,
  }),
});

const staffMetric = <Record extends z.ZodRawShape, Summary extends z.ZodRawShape, const Path extends string>(
  path: Path,
  summary: string,
  record: Record,
  whole: Summary,
) =>
  route({
    service: 'data',
    method: 'GET',
    path,
    access: 'limited',
    summary,
    query: scopeQuerySchema,
    reply: z.object({
      summary: z.object(whole),
      /** One per member of staff with a valid call, by name. */
      records: z.array(
        z.object({
          callHandlerId: z.string(),
          callHandlerName: z.string(),
          accountName: z.string(),
          ...record,
        }),
      ),
      meta: versionMetaSchema,
    }),
  });

/** Share of the valid calls, in whole percent, with the grade the server gives it. `total` is the denominator. */
const shareOf = <Name extends string>(name: Name) =>
  ({
    /** Valid calls: the denominator. */
    total: count,
    [name]: count,
    [`${name}Percentage`]: rate,
    [`${name}Grade`]: gradeSchema,
  }) as { total: typeof count } & Record<Name, typeof count> &
    Record<`${Name}Percentage`, typeof rate> &
    Record<`${Name}Grade`, typeof gradeSchema>;

const holdCounts = {
  ...shareOf('staffPlacedCallerOnHold'),
  /** Of the callers placed on hold, those who were asked first; its denominator is `staffPlacedCallerOnHold`. */
  staffAskedToPlaceOnHold: count,
  staffAskedToPlaceOnHoldPercentage: rate,
  staffAskedToPlaceOnHoldGrade: gradeSchema,
};

/** The per-staff metrics behind 'See Individual Metric'. */
export const staffMetrics = {
  goodImpression: staffMetric(
    '/calls/metrics/staff-good-impression',
    'Good first impression by member of staff.',
    shareOf('goodImpression'),
    shareOf('goodImpression'),
  ),
  askedForSource: staffMetric(
    '/calls/metrics/staff-asked-for-source',
    'Asked for the source by member of staff.',
    shareOf('askedForSource'),
    shareOf('askedForSource'),
  ),
  askedForAppointment: staffMetric(
    '/calls/metrics/staff-asked-for-appointment',
    'Asked for an appointment by member of staff.',
    shareOf('askedForAppointment'),
    shareOf('askedForAppointment'),
  ),
  askedForAdditionalAppointment: staffMetric(
    '/calls/metrics/staff-asked-additional-appointment',
    'Asked for additional appointments by member of staff.',
    shareOf('askedForAdditionalAppointment'),
    shareOf('askedForAdditionalAppointment'),
  ),
  holdCount: staffMetric(
    '/calls/metrics/staff-hold-count',
    'Callers placed on hold, and asked first, by member of staff; serves both hold cards.',
    holdCounts,
    {
      /** Calls where it is known whether the caller was placed on hold. */
      total: count,
      onHold: count,
      onHoldPercentage: rate,
      /** Grades the share of callers not placed on hold. */
      onHoldGrade: gradeSchema,
      askedOnHold: count,
      askedOnHoldPercentage: rate,
      askedOnHoldGrade: gradeSchema,
    },
  ),
  holdTime: staffMetric(
    '/calls/metrics/staff-average-hold-time',
    'Average hold time by member of staff.',
    {
      /** Calls placed on hold whose hold time is known. */
      total: count,
      averageSeconds: z.number().min(0).nullable(),
      grade: gradeSchema,
    },
    {
      /** Calls placed on hold whose hold time is known. */
      total: count,
      averageSeconds: z.number().min(0).nullable(),
      grade: gradeSchema,
    },
  ),
} as const;
export type StaffMetricKey = keyof typeof staffMetrics;
