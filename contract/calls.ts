import { z } from 'zod';
import { orderedCallFilters } from './call-filters.ts';
import { closingKinds } from './rules/callbacks.ts';
import { outcomeLabelSchema } from './rules/outcome.ts';
import { defaultPageSize } from './rules/paging.ts';
import { sortDirectionSchema } from './rules/sort-direction.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { pageOf } from './wire/page.ts';
import { flag, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** Sort fields of the call list. `callDuration` is the Recording column, `callType` the call type labels in their order. */
export const callSorts = ['callDateTime', 'answeredBy', 'callDuration', 'callType'] as const;
export type CallSort = (typeof callSorts)[number];
/** The page sizes that a person can choose from. */
export const pageSizes = [10, 15, 30, 50] as const;

/** Accounts, filters, search and paging of a list of calls or appointments. */
export const callPagingShape = {
  ...accountSelectionShape,
  page: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 500).default(defaultPageSize),
  dir: sortDirectionSchema.default('desc'),
  filters: orderedCallFilters.optional(),
  /** Words to search for, in any order and case. Each must occur in a name, number, summary or campaign name. */
  query: searchQuery.optional(),
};

/** A row of the call list. */
export const callRowSchema = z.object({
  /** Id of the call. */
  callId: z.string(),
  /** Id of the account that was called. */
  accountId: z.string(),
  /** Name of the account. */
  accountName: z.string(),
  /** When the call came in, UTC. */
  dateTime: z.iso.datetime(),
  /** IANA time zone of the account, in which the call's times are shown. */
  timeZone: z.string(),
  /** Length of the call in seconds. */
  callDuration: z.int().min(0),
  /** API path that returns a short-lived URL of the recording; null while there is no recording file. */
  callAudioURL: z.string().nullable(),
  /** Summary of the call; null while it has none. */
  callSummary: z.string().nullable(),
  /** Name of the member of staff who answered; null when not known. */
  callHandler: z.string().nullable(),
  /** Who or what answered, such as Staff or Voicemail; null while the call is not scored. */
  answeredBy: z.string().nullable(),
  /** Outcome labels that apply, in order; empty while the call is not scored. */
  outcome: z.array(outcomeLabelSchema),
  /** Number of counted appointments. */
  count: z.int().min(0),
  /** When the call was resolved, UTC; null while it is not. */
  callResolveDate: z.iso.datetime().nullable(),
  /** Type of the campaign; null without one. */
  campaignType: z.string().nullable(),
  /** More about the type of the campaign; null without any. */
  campaignTypeDetails: z.string().nullable(),
  /** Name of the campaign: the office's own, else the feed's; null without one. */
  campaignName: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  campaignTargetDeliveryWeek: z.string().nullable(),
  /** Kind of the call's record in the provider's system; null when not known. */
  recordType: z.string().nullable(),
  /** Patient type from the score; null when not known. */
  patientType: z.string().nullable(),
  /** Name that the caller gave; null when not known. */
  callerName: z.string().nullable(),
  /** Caller ID of the phone company; null when not known. */
  callerIdName: z.string().nullable(),
  /** E.164 as a rule. */
  callerPhoneNumber: z.string().nullable(),
  /** Whether the call was marked as needing a follow-up. */
  followUpOpportunity: z.boolean(),
  /** Whether it is an opportunity call. */
  opportunity: z.boolean(),
  /** How people closed the caller at the callback desk since the call; null when they did not. */
  callbackMark: z.enum(closingKinds).nullish(),
});
export type CallRow = z.infer<typeof callRowSchema>;

/** The query of the call list. An export takes the same fields. */
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

/** An appointment of a call. */
export const appointmentSchema = z.object({
  id: z.string(),
  /** The client's first name; null when not known. */
  firstName: z.string().nullable(),
  /** The client's last name; null when not known. */
  lastName: z.string().nullable(),
  /** Time of the appointment, UTC; null when not known. */
  dateTime: z.iso.datetime().nullable(),
  /** The client's phone number; null when not known. */
  phone: z.string().nullable(),
  /** Outcome labels that apply, in order; empty while the call is not scored. */
  outcome: z.string(),
  /** Id of the appointment that this one replaces; null for none. */
  previousAppointmentId: z.string().nullable(),
  /** Whether a later appointment replaced it; then it is shown but not counted. */
  replaced: z.boolean(),
});
export type Appointment = z.infer<typeof appointmentSchema>;

const inquirySchema = z.object({ id: z.string(), itemId: z.string(), name: z.string() });

