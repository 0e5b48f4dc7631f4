import type { OfficeHandlingRate } from '@mailcall/contract/front-desk.ts';
import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import type { ComparisonRule } from '@mailcall/contract/rules/change.ts';
import {
  type Grade,
  type Grading,
  gradeOfHoldTime,
  gradeOfShare,
  holdTimeText,
} from '@mailcall/contract/rules/grades.ts';
import { percent, thousands } from '@mailcall/contract/rules/rates.ts';
import { answerers } from '@mailcall/contract/rules/score-texts.ts';
import type { CallsSelection } from '../calls/index.ts';
import type { HoldMetrics } from './api.ts';
import { gradingFor, nothingCounted } from './figure-texts.ts';
import type { MetricKey } from './metric-lists.ts';

export interface KpiFigure {
  figure: string;
  madeOf: string;
  calls: number;
  /** Null if ungraded or nothing was counted. */
  grade: Grade | null;
  value: number;
  counted: readonly { name: string; value: string; opens?: CallsSelection }[];
}

export interface KpiCard<Answer> {
  key: ProTip;
  title: string;
  about: string;
  advice: string | null;
  /** `madeOf` with large numbers, to reserve lines while loading. */
  longestMadeOf: string;
  /** Drawer of 'See Individual Metric'; null if the figure is not by staff. */
  metric: MetricKey | null;
  grading: Grading | null;
  empty: string;
  isEmpty: (answer: Answer) => boolean;
  change: ComparisonRule;
  figureOf: (answer: Answer) => KpiFigure;
}

const moreIsGood = { kind: 'percent', direction: 'more is good', noun: 'calls' } as const;
const callsOf = (count: number) => `${thousands(count)} ${count === 1 ? 'call' : 'calls'}`;
const byStaff: CallsSelection = { outcome: 'all calls', filters: { answeredBy: answerers.staff } };

const rateText = (part: number, total: number) => (total === 0 ? nothingCounted : `${percent(part, total)}%`);

/** Rate of calls answered by staff, without those where the caller mentioned it first. */
function rateFigure(
  totalCalls: number,
  part: { name: string; count: number },
  valid: number,
  mentioned: number | null,
): KpiFigure {
  const excluded = mentioned ? `; excludes ${thousands(mentioned)} who offered it first` : '';
  return {
    figure: rateText(part.count, valid),
    madeOf: `${thousands(part.count)} of ${callsOf(valid)}${excluded}`,
    calls: valid,
    value: percent(part.count, valid),
    grade: valid === 0 ? null : gradeOfShare('asked', part.count, valid),
    counted: [
      { name: part.name, value: thousands(part.count) },
      { name: 'Divided by calls where it is known', value: thousands(valid) },
      ...(mentioned === null
        ? []
        : [{ name: 'Left out: the caller offered it first', value: thousands(mentioned) }]),
      { name: 'Calls that staff answered', value: thousands(totalCalls), opens: byStaff },
    ],
  };
}

const longestShare = '10,000 of 10,000 calls';
const longestWithExcluded = `${longestShare}; excludes 10,000 who offered it first`;

const offeredFirst =
  'Excludes calls where the caller offered it first. Excludes those where it is not known.';

