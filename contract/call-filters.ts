import { z } from 'zod';
import { messages } from './rules/messages.ts';
import { outcomeFilterSchema } from './rules/outcome.ts';
import { scopeFiltersSchema, withOrderedDates } from './scope/scope.ts';
import { flag, listOf, wholeNumber } from './wire/query.ts';

const values = listOf(
  z
    .string({ error: 'Use a text; name the filter once for each value.' })
    .min(1, 'Use a value that is not empty.')
    .max(500, 'Use at most 500 characters.'),
  1000,
).optional();

/** The panel's filters by a dimension. The values of one filter are combined with OR, the filters with AND. */
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
  'recordType',
] as const;
export type DimensionFilter = (typeof dimensionFilters)[number];

/**
 * The media type reported for calls whose campaign has none: in the `mediaType` of a campaign source and as a value of
 * the `mediaType` filter, so that a row of that breakdown opens exactly its own calls.
 */
export const noMediaType = 'No media type';

/** The panel's filters by the item ids of inquiries. At most two of the three can be combined. */
export const inquiryFilters = ['offer', 'service', 'insurance'] as const;
export type InquiryFilter = (typeof inquiryFilters)[number];

/** Other names of filters, by the filter that each means; values of both names are combined. */
export const otherFilterNames = {
  callerProvidedSource: 'callerSource',
  noAppointmentWasScheduledReason: 'noAppointmentScheduledReason',
} as const satisfies Record<string, DimensionFilter>;

/** The filters of the call lists: those of the scope, the outcome and every filter of the panel. */
export const callFiltersSchema = scopeFiltersSchema.extend({
  /** Outcome filters, combined with OR; the lists of calls. */
  outcome: listOf(outcomeFilterSchema, 50).optional(),
  /** Staff ids; `nonStaff` selects calls that no member of staff answered. */
  callHandlerId: values,
  /** Item ids of offers. */
  offer: values,
  /** Item ids of services. */
  service: values,
  /** Item ids of insurances. */
  insurance: values,
  /** Who or what answered. */
  answeredBy: values,
  /** Reasons why calls were not opportunities. */
  nonOpportunityReason: values,
  /** Payment types. */
  paymentType: values,
  /** Referral sources that callers named. */
  callerSource: values,
  /** What became of calls that voicemail answered. */
  voicemailOutcome: values,
  /** Callers' gender. */
  callerGender: values,
  /** Reasons why calls need a follow-up. */
  followUpReason: values,
  /** Reasons why no appointment was scheduled. */
  noAppointmentScheduledReason: values,
  /** What became of calls that the phone menu answered. */
  ivrOutcome: values,
  /** Callers' language. */
  callerLanguage: values,
  /** Patient types. */
  patientType: values,
  /** Media types of campaigns, or `noMediaType`. */
  mediaType: values,
  /** Campaign types. */
  campaignType: values,
  /** Kinds of the calls' records in the provider's system. */
  recordType: values,
  /** The same as `callerSource`. */
  callerProvidedSource: values,
  /** The same as `noAppointmentScheduledReason`. */
  noAppointmentWasScheduledReason: values,
  /** Whether it is an opportunity call. */
  opportunity: flag.optional(),
  /** Whether the call has a recording. */
  hasAudio: flag.optional(),
  /** Whether the caller was placed on hold. */
  onHold: flag.optional(),
  /** Whether the caller named a source other than the one they called through. */
  wrongSourceMentioned: flag.optional(),
  /** Hours of the day, 0 to 23, in the local time of the call's office. */
  hour: listOf(wholeNumber(0, 23), 24).optional(),
  /** Days of the week, 0 (Sunday) to 6, in the local time of the call's office. */
  weekday: listOf(wholeNumber(0, 6), 7).optional(),
});
export type CallFilters = z.infer<typeof callFiltersSchema>;

const otherNames = Object.entries(otherFilterNames) as [keyof typeof otherFilterNames, DimensionFilter][];

/** The values of a filter, under each of its names. */
export const filterValues = (filters: CallFilters, filter: DimensionFilter): string[] => [
  ...(filters[filter] ?? []),
  ...otherNames.flatMap(([name, meant]) => (meant === filter ? (filters[name] ?? []) : [])),
];

/** The filters of a request for a call list, with the rules across fields. */
export const orderedCallFilters = withOrderedDates(callFiltersSchema).refine(
  (filters) => inquiryFilters.filter((name) => filters[name]?.length).length < 3,
  {
    path: ['insurance'],
    message: messages.threeInquiryFilters,
  },
);
