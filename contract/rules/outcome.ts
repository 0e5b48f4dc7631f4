import { z } from 'zod';

/** The outcome labels a call can carry, in the order in which they are listed. */
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

/** How an outcome label is written for people. */
export const outcomeTexts: Record<OutcomeLabel, string> = {
  appointment: 'Appointment',
  'missed call': 'Missed Call',
  'follow up': 'Follow-up Needed',
  cancelled: 'Cancelled',
  rescheduled: 'Rescheduled',
  opportunity: 'Opportunity',
  'non-opportunity': 'Non-Opportunity',
};

/** What decides the labels of a call: one flag a label. */
export interface OutcomeFacts {
  appointment: boolean;
  missed: boolean;
  followUp: boolean;
  cancelled: boolean;
  rescheduled: boolean;
  opportunity: boolean;
  nonOpportunity: boolean;
}

/** The labels that apply to a call, in their order. A call not scored yet has none. */
export function outcomesOf(facts: OutcomeFacts): OutcomeLabel[] {
  const applies: Record<OutcomeLabel, boolean> = {
    appointment: facts.appointment,
    'missed call': facts.missed,
    'follow up': facts.followUp,
    cancelled: facts.cancelled,
    rescheduled: facts.rescheduled,
    opportunity: facts.opportunity,
    'non-opportunity': facts.nonOpportunity,
  };
  return outcomeLabels.filter((label) => applies[label]);
}

/** The outcome filters of the call lists. */
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

/** Outcome filters that look at the last 30 days instead of the date range. */
export const lastThirtyDaysFilters: readonly OutcomeFilter[] = ['follow-up', 'missed-and-followup'];

/** How far back follow-ups are shown, in days of 24 hours. */
export const followUpDays = 30;

/** What the lists of the outcome filters are called: the sub-tabs, and the panel of the last one. */
export const outcomeFilterNames: Readonly<Record<OutcomeFilter, string>> = {
  opportunity: 'Opportunity Calls',
  appointment: 'Appointment Calls',
  'missed call': 'Missed Calls',
  'follow-up': 'Follow-up Calls',
  'non-opportunity': 'Non-Opportunity',
  'all calls': 'All Calls',
  'missed-and-followup': 'Missed And Follow-up Calls',
};
