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
}

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
  },
  {
    key: 'opportunity',
    title: 'Opportunity Calls',
    about: 'Opportunity calls are answered calls scored as valid appointment opportunities.',
    figure: (summary) => thousands(summary.opportunity_calls_count),
    madeOf: (summary) => `${percent(summary.opportunity_calls_count, summary.all_calls_count)}% of all calls`,
    badge: none,
    opens: { outcome: 'opportunity' },
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
  },
  {
    key: 'follow-up',
    title: 'Follow-up Opportunities',
    about: `Follow-up opportunities are from the last ${followUpDays} days, whatever the date range: calls that need a follow-up and that nobody has resolved.`,
    figure: (summary) => thousands(summary.followup_opportunity_calls_count),
    madeOf: () => `Last ${followUpDays} days`,
    badge: none,
    opens: { outcome: 'follow-up' },
  },
];
