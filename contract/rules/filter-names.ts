import type { DimensionFilter, InquiryFilter } from '../call-filters.ts';

/** Filters with a list of values. */
export type ValueFilterName = InquiryFilter | 'callHandlerId' | DimensionFilter;
/** The names of a call list's Yes or No filters. */
export type FlagFilterName = 'scored' | 'opportunity' | 'hasAudio' | 'onHold' | 'wrongSourceMentioned';

/** Labels of filters; 'Patient' follows the account's wording. */
export const filterNames: Readonly<Record<ValueFilterName | FlagFilterName, string>> = {
  offer: 'Offer',
  service: 'Service',
  insurance: 'Insurance',
  callHandlerId: 'Call handler',
  answeredBy: 'Answered by',
  nonOpportunityReason: 'Non-opportunity reason',
  paymentType: 'Payment type',
  callerSource: 'Referral source',
  voicemailOutcome: 'Voicemail outcome',
  callerGender: 'Caller gender',
  followUpReason: 'Follow-up reason',
  noAppointmentScheduledReason: 'No appointment because',
  ivrOutcome: 'IVR outcome',
  callerLanguage: 'Caller language',
  patientType: 'Patient type',
  mediaType: 'Media type',
  campaignType: 'Campaign type',
  recordType: 'Record type',
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

/** Filters whose values are label texts in the account's wording; values of others are names. */
export const filtersWithWording: readonly ValueFilterName[] = [
  'patientType',
  'followUpReason',
  'noAppointmentScheduledReason',
  'nonOpportunityReason',
];
