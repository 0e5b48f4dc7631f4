import { type DimensionName, dimensions, picklistFieldOf } from '@mailcall/contract/figures/dimensions.ts';
import { answererTexts, ivrOutcomes } from '@mailcall/contract/rules/score-texts.ts';
import { campaignTypes, mediaOfType, recordTypes } from './campaigns.ts';
import { dental } from './trade-dental.ts';
import { homeServices } from './trade-home-services.ts';
import { orthodontics } from './trade-orthodontics.ts';
import {
  callerSources,
  followUpReasons,
  genders,
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

const valuesOf: Readonly<Record<DimensionName, readonly string[]>> = {
  patientType: Object.values(patientTypes),
  answeredBy: answererTexts,
  callerGender: genders,
  callerLanguage: languages,
  paymentType: valuesOfTrades((trade) => trade.paymentTypes.values),
  callerSource: Object.values(callerSources),
  ivrOutcome: Object.values(ivrOutcomes),
  voicemailOutcome: Object.values(voicemailOutcomes),
  followUpReason: Object.values(followUpReasons),
  noAppointmentScheduledReason: valuesOfTrades((trade) => trade.noAppointmentReasons.values),
  nonOpportunityReason: [
    ...valuesOfTrades((trade) => [...trade.existingReasons.values, ...trade.leadRefusals.values]),
    ...nonClientReasons.values,
    spamReason,
  ],
  recordType: recordTypes,
  campaignType: campaignTypes,
  mediaType: [...new Set(Object.values(mediaOfType).flat())],
};

export const picklistRows: readonly PicklistRow[] = Object.entries(valuesOf).flatMap(([name, values]) =>
  values.map((value) => ({
    object: dimensions[name as DimensionName].picklist,
    field: picklistFieldOf(name as DimensionName),
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  })),
);
