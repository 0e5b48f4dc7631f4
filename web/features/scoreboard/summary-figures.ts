import { followUpDays } from '@mailcall/contract/rules/outcome.ts';
import {
  conversionRate,
  missedRate,
  percent,
  shownConversionRate,
  thousands,
} from '@mailcall/contract/rules/rates.ts';
import type { Summary } from '@mailcall/contract/scoreboard.ts';
import type { CallsChoice } from '../calls/index.ts';

/** One summary card (spec 2 §2). */
export interface SummaryFigure {
  key: 'all' | 'opportunity' | 'appointments' | 'conversion' | 'missed' | 'follow-up';
  title: string;
  /** How it is counted: the tooltip (spec 2 §2, design: figures). */
  about: string;
  figure: (summary: Summary) => string;
  /** What the figure is made of. */
  madeOf: (summary: Summary) => string;
  /** The missed rate beside the missed calls; null on the other cards. */
  badge: (summary: Summary) => string | null;
  /** The list behind the figure. */
  opens: CallsChoice;
  /** The numbers it is made of, each with the list of its rows where there is one. */
  counted: (summary: Summary) => readonly CountedFigure[];
}

/** A number that a figure is made of. */
export interface CountedFigure {
  name: string;
  value: number;
  opens?: CallsChoice;
}

const allCalls = (summary: Summary): CountedFigure => ({
  name: 'Calls in this selection',
  value: summary.all_calls_count,
  opens: { outcome: 'all calls' },
});
const opportunityCalls = (summary: Summary): CountedFigure => ({
  name: 'Opportunity calls',
  value: summary.opportunity_calls_count,
  opens: { outcome: 'opportunity' },
});
const missedCalls = (summary: Summary): CountedFigure => ({
  name: 'Missed calls',
  value: summary.missed_calls_count,
  opens: { outcome: 'missed call' },
});

const none = () => null;

/** The six summary cards in their order (spec 2 §2). */
export const summaryFigures: readonly SummaryFigure[] = [
  {
    key: 'all',
    title: 'All Calls',
    about:
      'Every call in the selected accounts, dates and campaigns. Each is an opportunity call, a missed call, a non-opportunity call, or not scored yet.',
    figure: (summary) => thousands(summary.all_calls_count),
    madeOf: (summary) => `${thousands(summary.unscored_calls_count)} not scored yet`,
    badge: none,
    opens: { outcome: 'all calls' },
    counted: (summary) => [
      allCalls(summary),
      opportunityCalls(summary),
      missedCalls(summary),
      { name: 'Non-opportunity calls', value: summary.non_opportunity_calls_count },
      { name: 'Not scored yet', value: summary.unscored_calls_count },
    ],
  },
  {
    key: 'opportunity',
    title: 'Opportunity Calls',
    about: 'Opportunity calls are answered calls scored as valid appointment opportunities.',
    figure: (summary) => thousands(summary.opportunity_calls_count),
    madeOf: (summary) => `${percent(summary.opportunity_calls_count, summary.all_calls_count)}% of all calls`,
    badge: none,
    opens: { outcome: 'opportunity' },
    counted: (summary) => [opportunityCalls(summary), allCalls(summary)],
  },
  {
    key: 'appointments',
    title: 'Appointments',
    about:
      'The Appointments count includes multiple per call; rescheduled ones count once and cancelled ones stay counted. Appt Calls counts unique calls with one or more appointments.',
    figure: (summary) => thousands(summary.appointment_calls_count),
    madeOf: (summary) => `${thousands(summary.calls_with_Appointments_count)} Appt Calls`,
    badge: none,
    opens: { outcome: 'appointments' },
    counted: (summary) => [
      { name: 'Appointments', value: summary.appointment_calls_count, opens: { outcome: 'appointments' } },
      {
        name: 'Calls with an appointment',
        value: summary.calls_with_Appointments_count,
        opens: { outcome: 'appointment' },
      },
    ],
  },
  {
    key: 'conversion',
    title: 'Conversion Rate',
    about:
      'Appointments on calls that staff answered, divided by the opportunity calls that staff answered. A call can have several appointments; the rate is shown up to 100%.',
    figure: (summary) =>
      `${shownConversionRate(
        conversionRate(summary.all_appointment_set_by_staff_count, summary.opportunity_calls_by_staff_count),
      )}%`,
    madeOf: (summary) =>
      `${thousands(summary.all_appointment_set_by_staff_count)} appointments / ${thousands(
        summary.opportunity_calls_by_staff_count,
      )} opportunities, by staff`,
    badge: none,
    opens: { outcome: 'appointment' },
    counted: (summary) => [
      {
        name: 'Appointments on calls that staff answered',
        value: summary.all_appointment_set_by_staff_count,
      },
      {
        name: 'Divided by opportunity calls that staff answered',
        value: summary.opportunity_calls_by_staff_count,
        opens: { outcome: 'opportunity' },
      },
    ],
  },
  {
    key: 'missed',
    title: 'Missed Calls',
    about:
      'Calls that no member of staff answered, without spam and callers who are no opportunity. A callback does not change it. The missed rate is missed calls / (missed + opportunity calls).',
    figure: (summary) => thousands(summary.missed_calls_count),
    madeOf: (summary) =>
      `of ${thousands(summary.missed_calls_count + summary.opportunity_calls_count)} missed + opportunity`,
    badge: (summary) => `${missedRate(summary.missed_calls_count, summary.opportunity_calls_count)}%`,
    opens: { outcome: 'missed call' },
    counted: (summary) => [missedCalls(summary), opportunityCalls(summary)],
  },
  {
    key: 'follow-up',
    title: 'Follow-up Opportunities',
    about: `Follow-up opportunities are from the last ${followUpDays} days, whatever the date range: calls that need a follow-up and that nobody has resolved.`,
    figure: (summary) => thousands(summary.followup_opportunity_calls_count),
    madeOf: () => `Last ${followUpDays} days`,
    badge: none,
    opens: { outcome: 'follow-up' },
    counted: (summary) => [
      {
        name: `Follow-ups not resolved, last ${followUpDays} days`,
        value: summary.followup_opportunity_calls_count,
        opens: { outcome: 'follow-up' },
      },
      {
        name: 'With the missed calls of these days',
        value: summary.missed_and_followup_count,
        opens: { outcome: 'missed-and-followup' },
      },
    ],
  },
];
