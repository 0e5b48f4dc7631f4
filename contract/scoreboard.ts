import { z } from 'zod';
import { withOrderedDates, scopeFiltersSchema, scopeQuerySchema } from './scope/scope.ts';
import { flag, listOf } from './wire/query.ts';
import { periodLengths } from './rules/periods.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);

/** The figures of a scope, all of them counts. Rates are computed from them by `rules/rates.ts`. */
export const summarySchema = z.object({
  /** Calls in scope. */
  all_calls_count: count,
  /** Appointments on calls that staff answered: the numerator of the conversion rate. */
  all_appointment_set_by_staff_count: count,
  /** Opportunity calls that staff answered: the denominator of the conversion rate. */
  opportunity_calls_by_staff_count: count,
  /** Opportunity calls in scope. */
  opportunity_calls_count: count,
  /** Counted appointments on calls in scope. A call can have several. */
  appointment_calls_count: count,
  /** Calls in scope with one or more counted appointments. */
  calls_with_Appointments_count: count,
  /** Missed calls in scope. */
  missed_calls_count: count,
  /** All non-opportunity calls. */
  non_opportunity_calls_count: count,
  /** Non-opportunity calls with a recording: the number of calls in their list. */
  non_opportunity_with_audio_count: count,
  /** Follow-up calls of the last 30 days, whatever the date range. */
  followup_opportunity_calls_count: count,
  /** Missed or follow-up calls of the last 30 days that nobody has resolved. */
  missed_and_followup_count: count,
  /** Calls in scope that are not scored yet. */
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

/** One row of a breakdown: a value and the number of calls that have it. */
export const breakdownRecordSchema = z.object({
  /** The value as it is shown and as the call lists filter by it. */
  name: z.string(),
  /** Number of calls, or of inquiries, that have the value. */
  value: count,
  /** Item id for offers, services and insurances; null elsewhere. */
  id: z.string().nullable(),
  /** Only on campaign sources: the campaign type of the name. */
  campaignType: z.string().nullable().optional(),
  /** Only on campaign sources: the media type of the name, or `noMediaType`, which is not part of the name. */
  mediaType: z.string().nullable().optional(),
});
export type BreakdownRecord = z.infer<typeof breakdownRecordSchema>;

/** A breakdown, sorted by count, highest first, then by name. */
export const breakdownSchema = z.object({
  records: z.array(breakdownRecordSchema),
  /** Time of the earliest counted call; null when there is none. */
  firstRecordDate: z.iso.datetime().nullable(),
  /** Number of distinct calls. It is less than the sum of the rows when a call has several inquiries. */
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

/** A scope with the filter of the breakdown of referral sources. */
const sourcesQuerySchema = z.object({
  ...scopeQuerySchema.shape,
  filters: withOrderedDates(scopeFiltersSchema.extend({ wrongSourceMentioned: flag.optional() })).optional(),
});

/** The routes of the Overview's breakdowns, by their keys. */
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
  campaignSource: breakdown('/get-scored-campaign-type-count', 'Campaign types with their media types.'),
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
    /** Which breakdowns, by their keys; at least one. */
    keys: listOf(breakdownKeySchema, breakdownKeys.length, 'breakdowns')
      .optional()
      .transform((keys) => keys ?? [])
      .refine((keys) => keys.length > 0, `Name at least one of ${breakdownKeys.join(', ')}.`),
  }),
  reply: z.object({
    /** Those that were asked for, by their keys. */
    breakdowns: z.partialRecord(breakdownKeySchema, breakdownSchema.omit({ meta: true })),
    /** With the lowest version of them: none is older. */
    meta: versionMetaSchema,
  }),
});

/** Opportunity and missed calls of one hour of the day. */
export const callsOfHourSchema = z.object({
  /** 0 to 23, local to the call's account. */
  hour: z.int().min(0).max(23),
  /** Opportunity calls in this hour. */
  opportunity: count,
  missed: count,
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
    /** Time of the earliest counted call; null when there is none. */
    startDate: z.iso.datetime().nullable(),
    /** All 24 hours, in order. */
    callsPerHour: z.array(callsOfHourSchema).length(24),
    /** IANA time zones of the accounts with counted calls, sorted by name; of all selected accounts if there are none. */
    timeZones: z.array(z.string()),
    meta: versionMetaSchema,
  }),
});

/** Calls of one hour of one day of the week. */
export const callsOfWeekHourSchema = z.object({
  /** 0 (Sunday) to 6, local to the call's account. */
  weekday: z.int().min(0).max(6),
  /** 0 to 23, local to the call's account. */
  hour: z.int().min(0).max(23),
  /** All calls in this hour of this weekday. */
  calls: count,
  /** Missed calls among them. */
  missed: count,
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
    /** Only cells with calls, sorted by weekday, then by hour. */
    cells: z.array(callsOfWeekHourSchema),
    /** Time of the earliest counted call; null when there is none. */
    startDate: z.iso.datetime().nullable(),
    /** IANA time zones of the accounts with counted calls, sorted by name; of all selected accounts if there are none. */
    timeZones: z.array(z.string()),
    meta: versionMetaSchema,
  }),
});

/** Calls of one period: a day, week or month. */
export const callsOfPeriodSchema = z.object({
  /** First day of the whole period, `YYYY-MM-DD`: of a week its Sunday, of a month its first. Only days of the scope are counted. */
  startDate: z.string(),
  /** All calls of the period. */
  calls: count,
  /** Opportunity calls among them. */
  opportunity: count,
  /** Missed calls among them. */
  missed: count,
  /** Counted appointments on these calls, several per call. */
  appointments: count,
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
    /** The length of the periods. Weeks begin on Sunday. */
    per: z.enum(periodLengths, { error: `Use one of ${periodLengths.join(', ')}.` }).default('day'),
  }),
  reply: z.object({
    /** Only periods with calls, in order. */
    periods: z.array(callsOfPeriodSchema),
    /** Time of the earliest counted call; null when there is none. */
    startDate: z.iso.datetime().nullable(),
    meta: versionMetaSchema,
  }),
});
