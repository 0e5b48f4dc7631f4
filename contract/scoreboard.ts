import { z } from 'zod';
import { withOrderedDates, scopeFiltersSchema, scopeQuerySchema } from './scope/scope.ts';
import { flag, listOf } from './wire/query.ts';
import { periodLengths } from './time/periods.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);

/** `rules/rates.ts` computes rates from these counts. */
export const summarySchema = z.object({
  all_calls_count: count,
  /** Numerator of the conversion rate. */
  all_appointment_set_by_staff_count: count,
  /** Denominator of the conversion rate. Equals `opportunity_calls_count`; the API has both names because its clients read both. */
  opportunity_calls_by_staff_count: count,
  opportunity_calls_count: count,
  /** Counted appointments, several per call. */
  appointment_calls_count: count,
  /** With at least one counted appointment. */
  calls_with_Appointments_count: count,
  missed_calls_count: count,
  non_opportunity_calls_count: count,
  /** The number of calls in their list. */
  non_opportunity_with_audio_count: count,
  followup_opportunity_calls_count: count,
  /** Unresolved, of the last 30 days. */
  missed_and_followup_count: count,
  unscored_calls_count: count,
  meta: versionMetaSchema,
});
export type Summary = z.infer<typeof summarySchema>;

export const callSummaryCount = route({
  service: 'data',
  method: 'GET',
  path: '/call-summary-count',
  access: 'limited',
  guests: true,
  summary: 'Returns the figures of the summary cards and sub-tabs.',
  query: scopeQuerySchema,
  reply: summarySchema,
});

export const breakdownRecordSchema = z.object({
  /** Value as shown and as used in filters. */
  name: z.string(),
  value: count,
  /** Item id for offers, services and insurances; otherwise null. */
  id: z.string().nullable(),
  /** Both only for campaign sources; `mediaType` is `noMediaType` without one. */
  campaignType: z.string().nullable().optional(),
  mediaType: z.string().nullable().optional(),
});
export type BreakdownRecord = z.infer<typeof breakdownRecordSchema>;

/** Sorted by count, highest first, then by name. */
export const breakdownSchema = z.object({
  records: z.array(breakdownRecordSchema),
  /** Earliest counted call; null without one. */
  firstRecordDate: z.iso.datetime().nullable(),
  /** Distinct calls; less than the sum of rows if a call has several inquiries. */
  callsCount: count,
  meta: versionMetaSchema,
});
export type Breakdown = z.infer<typeof breakdownSchema>;

const breakdown = <const Path extends string>(path: Path, summary: string) =>
  route({
    service: 'data',
    method: 'GET',
    path,
    access: 'limited',
    guests: true,
    summary,
    query: scopeQuerySchema,
    reply: breakdownSchema,
  });

const sourcesQuerySchema = z.object({
  ...scopeQuerySchema.shape,
  filters: withOrderedDates(scopeFiltersSchema.extend({ wrongSourceMentioned: flag.optional() })).optional(),
});

export const breakdowns = {
  offer: breakdown('/offers/inquiries', 'Requested offers.'),
  service: breakdown('/products/inquiries', 'Requested services.'),
  insurance: breakdown('/insurances/inquiries', 'Requested insurances.'),
  callerGender: breakdown('/get-caller-gender', 'Callers’ gender.'),
  paymentType: breakdown('/get-payment-types', 'Payment types.'),
  callerSource: route({
    service: 'data',
    method: 'GET',
    path: '/get-top-referral-source',
    access: 'limited',
    guests: true,
    summary:
      'Referral sources that callers named. `wrongSourceMentioned` selects only inaccurate (1) or accurate (0) ones.',
    query: sourcesQuerySchema,
    reply: breakdownSchema,
  }),
  followUpReason: breakdown('/get-followup-reason', 'Reasons calls need follow up.'),
  campaignSource: breakdown(
    '/get-scored-campaign-type-count',
    'Campaign types of scored calls with their media types.',
  ),
  noAppointmentScheduledReason: breakdown(
    '/get-no-appt-scheduled-reason',
    'Reasons no appointment was scheduled.',
  ),
  nonOpportunityReason: breakdown('/calls/get-non-opportunity-reasons', 'Reasons calls were no opportunity.'),
  answeredBy: breakdown('/calls/get-answered-by', 'Who or what answered.'),
  ivrOutcome: breakdown('/calls/get-ivr-outcome', 'What became of calls that the IVR answered.'),
  voicemailOutcome: breakdown(
    '/calls/get-voicemail-outcome',
    'What became of calls that voicemail answered.',
  ),
  callerLanguage: breakdown('/calls/get-caller-language', 'Callers’ language.'),
  patientType: breakdown('/calls/get-patient-type', 'New and existing patients or clients.'),
} as const;
export type BreakdownKey = keyof typeof breakdowns;

