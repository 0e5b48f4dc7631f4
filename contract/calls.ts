import { z } from 'zod';
import { messages } from './rules/messages.ts';
import { outcomeFilterSchema, outcomeLabelSchema } from './rules/outcome.ts';
import { accountSelectionShape, inOrder, scopeFiltersSchema } from './scope/scope.ts';
import { pageOf } from './wire/page.ts';
import { flag, listOf, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const values = listOf(
  z
    .string({ error: 'Use a text; name the filter once for each value.' })
    .min(1, 'Use a value that is not empty.')
    .max(500, 'Use at most 500 characters.'),
  1000,
).optional();

/** Filters of the panel that hold values of a dimension; values of one filter OR, filters AND. */
export const dimensionFilters = [
  'answeredBy',
  'nonOpportunityReason',
  'paymentType',
  'callerSource',
  'voicemailOutcome',
  'callerGender',
  'followUpReason',
  'noAppointmentScheduledReason',
  'ivrOutcome',
  'callerLanguage',
  'patientType',
  'mediaType',
  'campaignType',
] as const;
export type DimensionFilter = (typeof dimensionFilters)[number];

/**
 * Stands for the missing media type of calls whose campaign has none: as the `mediaType` of a campaign source and as a
 * value of the `mediaType` filter, so that a row of that breakdown opens just its own calls.
 */
export const noMediaType = 'No media type';

/** Filters of the panel that hold item ids of inquiries; at most two of the three together. */
export const inquiryFilters = ['offer', 'service', 'insurance'] as const;
export type InquiryFilter = (typeof inquiryFilters)[number];

/** The filters of the call lists: the global ones, the outcome and each filter of the panel. */
export const callFiltersSchema = scopeFiltersSchema.extend({
  outcome: listOf(outcomeFilterSchema, 50).optional(),
  /** Staff ids; `nonStaff` means that no member of staff answered. */
  callHandlerId: values,
  offer: values,
  service: values,
  insurance: values,
  answeredBy: values,
  nonOpportunityReason: values,
  paymentType: values,
  callerSource: values,
  voicemailOutcome: values,
  callerGender: values,
  followUpReason: values,
  noAppointmentScheduledReason: values,
  ivrOutcome: values,
  callerLanguage: values,
  patientType: values,
  mediaType: values,
  campaignType: values,
  /** Whether the caller was placed on hold. */
  onHold: flag.optional(),
  /** Whether the caller named a wrong source. */
  wrongSourceMentioned: flag.optional(),
  /** Hours of the day, 0 to 23, in the call's own office's time: a cell of the heat map. */
  hour: listOf(wholeNumber(0, 23), 24).optional(),
  /** Days of the week, 0 (Sunday) to 6, in the call's own office's time. */
  weekday: listOf(wholeNumber(0, 6), 7).optional(),
});
export type CallFilters = z.infer<typeof callFiltersSchema>;

const checkedCallFilters = inOrder(callFiltersSchema).refine(
  (filters) => inquiryFilters.filter((name) => filters[name]?.length).length < 3,
  {
    path: ['insurance'],
    message: messages.threeInquiryFilters,
  },
);

/** Sort fields of the call list: date, who answered, recording by duration. */
export const callSorts = ['callDateTime', 'answeredBy', 'callDuration'] as const;
export type CallSort = (typeof callSorts)[number];
/** Sort fields of the appointment list. */
export const appointmentSorts = ['date', 'time', 'firstName', 'lastName'] as const;
export type AppointmentSort = (typeof appointmentSorts)[number];
export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];
/** Page sizes on offer. */
export const pageSizes = [10, 15, 30, 50] as const;
/** Rows per page unless asked otherwise. */
export const defaultPageSize = 15;

const paging = {
  ...accountSelectionShape,
  page: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 500).default(defaultPageSize),
  dir: z.enum(sortDirections, { error: 'Use asc or desc.' }).default('desc'),
  filters: checkedCallFilters.optional(),
  /** Free text: every word of it must be in a name, number, summary or campaign name, in any order and whatever its case. */
  query: z
    .string({ error: 'Use one text to search for.' })
    .max(200, 'Search for at most 200 characters.')
    .optional(),
};

/** A row of the call list. */
export const callRowSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** When the call came, UTC. */
  dateTime: z.iso.datetime(),
  /** IANA zone of the account: times of calls are shown in it. */
  timeZone: z.string(),
  /** Seconds. */
  callDuration: z.int().min(0),
  /** API path that answers a short-lived recording URL; null without a recording and until an announced one has come. */
  callAudioURL: z.string().nullable(),
  callSummary: z.string().nullable(),
  /** Name of the member of staff who answered. */
  callHandler: z.string().nullable(),
  answeredBy: z.string().nullable(),
  outcome: z.array(outcomeLabelSchema),
  /** Counted appointments of the call. */
  count: z.int().min(0),
  callResolveDate: z.iso.datetime().nullable(),
  campaignType: z.string().nullable(),
  campaignName: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  campaignTargetDeliveryWeek: z.string().nullable(),
  patientType: z.string().nullable(),
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  /** E.164 as a rule. */
  callerPhoneNumber: z.string().nullable(),
  followUpOpportunity: z.boolean(),
  opportunity: z.boolean(),
});
export type CallRow = z.infer<typeof callRowSchema>;

/** What a list of calls is asked with; an export is of the same list. */
export const callListQueryShape = {
  ...paging,
  sort: z.enum(callSorts, { error: `Use one of ${callSorts.join(', ')}.` }).default('callDateTime'),
};

