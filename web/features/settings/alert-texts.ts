import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';

export const alertDescriptions: Readonly<Record<AlertType, string>> = {
  'Performance Breakdown Alert': 'Calls, appointments and missed calls, and what changed.',
  'Missed Call Alert': 'A call was missed.',
  'En Route Alert': 'Mailings have been shipped.',
  'First Opportunity Alert': 'A campaign brought its first opportunity call.',
  'New Appointment Call Alert': 'A caller made an appointment.',
  'New Opportunity Call Alert': 'A call was an opportunity.',
};
