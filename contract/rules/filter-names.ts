import type { InquiryFilter } from '../call-filters.ts';
import { type DimensionName, dimensionNames, dimensionOf, dimensions } from '../figures/dimensions.ts';

export type ValueFilterName = InquiryFilter | 'callHandlerId' | DimensionName;
export type FlagFilterName = 'scored' | 'opportunity' | 'hasAudio' | 'onHold' | 'wrongSourceMentioned';

const labels = Object.fromEntries(dimensionNames.map((name) => [name, dimensions[name].label])) as Record<
  DimensionName,
  string
>;

/** 'Patient' follows the account's wording. */
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

/** In the office's local time. */
export const clockFilterNames = { weekday: 'Day', hour: 'Hour' } as const;

export const nonStaffHandler = 'nonStaff';
export const nonStaffName = 'Not a member of staff';

export const hasWording = (filter: ValueFilterName): boolean =>
  filter in dimensions && dimensionOf(filter as DimensionName).hasWording === true;
