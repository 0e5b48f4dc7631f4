import {
  type Grade,
  type GradeMode,
  gradeOfHoldTime,
  gradeOfShare,
  gradingOf,
} from '@mailcall/contract/rules/grades.ts';
import { meanSeconds, percent } from '@mailcall/contract/rules/rates.ts';
import { type HandlingCount, type HandlingCounts, type StaffRow, sumOfCounts } from '../figures/index.ts';
import { byName, membersOfStaff } from './staff.ts';

export interface StaffMetric<Person, Everybody> {
  /** A member of staff without any of these calls has no row. */
  valid: HandlingCount;
  person: (row: HandlingCounts) => Person;
  /** Includes calls with an unknown answerer, as on the card. */
  everybody: (row: HandlingCounts) => Everybody;
}

export interface StaffMetricResult<Person, Everybody> {
  summary: Everybody;
  records: (Person & {
    callHandlerId: string;
    callHandlerName: string;
    accountId: string;
    accountName: string;
  })[];
}

/** Members of staff with a value of `listedBy` are in order of name. */
export function presentMetric<Person, Everybody>(
  metric: StaffMetric<Person, Everybody>,
  rows: readonly StaffRow[],
  listedBy = metric.valid,
): StaffMetricResult<Person, Everybody> {
  return {
    summary: metric.everybody(sumOfCounts(rows)),
    records: membersOfStaff(rows)
      .filter((row) => row[listedBy] > 0)
      .sort(byName)
      .map((row) => ({
        ...metric.person(row),
        callHandlerId: row.handler_id,
        callHandlerName: row.handler_name,
        accountId: row.account_id,
        accountName: row.account_name,
      })),
  };
}

function share<Result>(
  part: HandlingCount,
  total: HandlingCount,
  present: (part: number, total: number, percentage: number, grade: Grade) => Result,
): StaffMetric<Result, Result> {
  const presentRow = (row: HandlingCounts) =>
    present(
      row[part],
      row[total],
      percent(row[part], row[total]),
      gradeOfShare('asked', row[part], row[total]),
    );
  return { valid: total, person: presentRow, everybody: presentRow };
}

export const goodImpression = share(
  'goodImpression',
  'validGoodImpression',
  (part, total, percentage, grade) => ({
    total,
    goodImpression: part,
    goodImpressionPercentage: percentage,
    goodImpressionGrade: grade,
  }),
);

export const askedForSource = share(
  'askedForSource',
  'validAskedForSource',
  (part, total, percentage, grade) => ({
    total,
    askedForSource: part,
    askedForSourcePercentage: percentage,
    askedForSourceGrade: grade,
  }),
);

export const askedForAppointment = share(
  'askedForAppointment',
  'validAskedForAppointment',
  (part, total, percentage, grade) => ({
    total,
    askedForAppointment: part,
    askedForAppointmentPercentage: percentage,
    askedForAppointmentGrade: grade,
  }),
);

export const askedForAdditionalAppointment = share(
  'askedForAdditionalAppointment',
  'validAskedForAdditionalAppointment',
  (part, total, percentage, grade) => ({
    total,
    askedForAdditionalAppointment: part,
    askedForAdditionalAppointmentPercentage: percentage,
    askedForAdditionalAppointmentGrade: grade,
  }),
);

const onHoldPercentage = (row: HandlingCounts) => percent(row.placedOnHold, row.validPlacedOnHold);
/** Grades callers who were not placed on hold. */
const onHoldGrade = (row: HandlingCounts, mode: GradeMode) =>
  gradeOfShare(gradingOf('hold', mode), row.validPlacedOnHold - row.placedOnHold, row.validPlacedOnHold);
const askedPercentage = (row: HandlingCounts) => percent(row.askedToPlaceOnHold, row.placedOnHold);
const askedGrade = (row: HandlingCounts, mode: GradeMode) =>
  gradeOfShare(gradingOf('hold', mode), row.askedToPlaceOnHold, row.placedOnHold);

export const holdCount = (mode: GradeMode) =>
  ({
    valid: 'validPlacedOnHold',
    person: (row: HandlingCounts) => ({
      total: row.validPlacedOnHold,
      staffPlacedCallerOnHold: row.placedOnHold,
      staffPlacedCallerOnHoldPercentage: onHoldPercentage(row),
      staffPlacedCallerOnHoldGrade: onHoldGrade(row, mode),
      staffAskedToPlaceOnHold: row.askedToPlaceOnHold,
      staffAskedToPlaceOnHoldPercentage: askedPercentage(row),
      staffAskedToPlaceOnHoldGrade: askedGrade(row, mode),
    }),
    everybody: (row: HandlingCounts) => ({
      total: row.validPlacedOnHold,
      onHold: row.placedOnHold,
      onHoldPercentage: onHoldPercentage(row),
      onHoldGrade: onHoldGrade(row, mode),
      askedOnHold: row.askedToPlaceOnHold,
      askedOnHoldPercentage: askedPercentage(row),
      askedOnHoldGrade: askedGrade(row, mode),
    }),
  }) as const satisfies StaffMetric<object, object>;

const holdTimeOf = (row: HandlingCounts) => {
  const averageSeconds = meanSeconds(row.holdSeconds, row.timedHolds);
  return { total: row.timedHolds, averageSeconds, grade: gradeOfHoldTime(averageSeconds) };
};

export const holdTime = {
  valid: 'timedHolds',
  person: holdTimeOf,
  everybody: holdTimeOf,
} as const satisfies StaffMetric<object, object>;
