import { z } from 'zod';

/** The outcome labels of a call, in the order in which they are listed. */
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

/** The outcome labels as they are shown. */
export const outcomeTexts: Record<OutcomeLabel, string> = {
  appointment: 'Appointment',
  'missed call': 'Missed Call',
  'follow up': 'Follow-up Needed',
  cancelled: 'Cancelled',
  rescheduled: 'Rescheduled',
  opportunity: 'Opportunity',
  'non-opportunity': 'Non-Opportunity',
};

/** Whether each outcome label applies to a call. */
export interface OutcomeFlags {
  appointment: boolean;
  missed: boolean;
  followUp: boolean;
  cancelled: boolean;
  rescheduled: boolean;
  opportunity: boolean;
  nonOpportunity: boolean;
}

/** The outcome labels that apply to a call, in order. A call that is not scored yet has none. */
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

/** The values of the outcome filter of the call lists. */
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

/** The outcome filters that use the last 30 days instead of the date range. */
export const lastThirtyDaysFilters: readonly OutcomeFilter[] = ['follow-up', 'missed-and-followup'];

/** How far back follow-up calls are shown, in days of 24 hours. */
export const followUpDays = 30;

/** Says which days follow-ups are from, where the selected dates may be others. */
export const followUpDaysText = `Always last ${followUpDays} days`;

/** The titles of the lists by outcome filter: the sub-tabs and, for the last one, the panel of the Overview. */
export const outcomeFilterNames: Readonly<Record<OutcomeFilter, string>> = {
  opportunity: 'Opportunity Calls',
  appointment: 'Appointment Calls',
  'missed call': 'Missed Calls',
  'follow-up': 'Follow-up Calls',
  'non-opportunity': 'Non-Opportunity',
  'all calls': 'All Calls',
  'missed-and-followup': 'Missed And Follow-up Calls',
};
