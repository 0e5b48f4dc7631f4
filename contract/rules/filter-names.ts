import type { DimensionFilter, InquiryFilter } from '../call-filters.ts';

/** The names of a call list's filters by a list of values. */
export type ValueFilterName = InquiryFilter | 'callHandlerId' | DimensionFilter;
/** The names of a call list's Yes or No filters. */
export type FlagFilterName = 'opportunity' | 'hasAudio' | 'onHold' | 'wrongSourceMentioned';

/** The labels of a call list's filters. 'Patient' follows the account's wording. */
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
  opportunity: 'Opportunity call',
  hasAudio: 'Recorded',
  onHold: 'Placed on hold',
  wrongSourceMentioned: 'Wrong source mentioned',
};

/** The labels of the filters by the local time of a call's office. */
export const clockFilterNames = { weekday: 'Day', hour: 'Hour' } as const;

/** The value of the call handler filter for calls that were not answered by staff. */
export const nonStaffHandler = 'nonStaff';
/** The label of {@link nonStaffHandler}. */
export const nonStaffName = 'Not a member of staff';

/** The filters whose values are label texts, which follow the account's wording. The values of the others are names. */
export const filtersWithWording: readonly ValueFilterName[] = [
  'patientType',
  'followUpReason',
  'noAppointmentScheduledReason',
  'nonOpportunityReason',
];
