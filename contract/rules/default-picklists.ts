import { campaignGroups } from './campaign-groups.ts';
import type { ScoreOption } from './score-form.ts';
import { answererTexts, fixedPatientTypes, ivrOutcomes } from './score-texts.ts';

/** Of all picklists by object and field, those of providers without values of their own. Nothing but a feed gives calls a record type. */
const defaults = {
  campaign: {
    mediaType: [
      'Postcard',
      'Jumbo Postcard',
      'Letter',
      'Trifold Mailer',
      'Magnet Mailer',
      'Handout Card',
      'Door Hanger',
      'Website',
      'Search Ad',
    ],
    campaignType: Object.values(campaignGroups).flat().sort(),
  },
  score: {
    answeredBy: answererTexts,
    nonOpportunityReason: [
      'Existing Patient',
      'Insurance Not Accepted',
      'Service Not Offered',
      'Outside Service Area',
      'Price Shopping Only',
      'Solicitor / Vendor',
      'Wrong Number',
      'Job Inquiry',
      'Other Business Calling',
      'Spam / Robocall',
    ],
    paymentType: [
      'Insurance',
      'Self-Pay / Cash',
      'Medicaid / State Plan',
      'Financing',
      'Discount Plan',
      'Unknown',
    ],
    callerProvidedSource: [
      'Postcard / Mailer',
      'Handout Card',
      'Google / Internet Search',
      'Online Ad',
      'Website',
      'Friend or Family',
      'Insurance Directory',
      'Drove By / Sign',
      'Facebook / Instagram',
      'Online Reviews',
    ],
    voicemailOutcome: ['Left Message - Wants Appointment', 'Left Message', 'No Message Left', 'Mailbox Full'],
    callerGender: ['Female', 'Male', 'Unknown'],
    followUpReason: [
      'Left Voicemail Requesting Callback',
      'Call Was Not Answered',
      'Caller Hung Up Before Reaching Staff',
      'Needs to Check Schedule',
      'Needs to Speak With Spouse or Parent',
      'Insurance Verification Needed',
      'Asked for Price Information',
      'Staff Promised a Callback',
      'Interested but Not Scheduled',
    ],
    noAppointmentScheduledReason: [
      'Insurance Not Accepted',
      'Price Too High',
      'Wants to Check Schedule',
      'No Convenient Time Available',
      'Needs to Speak With Spouse or Parent',
      'Staff Did Not Offer an Appointment',
      'Gathering Information Only',
    ],
    ivrOutcome: Object.values(ivrOutcomes),
    callerLanguage: ['English', 'Spanish', 'Chinese', 'Vietnamese', 'Other'],
    patientType: [
      fixedPatientTypes.newPatient,
      'Existing Patient',
      fixedPatientTypes.nonOpportunity,
      fixedPatientTypes.unknown,
      fixedPatientTypes.spam,
    ],
    recordType: [],
    priceAnswer: [
      'Gave Exact Price',
      'Gave Price Range',
      'Invited to a Free Consultation',
      'Depends on Insurance',
      'Will Call Back With Price',
      'Declined to Quote Over the Phone',
    ],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type PicklistObject = keyof typeof defaults;

export const picklistsOf = (object: PicklistObject): readonly string[] => Object.keys(defaults[object]);

/** In display order. @param field one of {@link picklistsOf} */
export function defaultValues(object: PicklistObject, field: string): ScoreOption[] {
  const values: readonly string[] =
    new Map<string, readonly string[]>(Object.entries(defaults[object])).get(field) ?? [];
  return values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));
}
