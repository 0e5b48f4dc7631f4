import { z } from 'zod';

export const outcomeLabels = [
  'appointment',
  'missed call',
  'follow up',
  'cancelled',
  'rescheduled',
  'opportunity',
  'non-opportunity',
] as const;
export const outcomeLabelSchema = z.enum(outcomeLabels);
export type OutcomeLabel = z.infer<typeof outcomeLabelSchema>;

export const outcomeTexts: Record<OutcomeLabel, string> = {
  appointment: 'Appointment',
  'missed call': 'Missed Call',
  'follow up': 'Follow-up Needed',
  cancelled: 'Cancelled',
  rescheduled: 'Rescheduled',
  opportunity: 'Opportunity',
  'non-opportunity': 'Non-Opportunity',
};

export interface OutcomeFlags {
  appointment: boolean;
  missed: boolean;
  followUp: boolean;
  cancelled: boolean;
  rescheduled: boolean;
  opportunity: boolean;
  nonOpportunity: boolean;
}

export function outcomesOf(flags: OutcomeFlags): OutcomeLabel[] {
  const applies: Record<OutcomeLabel, boolean> = {
    appointment: flags.appointment,
    'missed call': flags.missed,
    'follow up': flags.followUp,
    cancelled: flags.cancelled,
    rescheduled: flags.rescheduled,
    opportunity: flags.opportunity,
    'non-opportunity': flags.nonOpportunity,
  };
  return outcomeLabels.filter((label) => applies[label]);
}

export const outcomeFilters = [
  'opportunity',
  'appointment',
  'missed call',
  'follow-up',
  'non-opportunity',
  'missed-and-followup',
  'all calls',
] as const;
export const outcomeFilterSchema = z.enum(outcomeFilters, {
  error: `Use one of ${outcomeFilters.join(', ')}.`,
});
export type OutcomeFilter = z.infer<typeof outcomeFilterSchema>;

/** These ignore the date range. */
export const lastThirtyDaysFilters: readonly OutcomeFilter[] = ['follow-up', 'missed-and-followup'];

/** Days of 24 hours. */
export const followUpDays = 30;

export const followUpDaysText = `Always last ${followUpDays} days`;

export const outcomeFilterNames: Readonly<Record<OutcomeFilter, string>> = {
  opportunity: 'Opportunity Calls',
  appointment: 'Appointment Calls',
  'missed call': 'Missed Calls',
  'follow-up': 'Follow-up Calls',
  'non-opportunity': 'Non-Opportunity',
  'all calls': 'All Calls',
  'missed-and-followup': 'Missed And Follow-up Calls',
};
