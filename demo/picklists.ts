import { campaignTypes, mediaOfType, recordTypes } from './campaigns.ts';
import { dental } from './trade-dental.ts';
import { homeServices } from './trade-home-services.ts';
import { orthodontics } from './trade-orthodontics.ts';
import {
  callerSources,
  followUpReasons,
  genders,
  ivrOutcomes,
  languages,
  patientTypes,
  spamReason,
  nonClientReasons,
  voicemailOutcomes,
  type Trade,
} from './trade.ts';

export interface PicklistRow {
  object: 'score' | 'campaign';
  field: string;
  value: string;
  label: string;
}

export const picklistColumns = ['object', 'field', 'value', 'label'] as const;

const trades: readonly Trade[] = [dental, orthodontics, homeServices];
const valuesOfTrades = (values: (trade: Trade) => readonly string[]) => [...new Set(trades.flatMap(values))];

const valuesOf: readonly (readonly [PicklistRow['object'], string, readonly string[]])[] = [
  ['score', 'patientType', Object.values(patientTypes)],
  ['score', 'answeredBy', ['Staff', 'IVR', 'Voicemail', 'No Answer']],
  ['score', 'callerGender', genders],
  ['score', 'callerLanguage', languages],
  ['score', 'paymentType', valuesOfTrades((trade) => trade.paymentTypes.values)],
  ['score', 'callerProvidedSource', Object.values(callerSources)],
  ['score', 'ivrOutcome', Object.values(ivrOutcomes)],
  ['score', 'voicemailOutcome', Object.values(voicemailOutcomes)],
  ['score', 'followUpReason', Object.values(followUpReasons)],
  ['score', 'noAppointmentScheduledReason', valuesOfTrades((trade) => trade.noAppointmentReasons.values)],
  [
    'score',
    'nonOpportunityReason',
    [
      ...valuesOfTrades((trade) => [...trade.existingReasons.values, ...trade.leadRefusals.values]),
      ...nonClientReasons.values,
      spamReason,
    ],
  ],
  ['score', 'recordType', recordTypes],
  ['campaign', 'campaignType', campaignTypes],
  ['campaign', 'mediaType', [...new Set(Object.values(mediaOfType).flat())]],
];

/** Filter options for scores and campaigns, in display order. */
export const picklistRows: readonly PicklistRow[] = valuesOf.flatMap(([object, field, values]) =>
  values.map((value) => ({ object, field, value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
);
