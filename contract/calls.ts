import { z } from 'zod';
import { orderedCallFilters } from './call-filters.ts';
import { closingKinds } from './rules/callbacks.ts';
import { outcomeLabelSchema } from './rules/outcome.ts';
import { defaultPageSize, sortDirectionSchema } from './rules/paging.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { pageOf } from './wire/page.ts';
import { flag, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** Sort fields of the call list. `callDuration` is the Recording column, `callType` the call type labels in their order. */
export const callSorts = ['callDateTime', 'answeredBy', 'callDuration', 'callType'] as const;
export type CallSort = (typeof callSorts)[number];
/** Page sizes offered to users. */
export const pageSizes = [10, 15, 30, 50] as const;

/** Accounts, filters, search and paging of a list of calls or appointments. */
export const callPagingShape = {
  ...accountSelectionShape,
  page: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 500).default(defaultPageSize),
  dir: sortDirectionSchema.default('desc'),
  filters: orderedCallFilters.optional(),
  /** Words in any order and case; each must occur in a name, number, summary or campaign name. */
  query: searchQuery.optional(),
};

export const callRowSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** Time of the call, UTC. */
  dateTime: z.iso.datetime(),
  /** IANA time zone of the account; the call's times are shown in it. */
  timeZone: z.string(),
  /** Seconds. */
  callDuration: z.int().min(0),
  /** API path that returns a short-lived recording URL; null without a recording file. */
  callAudioURL: z.string().nullable(),
  /** Null if absent. */
  callSummary: z.string().nullable(),
  /** Staff member who answered; null if not known. */
  callHandler: z.string().nullable(),
  /** Kind of answerer, such as Staff or Voicemail; null until scored. */
  answeredBy: z.string().nullable(),
  /** Labels that apply, in order; empty until scored. */
  outcome: z.array(outcomeLabelSchema),
  /** Number of counted appointments. */
  count: z.int().min(0),
  /** UTC; null until resolved. */
  callResolveDate: z.iso.datetime().nullable(),
  /** Null without a campaign. */
  campaignType: z.string().nullable(),
  /** More about the type of the campaign; null without any. */
  campaignTypeDetails: z.string().nullable(),
  /** The office's name for the campaign, or the feed's; null without a campaign. */
  campaignName: z.string().nullable(),
  /** Title by which people know the campaign: the office's own name, else its label, else its order number; null without one. */
  campaignTitle: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  campaignTargetDeliveryWeek: z.string().nullable(),
  /** Kind of the call's record in the provider's system; null when not known. */
  recordType: z.string().nullable(),
  /** From the score; null if not known. */
  patientType: z.string().nullable(),
  /** Name the caller gave; null if not known. */
  callerName: z.string().nullable(),
  /** Caller ID; null if not known. */
  callerIdName: z.string().nullable(),
  /** Usually E.164. */
  callerPhoneNumber: z.string().nullable(),
  /** Marked as needing a follow-up. */
  followUpOpportunity: z.boolean(),
  opportunity: z.boolean(),
  /** How the caller was closed at the callback desk since the call; null if not closed. */
  callbackMark: z.enum(closingKinds).nullish(),
});
export type CallRow = z.infer<typeof callRowSchema>;

/** Query of the call list; exports use the same fields. */
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
  /** UTC; null if not known. */
  dateTime: z.iso.datetime().nullable(),
  /** Phone number of the client; null if not known. */
  phone: z.string().nullable(),
  /** Scheduled, Cancelled or Rescheduled. */
  outcome: z.string(),
  /** Appointment that this one replaces; null if absent. */
  previousAppointmentId: z.string().nullable(),
  /** Whether a later appointment replaced it; replaced ones are shown but not counted. */
  replaced: z.boolean(),
});
export type Appointment = z.infer<typeof appointmentSchema>;

const inquirySchema = z.object({ id: z.string(), itemId: z.string(), name: z.string() });

