import { followUpDays } from '@mailcall/contract/rules/outcome.ts';
import { type DayMode, daysAt } from '@mailcall/contract/time/days.ts';
import {
  type DateRange,
  dateRangeOfPreset,
  instantsOf,
  unboundedDateRange,
} from '@mailcall/contract/scope/date-range.ts';
import type { ScopeFilters } from '@mailcall/contract/scope/scope.ts';
import * as duration from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { currentAccount, type Viewer } from '../identity/index.ts';
import { notAllowed, notValid } from '../../platform/http/problems.ts';
import { typesOfGroup } from './campaign-types.ts';
import { dayZonesOf } from './day-zones.ts';
import { callHasValue } from './dimensions.ts';
import { idsOf } from './ids.ts';

declare const checked: unique symbol;

/** Only {@link checkScope} creates a scope, and only a scope gives access to client data. */
export interface CheckedScope {
  readonly [checked]: true;
  /** Unique and sorted */
  readonly accountIds: readonly string[];
  readonly days: DateRange;
  readonly dayMode: DayMode;
  /** The last 30 days replace the dates for follow-ups. */
  readonly followUpsFrom: Date;
  /** Null for any type, including calls without a campaign. */
  readonly campaignTypes: readonly string[] | null;
  readonly campaignIds: readonly string[];
}

/** Without the start of the last 30 days, which moves with every request. */
export type RangedScope = Omit<CheckedScope, 'followUpsFrom'>;

const allAccounts = '*';

export interface SelectedAccounts {
  accountIds: readonly string[];
  exceptAccountIds?: readonly string[];
}

/** One account without access refuses all. Exceptions need the database. @throws {Problem} 403; 400 for exceptions without `*` */
export function checkAccounts(
  viewer: Viewer,
  { accountIds, exceptAccountIds = [] }: SelectedAccounts,
): string[] {
  const requested = new Set(accountIds.map((id) => currentAccount(viewer, id)));
  if (exceptAccountIds.length > 0 && !requested.has(allAccounts))
    throw notValid({ exceptAccountIds: 'Use this together with accountIds[]=*.' });
  if (requested.delete(allAccounts)) for (const id of viewer.accountIds) requested.add(id);
  for (const id of requested)
    if (!viewer.accountIds.has(id)) throw notAllowed('You do not have access to one of these accounts.');
  return [...requested].sort();
}

