import { z } from 'zod';
import { type DimensionName, dimensionNames } from './figures/dimensions.ts';
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

/**
 * Media type of calls whose campaign has none, in campaign sources and in the `mediaType` filter, so that a breakdown row
 * opens exactly its own calls.
 */
export const noMediaType = 'No media type';

/** Filters by item ids of inquiries. At most two of the three can be combined. */
export const inquiryFilters = ['offer', 'service', 'insurance'] as const;
export type InquiryFilter = (typeof inquiryFilters)[number];

/** Other names of filters, by the filter that each means; values of both names are combined. */
export const otherFilterNames = {
  callerProvidedSource: 'callerSource',
  noAppointmentWasScheduledReason: 'noAppointmentScheduledReason',
} as const satisfies Record<string, DimensionName>;

const ofDimensions = <Values>(filter: Values) =>
  Object.fromEntries(dimensionNames.map((name) => [name, filter])) as Record<DimensionName, Values>;

/** Filters of the call lists: scope, outcome and panel. Values of one filter are combined with OR, filters with AND. */
export const callFiltersSchema = scopeFiltersSchema.extend({
  /** Combined with OR. */
  outcome: listOf(outcomeFilterSchema, 50).optional(),
  /** Staff ids; `nonStaff` selects calls that no staff member answered. */
  callHandlerId: values,
  offer: values,
  service: values,
  insurance: values,
  ...ofDimensions(values),
  /** The same as `callerSource`. */
  callerProvidedSource: values,
  /** The same as `noAppointmentScheduledReason`. */
  noAppointmentWasScheduledReason: values,
  /** Whether it is an opportunity call. */
  opportunity: flag.optional(),
  /** Whether it is scored: it is known who or what answered. */
  scored: flag.optional(),
  /** Whether the call has a recording. */
  hasAudio: flag.optional(),
  /** Whether the caller was placed on hold. */
  onHold: flag.optional(),
  /** Whether the caller named a source other than the number's campaign. */
  wrongSourceMentioned: flag.optional(),
  /** Hours 0 to 23, in the office's local time. */
  hour: listOf(wholeNumber(0, 23), 24).optional(),
  /** Weekdays 0 (Sunday) to 6, in the office's local time. */
  weekday: listOf(wholeNumber(0, 6), 7).optional(),
});
export type CallFilters = z.infer<typeof callFiltersSchema>;

const otherNames = Object.entries(otherFilterNames) as [keyof typeof otherFilterNames, DimensionName][];

/** The values of a filter, under each of its names. */
export const filterValues = (filters: CallFilters, filter: DimensionName): string[] => [
  ...(filters[filter] ?? []),
  ...otherNames.flatMap(([name, meant]) => (meant === filter ? (filters[name] ?? []) : [])),
];

/** Adds the rules across fields. */
const ordered = (filters: typeof callFiltersSchema) =>
  withOrderedDates(filters).refine(
    (given) => inquiryFilters.filter((name) => given[name]?.length).length < 3,
    {
      path: ['insurance'],
      message: messages.threeInquiryFilters,
    },
  );

/** The filters of a request for a call list, in its query. */
export const orderedCallFilters = ordered(callFiltersSchema);

/** The same in a body, where an unknown filter is refused. */
export const callFiltersOfBody = ordered(callFiltersSchema.strict());