/** A call with all details. */
export const callSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** IANA time zone of the account. */
  timeZone: z.string(),
  /** Time of the call, UTC. */
  callDateTime: z.iso.datetime(),
  /** API path that returns a short-lived recording URL; null without a recording file. */
  callAudio: z.string().nullable(),
  /** Whether a recording existed but is no longer kept. */
  recordingRemoved: z.boolean(),
  /** Seconds. */
  callDuration: z.int().min(0),
  /** '+1 (xxx) xxx-xxxx' for +1 and ten digits, otherwise as in the feed. */
  callerPhoneNumber: z.string().nullable(),
  /** As in the feed. */
  callerPhoneNumberRaw: z.string().nullable(),
  /** Number of counted appointments. */
  appointmentsCounter: z.int().min(0),
  /** Labels that apply, in order; empty until scored. */
  outcome: z.array(outcomeLabelSchema),
  /** Null without a campaign. */
  campaignId: z.string().nullable(),
  /** The office's name for the campaign, or the feed's; null without a campaign. */
  campaignName: z.string().nullable(),
  /** Title by which people know the campaign: the office's own name, else its label, else its order number; null without one. */
  campaignTitle: z.string().nullable(),
  /** Label of the campaign; null without one. */
  campaignLabel: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  campaignTargetDeliveryWeek: z.string().nullable(),
  /** Null without a campaign. */
  campaignType: z.string().nullable(),
  /** More about the type of the campaign; null without any. */
  campaignTypeDetails: z.string().nullable(),
  /** Kind of the call's record in the provider's system; null when not known. */
  recordType: z.string().nullable(),
  /** Null without a campaign. */
  campaignMediaType: z.string().nullable(),
  /** Null until scored. */
  scoreId: z.string().nullable(),
  /** Name the caller gave; null if not known. */
  callerName: z.string().nullable(),
  /** Caller ID; null if not known. */
  callerIdName: z.string().nullable(),
  /** The same as `callerIdName`. */
  callerIdNameFmt: z.string().nullable(),
  /** Answered by staff and scored a valid appointment opportunity. */
  opportunity: z.boolean(),
  /** Kind of answerer, such as Staff or Voicemail; null until scored. */
  callAnsweredBy: z.string().nullable(),
  /** Staff member who answered; null if not known. */
  handlerName: z.string().nullable(),
  /** From the score; null if not known. */
  patientType: z.string().nullable(),
  /** Outcome in the phone menu; null if not known. */
  ivrOutcome: z.string().nullable(),
  /** Referral source the caller named; null if not known. */
  referralSource: z.string().nullable(),
  /** The caller's words about the source; null if not known. */
  sourceMentioned: z.string().nullable(),
  /** Whether the caller left a message; null if not known. */
  voicemailLeftMessage: z.boolean().nullable(),
  /** Whether the message asks for an appointment; null if not known. */
  voicemailWantsAppointment: z.boolean().nullable(),
  /** Call summary. */
  highlights: z.string().nullable(),
  /** Marked as needing a follow-up. */
  followUpOpportunity: z.boolean(),
  /** Null if absent. */
  followUpReason: z.string().nullable(),
  /** Null if absent. */
  nonOpportunityReason: z.string().nullable(),
  /** Null if absent. */
  noAppointmentScheduledReason: z.string().nullable(),
  /** UTC; null until resolved. */
  resolveDate: z.iso.datetime().nullable(),
  /** Staff member who called back. */
  callbackHandler: z.string().nullable(),
  /** Null until resolved. */
  callbackOutcomeResult: z.string().nullable(),
  /** Null until resolved. */
  callbackOutcomeOpportunityResult: z.string().nullable(),
  /** The same as `callbackOutcomeOpportunityResult`. */
  callbackOutcomeOpportunity: z.string().nullable(),
  /** Null until resolved. */
  callbackOutcomeSummary: z.string().nullable(),
  /** Includes replaced ones. */
  appointments: z.array(appointmentSchema),
  offers: z.array(inquirySchema),
  /** All offers of the account: those that any of its callers asked about, by name, at most 200. */
  accountOffers: z.array(z.object({ itemId: z.string(), name: z.string() })),
  services: z.array(inquirySchema),
  /** With the office's acceptance. */
  insurances: z.array(inquirySchema.extend({ insuranceAcceptanceStatus: z.string().nullable() })),
  /** Other calls from this number to the account, newest first, at most 20. */
  relatedCalls: z.array(callRowSchema),
  /** Waveform peaks from 0 to 100 at equal intervals; null if not known. */
  audioPeaks: z.array(z.int().min(0).max(100)).nullable(),
  /** Since when the system that the call came from no longer has it; null while it has, or nothing is known. */
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