export const listCalls = route({
  service: 'data',
  method: 'GET',
  path: '/calls',
  access: 'full',
  summary: 'Calls of a scope, filtered, sorted, a page at a time.',
  query: z.object(callListQueryShape),
  reply: pageOf(callRowSchema),
});

/** A row of the appointment list: the wire's own field names and the call it was booked on. */
export const appointmentRowSchema = z.object({
  Id: z.string(),
  Patient_First_Name__c: z.string().nullable(),
  Patient_Last_Name__c: z.string().nullable(),
  Date_Time__c: z.iso.datetime().nullable(),
  Phone_Number__c: z.string().nullable(),
  /** Scheduled, Cancelled or Rescheduled. */
  callOutcome: z.string(),
  call: callRowSchema,
});
export type AppointmentRow = z.infer<typeof appointmentRowSchema>;

export const listAppointments = route({
  service: 'data',
  method: 'GET',
  path: '/appointments',
  access: 'full',
  summary: 'Counted appointments on the calls of a scope, a page at a time.',
  query: z.object({
    ...paging,
    sort: z.enum(appointmentSorts, { error: `Use one of ${appointmentSorts.join(', ')}.` }).default('date'),
  }),
  reply: pageOf(appointmentRowSchema),
});

/** An appointment of a call. */
export const appointmentSchema = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  dateTime: z.iso.datetime().nullable(),
  phone: z.string().nullable(),
  outcome: z.string(),
  previousAppointmentId: z.string().nullable(),
  /** Replaced by a later appointment: shown, not counted. */
  replaced: z.boolean(),
});
export type Appointment = z.infer<typeof appointmentSchema>;

const inquirySchema = z.object({ id: z.string(), itemId: z.string(), name: z.string() });

/** A call with all that is known of it. */
export const callSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** IANA zone of the account. */
  timeZone: z.string(),
  callDateTime: z.iso.datetime(),
  /** API path that answers a short-lived recording URL; null without a recording and until an announced one has come. */
  callAudio: z.string().nullable(),
  /** Seconds. */
  callDuration: z.int().min(0),
  /** '+1 (xxx) xxx-xxxx' where it has that shape. */
  callerPhoneNumber: z.string().nullable(),
  callerPhoneNumberRaw: z.string().nullable(),
  appointmentsCounter: z.int().min(0),
  outcome: z.array(outcomeLabelSchema),
  campaignId: z.string().nullable(),
  campaignName: z.string().nullable(),
  campaignLabel: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  campaignTargetDeliveryWeek: z.string().nullable(),
  campaignType: z.string().nullable(),
  campaignMediaType: z.string().nullable(),
  scoreId: z.string().nullable(),
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  /** Derived: answered by staff and scored a valid appointment opportunity. */
  opportunity: z.boolean(),
  callAnsweredBy: z.string().nullable(),
  handlerName: z.string().nullable(),
  patientType: z.string().nullable(),
  ivrOutcome: z.string().nullable(),
  referralSource: z.string().nullable(),
  sourceMentioned: z.string().nullable(),
  voicemailLeftMessage: z.boolean().nullable(),
  voicemailWantsAppointment: z.boolean().nullable(),
  /** The call summary. */
  highlights: z.string().nullable(),
  followUpOpportunity: z.boolean(),
  followUpReason: z.string().nullable(),
  nonOpportunityReason: z.string().nullable(),
  noAppointmentScheduledReason: z.string().nullable(),
  resolveDate: z.iso.datetime().nullable(),
  /** Name of who called back. */
  callbackHandler: z.string().nullable(),
  callbackOutcomeResult: z.string().nullable(),
  callbackOutcomeOpportunityResult: z.string().nullable(),
  callbackOutcomeSummary: z.string().nullable(),
  appointments: z.array(appointmentSchema),
  offers: z.array(inquirySchema),
  services: z.array(inquirySchema),
  insurances: z.array(inquirySchema.extend({ insuranceAcceptanceStatus: z.string().nullable() })),
  /** Other calls of the same account from the same number, newest first, at most 20. */
  relatedCalls: z.array(callRowSchema),
  /** Waveform of the recording, 0 to 100, in equal steps; null when not known. */
  audioPeaks: z.array(z.int().min(0).max(100)).nullable(),
});
export type Call = z.infer<typeof callSchema>;

const callId = z.object({ id: z.string().min(1).max(200) });

export const getCall = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id',
  access: 'full',
  summary: 'One call with its appointments, inquiries and, with `related=1`, other calls of the same caller.',
  params: callId,
  query: z.object({ ...accountSelectionShape, related: flag.optional() }),
  reply: z.object({ records: z.array(callSchema) }),
});

export const requestRecording = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id/recording',
  access: 'full',
  summary: 'A short-lived signed URL of a call’s recording; asking for it is logged as a play.',
  params: callId,
  query: z.object({
    /** The URL goes on with a play whose URL has ended: no second play is logged within an hour of the first. */
    renewal: flag.optional(),
  }),
  reply: z.object({
    /** Path below the data service, signed; needs no token and serves byte ranges. */
    url: z.string(),
    /** When the URL ends. */
    expiresAt: z.iso.datetime(),
  }),
});

export const streamRecording = route({
  service: 'data',
  method: 'GET',
  path: '/recordings/:signature',
  access: 'public',
  answer: 'binary',
  summary: 'The bytes of a recording, by a signed URL.',
  params: z.object({ signature: z.string().min(1).max(4000) }),
  reply: z.unknown(),
});