/** A call with all of its details. */
export const callSchema = z.object({
  id: z.string(),
  /** Id of the account that was called. */
  accountId: z.string(),
  /** Name of the account. */
  accountName: z.string(),
  /** IANA zone of the account. */
  timeZone: z.string(),
  /** When the call came in, UTC. */
  callDateTime: z.iso.datetime(),
  /** API path that returns a short-lived URL of the recording; null while there is no recording file. */
  callAudio: z.string().nullable(),
  /** Whether there was a recording that is no longer kept. */
  recordingRemoved: z.boolean(),
  /** Length of the call in seconds. */
  callDuration: z.int().min(0),
  /** '+1 (xxx) xxx-xxxx' for +1 and ten digits, else as the feed has it. */
  callerPhoneNumber: z.string().nullable(),
  /** The phone number as the feed has it. */
  callerPhoneNumberRaw: z.string().nullable(),
  /** Number of counted appointments. */
  appointmentsCounter: z.int().min(0),
  /** Outcome labels that apply, in order; empty while the call is not scored. */
  outcome: z.array(outcomeLabelSchema),
  /** Id of the campaign; null without one. */
  campaignId: z.string().nullable(),
  /** Name of the campaign: the office's own, else the feed's; null without one. */
  campaignName: z.string().nullable(),
  /** Label of the campaign; null without one. */
  campaignLabel: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  campaignTargetDeliveryWeek: z.string().nullable(),
  /** Type of the campaign; null without one. */
  campaignType: z.string().nullable(),
  /** More about the type of the campaign; null without any. */
  campaignTypeDetails: z.string().nullable(),
  /** Kind of the call's record in the provider's system; null when not known. */
  recordType: z.string().nullable(),
  /** Media type of the campaign; null without one. */
  campaignMediaType: z.string().nullable(),
  /** Id of the score; null while the call is not scored. */
  scoreId: z.string().nullable(),
  /** Name that the caller gave; null when not known. */
  callerName: z.string().nullable(),
  /** Caller ID of the phone company; null when not known. */
  callerIdName: z.string().nullable(),
  /** The same as `callerIdName`. */
  callerIdNameFmt: z.string().nullable(),
  /** Whether it is an opportunity call: answered by staff and scored a valid appointment opportunity. */
  opportunity: z.boolean(),
  /** Who or what answered, such as Staff or Voicemail; null while the call is not scored. */
  callAnsweredBy: z.string().nullable(),
  /** Name of the member of staff who answered; null when not known. */
  handlerName: z.string().nullable(),
  /** Patient type from the score; null when not known. */
  patientType: z.string().nullable(),
  /** What became of the call in the phone menu; null when not known. */
  ivrOutcome: z.string().nullable(),
  /** Referral source that the caller named; null when not known. */
  referralSource: z.string().nullable(),
  /** The caller's own words about the source; null when not known. */
  sourceMentioned: z.string().nullable(),
  /** Whether the caller left a voicemail message; null when not known. */
  voicemailLeftMessage: z.boolean().nullable(),
  /** Whether the message asks for an appointment; null when not known. */
  voicemailWantsAppointment: z.boolean().nullable(),
  /** The call summary. */
  highlights: z.string().nullable(),
  /** Whether the call was marked as needing a follow-up. */
  followUpOpportunity: z.boolean(),
  /** Why the call needs a follow-up; null for none. */
  followUpReason: z.string().nullable(),
  /** Why the call was not an opportunity; null for none. */
  nonOpportunityReason: z.string().nullable(),
  /** Why no appointment was scheduled; null for none. */
  noAppointmentScheduledReason: z.string().nullable(),
  /** When the call was resolved, UTC; null while it is not. */
  resolveDate: z.iso.datetime().nullable(),
  /** Name of the member of staff who called back. */
  callbackHandler: z.string().nullable(),
  /** Result of the callback; null until the call is resolved. */
  callbackOutcomeResult: z.string().nullable(),
  /** Opportunity result of the callback; null until the call is resolved. */
  callbackOutcomeOpportunityResult: z.string().nullable(),
  /** The same as `callbackOutcomeOpportunityResult`. */
  callbackOutcomeOpportunity: z.string().nullable(),
  /** Summary of the callback; null until the call is resolved. */
  callbackOutcomeSummary: z.string().nullable(),
  /** All appointments of the call, replaced ones included. */
  appointments: z.array(appointmentSchema),
  /** Offers that the caller asked about. */
  offers: z.array(inquirySchema),
  /** All offers of the account: those that any of its callers asked about, by name, at most 200. */
  accountOffers: z.array(z.object({ itemId: z.string(), name: z.string() })),
  /** Services that the caller asked about. */
  services: z.array(inquirySchema),
  /** Insurances that the caller asked about, with their acceptance by the office. */
  insurances: z.array(inquirySchema.extend({ insuranceAcceptanceStatus: z.string().nullable() })),
  /** Other calls of the same account from the same number, newest first, at most 20. */
  relatedCalls: z.array(callRowSchema),
  /** Waveform of the recording: peaks from 0 to 100 at equal intervals; null when not known. */
  audioPeaks: z.array(z.int().min(0).max(100)).nullable(),
});
export type Call = z.infer<typeof callSchema>;

/** The path parameters of a route of one call. */
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
