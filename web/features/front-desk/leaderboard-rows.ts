import type { LeaderboardRow, LeaderboardSort } from '@mailcall/contract/leaderboard.ts';
import { truncate } from '@mailcall/contract/rules/caller.ts';
import type { ScoreFieldName } from '@mailcall/contract/rules/score-fields.ts';
import { gradeOfShare, type Grade } from '@mailcall/contract/rules/grades.ts';
import { displayedConversionRate, thousands } from '@mailcall/contract/rules/rates.ts';
import { minComparedCalls, sampleSize, shareText } from '@mailcall/contract/rules/sample-size.ts';
import { namesOfEquals } from '@mailcall/contract/rules/ties.ts';
import { gradingFor, nothingCounted } from './figure-texts.ts';

const nameLength = 25;

export const shortStaffName = (name: string) => truncate(name, nameLength);

/** Unique key: a staff member may have the same id at two offices. */
export const rowKey = ({ accountId, callHandlerId }: LeaderboardRow) => `${accountId} ${callHandlerId}`;

/** Row by key or, in an older link, by staff member alone. */
export const findRow = (rows: readonly LeaderboardRow[], name: string | undefined): LeaderboardRow | null =>
  rows.find((row) => rowKey(row) === name) ??
  rows.find(({ callHandlerId }) => callHandlerId === name) ??
  null;

export const figureTexts: Record<LeaderboardSort, (row: LeaderboardRow) => string> = {
  calls: (row) => thousands(row.callMadeCount),
  opportunities: (row) => thousands(row.opportunityCallCount),
  appointments: (row) => thousands(row.appointmentsMadeCount),
  apptCalls: (row) => thousands(row.appointmentsCallCount),
  conversionRate: (row) =>
    row.opportunityCallCount === 0 ? nothingCounted : `${displayedConversionRate(row.conversionRate)}%`,
};

export interface StaffRate {
  name: string;
  /** Null if no field alone decides it. */
  field: ScoreFieldName | null;
  /** Whole percent, 0 to 100. */
  rate: number;
  numerator: number;
  denominator: number;
  grade: Grade;
  about: string;
}

const rateOf = (
  name: string,
  field: ScoreFieldName | null,
  rate: number,
  numerator: number,
  denominator: number,
  about: string,
): StaffRate => ({
  name,
  field,
  rate: displayedConversionRate(rate),
  numerator,
  denominator,
  grade: gradeOfShare(gradingFor('staffPanel'), numerator, denominator),
  about,
});

export function staffRates(row: LeaderboardRow): StaffRate[] {
  return [
    rateOf(
      'Conversion Rate',
      null,
      row.conversionRate,
      row.appointmentsMadeCount,
      row.opportunityCallCount,
      'Appointments made / opportunity calls. A call can have several appointments; the rate is shown up to 100%.',
    ),
    rateOf(
      'Asked For Appointment',
      'askedForAppointment',
      row.askedforAppointmentRate,
      row.askedForAppointmentCount,
      row.validAskedForAppointment,
      'Calls with the question / known calls where the caller did not start.',
    ),
    rateOf(
      'Asked For Source',
      'askedForSource',
      row.askedForSourceRate,
      row.askedForSourceCount,
      row.validAskedForSource,
      'Calls with the question / known calls where the caller did not start.',
    ),
    rateOf(
      'Good First Impression',
      'goodImpression',
      row.goodImpressionRate,
      row.goodImpressionCount,
      row.validGoodImpression,
      'Calls with a good first impression / calls where it is known.',
    ),
    rateOf(
      'Asked For Additional Appointments',
      'askedForAdditionalAppointment',
      row.askedforAdditionalAppointmentRate,
      row.askedforAdditionalAppointmentCount,
      row.validAskedForAdditionalAppointment,
      'Calls with the question / known calls where the caller did not start.',
    ),
  ];
}

export function fewOpportunities(row: LeaderboardRow): string | undefined {
  const size = sampleSize(row.opportunityCallCount);
  if (size === 'enough') return undefined;
  return size === 'few' ? shareText(row.appointmentsMadeCount, row.opportunityCallCount) : 'too few calls';
}

/** Text about the leaders among staff with enough opportunities; null without bars. `leaders`: the first few of `count`. */
export function leaderText(
  first: LeaderboardRow | undefined,
  leaders: readonly LeaderboardRow[],
  count: number,
): string | null {
  if (!first) return null;
  const [leader] = leaders;
  if (!leader) return `Too few calls to compare: no one has ${minComparedCalls} opportunities`;
  const rate = `${displayedConversionRate(leader.conversionRate)}%`;
  // a rate up to 100% alone does not say why others with 100% do not lead
  const numbers = shareText(leader.appointmentsMadeCount, leader.opportunityCallCount);
  const names = namesOfEquals(
    leaders.map(({ name }) => name),
    count,
  );
  const text =
    count === 1 ? `${names} leads with ${rate} (${numbers})` : `${names} are tied for the lead with ${rate}`;
  return rowKey(leader) === rowKey(first)
    ? text
    : `${text} among those with ${minComparedCalls} opportunities or more`;
}