/** Leaves out accounts with everything below and above, because an account counts with all sub-accounts or not. */
async function withoutAccounts(
  database: Queryable,
  accountIds: readonly string[],
  excepted: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select accounts.id from accounts where accounts.id = any(${[...excepted]})
      union
      select accounts.id from below join accounts on accounts.parent_id = below.id where not accounts.deleted),
    above as (
      select accounts.id, accounts.parent_id from accounts where accounts.id = any(${[...excepted]})
      union
      select accounts.id, accounts.parent_id from above join accounts on accounts.id = above.parent_id
      where not accounts.deleted)
    select below.id from below union select above.id from above`.execute(database);
  const left = new Set(rows.map(({ id }) => id));
  return accountIds.filter((id) => !left.has(id));
}

/** With sub-accounts, unique, sorted. Ignores others' exceptions, to reveal nothing. @throws {Problem} 403; 400: exceptions without `*` */
export async function checkAccountsWithSubAccounts(
  database: Queryable,
  viewer: Viewer,
  selected: SelectedAccounts,
): Promise<readonly string[]> {
  const accountIds = checkAccounts(viewer, selected);
  const excepted = (selected.exceptAccountIds ?? [])
    .map((id) => currentAccount(viewer, id))
    .filter((id) => viewer.accountIds.has(id));
  if (excepted.length > 0) return withoutAccounts(database, accountIds, excepted);
  if (accountIds.length === 0 || accountIds.length === viewer.accountIds.size) return accountIds;
  return [...withSubAccounts(viewer, accountIds)].filter((id) => viewer.accountIds.has(id)).sort();
}

function withSubAccounts({ subAccounts }: Viewer, accountIds: readonly string[]): Set<string> {
  const found = new Set(accountIds);
  // a set also iterates over items added meanwhile
  for (const id of found) for (const below of subAccounts.get(id) ?? []) found.add(below);
  return found;
}

export interface ScopeTime {
  now: Date;
  dayMode: DayMode;
}

/** Includes sub-accounts; absent dates mean All Time. @throws {Problem} 403 */
export async function checkScope(
  database: Queryable,
  viewer: Viewer,
  query: SelectedAccounts & { filters?: ScopeFilters | undefined },
  { now, dayMode }: ScopeTime,
): Promise<CheckedScope> {
  const accountIds = await checkAccountsWithSubAccounts(database, viewer, query);
  const { campaignFilterType = 'all', campaigns = [] } = query.filters ?? {};
  const scope: Omit<CheckedScope, typeof checked> = {
    accountIds,
    days: await requestedDays(database, accountIds, query.filters ?? {}, { now, dayMode }),
    dayMode,
    followUpsFrom: new Date(now.getTime() - duration.days(followUpDays)),
    campaignTypes: campaignFilterType === 'all' ? null : await typesOfGroup(database, campaignFilterType),
    campaignIds: campaigns,
  };
  return scope as CheckedScope;
}

async function requestedDays(
  database: Queryable,
  accountIds: readonly string[],
  { startDate, endDate }: ScopeFilters,
  { now, dayMode }: ScopeTime,
): Promise<DateRange> {
  if (startDate !== undefined && endDate !== undefined) return { startDate, endDate };
  const today = daysAt(now, await dayZonesOf(database, dayMode, accountIds));
  const allTime = dateRangeOfPreset('all', today);
  return { startDate: startDate ?? allTime.startDate, endDate: endDate ?? allTime.endDate };
}

const aDay = duration.days(1);

/** For indexes on time: local days differ from UTC days by at most one. */
function around(days: DateRange): { from: Date; to: Date } {
  const [all, { from, to }] = [instantsOf(unboundedDateRange), instantsOf(days)];
  return {
    from: new Date(Math.max(from.getTime() - aDay, all.from.getTime())),
    to: new Date(Math.min(to.getTime() + aDay, all.to.getTime())),
  };
}

/** Only this and {@link dayOfCall} depend on the time zone of days. */
function callOnDays({ days, dayMode }: RangedScope): RawBuilder<SqlBool> {
  const { from, to } = dayMode === 'utc' ? instantsOf(days) : around(days);
  const between = sql`calls.call_date_time >= ${from} and calls.call_date_time <= ${to}`;
  if (dayMode === 'utc') return sql<SqlBool>`(${between})`;
  // literals, because the columnar copy skips parts of a table only by them
  const [first, last] = [sql.lit(days.startDate), sql.lit(days.endDate)];
  return sql<SqlBool>`(${between} and calls.local_day >= cast(${first} as date) and calls.local_day <= cast(${last} as date))`;
}

/** Days since January 1, 1970. */
export function dayOfCall({ dayMode }: CheckedScope): RawBuilder<number> {
  const day =
    dayMode === 'utc' ? sql`cast(calls.call_date_time at time zone 'UTC' as date)` : sql`calls.local_day`;
  return sql<number>`cast(${day} - date '1970-01-01' as integer)`;
}

/** The last 30 days include everything after. */
export type ScopeDates = 'range' | 'last thirty days';

export function callInDates(scope: CheckedScope, dates: ScopeDates = 'range'): RawBuilder<SqlBool> {
  return dates === 'range'
    ? callOnDays(scope)
    : sql<SqlBool>`(calls.call_date_time >= ${scope.followUpsFrom})`;
}

/** False for removed calls. */
export function callOfCampaigns(scope: RangedScope): RawBuilder<SqlBool> {
  const conditions = [sql`not calls.deleted`];
  if (scope.campaignTypes) conditions.push(callHasValue('campaignType', scope.campaignTypes));
  if (scope.campaignIds.length > 0)
    conditions.push(sql`calls.campaign_id = any(${idsOf('campaign', scope.campaignIds)})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** False for removed calls. */
export const callInAccounts = (scope: RangedScope): RawBuilder<SqlBool> =>
  sql<SqlBool>`(calls.account_id = any(${idsOf('account', scope.accountIds)}) and ${callOfCampaigns(scope)})`;

export function callInScope(scope: RangedScope): RawBuilder<SqlBool>;
export function callInScope(scope: CheckedScope, dates: ScopeDates): RawBuilder<SqlBool>;
export function callInScope(
  scope: RangedScope | CheckedScope,
  dates: ScopeDates = 'range',
): RawBuilder<SqlBool> {
  const onDays = dates === 'range' ? callOnDays(scope) : callInDates(scope as CheckedScope, dates);
  return sql<SqlBool>`(${callInAccounts(scope)} and ${onDays})`;
}
