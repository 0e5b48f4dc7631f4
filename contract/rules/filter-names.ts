import type { DimensionFilter, InquiryFilter } from '../calls.ts';

/** The filters of a call list that hold lists of values. */
export type ValueFilterName = InquiryFilter | 'callHandlerId' | DimensionFilter;
/** The filters of a call list that are yes or no. */
export type FlagFilterName = 'onHold' | 'wrongSourceMentioned';

/** What the filters of a call list are called; 'patient' follows the account's wording. */
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
  onHold: 'Placed on hold',
  wrongSourceMentioned: 'Wrong source mentioned',
};

/** What the filters by the clock of a call's office are called. */
export const clockFilterNames = { weekday: 'Day', hour: 'Hour' } as const;

/** The value of the call handler filter for calls that something other than staff answered. */
export const nonStaffHandler = 'nonStaff';
/** How {@link nonStaffHandler} is written for people. */
export const nonStaffName = 'Not a member of staff';

/** The filters whose values are label texts, which follow the account's wording; the others' are names that somebody gave. */
export const filtersWithWording: readonly ValueFilterName[] = [
  'patientType',
  'followUpReason',
  'noAppointmentScheduledReason',
  'nonOpportunityReason',
];
