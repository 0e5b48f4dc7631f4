import { z } from 'zod';
import { gradeSchema } from './rules/grades.ts';
import { scopeQuerySchema } from './scope/scope.ts';
import { optionalPageMetaSchema, optionalPageShape, versionMetaSchema } from './wire/page.ts';
import { flag } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
/** Whole percent, not capped: with several appointments per call it can exceed 100. */
const rate = z.int().min(0);

/** How the offices of a scope handle calls, for all staff together. */
export const officeHandlingRateSchema = z.object({
  /** Calls that staff answered. */
  totalCalls: count,
  /** Appointment calls divided by opportunity calls. */
  appointmentRate: rate,
  /** Asked for an appointment, divided by its valid calls. */
  askedForAppointmentRate: rate,
  /** Calls where staff asked for an appointment and the caller did not mention it first. */
  askedForAppointmentCount: count,
  /** Calls where it is known whether staff asked, and the caller did not mention it first: the rate's denominator. */
  validAskedForAppointment: count,
  /** Calls where the caller mentioned it first; they do not count for the rate. */
  askedForAppointmentCallerMentioned: count,
  /** Asked for the source, divided by its valid calls. */
  askedForSourceRate: rate,
  /** Calls where staff asked for the source and the caller did not mention it first. */
  askedForSourceCount: count,
  /** The denominator of the rate for the source. */
  validAskedForSource: count,
  /** Calls where the caller mentioned the source first. */
  askedForSourceCallerMentioned: count,
  /** Good first impressions, divided by the calls where the impression is known. */
  askedForGoodImpressionRate: rate,
  /** Calls with a good first impression. */
  askedForGoodImpressionCount: count,
  /** Calls where the first impression is known. */
  validAskedForGoodImpressionCount: count,
  /** Asked for additional appointments, divided by its valid calls. */
  askedForAdditionalAppointmentRate: rate,
  /** Calls where staff asked for additional appointments. */
  askedForAdditionalAppointmentCount: count,
  /** The denominator of the rate for additional appointments. */
  validAskedForAdditionalAppointment: count,
  /** Calls where the caller mentioned additional appointments first. */
  askedForAdditionalAppointmentCallerMentioned: count,
  /** Counted over all calls, not only those that staff answered. */
  callerInteractedWithIVRCount: count,
  /** Calls where it is known whether the caller used the phone menu. */
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

/** An answer that staff gave to questions about the price, and how many of its calls ended in an appointment. */
export const pricingAnswerSchema = z.object({
  /** The answer, as in the feed. */
  priceAnswer: z.string(),
  /** Calls with this answer. */
  totalCallCount: count,
  /** Calls with this answer and a counted appointment. */
  scoreWithAppointmentCount: count,
  /** Calls with this answer and no appointment. */
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
    /** Time of the earliest counted call; null when there is none. */
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
      /** Calls answered by staff. */
      totalCalls: count,
      /** Calls where it is known whether the caller was placed on hold. */
      validPlacedOnHold: count,
      /** Calls where the caller was placed on hold. */
      staffPlacedCallerOnHold: count,
      /** Callers placed on hold who were asked first. */
      staffAskedToPlaceOnHold: count,
      /** Calls placed on hold whose hold time is known. */
      timedHolds: count,
      /** Average hold time of `timedHolds`, in seconds; null when there is none. */
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
      /** Of all staff, whatever page is requested. */
      summary: z.object(summaryShape),
      /** One record per member of staff with a counted call, sorted by name. */
      records: z.array(
        z.object({
          /** Id of the member of staff. */
          callHandlerId: z.string(),
          /** Name of the member of staff. */
          callHandlerName: z.string(),
          /** Name of the account. */
          accountName: z.string(),
          ...recordShape,
        }),
      ),
      meta: optionalPageMetaSchema,
    }),
  });

/** The fields of a share: its count, its denominator `total`, the share in whole percent, and its grade. */
const shareOf = <Name extends string>(name: Name) =>
  ({
    /** Calls where it is known: the denominator. */
    total: count,
    [name]: count,
    [`${name}Percentage`]: rate,
    [`${name}Grade`]: gradeSchema,
  }) as { total: typeof count } & Record<Name, typeof count> &
    Record<`${Name}Percentage`, typeof rate> &
    Record<`${Name}Grade`, typeof gradeSchema>;

const holdCounts = {
  ...shareOf('staffPlacedCallerOnHold'),
  /** Callers placed on hold who were asked first; its denominator is `staffPlacedCallerOnHold`. */
  staffAskedToPlaceOnHold: count,
  staffAskedToPlaceOnHoldPercentage: rate,
  staffAskedToPlaceOnHoldGrade: gradeSchema,
};

/** The per-staff metrics behind 'See Individual Metric'. */
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
      /** Calls where it is known whether the caller was placed on hold. */
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
      /** Only staff who placed a caller on hold; the others had no caller to ask. */
      placedOnHold: flag.optional(),
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
    optionalPageShape,
  ),
} as const;
export type StaffMetricKey = keyof typeof staffMetrics;
