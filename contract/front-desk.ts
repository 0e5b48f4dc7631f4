import { z } from 'zod';
import { gradeSchema } from './rules/grades.ts';
import { scopeQuerySchema } from './scope/scope.ts';
import { optionalPageMetaSchema, optionalPageShape, versionMetaSchema } from './wire/page.ts';
import { flag } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** Whole percent, not capped; several appointments per call can exceed 100. */
const rate = z.int().min(0);

export const officeHandlingRateSchema = z.object({
  totalCalls: count,
  /** Appointment calls divided by opportunity calls. */
  appointmentRate: rate,
  askedForAppointmentRate: rate,
  /** Staff asked for an appointment before the caller mentioned it. */
  askedForAppointmentCount: count,
  /** Denominator: known whether staff asked, and the caller did not mention it first. */
  validAskedForAppointment: count,
  askedForAppointmentCallerMentioned: count,
  askedForSourceRate: rate,
  askedForSourceCount: count,
  validAskedForSource: count,
  askedForSourceCallerMentioned: count,
  /** Good first impressions divided by calls with a known impression. */
  askedForGoodImpressionRate: rate,
  askedForGoodImpressionCount: count,
  validAskedForGoodImpressionCount: count,
  askedForAdditionalAppointmentRate: rate,
  askedForAdditionalAppointmentCount: count,
  validAskedForAdditionalAppointment: count,
  askedForAdditionalAppointmentCallerMentioned: count,
  /** Counted over all calls, not only those that staff answered. */
  callerInteractedWithIVRCount: count,
  validCallerInteractedWithIVRCount: count,
});
export type OfficeHandlingRate = z.infer<typeof officeHandlingRateSchema>;

export const officeHandlingRate = route({
  service: 'data',
  method: 'GET',
  path: '/get-office-handling-rate',
  access: 'limited',
  guests: true,
  summary: 'Returns one record with how the front desks of a scope handle calls, for all staff together.',
  query: scopeQuerySchema,
  reply: z.object({ records: z.array(officeHandlingRateSchema).length(1), meta: versionMetaSchema }),
});

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
  guests: true,
  summary:
    'Lists the answers to questions about the price with their calls and appointments, most calls first.',
  query: scopeQuerySchema,
  reply: z.object({
    records: z.array(pricingAnswerSchema),
    /** Earliest counted call; null without one. */
    startDate: z.iso.datetime().nullable(),
    meta: versionMetaSchema,
  }),
});

export const callOnHoldMetrics = route({
  service: 'data',
  method: 'GET',
  path: '/get-call-on-hold-metrics',
  access: 'limited',
  guests: true,
  summary:
    'Returns how often staff placed callers on hold, how often they asked first, and the average hold time.',
  query: scopeQuerySchema,
  reply: z.object({
    metrics: z.object({
      totalCalls: count,
      validPlacedOnHold: count,
      staffPlacedCallerOnHold: count,
      /** The caller was asked before the hold. */
      staffAskedToPlaceOnHold: count,
      /** Calls with a hold of known length. */
      timedHolds: count,
      averageHoldSeconds: z.number().min(0).nullable(),
    }),
    meta: versionMetaSchema,
  }),
});

const staffMetric = <
  Record extends z.ZodRawShape,
  Summary extends z.ZodRawShape,
  const Path extends string,
  Query extends z.ZodRawShape,
>(
  path: Path,
  summary: string,
  recordShape: Record,
  summaryShape: Summary,
  queryShape: Query,
) =>
  route({
    service: 'data',
    method: 'GET',
    path,
    access: 'limited',
    guests: true,
    summary,
    query: scopeQuerySchema.extend(queryShape),
    reply: z.object({
      /** Totals of all staff, not only of this page. */
      summary: z.object(summaryShape),
      /** Staff with a counted call, by name. */
      records: z.array(
        z.object({
          callHandlerId: z.string(),
          callHandlerName: z.string(),
          accountId: z.string(),
          accountName: z.string(),
          ...recordShape,
        }),
      ),
      meta: optionalPageMetaSchema,
    }),
  });

const shareOf = <Name extends string>(name: Name) =>
  ({
    /** Calls where the fact is known. */
    total: count,
    [name]: count,
    [`${name}Percentage`]: rate,
    [`${name}Grade`]: gradeSchema,
  }) as { total: typeof count } & Record<Name, typeof count> &
    Record<`${Name}Percentage`, typeof rate> &
    Record<`${Name}Grade`, typeof gradeSchema>;

const holdCounts = {
  ...shareOf('staffPlacedCallerOnHold'),
  /** Callers asked before the hold; the denominator is `staffPlacedCallerOnHold`. */
  staffAskedToPlaceOnHold: count,
  staffAskedToPlaceOnHoldPercentage: rate,
  staffAskedToPlaceOnHoldGrade: gradeSchema,
};

export const staffMetrics = {
  goodImpression: staffMetric(
    '/calls/metrics/staff-good-impression',
    'Good first impressions by member of staff.',
    shareOf('goodImpression'),
    shareOf('goodImpression'),
    optionalPageShape,
  ),
  askedForSource: staffMetric(
    '/calls/metrics/staff-asked-for-source',
    'How often each member of staff asked for the source.',
    shareOf('askedForSource'),
    shareOf('askedForSource'),
    optionalPageShape,
  ),
  askedForAppointment: staffMetric(
    '/calls/metrics/staff-asked-for-appointment',
    'How often each member of staff asked for an appointment.',
    shareOf('askedForAppointment'),
    shareOf('askedForAppointment'),
    optionalPageShape,
  ),
  askedForAdditionalAppointment: staffMetric(
    '/calls/metrics/staff-asked-additional-appointment',
    'How often each member of staff asked for additional appointments.',
    shareOf('askedForAdditionalAppointment'),
    shareOf('askedForAdditionalAppointment'),
    optionalPageShape,
  ),
  holdCount: staffMetric(
    '/calls/metrics/staff-hold-count',
    'Callers placed on hold, and callers asked first, by member of staff; used by both hold cards.',
    holdCounts,
    {
      total: count,
      onHold: count,
      onHoldPercentage: rate,
      /** Grade of the share of callers who were not placed on hold. */
      onHoldGrade: gradeSchema,
      askedOnHold: count,
      askedOnHoldPercentage: rate,
      askedOnHoldGrade: gradeSchema,
    },
    {
      ...optionalPageShape,
      /** Only staff who placed a caller on hold; the others never had to ask a caller to hold. */
      placedOnHold: flag.optional(),
    },
  ),
  holdTime: staffMetric(
    '/calls/metrics/staff-average-hold-time',
    'Average hold time by member of staff.',
    {
      total: count,
      averageSeconds: z.number().min(0).nullable(),
      grade: gradeSchema,
    },
    {
      total: count,
      averageSeconds: z.number().min(0).nullable(),
      grade: gradeSchema,
    },
    optionalPageShape,
  ),
} as const;
export type StaffMetricKey = keyof typeof staffMetrics;
