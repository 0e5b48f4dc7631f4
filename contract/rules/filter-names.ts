import type { InquiryFilter } from '../call-filters.ts';
import { type DimensionName, dimensionNames, dimensionOf, dimensions } from '../figures/dimensions.ts';

/** Filters with a list of values. */
export type ValueFilterName = InquiryFilter | 'callHandlerId' | DimensionName;
/** The names of a call list's Yes or No filters. */
export type FlagFilterName = 'scored' | 'opportunity' | 'hasAudio' | 'onHold' | 'wrongSourceMentioned';

const labels = Object.fromEntries(dimensionNames.map((name) => [name, dimensions[name].label])) as Record<
  DimensionName,
  string
>;

/** Labels of filters; 'Patient' follows the account's wording. */
export const filterNames: Readonly<Record<ValueFilterName | FlagFilterName, string>> = {
  offer: 'Offer',
  service: 'Service',
  insurance: 'Insurance',
  callHandlerId: 'Call handler',
  ...labels,
  scored: 'Scored',
  opportunity: 'Opportunity call',
  hasAudio: 'Recorded',
  onHold: 'Placed on hold',
  wrongSourceMentioned: 'Wrong source mentioned',
};

/** Labels of filters by the office's local time. */
export const clockFilterNames = { weekday: 'Day', hour: 'Hour' } as const;

/** Value of the call handler filter for calls not answered by staff. */
export const nonStaffHandler = 'nonStaff';
export const nonStaffName = 'Not a member of staff';

/** Whether values of a filter are texts in the account's wording; values of others are names. */
export const hasWording = (filter: ValueFilterName): boolean =>
  filter in dimensions && dimensionOf(filter as DimensionName).hasWording === true;
