import { fixedPatientTypes } from '@mailcall/contract/rules/score-texts.ts';
import { weighted, type Weighted } from './random.ts';

export interface Item {
  id: string;
  name: string;
  /** Name after "asked about". */
  phrase: string;
}

export interface Trade {
  key: 'dental' | 'orthodontics' | 'home-services';
  industry: string;
  clientLabel: string;
  businessLabel: string;
  /** With its article: 'a new patient exam'. */
  visit: string;
  /** Such as 'office'. */
  placeNoun: string;
  /** Such as 'the dentist'. */
  expert: string;
  /** By weekday, Sunday first; null if closed. */
  hours: readonly (readonly [number, number] | null)[];
  /** By month, January first; 1 is the mean. */
  season: readonly number[];
  spring2020: number;
  staffTypes: readonly string[];
  services: Weighted<Item>;
  offers: Weighted<Item>;
  insurances: readonly Item[];
  paymentTypes: Weighted<string>;
  existingReasons: Weighted<string>;
  leadRefusals: Weighted<string>;
  noAppointmentReasons: Weighted<string>;
  themes: readonly string[];
  details: readonly string[];
}

export const nonClientReasons = weighted([
  ['Solicitor / Vendor', 44],
  ['Wrong Number', 24],
  ['Job Inquiry', 12],
  ['Other Business Calling', 20],
] as const);
export const spamReason = 'Spam / Robocall';

export const followUpReasons = {
  voicemail: 'Left Voicemail Requesting Callback',
  missed: 'Call Was Not Answered',
  disconnected: 'Caller Hung Up Before Reaching Staff',
  schedule: 'Needs to Check Schedule',
  spouse: 'Needs to Speak With Spouse or Parent',
  insurance: 'Insurance Verification Needed',
  price: 'Asked for Price Information',
  callback: 'Staff Promised a Callback',
  unbooked: 'Interested but Not Scheduled',
} as const;

/** Best first. */
export const priceAnswers = [
  'Invited to a Free Consultation',
  'Gave Exact Price',
  'Gave Price Range',
  'Depends on Insurance',
  'Will Call Back With Price',
  'Declined to Quote Over the Phone',
] as const;
export type PriceAnswer = (typeof priceAnswers)[number];

export const voicemailOutcomes = {
  wantsAppointment: 'Left Message - Wants Appointment',
  message: 'Left Message',
  none: 'No Message Left',
  full: 'Mailbox Full',
} as const;

export const patientTypes = {
  newPatient: fixedPatientTypes.newPatient,
  existing: 'Existing Patient',
  nonOpportunity: fixedPatientTypes.nonOpportunity,
  unknown: fixedPatientTypes.unknown,
  spam: fixedPatientTypes.spam,
} as const;

export const callbackResults = [
  'Spoke With Caller',
  'No Answer Left Voicemail',
  'No Answer No Voicemail',
] as const;

export const callerSources = {
  postcard: 'Postcard / Mailer',
  handout: 'Handout Card',
  search: 'Google / Internet Search',
  advertisement: 'Online Ad',
  website: 'Office Website',
  friend: 'Friend or Family',
  insurance: 'Insurance Directory',
  sign: 'Drove By / Sign',
  social: 'Facebook / Instagram',
  reviews: 'Yelp / Online Reviews',
} as const;

export const languages = ['English', 'Spanish', 'Vietnamese', 'Other'] as const;
export const genders = ['Female', 'Male', 'Unknown'] as const;
