import type {
  LeaderboardRow,
  LeaderboardSort,
  LeaderboardTotals,
  teamLeaderboard,
} from '@mailcall/contract/leaderboard.ts';
import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import { conversionRate, percent } from '@mailcall/contract/rules/rates.ts';
import type { z } from 'zod';
import { compareNames, compareText } from '../../platform/sort-order.ts';
import type { HandlingCount } from './handling.ts';
import type { StaffRow } from './queries.ts';
import { byName, type KnownStaff, membersOfStaff } from './staff.ts';

/** The counts that the leaderboard uses. */
export const leaderboardCounts = [
  'calls',
  'opportunities',
  'appointments',
  'appointmentCalls',
  'askedForAppointment',
  'validAskedForAppointment',
  'askedForSource',
  'validAskedForSource',
  'goodImpression',
  'validGoodImpression',
  'askedForAdditionalAppointment',
  'validAskedForAdditionalAppointment',
] as const satisfies readonly HandlingCount[];

type Member = KnownStaff<StaffRow<(typeof leaderboardCounts)[number]>>;

const sortValues: Readonly<Record<LeaderboardSort, keyof LeaderboardRow & `${string}${'Count' | 'Rate'}`>> = {
  calls: 'callMadeCount',
  opportunities: 'opportunityCallCount',
  appointments: 'appointmentsMadeCount',
  apptCalls: 'appointmentsCallCount',
  conversionRate: 'conversionRate',
};

const presentMember = (member: Member): Omit<LeaderboardRow, 'rank'> => ({
  callHandlerId: member.handler_id,
  id: member.handler_id,
  name: member.handler_name,
  accountId: member.account_id,
  accountName: member.account_name,
  staffType: member.staff_type,
  callMadeCount: member.calls,
  opportunityCallCount: member.opportunities,
  appointmentsMadeCount: member.appointments,
  appointmentsCallCount: member.appointmentCalls,
  conversionRate: conversionRate(member.appointments, member.opportunities),
  askedforAppointmentRate: percent(member.askedForAppointment, member.validAskedForAppointment),
  askedForAppointmentCount: member.askedForAppointment,
  validAskedForAppointment: member.validAskedForAppointment,
  askedForSourceRate: percent(member.askedForSource, member.validAskedForSource),
  askedForSourceCount: member.askedForSource,
  validAskedForSource: member.validAskedForSource,
  goodImpressionRate: percent(member.goodImpression, member.validGoodImpression),
  goodImpressionCount: member.goodImpression,
  validGoodImpression: member.validGoodImpression,
  askedforAdditionalAppointmentRate: percent(
    member.askedForAdditionalAppointment,
    member.validAskedForAdditionalAppointment,
  ),
  askedforAdditionalAppointmentCount: member.askedForAdditionalAppointment,
  validAskedForAdditionalAppointment: member.validAskedForAdditionalAppointment,
});

/** What the leaderboard lists, and in which order. */
type LeaderboardRequest = Pick<
  z.output<(typeof teamLeaderboard)['query']>,
  'sortBy' | 'sort' | 'dir' | 'converting'
>;

/** The rows of the leaderboard, in the requested order; equal values share a rank and are in order of name. */
export function presentLeaderboard(
  rows: readonly StaffRow<(typeof leaderboardCounts)[number]>[],
  { sortBy, sort, dir, converting = false }: LeaderboardRequest,
): { records: LeaderboardRow[]; totals: LeaderboardTotals; leader?: LeaderboardRow | null } {
  const value = sortValues[sortBy];
  // sorting is stable: members with equal values stay in order of name
  const members = membersOfStaff(rows)
    .sort(byName)
    .map(presentMember)
    .sort((a, b) => b[value] - a[value]);
  let rank = 1;
  const records = members.map((member, at) => {
    if (member[value] !== members[at - 1]?.[value]) rank = at + 1;
    return { ...member, rank };
  });
  const totals = totalsOf(records);
  const listed = converting ? records.filter(isConverting) : records;
  return {
    records: inOrder(listed, sort, dir),
    totals,
    ...(converting && {
      leader:
        listed.find(({ opportunityCallCount }) => sampleSize(opportunityCallCount) === 'enough') ?? null,
    }),
  };
}

/** Whether the chart of conversion rates shows a member of staff. */
const isConverting = ({ staffType, conversionRate: rate }: LeaderboardRow) =>
  staffType !== null && staffType !== '' && rate > 0;

/** Sorts rows that are in order of rank; equal ranks stay in order of name. */
function inOrder(
  ranked: readonly LeaderboardRow[],
  sort: LeaderboardRequest['sort'],
  dir: LeaderboardRequest['dir'],
): LeaderboardRow[] {
  const sign = dir === 'asc' ? 1 : -1;
  return sort === 'rank'
    ? ranked.toSorted((a, b) => sign * (a.rank - b.rank))
    : ranked.toSorted(
        (a, b) =>
          sign *
          (compareNames(a.name, b.name) ||
            compareText(a.callHandlerId, b.callHandlerId) ||
            compareText(a.accountId, b.accountId)),
      );
}

function totalsOf(records: readonly LeaderboardRow[]): LeaderboardTotals {
  const sum = (name: keyof LeaderboardRow & `${string}Count`) =>
    records.reduce((total, record) => total + record[name], 0);
  const opportunityCount = sum('opportunityCallCount');
  const appointmentCallCount = sum('appointmentsCallCount');
  return {
    allCallCount: sum('callMadeCount'),
    opportunityCount,
    appointmentCount: sum('appointmentsMadeCount'),
    appointmentCallCount,
    averageConversionRate: conversionRate(appointmentCallCount, opportunityCount),
    staffCount: records.length,
  };
}
