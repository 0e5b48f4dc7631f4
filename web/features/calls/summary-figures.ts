import { type FigureName, figureTexts } from '@mailcall/contract/rules/figure-texts.ts';
import { followUpDays, followUpDaysText } from '@mailcall/contract/rules/outcome.ts';
import {
  conversionRate,
  missedRate,
  percent,
  displayedConversionRate,
  thousands,
} from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, type ScoredCalls, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import type { Summary } from '@mailcall/contract/scoreboard.ts';
import type { CallsSelection } from './open-calls.ts';

export type SummaryCounts = Omit<Summary, 'meta' | 'non_opportunity_with_audio_count'>;

export interface SummaryFigure {
  key: FigureName;
  title: string;
  about: string;
  figure: (summary: SummaryCounts) => string;
  madeOf: (summary: SummaryCounts) => string;
  /** The missed rate next to the missed calls; null on the other cards, and where most calls are not scored yet. */
  badge: (summary: SummaryCounts) => string | null;
  opens: CallsSelection;
  counted: (summary: SummaryCounts) => readonly CountedFigure[];
}

export interface CountedFigure {
  name: string;
  value: number;
  opens?: CallsSelection;
}

const allCalls = (summary: SummaryCounts): CountedFigure => ({
  name: 'Calls in this selection',
  value: summary.all_calls_count,
  opens: { outcome: 'all calls' },
});
const opportunityCalls = (summary: SummaryCounts): CountedFigure => ({
  name: 'Opportunity calls',
  value: summary.opportunity_calls_count,
  opens: { outcome: 'opportunity' },
});
const missedCalls = (summary: SummaryCounts): CountedFigure => ({
  name: 'Missed calls',
  value: summary.missed_calls_count,
  opens: { outcome: 'missed call' },
});

const none = () => null;

export const scoredCalls = ({ all_calls_count, unscored_calls_count }: SummaryCounts): ScoredCalls => ({
  calls: all_calls_count,
  unscored: unscored_calls_count,
});

/** A text about a rate; where more than half of the calls are not scored yet, how many that is. */
const ifScored = (summary: SummaryCounts, text: (summary: SummaryCounts) => string): string => {
  const calls = scoredCalls(summary);
  return isMostlyUnscored(calls) ? unscoredText(calls) : text(summary);
};

const noRate = '-';

const countText = (number: number, singular: string, plural: string) =>
  `${thousands(number)} ${number === 1 ? singular : plural}`;

/** Cards of the Overview; docs/reference/figures.md says what each counts. */
export const summaryFigures: readonly SummaryFigure[] = [
  {
    key: 'all',
    title: figureTexts.all.title,
    about: figureTexts.all.about,
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
    title: figureTexts.opportunity.title,
    about: figureTexts.opportunity.about,
    figure: (summary) => thousands(summary.opportunity_calls_count),
    madeOf: (summary) =>
      ifScored(
        summary,
        ({ opportunity_calls_count: part, all_calls_count: all }) => `${percent(part, all)}% of all calls`,
      ),
    badge: none,
    opens: { outcome: 'opportunity' },
    counted: (summary) => [opportunityCalls(summary), allCalls(summary)],
  },
  {
    key: 'appointments',
    title: figureTexts.appointments.title,
    about: figureTexts.appointments.about,
    figure: (summary) => thousands(summary.appointment_calls_count),
    madeOf: (summary) =>
      `on all calls, ${countText(summary.calls_with_Appointments_count, 'Appt Call', 'Appt Calls')}`,
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
    title: figureTexts.conversion.title,
    about: figureTexts.conversion.about,
    figure: (summary) =>
      isMostlyUnscored(scoredCalls(summary))
        ? noRate
        : `${displayedConversionRate(
            conversionRate(
              summary.all_appointment_set_by_staff_count,
              summary.opportunity_calls_by_staff_count,
            ),
          )}%`,
    madeOf: (summary) =>
      ifScored(
        summary,
        ({ all_appointment_set_by_staff_count: booked, opportunity_calls_by_staff_count: opportunities }) =>
          `${thousands(booked)} booked of ${thousands(opportunities)} on answered calls`,
      ),
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
    title: figureTexts.missed.title,
    about: figureTexts.missed.about,
    figure: (summary) => thousands(summary.missed_calls_count),
    madeOf: (summary) =>
      ifScored(summary, ({ missed_calls_count: missed, opportunity_calls_count: opportunity }) =>
        missed + opportunity === 0
          ? 'No new-business calls'
          : `${missedRate(missed, opportunity)}% of new-business calls missed`,
      ),
    badge: (summary) =>
      isMostlyUnscored(scoredCalls(summary))
        ? null
        : `${missedRate(summary.missed_calls_count, summary.opportunity_calls_count)}%`,
    opens: { outcome: 'missed call' },
    counted: (summary) => [missedCalls(summary), opportunityCalls(summary)],
  },
  {
    key: 'followUp',
    title: figureTexts.followUp.title,
    about: figureTexts.followUp.about,
    figure: (summary) => thousands(summary.followup_opportunity_calls_count),
    madeOf: () => followUpDaysText,
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