export const handlingCards: readonly KpiCard<OfficeHandlingRate>[] = [
  {
    key: 'asked-for-appointment',
    title: 'Asked For Appointment',
    about: `How often staff asked the caller for an appointment, of the calls they answered. ${offeredFirst}`,
    advice: null,
    longestMadeOf: longestWithExcluded,
    metric: 'asked-for-appointment',
    grading: 'asked',
    empty: 'Staff asked for appointment list is empty',
    isEmpty: (rate) =>
      rate.askedForAppointmentCount +
        rate.validAskedForAppointment +
        rate.askedForAppointmentCallerMentioned ===
      0,
    change: moreIsGood,
    figureOf: (rate) =>
      rateFigure(
        rate.totalCalls,
        { name: 'Calls where staff asked', count: rate.askedForAppointmentCount },
        rate.validAskedForAppointment,
        rate.askedForAppointmentCallerMentioned,
      ),
  },
  {
    key: 'asked-for-source',
    title: 'Asked For Source',
    about: `How often staff asked where the caller had heard of the office, of the calls they answered. ${offeredFirst}`,
    advice: null,
    longestMadeOf: longestWithExcluded,
    metric: 'asked-for-source',
    grading: 'asked',
    empty: 'Staff asked for source list is empty',
    isEmpty: (rate) =>
      rate.askedForSourceCount + rate.validAskedForSource + rate.askedForSourceCallerMentioned === 0,
    change: moreIsGood,
    figureOf: (rate) =>
      rateFigure(
        rate.totalCalls,
        { name: 'Calls where staff asked', count: rate.askedForSourceCount },
        rate.validAskedForSource,
        rate.askedForSourceCallerMentioned,
      ),
  },
  {
    key: 'good-impression',
    title: 'Good First Impression',
    about:
      'How often staff made a good first impression, of the calls they answered and for which that is known.',
    advice: null,
    longestMadeOf: longestShare,
    metric: 'good-impression',
    grading: 'asked',
    empty: 'Staff good impression list is empty',
    isEmpty: (rate) => rate.askedForGoodImpressionCount + rate.validAskedForGoodImpressionCount === 0,
    change: moreIsGood,
    figureOf: (rate) =>
      rateFigure(
        rate.totalCalls,
        { name: 'Calls with a good first impression', count: rate.askedForGoodImpressionCount },
        rate.validAskedForGoodImpressionCount,
        null,
      ),
  },
  {
    key: 'asked-for-additional-appointments',
    title: 'Asked For Additional Appointments',
    about: `How often staff asked whether someone else needs an appointment too, of the calls they answered. ${offeredFirst}`,
    advice: null,
    longestMadeOf: longestWithExcluded,
    metric: 'asked-for-additional-appointments',
    grading: 'asked',
    empty: 'Staff asked for additional appointment list is empty',
    isEmpty: (rate) =>
      rate.askedForAdditionalAppointmentCount +
        rate.validAskedForAdditionalAppointment +
        rate.askedForAdditionalAppointmentCallerMentioned ===
      0,
    change: moreIsGood,
    figureOf: (rate) =>
      rateFigure(
        rate.totalCalls,
        { name: 'Calls where staff asked', count: rate.askedForAdditionalAppointmentCount },
        rate.validAskedForAdditionalAppointment,
        rate.askedForAdditionalAppointmentCallerMentioned,
      ),
  },
];

/** Callers in the automatic menu, without grade and figures by staff, because it is not staff's work. */
export const ivrCard: KpiCard<OfficeHandlingRate> = {
  key: 'interacted-with-ivr',
  title: 'Caller Interacted With IVR',
  about:
    'How many callers went through the automatic menu (IVR), of all calls for which that is known, whoever answered.',
  advice: null,
  longestMadeOf: longestShare,
  metric: null,
  grading: null,
  empty: '',
  // hidden if either count is missing or zero
  isEmpty: (rate) => !rate.callerInteractedWithIVRCount || !rate.validCallerInteractedWithIVRCount,
  change: { kind: 'percent', direction: 'neither', noun: 'calls' },
  figureOf: ({ callerInteractedWithIVRCount: count, validCallerInteractedWithIVRCount: valid }) => ({
    figure: `${percent(count, valid)}%`,
    madeOf: `${thousands(count)} of ${callsOf(valid)}`,
    calls: valid,
    value: percent(count, valid),
    grade: null,
    counted: [
      { name: 'Calls with the automatic menu', value: thousands(count) },
      { name: 'Divided by calls where it is known', value: thousands(valid) },
    ],
  }),
};

