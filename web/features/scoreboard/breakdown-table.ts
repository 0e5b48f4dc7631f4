import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { breakdowns, type BreakdownKey, type BreakdownRecord } from '@mailcall/contract/scoreboard.ts';

/** Calls, or inquiries, of which a call may have several. */
export type BreakdownUnit = 'call' | 'inquiry';

export interface BreakdownCard {
  key: BreakdownKey;
  route: (typeof breakdowns)[BreakdownKey];
  title: string;
  /** Plural name of its rows: 'All {listName} (n)'. */
  listName: string;
  rowName: string;
  unit: BreakdownUnit;
  /** Whether rows are label texts, which follow the wording, instead of given names. */
  rowsWithWording: boolean;
  empty: string | null;
  about: string;
  filtersOf: (record: BreakdownRecord) => Record<string, string> | null;
}

const byName = (filter: string) => (record: BreakdownRecord) => ({ [filter]: record.name });
const byItem = (filter: string) => (record: BreakdownRecord) =>
  record.id === null ? null : { [filter]: record.id };

const inquiries = (what: string) =>
  `How often callers asked for each ${what}. A call can ask for several, so these are inquiries; a row opens the calls they were made on.`;

export const breakdownCards: { [Key in BreakdownKey]: BreakdownCard & { key: Key } } = {
  offer: {
    key: 'offer',
    route: breakdowns.offer,
    title: 'Top Requested Offers',
    listName: 'Offers',
    rowName: 'Offer',
    unit: 'inquiry',
    rowsWithWording: false,
    empty: 'Offer list is empty',
    about: inquiries('offer'),
    filtersOf: byItem('offer'),
  },
  service: {
    key: 'service',
    route: breakdowns.service,
    title: 'Top Requested Services',
    listName: 'Services',
    rowName: 'Service',
    unit: 'inquiry',
    rowsWithWording: false,
    empty: 'Service list is empty',
    about: inquiries('service'),
    filtersOf: byItem('service'),
  },
  insurance: {
    key: 'insurance',
    route: breakdowns.insurance,
    title: 'Top Requested Insurances',
    listName: 'Insurances',
    rowName: 'Insurance',
    unit: 'inquiry',
    rowsWithWording: false,
    empty: 'Insurance list is empty',
    about: inquiries('insurance'),
    filtersOf: byItem('insurance'),
  },
  callerGender: {
    key: 'callerGender',
    route: breakdowns.callerGender,
    title: 'Caller Gender',
    listName: 'Caller Genders',
    rowName: 'Caller gender',
    unit: 'call',
    rowsWithWording: false,
    empty: null,
    about: 'The calls whose caller’s gender is known, by gender.',
    filtersOf: byName('callerGender'),
  },
  paymentType: {
    key: 'paymentType',
    route: breakdowns.paymentType,
    title: 'Payment Types',
    listName: 'Payment Types',
    rowName: 'Payment type',
    unit: 'call',
    rowsWithWording: false,
    empty: null,
    about: 'The calls in which payment was mentioned, by how the caller wants to pay.',
    filtersOf: byName('paymentType'),
  },
  callerSource: {
    key: 'callerSource',
    route: breakdowns.callerSource,
    title: 'Top Inaccurate Referral Sources',
    listName: 'Inaccurate Referral Sources',
    rowName: 'Referral source',
    unit: 'call',
    rowsWithWording: false,
    empty: null,
    about:
      'The calls in which the caller named another source than the campaign whose number was dialled, by the source named.',
    filtersOf: (record) => ({ callerSource: record.name, wrongSourceMentioned: 'true' }),
  },
  followUpReason: {
    key: 'followUpReason',
    route: breakdowns.followUpReason,
    title: 'Top Reasons Call Needs Follow Up',
    listName: 'Reasons Call Needs Follow Up',
    rowName: 'Reason',
    unit: 'call',
    rowsWithWording: true,
    empty: 'Reasons Call Needs Follow Up list is empty',
    about: 'The calls scored as needing a follow-up, by the reason. Resolved ones stay counted.',
    filtersOf: byName('followUpReason'),
  },
  campaignSource: {
    key: 'campaignSource',
    route: breakdowns.campaignSource,
    title: 'Top Campaign Referral Sources',
    listName: 'Campaign Referral Sources',
    rowName: 'Campaign source',
    unit: 'call',
    rowsWithWording: false,
    empty: null,
    about: 'The scored calls that came through a campaign, by campaign type and media type.',
    filtersOf: ({ campaignType, mediaType }) =>
      campaignType || mediaType
        ? { ...(campaignType ? { campaignType } : {}), ...(mediaType ? { mediaType } : {}), scored: '1' }
        : null,
  },
  noAppointmentScheduledReason: {
    key: 'noAppointmentScheduledReason',
    route: breakdowns.noAppointmentScheduledReason,
    title: 'Top reasons no appointment was scheduled',
    listName: 'Reasons No Appointment Was Scheduled',
    rowName: 'Reason',
    unit: 'call',
    rowsWithWording: true,
    empty: 'Reasons No Appointment Was Scheduled list is empty',
    about: 'The calls that ended without an appointment and say why, by the reason.',
    filtersOf: byName('noAppointmentScheduledReason'),
  },
  nonOpportunityReason: {
    key: 'nonOpportunityReason',
    route: breakdowns.nonOpportunityReason,
    title: 'Top non opportunity reasons',
    listName: 'Non Opportunity Reasons',
    rowName: 'Reason',
    unit: 'call',
    rowsWithWording: true,
    empty: 'Non Opportunity Reasons list is empty',
    about: 'The calls scored as no appointment opportunity, by the reason.',
    filtersOf: byName('nonOpportunityReason'),
  },
  answeredBy: {
    key: 'answeredBy',
    route: breakdowns.answeredBy,
    title: 'Call answered by',
    listName: 'Calls Answered By',
    rowName: 'Answered by',
    unit: 'call',
    rowsWithWording: false,
    empty: 'All Calls Answered By list is empty',
    about: 'The scored calls by who or what answered: staff, IVR or voicemail.',
    filtersOf: byName('answeredBy'),
  },
  ivrOutcome: {
    key: 'ivrOutcome',
    route: breakdowns.ivrOutcome,
    title: 'IVR outcome',
    listName: 'IVR Outcomes',
    rowName: 'IVR outcome',
    unit: 'call',
    rowsWithWording: false,
    empty: null,
    about: 'The calls that the automatic menu (IVR) answered, by how they ended.',
    filtersOf: byName('ivrOutcome'),
  },
  voicemailOutcome: {
    key: 'voicemailOutcome',
    route: breakdowns.voicemailOutcome,
    title: 'Voicemail outcome',
    listName: 'Voicemail Outcomes',
    rowName: 'Voicemail outcome',
    unit: 'call',
    rowsWithWording: false,
    empty: null,
    about: 'The calls that voicemail answered, by what the caller left.',
    filtersOf: byName('voicemailOutcome'),
  },
  callerLanguage: {
    key: 'callerLanguage',
    route: breakdowns.callerLanguage,
    title: 'Caller language',
    listName: 'Caller Languages',
    rowName: 'Caller language',
    unit: 'call',
    rowsWithWording: false,
    empty: null,
    about: 'The calls whose caller’s language is known, by language.',
    filtersOf: byName('callerLanguage'),
  },
  patientType: {
    key: 'patientType',
    route: breakdowns.patientType,
    title: 'Patient types',
    listName: 'Patient Types',
    rowName: 'Patient type',
    unit: 'call',
    rowsWithWording: true,
    empty: null,
    about: 'The scored calls by whether they are from a new or an existing patient.',
    filtersOf: byName('patientType'),
  },
};

const allCallSources: BreakdownCard = {
  ...breakdownCards.callerSource,
  title: 'Top Referral Sources',
  listName: 'Call Sources',
  about: 'The calls in which the caller named a source, right or wrong, by the source named.',
  filtersOf: byName('callerSource'),
};

export function cardOf(key: BreakdownKey, wording: Wording, showAllSources: boolean): BreakdownCard {
  const card = key === 'callerSource' && showAllSources ? allCallSources : breakdownCards[key];
  return {
    ...card,
    title: labelText(card.title, wording),
    listName: labelText(card.listName, wording),
    rowName: labelText(card.rowName, wording),
    about: labelText(card.about, wording),
  };
}

export function isBreakdownKey(text: string | undefined): text is BreakdownKey {
  return text !== undefined && Object.hasOwn(breakdownCards, text);
}
