import { type CampaignFilterType, campaignGroups } from '@mailcall/contract/rules/campaign-groups.ts';
import { followUpDays } from '@mailcall/contract/rules/outcome.ts';
import { instantsOf, dateRangeOfPreset } from '@mailcall/contract/scope/date-range.ts';
import type { ScopeFilters } from '@mailcall/contract/scope/scope.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';
import { notAllowed, notValid } from '../../platform/http/problems.ts';
import { SharedReadsOf } from '../../platform/shared-reads.ts';
import { callHasValue } from './dimensions.ts';
import { idsOf } from './ids.ts';

declare const checked: unique symbol;

/** A scope whose every account the viewer may read. Only {@link checkScope} makes one, and only it opens client data. */
export interface CheckedScope {
  readonly [checked]: true;
  /** Each once, in order. */
  readonly accountIds: readonly string[];
  /** First instant of the range. */
  readonly from: Date;
  /** Last instant of the range. */
  readonly to: Date;
  /** Start of the last 30 days, which replace the dates where follow-ups are shown. */
  readonly followUpsFrom: Date;
  readonly campaignType: CampaignFilterType;
  /** Campaigns to filter by; empty for any. */
  readonly campaignIds: readonly string[];
}

/** All the viewer's accounts, on the wire. */
const allAccounts = '*';

/** The accounts that a request selects. */
export interface SelectedAccounts {
  accountIds: readonly string[];
  /** With `*` alone: accounts to leave out. */
  exceptAccountIds?: readonly string[];
}

/**
 * The accounts a request names, after checking the viewer's right to each; `*` means all the viewer's. One account
 * without the right refuses the whole request. Exceptions are not applied: that takes the database.
 * @throws {Problem} 403; 400 for exceptions from anything but all accounts.
 */
export function checkAccounts(
  viewer: Viewer,
  { accountIds, exceptAccountIds = [] }: SelectedAccounts,
): string[] {
  const requested = new Set(accountIds);
  if (exceptAccountIds.length > 0 && !requested.has(allAccounts))
    throw notValid({ exceptAccountIds: 'Use this together with accountIds[]=*.' });
  if (requested.delete(allAccounts)) for (const id of viewer.accountIds) requested.add(id);
  for (const id of requested)
    if (!viewer.accountIds.has(id)) throw notAllowed('You do not have access to one of these accounts.');
  return [...requested].sort();
}

/**
 * Accounts without some of them: those, their sub-accounts, and the accounts above them, because an account counts with
 * all of its sub-accounts or not at all.
 */
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

/**
 * The accounts a request names with all their sub-accounts and without its exceptions, after checking the viewer's right to
 * each; the sub-accounts of a viewer's account are the viewer's too. An exception that is not the viewer's leaves nothing
 * out, so that it reveals nothing about other accounts. Each once, in order.
 * @throws {Problem} 403; 400 for exceptions from anything but all accounts.
 */
export async function checkAccountsWithSubAccounts(
  database: Queryable,
  viewer: Viewer,
  selected: SelectedAccounts,
): Promise<readonly string[]> {
  const accountIds = checkAccounts(viewer, selected);
  const excepted = (selected.exceptAccountIds ?? []).filter((id) => viewer.accountIds.has(id));
  if (excepted.length > 0) return withoutAccounts(database, accountIds, excepted);
  if (accountIds.length === 0 || accountIds.length === viewer.accountIds.size) return accountIds;
  const ids = await withSubAccounts(database, accountIds);
  return ids.filter((id) => viewer.accountIds.has(id)).sort();
}

const accountReads = new SharedReadsOf<readonly string[]>();

/** Accounts with their sub-accounts; read once for the requests that a screen sends at once. */
function withSubAccounts(database: Queryable, accountIds: readonly string[]): Promise<readonly string[]> {
  return accountReads.read(database, JSON.stringify(accountIds), async () => {
    const { rows } = await sql<{ id: string }>`
      with recursive selected as (
        select accounts.id from accounts where accounts.id = any(${[...accountIds]})
        union
        select accounts.id from selected join accounts on accounts.parent_id = selected.id where not accounts.deleted)
      select selected.id from selected`.execute(database);
    return rows.map(({ id }) => id);
  });
}

/**
 * The requested scope, after checking the viewer's right to every account of it. A selected account includes
 * its sub-accounts; absent dates mean All Time.
 * @throws {Problem} 403.
 */
export async function checkScope(
  database: Queryable,
  viewer: Viewer,
  query: SelectedAccounts & { filters?: ScopeFilters | undefined },
  now: Date,
): Promise<CheckedScope> {
  const allTime = dateRangeOfPreset('all', now);
  const {
    startDate = allTime.startDate,
    endDate = allTime.endDate,
    campaignFilterType = 'all',
    campaigns = [],
  } = query.filters ?? {};
  const scope: Omit<CheckedScope, typeof checked> = {
    accountIds: await checkAccountsWithSubAccounts(database, viewer, query),
    ...instantsOf({ startDate, endDate }),
    followUpsFrom: new Date(now.getTime() - followUpDays * 24 * 60 * 60 * 1000),
    campaignType: campaignFilterType,
    campaignIds: campaigns,
  };
  return scope as CheckedScope;
}

/** The dates of a query: the scope's own, or the last 30 days and everything after. */
export type ScopeDates = 'range' | 'last thirty days';

/** The condition that a row of `calls` has the dates of the scope, or those that replace them. */
export function callInDates(scope: CheckedScope, dates: ScopeDates = 'range'): RawBuilder<SqlBool> {
  return dates === 'range'
    ? sql<SqlBool>`(calls.call_date_time >= ${scope.from} and calls.call_date_time <= ${scope.to})`
    : sql<SqlBool>`(calls.call_date_time >= ${scope.followUpsFrom})`;
}

/** The condition that a row of `calls` has an account and a campaign of the scope, on any date; tombstones never have. */
export function callInAccounts(scope: CheckedScope): RawBuilder<SqlBool> {
  const conditions = [
    sql`calls.account_id = any(${idsOf('account', scope.accountIds)})`,
    sql`not calls.deleted`,
  ];
  if (scope.campaignType !== 'all')
    conditions.push(callHasValue('campaignType', campaignGroups[scope.campaignType]));
  if (scope.campaignIds.length > 0)
    conditions.push(sql`calls.campaign_id = any(${idsOf('campaign', scope.campaignIds)})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The condition that a row of `calls` is in the scope. */
export function callInScope(scope: CheckedScope, dates: ScopeDates = 'range'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${callInAccounts(scope)} and ${callInDates(scope, dates)})`;
}
