import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import type { ScoreFieldName } from '@mailcall/contract/rules/score-fields.ts';
import { type Grade, type Grading, holdTimeText } from '@mailcall/contract/rules/grades.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { OptionalPageMeta } from '@mailcall/contract/wire/page.ts';
import { type StaffMetricReply, staffMetricQuery, type StaffRequest } from './api.ts';
import { nothingCounted } from './figure-texts.ts';

export type MetricKey = Exclude<ProTip, 'interacted-with-ivr' | 'pricing-answers'>;

export interface MetricFigure {
  /** Such as '12 of 15'. */
  counted: string;
  value: string;
  grade: Grade;
  calls: number;
}

export interface MetricAnswer {
  all: MetricFigure;
  total: number;
  rows: readonly (MetricFigure & { id: string; name: string; accountId: string; accountName: string })[];
}

const share = (part: number, calls: number, rate: number, grade: Grade): MetricFigure => ({
  counted: `${thousands(part)} of ${thousands(calls)}`,
  value: calls === 0 ? nothingCounted : `${rate}%`,
  grade,
  calls,
});

const time = (calls: number, averageSeconds: number | null, grade: Grade): MetricFigure => ({
  counted: thousands(calls),
  value: averageSeconds === null ? nothingCounted : holdTimeText(averageSeconds),
  grade,
  calls,
});

interface StaffRecord {
  callHandlerId: string;
  callHandlerName: string;
  accountId: string;
  accountName: string;
}

const answerOf = <Record extends StaffRecord>(
  all: MetricFigure,
  { records, meta }: { records: readonly Record[]; meta: OptionalPageMeta },
  figure: (record: Record) => MetricFigure,
): MetricAnswer => ({
  all,
  total: meta.total_count ?? records.length,
  rows: records.map((record) => ({
    ...figure(record),
    id: record.callHandlerId,
    name: record.callHandlerName,
    accountId: record.accountId,
    accountName: record.accountName,
  })),
});

export const metricLists = {
  'asked-for-appointment': {
    field: 'askedForAppointment',
    countedTitle: 'Asked',
    valueTitle: 'Rate',
    grading: 'asked',
    query: (request: StaffRequest) =>
      staffMetricQuery('askedForAppointment', request, ({ summary, records, meta }) => {
        const figure = (one: typeof summary) =>
          share(
            one.askedForAppointment,
            one.total,
            one.askedForAppointmentPercentage,
            one.askedForAppointmentGrade,
          );
        return answerOf(figure(summary), { records, meta }, figure);
      }),
  },
  'asked-for-source': {
    field: 'askedForSource',
    countedTitle: 'Asked',
    valueTitle: 'Rate',
    grading: 'asked',
    query: (request: StaffRequest) =>
      staffMetricQuery('askedForSource', request, ({ summary, records, meta }) => {
        const figure = (one: typeof summary) =>
          share(one.askedForSource, one.total, one.askedForSourcePercentage, one.askedForSourceGrade);
        return answerOf(figure(summary), { records, meta }, figure);
      }),
  },
  'good-impression': {
    field: 'goodImpression',
    countedTitle: 'Good',
    valueTitle: 'Rate',
    grading: 'asked',
    query: (request: StaffRequest) =>
      staffMetricQuery('goodImpression', request, ({ summary, records, meta }) => {
        const figure = (one: typeof summary) =>
          share(one.goodImpression, one.total, one.goodImpressionPercentage, one.goodImpressionGrade);
        return answerOf(figure(summary), { records, meta }, figure);
      }),
  },
  'asked-for-additional-appointments': {
    field: 'askedForAdditionalAppointment',
    countedTitle: 'Asked',
    valueTitle: 'Rate',
    grading: 'asked',
    query: (request: StaffRequest) =>
      staffMetricQuery('askedForAdditionalAppointment', request, ({ summary, records, meta }) => {
        const figure = (one: typeof summary) =>
          share(
            one.askedForAdditionalAppointment,
            one.total,
            one.askedForAdditionalAppointmentPercentage,
            one.askedForAdditionalAppointmentGrade,
          );
        return answerOf(figure(summary), { records, meta }, figure);
      }),
  },
  'placed-on-hold': {
    field: 'placedOnHold',
    countedTitle: 'On hold',
    valueTitle: 'Rate',
    grading: 'hold',
    query: (request: StaffRequest) => staffMetricQuery('holdCount', request, placedOnHold),
  },
  'asked-to-place-on-hold': {
    field: 'askedToPlaceOnHold',
    countedTitle: 'Asked',
    valueTitle: 'Rate',
    grading: 'hold',
    query: (
      request: StaffRequest, // staff who placed no callers on hold had no caller to ask
    ) => staffMetricQuery('holdCount', request, askedToPlaceOnHold, { placedOnHold: true }),
  },
  'hold-time': {
    field: 'placedOnHold',
    countedTitle: 'Holds',
    valueTitle: 'Average',
    grading: 'hold time',
    query: (request: StaffRequest) =>
      staffMetricQuery('holdTime', request, ({ summary, records, meta }) => {
        const figure = (one: typeof summary) => time(one.total, one.averageSeconds, one.grade);
        return answerOf(figure(summary), { records, meta }, figure);
      }),
  },
} as const satisfies Record<
  MetricKey,
  { field: ScoreFieldName; countedTitle: string; valueTitle: string; grading: Grading; query: unknown }
>;

export function isMetricKey(text: string | undefined): text is MetricKey {
  return text !== undefined && Object.hasOwn(metricLists, text);
}

function placedOnHold({ summary, ...page }: StaffMetricReply<'holdCount'>): MetricAnswer {
  return answerOf(
    share(summary.onHold, summary.total, summary.onHoldPercentage, summary.onHoldGrade),
    page,
    (one) =>
      share(
        one.staffPlacedCallerOnHold,
        one.total,
        one.staffPlacedCallerOnHoldPercentage,
        one.staffPlacedCallerOnHoldGrade,
      ),
  );
}

function askedToPlaceOnHold({ summary, ...page }: StaffMetricReply<'holdCount'>): MetricAnswer {
  return answerOf(
    share(summary.askedOnHold, summary.onHold, summary.askedOnHoldPercentage, summary.askedOnHoldGrade),
    page,
    (one) =>
      share(
        one.staffAskedToPlaceOnHold,
        one.staffPlacedCallerOnHold,
        one.staffAskedToPlaceOnHoldPercentage,
        one.staffAskedToPlaceOnHoldGrade,
      ),
  );
}
