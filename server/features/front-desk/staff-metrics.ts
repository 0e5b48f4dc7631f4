import { type Grade, gradeOfHoldTime, gradeOfShare } from '@mailcall/contract/rules/grades.ts';
import { meanSeconds, percent } from '@mailcall/contract/rules/rates.ts';
import type { HandlingCount } from './handling.ts';
import type { OfficeRow, StaffRow } from './queries.ts';
import { byName, membersOfStaff } from './staff.ts';

/** A metric behind 'See Individual Metric': the counts that it uses and how it presents a row of them. */
export interface StaffMetric<Count extends HandlingCount, Person, Everybody> {
  counts: readonly Count[];
  /** A member of staff without any of these calls has no row. */
  valid: Count;
  /** One member of staff. */
  person: (row: OfficeRow<Count>) => Person;
  /** All calls that staff answered, including those with an unknown answerer, as on the card. */
  everybody: (row: OfficeRow<Count>) => Everybody;
}

/** The result of a metric, without the version of the data. */
export interface StaffMetricResult<Person, Everybody> {
  summary: Everybody;
  records: (Person & {
    callHandlerId: string;
    callHandlerName: string;
    accountId: string;
    accountName: string;
  })[];
}

/** Presents a metric: the members of staff with a value of `listedBy` in order of name, and all of them together. */
export function presentMetric<Count extends HandlingCount, Person, Everybody>(
  metric: StaffMetric<Count, Person, Everybody>,
  rows: readonly StaffRow<Count>[],
  listedBy: NoInfer<Count> = metric.valid,
): StaffMetricResult<Person, Everybody> {
  const sums = Object.fromEntries(
    metric.counts.map((count) => [count, rows.reduce((sum, row) => sum + row[count], 0)]),
  ) as OfficeRow<Count>;
  return {
    summary: metric.everybody(sums),
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

const metric = <Count extends HandlingCount, Person, Everybody>(
  counts: readonly Count[],
  valid: NoInfer<Count>,
  person: (row: OfficeRow<Count>) => Person,
  everybody: (row: OfficeRow<Count>) => Everybody,
): StaffMetric<Count, Person, Everybody> => ({ counts, valid, person, everybody });

/** A metric that is a single share, the same for one person and for all staff. */
function share<Count extends HandlingCount, Result>(
  [part, total]: readonly [part: Count, total: Count],
  present: (part: number, total: number, percentage: number, grade: Grade) => Result,
): StaffMetric<Count, Result, Result> {
  const presentRow = (row: OfficeRow<Count>) =>
    present(
      row[part],
      row[total],
      percent(row[part], row[total]),
      gradeOfShare('asked', row[part], row[total]),
    );
  return metric([part, total], total, presentRow, presentRow);
}

/** Good first impression. */
export const goodImpression = share(
  ['goodImpression', 'validGoodImpression'],
  (part, total, percentage, grade) => ({
    total,
    goodImpression: part,
    goodImpressionPercentage: percentage,
    goodImpressionGrade: grade,
  }),
);

/** Asked how the caller came to call. */
export const askedForSource = share(
  ['askedForSource', 'validAskedForSource'],
  (part, total, percentage, grade) => ({
    total,
    askedForSource: part,
    askedForSourcePercentage: percentage,
    askedForSourceGrade: grade,
  }),
);

/** Asked for an appointment. */
export const askedForAppointment = share(
  ['askedForAppointment', 'validAskedForAppointment'],
  (part, total, percentage, grade) => ({
    total,
    askedForAppointment: part,
    askedForAppointmentPercentage: percentage,
    askedForAppointmentGrade: grade,
  }),
);

/** Asked for appointments of others, such as the rest of the family. */
export const askedForAdditionalAppointment = share(
  ['askedForAdditionalAppointment', 'validAskedForAdditionalAppointment'],
  (part, total, percentage, grade) => ({
    total,
    askedForAdditionalAppointment: part,
    askedForAdditionalAppointmentPercentage: percentage,
    askedForAdditionalAppointmentGrade: grade,
  }),
);

type HoldRow = OfficeRow<'validPlacedOnHold' | 'placedOnHold' | 'askedToPlaceOnHold'>;
const onHoldPercentage = (row: HoldRow) => percent(row.placedOnHold, row.validPlacedOnHold);
/** Grades the share of callers who were not placed on hold. */
const onHoldGrade = (row: HoldRow) =>
  gradeOfShare('hold', row.validPlacedOnHold - row.placedOnHold, row.validPlacedOnHold);
const askedPercentage = (row: HoldRow) => percent(row.askedToPlaceOnHold, row.placedOnHold);
const askedGrade = (row: HoldRow) => gradeOfShare('hold', row.askedToPlaceOnHold, row.placedOnHold);

/** Placed callers on hold, and asked them first. */
export const holdCount = metric(
  ['validPlacedOnHold', 'placedOnHold', 'askedToPlaceOnHold'],
  'validPlacedOnHold',
  (row) => ({
    total: row.validPlacedOnHold,
    staffPlacedCallerOnHold: row.placedOnHold,
    staffPlacedCallerOnHoldPercentage: onHoldPercentage(row),
    staffPlacedCallerOnHoldGrade: onHoldGrade(row),
    staffAskedToPlaceOnHold: row.askedToPlaceOnHold,
    staffAskedToPlaceOnHoldPercentage: askedPercentage(row),
    staffAskedToPlaceOnHoldGrade: askedGrade(row),
  }),
  (row) => ({
    total: row.validPlacedOnHold,
    onHold: row.placedOnHold,
    onHoldPercentage: onHoldPercentage(row),
    onHoldGrade: onHoldGrade(row),
    askedOnHold: row.askedToPlaceOnHold,
    askedOnHoldPercentage: askedPercentage(row),
    askedOnHoldGrade: askedGrade(row),
  }),
);

const holdTimeOf = (row: OfficeRow<'timedHolds' | 'holdSeconds'>) => {
  const averageSeconds = meanSeconds(row.holdSeconds, row.timedHolds);
  return { total: row.timedHolds, averageSeconds, grade: gradeOfHoldTime(averageSeconds) };
};

/** How long callers were on hold. */
export const holdTime = metric(['timedHolds', 'holdSeconds'], 'timedHolds', holdTimeOf, holdTimeOf);
