import { type Grade, gradeOfHoldTime, gradeOfShare } from '@mailcall/contract/rules/grades.ts';
import { meanSeconds, percent } from '@mailcall/contract/rules/rates.ts';
import type { HandlingCount } from './handling.ts';
import type { OfficeRow, StaffRow } from './queries.ts';
import { byName, membersOfStaff } from './staff.ts';

/** A metric behind 'See Individual Metric': what it counts and how a row of counts is shown. */
export interface StaffMetric<Count extends HandlingCount, Person, Everybody> {
  counts: readonly Count[];
  /** A member of staff without any of these calls has no row. */
  valid: Count;
  /** One member of staff. */
  person: (row: OfficeRow<Count>) => Person;
  /** All calls that staff answered, those by nobody known too: what the card shows. */
  everybody: (row: OfficeRow<Count>) => Everybody;
}

/** What a metric says, without the version of the data. */
export interface StaffMetricShown<Person, Everybody> {
  summary: Everybody;
  records: (Person & { callHandlerId: string; callHandlerName: string; accountName: string })[];
}

/** A metric as shown: the members of staff by name, and all together. */
export function presentMetric<Count extends HandlingCount, Person, Everybody>(
  metric: StaffMetric<Count, Person, Everybody>,
  rows: readonly StaffRow<Count>[],
): StaffMetricShown<Person, Everybody> {
  const sums = Object.fromEntries(
    metric.counts.map((count) => [count, rows.reduce((sum, row) => sum + row[count], 0)]),
  ) as OfficeRow<Count>;
  return {
    summary: metric.everybody(sums),
    records: membersOfStaff(rows)
      .filter((row) => row[metric.valid] > 0)
      .sort(byName)
      .map((row) => ({
        ...metric.person(row),
        callHandlerId: row.handler_id,
        callHandlerName: row.handler_name,
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

/** A metric that is one share: the same for one person and for all. */
function share<Count extends HandlingCount, Shown>(
  [part, whole]: readonly [part: Count, whole: Count],
  shown: (part: number, total: number, percentage: number, grade: Grade) => Shown,
): StaffMetric<Count, Shown, Shown> {
  const present = (row: OfficeRow<Count>) =>
    shown(
      row[part],
      row[whole],
      percent(row[part], row[whole]),
      gradeOfShare('asked', row[part], row[whole]),
    );
  return metric([part, whole], whole, present, present);
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
