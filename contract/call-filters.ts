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

/** Media type of calls whose campaign has none, so that a breakdown row opens exactly its own calls. */
export const noMediaType = 'No media type';

/** At most two of the three can be combined. */
export const inquiryFilters = ['offer', 'service', 'insurance'] as const;
export type InquiryFilter = (typeof inquiryFilters)[number];

/** Aliases of filters; values of both names are combined. */
export const otherFilterNames = {
  callerProvidedSource: 'callerSource',
  noAppointmentWasScheduledReason: 'noAppointmentScheduledReason',
} as const satisfies Record<string, DimensionName>;

const ofDimensions = <Values>(filter: Values) =>
  Object.fromEntries(dimensionNames.map((name) => [name, filter])) as Record<DimensionName, Values>;

/** Values of one filter are combined with OR, filters with AND. */
export const callFiltersSchema = scopeFiltersSchema.extend({
  outcome: listOf(outcomeFilterSchema, 50).optional(),
  /** Staff ids; `nonStaff` selects calls that no staff member answered. */
  callHandlerId: values,
  offer: values,
  service: values,
  insurance: values,
  ...ofDimensions(values),
  callerProvidedSource: values,
  noAppointmentWasScheduledReason: values,
  opportunity: flag.optional(),
  /** Whether it is known who or what answered. */
  scored: flag.optional(),
  hasAudio: flag.optional(),
  onHold: flag.optional(),
  /** Whether the caller named a source other than the number's campaign. */
  wrongSourceMentioned: flag.optional(),
  /** Hours, and weekdays from 0 (Sunday), in the office's local time. */
  hour: listOf(wholeNumber(0, 23), 24).optional(),
  weekday: listOf(wholeNumber(0, 6), 7).optional(),
});
export type CallFilters = z.infer<typeof callFiltersSchema>;

const otherNames = Object.entries(otherFilterNames) as [keyof typeof otherFilterNames, DimensionName][];

export const filterValues = (filters: CallFilters, filter: DimensionName): string[] => [
  ...(filters[filter] ?? []),
  ...otherNames.flatMap(([name, meant]) => (meant === filter ? (filters[name] ?? []) : [])),
];

const ordered = (filters: typeof callFiltersSchema) =>
  withOrderedDates(filters).refine(
    (given) => inquiryFilters.filter((name) => given[name]?.length).length < 3,
    {
      path: ['insurance'],
      message: messages.threeInquiryFilters,
    },
  );

export const orderedCallFilters = ordered(callFiltersSchema);

/** For request bodies, which refuse unknown filters. */
export const callFiltersOfBody = ordered(callFiltersSchema.strict());
