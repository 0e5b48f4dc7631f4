import {
  inProductionStatuses,
  type MailingSort,
  type MailingStatus,
} from '@mailcall/contract/rules/mailing.ts';
import { isWaitingForOffice } from '@mailcall/contract/rules/next-step.ts';
import type { listMailings as listMailingsRoute, Mailing } from '@mailcall/contract/mailings.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { z } from 'zod';
import { sortDirection } from '../../platform/sort-order.ts';
import { type ListQuery, type ListSources, queryCountedPage, queryPageAtVersion } from '../figures/index.ts';
import { statusOfMailing, typesOfGroup } from '../scope/index.ts';
import {
  joinCounts,
  mailingColumns,
  type MailingCounts,
  type MailingRecord,
  mailingResults,
  mailingTables,
  resultsByCampaign,
} from './mailing-rows.ts';
import { type MailingState, mailingStateColumn, mailingStep } from './mailing-step.ts';

export type MailingListRequest = z.output<(typeof listMailingsRoute)['query']>;

/** Nulls come last; equal keys are in order of id. Rates are compared unrounded. `nextStep` sorts by {@link stepRank} first. */
const sortKeys: Record<MailingSort | 'nextStep', RawBuilder<unknown>> = {
  deliveryWeek: sql`campaigns.delivery_week`,
  nextStep: sql`campaigns.delivery_week`,
  leadsCount: sql`results.leads`,
  appointmentsCount: sql`results.appointments`,
  conversionRate: sql`case when results.leads = 0 then 0 else cast(results.appointments as double precision) / results.leads end`,
};

async function mailingMatchesRequest(
  database: Queryable,
  accountIds: readonly string[],
  filters: MailingListRequest['filters'],
): Promise<RawBuilder<unknown>> {
  const conditions = [sql`campaigns.account_id = any(${[...accountIds]})`, sql`not campaigns.deleted`];
  const { deliveryWeek, status = [], campaignFilterType = 'all', campaignType = [] } = filters ?? {};
  if (deliveryWeek?.gte) conditions.push(sql`campaigns.delivery_week >= ${deliveryWeek.gte}::date`);
  if (deliveryWeek?.lte) conditions.push(sql`campaigns.delivery_week <= ${deliveryWeek.lte}::date`);
  if (campaignType.length > 0) conditions.push(sql`campaigns.campaign_type = any(${[...campaignType]})`);
  if (status.length > 0) conditions.push(sql`${statusOfMailing} = any(${[...status]})`);
  if (campaignFilterType !== 'all') {
    const types = await typesOfGroup(database, campaignFilterType);
    conditions.push(sql`campaigns.campaign_type = any(${[...types]})`);
  }
  return sql.join(conditions, sql` and `);
}

/** 0 for mailings that wait, then the number of the status from 1, others at the end. */
const stepRank = (waiting: readonly WaitingMailing[]) => sql`case
  when (campaigns.account_id, campaigns.id) in (
    select * from unnest(cast(${waiting.map(({ account_id }) => account_id)} as text[]), cast(${waiting.map(({ id }) => id)} as text[])))
  then 0
  else array_position(cast(${[...inProductionStatuses]} as text[]), ${statusOfMailing}) end`;

interface ListedAccounts {
  accountIds: readonly string[];
  /** Only mailings of these wait for the viewer. */
  changeableIds: readonly string[];
}

/** Counts only the results of the page's mailings, unless the order needs all. */
export async function listMailings(
  sources: ListSources,
  present: (row: MailingRecord) => Promise<Mailing>,
  { accountIds, changeableIds }: ListedAccounts,
  request: MailingListRequest,
  now: Date,
): Promise<RouteReply<typeof listMailingsRoute>> {
  const { database } = sources;
  const { page, pageSize, sort } = request;
  const byStep = sort === 'nextStep';
  const waiting = byStep ? await waitingMailings(database, changeableIds, request.filters) : [];
  const meta = (totalCount: number, version: number) => ({
    totalCount,
    pageCount: Math.ceil(totalCount / pageSize),
    pageSize,
    page,
    ...(byStep && { waitingCount: waiting.length }),
    version,
    asOf: now.toISOString(),
  });
  if (accountIds.length === 0) return { meta: meta(0, 0), records: [] };
  const condition = await mailingMatchesRequest(database, accountIds, request.filters);
  const direction = sortDirection(request.dir);
  const needsResults = !byStep && sort !== 'deliveryWeek';
  const listOf = (joinResults: RawBuilder<unknown>): ListQuery<MailingRecord> => ({
    total: sql`select cast(count(*) as integer) as total from campaigns where ${condition}`,
    page: sql<MailingRecord>`
      select ${mailingColumns}, results.leads, results.appointments, results.calls, results.unscored, listed.rank, listed.sort_key
      from (
        select campaigns.account_id, campaigns.id, ${byStep ? stepRank(waiting) : sql`0`} as rank, ${sortKeys[sort]} as sort_key
        from campaigns ${needsResults ? joinResults : sql``}
        where ${condition}
        order by rank, sort_key ${direction} nulls last, id limit ${pageSize} offset ${(page - 1) * pageSize}) as listed
      join ${mailingTables} on campaigns.account_id = listed.account_id and campaigns.id = listed.id
      ${joinResults}`,
    order: sql`answer.rank, answer.sort_key ${direction} nulls last, answer.id`,
  });
  const counted = needsResults
    ? await queryCountedPage<MailingRecord, MailingCounts>(
        sources,
        resultsByCampaign(accountIds),
        (counts) => listOf(joinCounts(counts)),
        { accountIds },
      )
    : null;
  const { version, total, rows } =
    counted ??
    (await queryPageAtVersion<MailingRecord>(
      database,
      accountIds,
      listOf(sql`cross join lateral (${mailingResults}) as results`),
    ));
  return { meta: meta(total, version), records: await Promise.all(rows.map(present)) };
}

/** Only mailings of this status can wait for the office. */
const awaitsDecision: MailingStatus = 'ordered';

interface WaitingMailing {
  account_id: string;
  id: string;
}

/** Mailings that wait for the office. Reads only ordered ones without an approval, because no others can wait. */
export async function waitingMailings(
  database: Queryable,
  accountIds: readonly string[],
  filters?: MailingListRequest['filters'],
): Promise<WaitingMailing[]> {
  const condition = await mailingMatchesRequest(database, accountIds, filters);
  const { rows } = await sql<WaitingMailing & { state: MailingState }>`
    select campaigns.account_id, campaigns.id, ${mailingStateColumn} as state from campaigns
    where ${condition}
      and campaigns.approval_date is null and ${statusOfMailing} = ${awaitsDecision}`.execute(database);
  return rows.filter(({ state }) => isWaitingForOffice(mailingStep(state).nextStep));
}

export async function findMailing(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<MailingRecord | null> {
  const { rows } = await sql<MailingRecord>`
    select ${mailingColumns}, results.leads, results.appointments, results.calls, results.unscored from ${mailingTables}
    cross join lateral (${mailingResults}) as results
    where campaigns.account_id = any(${[...accountIds]}) and campaigns.id = ${id} and not campaigns.deleted`.execute(
    database,
  );
  return rows[0] ?? null;
}
