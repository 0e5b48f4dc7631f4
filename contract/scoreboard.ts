import { z } from 'zod';
import { inOrder, scopeFiltersSchema, scopeQuerySchema } from './scope/scope.ts';
import { flag } from './wire/query.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);

/** The figures of a scope; each a count, rates are made of them by `rules/rates.ts`. */
export const summarySchema = z.object({
  /** Calls in scope. */
  all_calls_count: count,
  /** Appointments on calls that staff answered; above the line of the conversion rate. */
  all_appointment_set_by_staff_count: count,
  /** Opportunity calls that staff answered; below the line of the conversion rate. */
  opportunity_calls_by_staff_count: count,
  opportunity_calls_count: count,
  /** Counted appointments on calls in scope, several per call. */
  appointment_calls_count: count,
  /** Calls in scope with one or more counted appointments. */
  calls_with_Appointments_count: count,
  missed_calls_count: count,
  /** All non-opportunity calls. */
  non_opportunity_calls_count: count,
  /** Non-opportunity calls with a recording: the sub-tab's list. */
  non_opportunity_with_audio_count: count,
  /** Follow-up calls of the last 30 days, whatever the date range. */
  followup_opportunity_calls_count: count,
  /** Missed or follow-up calls of the last 30 days that nobody resolved. */
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
  summary: 'The figures of the summary cards and sub-tabs.',
  query: scopeQuerySchema,
  reply: summarySchema,
});

/** One row of a breakdown: a value and how many calls have it. */
export const breakdownRecordSchema = z.object({
  /** The value, as shown and as the call lists filter by it. */
  name: z.string(),
  /** How many calls (or inquiries) have it. */
  value: count,
  /** Item id for offers, services and insurances; null elsewhere. */
  id: z.string().nullable(),
  /** On campaign sources only: the two parts of the name; a missing media type is `noMediaType` and not in the name. */
  campaignType: z.string().nullable().optional(),
  mediaType: z.string().nullable().optional(),
});
export type BreakdownRecord = z.infer<typeof breakdownRecordSchema>;

/** A breakdown, largest first, ties by name. */
export const breakdownSchema = z.object({
  records: z.array(breakdownRecordSchema),
  /** Earliest call among the counted ones; null when there is none. */
  firstRecordDate: z.iso.datetime().nullable(),
  /** Distinct calls counted: differs from the sum of the rows where a call has several inquiries. */
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
    summary,
    query: scopeQuerySchema,
    reply: breakdownSchema,
  });

/** The breakdowns of the Overview: key → call. */
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
    summary:
      'Referral sources that callers named; with `wrongSourceMentioned` only the inaccurate (1) or accurate (0) ones.',
    query: z.object({
      ...scopeQuerySchema.shape,
      filters: inOrder(scopeFiltersSchema.extend({ wrongSourceMentioned: flag.optional() })).optional(),
    }),
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

/** Opportunity and missed calls of one hour of the day. */
export const callsOfHourSchema = z.object({
  /** 0 to 23, local to the call's account. */
  hour: z.int().min(0).max(23),
  opportunity: count,
  missed: count,
});

export const callsPerDay = route({
  service: 'data',
  method: 'GET',
  path: '/get-calls-per-day',
  access: 'limited',
  summary: 'Opportunity and missed calls by hour of the day, in each office’s local time.',
  query: scopeQuerySchema,
  reply: z.object({
    /** Earliest call among the counted ones; null when there is none. */
    startDate: z.iso.datetime().nullable(),
    /** All 24 hours in order. */
    callsPerHour: z.array(callsOfHourSchema).length(24),
    /** IANA time zones of the accounts whose calls are counted, by name; of all selected ones when none is. */
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
  summary: 'Calls and missed calls by day of the week and hour, in each office’s local time.',
  query: scopeQuerySchema,
  reply: z.object({
    /** Only cells with a call; by weekday, then hour. */
    cells: z.array(callsOfWeekHourSchema),
    /** Earliest call among the counted ones; null when there is none. */
    startDate: z.iso.datetime().nullable(),
    /** IANA time zones of the accounts whose calls are counted, by name; of all selected ones when none is. */
    timeZones: z.array(z.string()),
    meta: versionMetaSchema,
  }),
});