export const holdCards: readonly KpiCard<HoldMetrics>[] = [
  {
    key: 'placed-on-hold',
    title: 'Staff Placed Caller On Hold',
    about:
      'How many callers staff placed on hold, of the calls they answered and for which that is known. The grade is for the callers who were not.',
    advice: 'Lower is better.',
    longestMadeOf: longestShare,
    metric: 'placed-on-hold',
    grading: 'hold',
    empty: 'Staff placed caller on hold list is empty',
    isEmpty: (metrics) => metrics.staffPlacedCallerOnHold + metrics.validPlacedOnHold === 0,
    change: { kind: 'percent', direction: 'more is bad', noun: 'calls' },
    figureOf: ({ staffPlacedCallerOnHold: placed, validPlacedOnHold: valid, totalCalls }) => ({
      figure: rateText(placed, valid),
      madeOf: `${thousands(placed)} of ${callsOf(valid)}`,
      calls: valid,
      value: percent(placed, valid),
      grade: valid === 0 ? null : gradeOfShare(gradingFor('hold'), valid - placed, valid),
      counted: [
        {
          name: 'Calls placed on hold',
          value: thousands(placed),
          opens: { outcome: 'all calls', filters: { answeredBy: answerers.staff, onHold: '1' } },
        },
        { name: 'Divided by calls where it is known', value: thousands(valid) },
        { name: 'Calls that staff answered', value: thousands(totalCalls), opens: byStaff },
      ],
    }),
  },
  {
    key: 'asked-to-place-on-hold',
    title: 'Staff Asked To Place On Hold',
    about: 'How many of the callers placed on hold were asked first.',
    advice: null,
    longestMadeOf: `${longestShare} on hold`,
    metric: 'asked-to-place-on-hold',
    grading: 'hold',
    empty: 'Staff properly requested to place caller on hold list is empty',
    isEmpty: (metrics) => metrics.staffAskedToPlaceOnHold + metrics.staffPlacedCallerOnHold === 0,
    change: moreIsGood,
    figureOf: ({ staffAskedToPlaceOnHold: asked, staffPlacedCallerOnHold: placed }) => ({
      figure: rateText(asked, placed),
      madeOf: `${thousands(asked)} of ${callsOf(placed)} on hold`,
      calls: placed,
      value: percent(asked, placed),
      grade: placed === 0 ? null : gradeOfShare(gradingFor('hold'), asked, placed),
      counted: [
        { name: 'Callers who were asked first', value: thousands(asked) },
        {
          name: 'Divided by calls placed on hold',
          value: thousands(placed),
          opens: { outcome: 'all calls', filters: { answeredBy: answerers.staff, onHold: '1' } },
        },
      ],
    }),
  },
  {
    key: 'hold-time',
    title: 'Hold Time',
    about:
      'How long callers were on hold on average, over the calls placed on hold whose hold time is known.',
    advice: 'Keep hold time under one minute.',
    longestMadeOf: 'average of 10,000 calls on hold',
    metric: 'hold-time',
    grading: 'hold time',
    empty: 'Staff average hold time list is empty',
    isEmpty: ({ timedHolds, averageHoldSeconds }) => timedHolds === 0 || averageHoldSeconds === null,
    change: { kind: 'seconds', direction: 'more is bad', noun: 'calls' },
    figureOf: ({ timedHolds, averageHoldSeconds, staffPlacedCallerOnHold }) => ({
      figure: holdTimeText(averageHoldSeconds ?? 0),
      madeOf: `average of ${callsOf(timedHolds)} on hold`,
      calls: timedHolds,
      value: averageHoldSeconds ?? 0,
      grade: gradeOfHoldTime(averageHoldSeconds),
      counted: [
        { name: 'Calls placed on hold, with a known time', value: thousands(timedHolds) },
        {
          name: 'Calls placed on hold',
          value: thousands(staffPlacedCallerOnHold),
          opens: { outcome: 'all calls', filters: { answeredBy: answerers.staff, onHold: '1' } },
        },
      ],
    }),
  },
];

export const proTipTitles: Record<ProTip, string> = {
  'pricing-answers': 'Pricing Related Answers',
  ...(Object.fromEntries(
    [...handlingCards, ivrCard, ...holdCards].map(({ key, title }) => [key, title]),
  ) as Record<Exclude<ProTip, 'pricing-answers'>, string>),
};

export const emptyTexts: Record<MetricKey, string> = Object.fromEntries(
  [...handlingCards, ...holdCards].map(({ key, empty }) => [key, empty]),
) as Record<MetricKey, string>;
