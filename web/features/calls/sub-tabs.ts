import type { OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import { followUpDays, outcomeFilterNames } from '@mailcall/contract/rules/outcome.ts';
import type { Summary } from '@mailcall/contract/scoreboard.ts';

export type ListKind = OutcomeFilter | 'appointments';

export interface SubTab {
  kind: ListKind;
  label: string;
  definition: string;
  count: (summary: Summary) => number;
}

export const subTabs: readonly SubTab[] = [
  {
    kind: 'opportunity',
    label: outcomeFilterNames.opportunity,
    definition: 'Answered calls scored as valid appointment opportunities.',
    count: (summary) => summary.opportunity_calls_count,
  },
  {
    kind: 'appointment',
    label: outcomeFilterNames.appointment,
    definition: 'Unique calls with one or more appointments.',
    count: (summary) => summary.calls_with_Appointments_count,
  },
  {
    kind: 'appointments',
    label: 'Appointments',
    definition: 'Every appointment booked; a call can have several.',
    count: (summary) => summary.appointment_calls_count,
  },
  {
    kind: 'missed call',
    label: outcomeFilterNames['missed call'],
    definition: 'Calls that staff did not answer, without spam and non-opportunities.',
    count: (summary) => summary.missed_calls_count,
  },
  {
    kind: 'follow-up',
    label: outcomeFilterNames['follow-up'],
    definition: `Unresolved follow-up opportunities from the last ${followUpDays} days, whatever the date range.`,
    count: (summary) => summary.followup_opportunity_calls_count,
  },
  {
    kind: 'non-opportunity',
    label: outcomeFilterNames['non-opportunity'],
    definition: 'Calls scored as no opportunity that have a recording.',
    count: (summary) => summary.non_opportunity_with_audio_count,
  },
  {
    kind: 'all calls',
    label: outcomeFilterNames['all calls'],
    definition: 'Every call in the selected dates and campaigns.',
    count: (summary) => summary.all_calls_count,
  },
];

export function listLabel(kind: ListKind): string {
  return subTabs.find((tab) => tab.kind === kind)?.label ?? outcomeFilterNames['missed-and-followup'];
}
