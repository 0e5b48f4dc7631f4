import { z } from 'zod';
import { orderedCallFilters } from './call-filters.ts';
import { closingKinds } from './rules/callbacks.ts';
import { outcomeLabelSchema } from './rules/outcome.ts';
import { defaultPageSize, sortDirectionSchema } from './rules/paging.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { pageOf } from './wire/page.ts';
import { flag, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** `callDuration` is the Recording column; `callType` sorts by the order of the labels. */
export const callSorts = ['callDateTime', 'answeredBy', 'callDuration', 'callType'] as const;
export type CallSort = (typeof callSorts)[number];
export const pageSizes = [10, 15, 30, 50] as const;

export const callPagingShape = {
  ...accountSelectionShape,
  page: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 500).default(defaultPageSize),
  dir: sortDirectionSchema.default('desc'),
  filters: orderedCallFilters.optional(),
  /** Words in any order and case; each must occur in a name, number, summary, transcript or campaign name. */
  query: searchQuery.optional(),
};

export const callRowSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  dateTime: z.iso.datetime(),
  timeZone: z.string(),
  /** Seconds. */
  callDuration: z.int().min(0),
  /** API path that returns a short-lived URL; null without a recording file. */
  callAudioURL: z.string().nullable(),
  callSummary: z.string().nullable(),
  /** Staff only. */
  callHandler: z.string().nullable(),
  /** Such as Staff or Voicemail; null until scored. */
  answeredBy: z.string().nullable(),
  /** Labels that apply, in order; empty until scored. */
  outcome: z.array(outcomeLabelSchema),
  count: z.int().min(0),
  callResolveDate: z.iso.datetime().nullable(),
  campaignType: z.string().nullable(),
  campaignTypeDetails: z.string().nullable(),
  /** The office's name for it, or the feed's. */
  campaignName: z.string().nullable(),
  /** The office's own name, else the label, else the order number. */
  campaignTitle: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  campaignTargetDeliveryWeek: z.string().nullable(),
  recordType: z.string().nullable(),
  /** From the score; null if not known. */
  patientType: z.string().nullable(),
  /** Name the caller gave; null if not known. */
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  callerPhoneNumber: z.string().nullable(),
  followUpOpportunity: z.boolean(),
  opportunity: z.boolean(),
  /** Set if the callback desk closed the caller since the call. */
  callbackMark: z.enum(closingKinds).nullish(),
});
export type CallRow = z.infer<typeof callRowSchema>;

export const callListQueryShape = {
  ...callPagingShape,
  sort: z.enum(callSorts, { error: `Use one of ${callSorts.join(', ')}.` }).default('callDateTime'),
};

export const listCalls = route({
  service: 'data',
  method: 'GET',
  path: '/calls',
  access: 'full',
  guests: true,
  summary: 'Lists the calls of a scope, filtered, sorted and paged.',
  query: z.object(callListQueryShape),
  reply: pageOf(callRowSchema),
});

export const appointmentSchema = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  dateTime: z.iso.datetime().nullable(),
  phone: z.string().nullable(),
  outcome: z.string(),
  previousAppointmentId: z.string().nullable(),
  /** Replaced appointments are shown but not counted. */
  replaced: z.boolean(),
});
export type Appointment = z.infer<typeof appointmentSchema>;

const inquirySchema = z.object({ id: z.string(), itemId: z.string(), name: z.string() });

export const callSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  callDateTime: z.iso.datetime(),
  callAudio: z.string().nullable(),
  recordingRemoved: z.boolean(),
  hasTranscript: z.boolean(),
  /** Seconds. */
  callDuration: z.int().min(0),
  /** '+1 (xxx) xxx-xxxx' for +1 and ten digits, otherwise as in the feed. */
  callerPhoneNumber: z.string().nullable(),
  /** As in the feed. */
  callerPhoneNumberRaw: z.string().nullable(),
  appointmentsCounter: z.int().min(0),
  outcome: z.array(outcomeLabelSchema),
  campaignId: z.string().nullable(),
  campaignName: z.string().nullable(),
  /** See `callRowSchema`. */
  campaignTitle: z.string().nullable(),
  campaignLabel: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  campaignTargetDeliveryWeek: z.string().nullable(),
  campaignType: z.string().nullable(),
  campaignTypeDetails: z.string().nullable(),
  recordType: z.string().nullable(),
  campaignMediaType: z.string().nullable(),
  scoreId: z.string().nullable(),
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  /** Alias of `callerIdName`. */
  callerIdNameFmt: z.string().nullable(),
  /** Answered by staff and scored a valid opportunity. */
  opportunity: z.boolean(),
  callAnsweredBy: z.string().nullable(),
  handlerName: z.string().nullable(),
  patientType: z.string().nullable(),
  ivrOutcome: z.string().nullable(),
  referralSource: z.string().nullable(),
  /** The caller's own words. */
  sourceMentioned: z.string().nullable(),
  voicemailLeftMessage: z.boolean().nullable(),
  voicemailWantsAppointment: z.boolean().nullable(),
  highlights: z.string().nullable(),
  followUpOpportunity: z.boolean(),
  followUpReason: z.string().nullable(),
  nonOpportunityReason: z.string().nullable(),
  noAppointmentScheduledReason: z.string().nullable(),
  resolveDate: z.iso.datetime().nullable(),
  callbackHandler: z.string().nullable(),
  callbackOutcomeResult: z.string().nullable(),
  callbackOutcomeOpportunityResult: z.string().nullable(),
  /** Alias of `callbackOutcomeOpportunityResult`. */
  callbackOutcomeOpportunity: z.string().nullable(),
  callbackOutcomeSummary: z.string().nullable(),
  appointments: z.array(appointmentSchema),
  offers: z.array(inquirySchema),
  /** Offers that any caller of the account asked about, by name, at most 200. */
  accountOffers: z.array(z.object({ itemId: z.string(), name: z.string() })),
  services: z.array(inquirySchema),
  insurances: z.array(inquirySchema.extend({ insuranceAcceptanceStatus: z.string().nullable() })),
  /** Other calls from this number to the account, newest first, at most 20. */
  relatedCalls: z.array(callRowSchema),
  /** Waveform peaks from 0 to 100 at equal intervals; null if not known. */
  audioPeaks: z.array(z.int().min(0).max(100)).nullable(),
  /** Since when the source system no longer has the call; null while it has it, or if that is not known. */
  goneAt: z.iso.datetime().nullable(),
});
export type Call = z.infer<typeof callSchema>;

export const callIdParams = z.object({ id: z.string().min(1).max(200) });

export const getCall = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id',
  access: 'full',
  guests: true,
  summary:
    'Returns one call with its appointments and inquiries and, with `related=1`, other calls of the same caller.',
  params: callIdParams,
  query: z.object({ ...accountSelectionShape, related: flag.optional() }),
  reply: z.object({ records: z.array(callSchema) }),
});
