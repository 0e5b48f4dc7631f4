import type {
  LeaderboardRow,
  LeaderboardSort,
  LeaderboardTotals,
  teamLeaderboard,
} from '@mailcall/contract/leaderboard.ts';
import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import { conversionRate, percent } from '@mailcall/contract/rules/rates.ts';
import { maxNamedEquals } from '@mailcall/contract/rules/ties.ts';
import type { z } from 'zod';
import { type PagePosition, pageOfRows, type PageRequest } from '../../platform/paging.ts';
import { compareNames, compareText } from '../../platform/sort-order.ts';
import type { HandlingCount, StaffRow } from '../figures/index.ts';
import { byName, type KnownStaff, membersOfStaff } from './staff.ts';

type Member = KnownStaff<StaffRow>;

const rateOf = (member: Member) => conversionRate(member.appointments, member.opportunities);

/** Unrounded. Equal shares are equal here, too: a division rounds its exact result. */
const exactRateOf = ({ appointments, opportunities }: Member) =>
  opportunities === 0 ? 0 : appointments / opportunities;

const sortValues: Readonly<Record<LeaderboardSort, (member: Member) => number>> = {
  calls: (member) => member.calls,
  opportunities: (member) => member.opportunities,
  appointments: (member) => member.appointments,
  apptCalls: (member) => member.appointmentCalls,
  conversionRate: exactRateOf,
};

interface RankedMember {
  member: Member;
  rank: number;
  tied: boolean;
}

const presentMember = ({ member, rank, tied }: RankedMember): LeaderboardRow => ({
  rank,
  tied,
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
  conversionRate: rateOf(member),
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

type LeaderboardRequest = Pick<
  z.output<(typeof teamLeaderboard)['query']>,
  'sortBy' | 'sort' | 'dir' | 'converting'
>;

/** Equal values share a rank and are in order of name. Totals are of all members. @param page null for all of them */
export function presentLeaderboard(
  rows: readonly StaffRow[],
  { sortBy, sort, dir, converting = false }: LeaderboardRequest,
  page: PageRequest | null,
): {
  records: LeaderboardRow[];
  totals: LeaderboardTotals;
  leader?: LeaderboardRow | null;
  leaders?: LeaderboardRow[];
  leadersCount?: number;
  position: Partial<PagePosition>;
} {
  const valueOf = sortValues[sortBy];
  // stable: members with equal values stay in order of name
  const members = membersOfStaff(rows)
    .sort(byName)
    .sort((a, b) => valueOf(b) - valueOf(a));
  let rank = 1;
  const ranked = members.map((member, at): RankedMember => {
    const before = members[at - 1];
    const after = members[at + 1];
    const equals = (other: Member | undefined) => other !== undefined && valueOf(other) === valueOf(member);
    if (before && !equals(before)) rank = at + 1;
    return { member, rank, tied: equals(before) || equals(after) };
  });
  const listed = converting ? ranked.filter(isConverting) : ranked;
  const compared = listed.filter(({ member }) => sampleSize(member.opportunities) === 'enough');
  const [leader] = compared;
  const leaders = compared.filter(({ member }) => leader && valueOf(member) === valueOf(leader.member));
  const { records, position } = pageOfRows(inOrder(listed, sort, dir), page);
  return {
    records: records.map(presentMember),
    totals: totalsOf(members),
    ...(converting && {
      leader: leader ? presentMember(leader) : null,
      leaders: leaders.slice(0, maxNamedEquals).map(presentMember),
      leadersCount: leaders.length,
    }),
    position,
  };
}

const isConverting = ({ member }: RankedMember) =>
  member.staff_type !== null && member.staff_type !== '' && rateOf(member) > 0;

/** Equal ranks stay in order of name. */
function inOrder(
  ranked: readonly RankedMember[],
  sort: LeaderboardRequest['sort'],
  dir: LeaderboardRequest['dir'],
): RankedMember[] {
  const sign = dir === 'asc' ? 1 : -1;
  return sort === 'rank'
    ? ranked.toSorted((a, b) => sign * (a.rank - b.rank))
    : ranked.toSorted(
        ({ member: a }, { member: b }) =>
          sign *
          (compareNames(a.handler_name, b.handler_name) ||
            compareText(a.handler_id, b.handler_id) ||
            compareText(a.account_id, b.account_id)),
      );
}

function totalsOf(members: readonly Member[]): LeaderboardTotals {
  const sum = (count: HandlingCount) => members.reduce((total, member) => total + member[count], 0);
  const opportunityCount = sum('opportunities');
  const appointmentCallCount = sum('appointmentCalls');
  return {
    allCallCount: sum('calls'),
    opportunityCount,
    appointmentCount: sum('appointments'),
    appointmentCallCount,
    averageConversionRate: conversionRate(appointmentCallCount, opportunityCount),
    staffCount: members.length,
  };
}
