import { campaignGroups } from '@mailcall/contract/rules/campaign-groups.ts';
import type { MailingSort, MailingStatus } from '@mailcall/contract/rules/mailing.ts';
import { countWaiting } from '@mailcall/contract/rules/next-step.ts';
import type { listMailings as listMailingsRoute, Mailing } from '@mailcall/contract/mailings.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { z } from 'zod';
import { sortDirection } from '../../platform/sort-order.ts';
import { queryPageAtVersion } from '../scope/index.ts';
import { mailingResults, mailingColumns, type MailingRecord, mailingTables } from './mailing-rows.ts';
import { statusOfMailing } from './mailing-status.ts';
import { type MailingState, mailingStateColumn, mailingStep } from './mailing-step.ts';

/** A request for a list of mailings, parsed. */
export type MailingListRequest = z.output<(typeof listMailingsRoute)['query']>;

/** The sort keys of the list; nulls come last, equal keys are in order of id. A rate is compared unrounded. */
const sortKeys: Record<MailingSort, RawBuilder<unknown>> = {
  deliveryWeek: sql`campaigns.delivery_week`,
  leadsCount: sql`results.leads`,
  appointmentsCount: sql`results.appointments`,
  conversionRate: sql`case when results.leads = 0 then 0 else cast(results.appointments as double precision) / results.leads end`,
};

function mailingMatchesRequest(
  accountIds: readonly string[],
  filters: MailingListRequest['filters'],
): RawBuilder<unknown> {
  const conditions = [sql`campaigns.account_id = any(${[...accountIds]})`, sql`not campaigns.deleted`];
  const { deliveryWeek, status = [], campaignFilterType = 'all' } = filters ?? {};
  if (deliveryWeek?.gte) conditions.push(sql`campaigns.delivery_week >= ${deliveryWeek.gte}::date`);
  if (deliveryWeek?.lte) conditions.push(sql`campaigns.delivery_week <= ${deliveryWeek.lte}::date`);
  if (status.length > 0) conditions.push(sql`${statusOfMailing} = any(${[...status]})`);
  if (campaignFilterType !== 'all') {
    conditions.push(sql`campaigns.campaign_type = any(${[...campaignGroups[campaignFilterType]]})`);
  }
  return sql.join(conditions, sql` and `);
}

/** Lists a page of the mailings of some checked accounts. Unless the order needs results, only those of the page are counted. */
export async function listMailings(
  database: Queryable,
  present: (row: MailingRecord) => Mailing,
  accountIds: readonly string[],
  request: MailingListRequest,
  now: Date,
): Promise<RouteReply<typeof listMailingsRoute>> {
  const { page, pageSize, sort } = request;
  const meta = (totalCount: number, version: number) => ({
    totalCount,
    pageCount: Math.ceil(totalCount / pageSize),
    pageSize,
    page,
    version,
    asOf: now.toISOString(),
  });
  if (accountIds.length === 0) return { meta: meta(0, 0), records: [] };
  const condition = mailingMatchesRequest(accountIds, request.filters);
  const direction = sortDirection(request.dir);
  const joinResults = sql`cross join lateral (${mailingResults}) as results`;
  const { version, total, rows } = await queryPageAtVersion<MailingRecord>(database, accountIds, {
    total: sql`select cast(count(*) as integer) as total from campaigns where ${condition}`,
    page: sql<MailingRecord>`
      select ${mailingColumns}, results.leads, results.appointments, listed.sort_key
      from (
        select campaigns.account_id, campaigns.id, ${sortKeys[sort]} as sort_key
        from campaigns ${sort === 'deliveryWeek' ? sql`` : joinResults}
        where ${condition}
        order by sort_key ${direction} nulls last, id limit ${pageSize} offset ${(page - 1) * pageSize}) as listed
      join ${mailingTables} on campaigns.account_id = listed.account_id and campaigns.id = listed.id
      ${joinResults}`,
    order: sql`answer.sort_key ${direction} nulls last, answer.id`,
  });
  return { meta: meta(total, version), records: rows.map(present) };
}

/** The status of the mailings that can wait for the office. */
const awaitsDecision: MailingStatus = 'ordered';

/**
 * Counts the mailings of some checked accounts that wait for the office. Only ordered ones without an approval can wait, so
 * no other state is read; the rule itself decides about those.
 */
export async function countWaitingMailings(
  database: Queryable,
  accountIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ state: MailingState }>`
    select ${mailingStateColumn} as state from campaigns
    where campaigns.account_id = any(${[...accountIds]}) and not campaigns.deleted
      and campaigns.approval_date is null and ${statusOfMailing} = ${awaitsDecision}`.execute(database);
  return countWaiting(rows.map(({ state }) => mailingStep(state)));
}

/** Finds a mailing of the viewer's accounts; null when there is none. */
export async function findMailing(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<MailingRecord | null> {
  const { rows } = await sql<MailingRecord>`
    select ${mailingColumns}, results.leads, results.appointments from ${mailingTables}
    cross join lateral (${mailingResults}) as results
    where campaigns.account_id = any(${[...accountIds]}) and campaigns.id = ${id} and not campaigns.deleted`.execute(
    database,
  );
  return rows[0] ?? null;
}
