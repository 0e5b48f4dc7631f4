import { z } from 'zod';

/** In display order. */
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

/** Labels that apply, in order; none for an unscored call. */
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

/** Filters for the last 30 days instead of the date range. */
export const lastThirtyDaysFilters: readonly OutcomeFilter[] = ['follow-up', 'missed-and-followup'];

/** Days of 24 hours in which follow-up calls are shown. */
export const followUpDays = 30;

/** Note beside other selected dates. */
export const followUpDaysText = `Always last ${followUpDays} days`;

/** Titles by filter: the sub-tabs and, for the last one, the Overview's panel. */
export const outcomeFilterNames: Readonly<Record<OutcomeFilter, string>> = {
  opportunity: 'Opportunity Calls',
  appointment: 'Appointment Calls',
  'missed call': 'Missed Calls',
  'follow-up': 'Follow-up Calls',
  'non-opportunity': 'Non-Opportunity',
  'all calls': 'All Calls',
  'missed-and-followup': 'Missed And Follow-up Calls',
};