const breakdownKeys = Object.keys(breakdowns) as [BreakdownKey, ...BreakdownKey[]];
const breakdownKeySchema = z.enum(breakdownKeys, { error: `Use some of ${breakdownKeys.join(', ')}.` });

export const listBreakdowns = route({
  service: 'data',
  method: 'GET',
  path: '/breakdowns',
  access: 'limited',
  guests: true,
  summary:
    'Returns several breakdowns of a scope in one answer, each as its own route does. `wrongSourceMentioned` is that of `callerSource` alone.',
  query: sourcesQuerySchema.extend({
    keys: listOf(breakdownKeySchema, breakdownKeys.length, 'breakdowns')
      .optional()
      .transform((keys) => keys ?? [])
      .refine((keys) => keys.length > 0, `Name at least one of ${breakdownKeys.join(', ')}.`),
  }),
  reply: z.object({
    breakdowns: z.partialRecord(breakdownKeySchema, breakdownSchema.omit({ meta: true })),
    /** Lowest version of all breakdowns in the reply. */
    meta: versionMetaSchema,
  }),
});

export const callsOfHourSchema = z.object({
  /** 0 to 23, local time of the account. */
  hour: z.int().min(0).max(23),
  opportunity: count,
  missed: count,
  calls: count,
  unscored: count,
});

export const callsPerDay = route({
  service: 'data',
  method: 'GET',
  path: '/get-calls-per-day',
  access: 'limited',
  guests: true,
  summary: 'Counts opportunity and missed calls by hour of the day, in each office’s local time.',
  query: scopeQuerySchema,
  reply: z.object({
    startDate: z.iso.datetime().nullable(),
    /** All 24 hours, in order. */
    callsPerHour: z.array(callsOfHourSchema).length(24),
    /** Zones of accounts with counted calls, by name; of all selected accounts if no call is counted. */
    timeZones: z.array(z.string()),
    meta: versionMetaSchema,
  }),
});

export const callsOfWeekHourSchema = z.object({
  weekday: z.int().min(0).max(6),
  hour: z.int().min(0).max(23),
  calls: count,
  missed: count,
  unscored: count,
});
export type CallsOfWeekHour = z.infer<typeof callsOfWeekHourSchema>;

export const callsByWeekHour = route({
  service: 'data',
  method: 'GET',
  path: '/get-calls-by-week-hour',
  access: 'limited',
  guests: true,
  summary: 'Counts calls and missed calls by day of the week and hour, in each office’s local time.',
  query: scopeQuerySchema,
  reply: z.object({
    /** Only cells with calls, by weekday, then hour. */
    cells: z.array(callsOfWeekHourSchema),
    startDate: z.iso.datetime().nullable(),
    timeZones: z.array(z.string()),
    meta: versionMetaSchema,
  }),
});

export const callsOfPeriodSchema = z.object({
  /** First day of the whole period, even if only later days are in scope: a week's Sunday, a month's first. */
  startDate: z.string(),
  calls: count,
  opportunity: count,
  missed: count,
  unscored: count,
  /** Counted appointments on these calls, several per call. */
  appointments: count,
  /** Of these, on calls that staff answered: numerator of the conversion rate. */
  appointmentsByStaff: count,
});
export type CallsOfPeriod = z.infer<typeof callsOfPeriodSchema>;

export const callsOverTime = route({
  service: 'data',
  method: 'GET',
  path: '/get-calls-over-time',
  access: 'limited',
  guests: true,
  summary: 'Counts opportunity, missed and all calls and their appointments by day, week or month.',
  query: scopeQuerySchema.extend({
    /** Period length; weeks begin on Sunday. */
    per: z.enum(periodLengths, { error: `Use one of ${periodLengths.join(', ')}.` }).default('day'),
  }),
  reply: z.object({
    /** Only periods with calls, in order. */
    periods: z.array(callsOfPeriodSchema),
    startDate: z.iso.datetime().nullable(),
    meta: versionMetaSchema,
  }),
});
