import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { maxNamedEquals } from '@mailcall/contract/rules/ties.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import * as duration from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import type { Viewer } from '../../identity/index.ts';
import { callTerms, recordEngine } from '../../figures/index.ts';
import { type CheckedScope, callInScope, checkScope, type ScopeTime } from '../../scope/index.ts';
import { callsByHourOf, summaryOf } from '../../scoreboard/index.ts';
import { callListPath, callPath, mailingPath, scoreboardPath } from './alert-paths.ts';
import type { Performance, PeriodFigures } from './types.ts';

const day = duration.days(1);
const maxMissedCalls = 5;

/** The same number of days directly before the range. */
export function daysBefore({ startDate, endDate }: DateRange): DateRange {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { startDate: dayOf(start - (end - start) - day), endDate: dayOf(start - day) };
}

interface CampaignNames {
  name: string;
  orderNumber: string;
  label: string | null;
}
const campaignNames = sql`
  coalesce(campaigns.friendly_name, campaigns.name) as name, campaigns.name as "orderNumber", campaigns.label`;

/** The mailings whose calls booked most, with the fewest calls, and how many are equal. */
async function bestMailingsOf(
  database: Queryable,
  scope: CheckedScope,
): Promise<Pick<Performance, 'bestMailings' | 'bestMailingsCount'>> {
  const { rows } = await sql<CampaignNames & { id: string; calls: number; booked: number; equals: number }>`
    select * from (

    select campaigns.id, ${campaignNames}, cast(count(*) as integer) as calls,
      cast(count(*) filter (where ${callTerms.appointment}) as integer) as booked,
      rank() over (order by count(*) filter (where ${callTerms.appointment}) desc, count(*)) as place,
      cast(count(*) over (partition by count(*) filter (where ${callTerms.appointment}), count(*)) as integer) as equals
    from calls join campaigns on campaigns.account_id = calls.account_id and campaigns.id = calls.campaign_id
    where ${callInScope(scope)} and not campaigns.deleted
    group by campaigns.account_id, campaigns.id
    having count(*) filter (where ${callTerms.appointment}) > 0
    ) as counted where place = 1 order by id limit ${maxNamedEquals}`.execute(database);
  return {
    bestMailings: rows.map(({ calls, booked, ...mailing }) => ({
      name: mailingTitle(mailing),
      calls,
      booked,
      path: mailingPath(mailing.id),
    })),
    bestMailingsCount: rows[0]?.equals ?? 0,
  };
}

async function openMissedOf(
  database: Queryable,
  scope: CheckedScope,
): Promise<Pick<Performance, 'openMissed' | 'missedCalls'>> {
  const { rows } = await sql<
    (CampaignNames | { name: null }) & { id: string; at: Date; timeZone: string; total: number }
  >`
    select calls.id, calls.call_date_time as at, accounts.time_zone as "timeZone", ${campaignNames},
      cast(count(*) over () as integer) as total
    from calls join accounts on accounts.id = calls.account_id left join campaigns on campaigns.account_id = calls.account_id and campaigns.id = calls.campaign_id
      and not campaigns.deleted
    where ${callInScope(scope)} and ${callTerms.missed} and calls.resolve_date is null
    order by calls.call_date_time desc, calls.id limit ${maxMissedCalls}`.execute(database);
  return {
    openMissed: rows[0]?.total ?? 0,
    missedCalls: rows.map((row) => ({
      title: row.name === null ? null : mailingTitle(row),
      at: row.at,
      timeZone: row.timeZone,
      path: callPath(row.id),
    })),
  };
}

/** Includes sub-accounts, in one transaction for consistency. @throws {Problem} 403 if the viewer has no access */
export async function performanceOf(
  database: Queryable,
  viewer: Viewer,
  { accountId, days }: { accountId: string; days: DateRange },
  { now, dayMode }: ScopeTime,
): Promise<Performance> {
  const scopeOf = (range: DateRange, campaignFilterType: 'all' | 'mvp-mail' = 'all') =>
    checkScope(
      database,
      viewer,
      { accountIds: [accountId], filters: { ...range, campaignFilterType } },
      { now, dayMode },
    );
  const figuresOf = async (scope: CheckedScope): Promise<PeriodFigures> => {
    const summary = await summaryOf(recordEngine(database), scope, now);
    return {
      calls: summary.all_calls_count,
      booked: summary.calls_with_Appointments_count,
      missed: summary.missed_calls_count,
      opportunities: summary.opportunity_calls_count,
      unscored: summary.unscored_calls_count,
    };
  };
  const scope = await scopeOf(days);
  const earlier = daysBefore(days);
  const { callsPerHour } = await callsByHourOf(recordEngine(database), scope, now);
  return {
    days,
    figures: await figuresOf(scope),
    daysBefore: earlier,
    before: await figuresOf(await scopeOf(earlier)),
    missedByHour: callsPerHour.map(({ missed }) => missed),
    ...(await bestMailingsOf(database, await scopeOf(days, 'mvp-mail'))),
    ...(await openMissedOf(database, scope)),
    missedCallsPath: callListPath(accountId, days, 'missed call'),
    scoreboardPath: scoreboardPath(accountId, days),
  };
}
