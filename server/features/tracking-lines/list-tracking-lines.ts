import { isPrinted, lineStatusTexts, receivingStatus } from '@mailcall/contract/rules/tracking-line.ts';
import type { LineSort, listTrackingLines } from '@mailcall/contract/tracking-lines.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { z } from 'zod';
import { pageLimit, pageMeta, type PageRequest, requestedPage } from '../../platform/paging.ts';
import { textMatches } from '../../platform/text-search.ts';
import { type ListQuery, type ListSources, queryCountedPage, queryPageAtVersion } from '../figures/index.ts';
import { campaignTypes, type GroupOf, readGroupOf } from '../scope/index.ts';
import { sortDirection } from '../../platform/sort-order.ts';
import {
  callsByLine,
  knownCounts,
  type LineCounts,
  presentTrackingLine,
  displayedName,
  fewLinesTables,
  inCampaign,
  inOwnTexts,
  namedLineTables,
  trackingLineColumns,
  type TrackingLineRecord,
  trackingLineTables,
} from './tracking-line-rows.ts';

const displayedStatus = sql`case lines.status ${sql.join(
  Object.entries(lineStatusTexts).map(
    ([status, text]) => sql`when cast(${status} as text) then cast(${text} as text)`,
  ),
  sql` `,
)} else lines.status end`;

/** Sort keys as displayed; nulls come last in both directions. */
const sortKeys = (printedTypes: readonly string[]): Readonly<Record<LineSort, RawBuilder<unknown>>> => ({
  campaignName: sql`lower(${displayedName})`,
  number: sql`lines.number`,
  destinationNumber: sql`lines.destination_number`,
  status: displayedStatus,
  type: sql`coalesce(campaigns.campaign_type = any(${[...printedTypes]}), false)`,
});

type LinesRequest = z.output<(typeof listTrackingLines)['query']>;
type LinesReply = RouteReply<typeof listTrackingLines>;

function lineMatchesRequest(
  accountIds: readonly string[],
  { filters, query }: LinesRequest,
): RawBuilder<unknown> {
  const status =
    filters?.computedStatus === undefined
      ? sql``
      : filters.computedStatus === 'Active'
        ? sql`and lines.status = ${receivingStatus}`
        : sql`and lines.status <> ${receivingStatus}`;
  const found = textMatches(query, [inOwnTexts, inCampaign]);
  return sql`lines.account_id = any(${[...accountIds]}) and not lines.deleted ${status} ${found ? sql`and ${found}` : sql``}`;
}

async function placeInList(database: Queryable, groupOf: GroupOf, { sort, dir }: LinesRequest) {
  const printedTypes = (await campaignTypes(database)).filter((type) => isPrinted(type, groupOf(type)));
  return sql`row_number() over (
    order by ${sortKeys(printedTypes)[sort]} ${sortDirection(dir)} nulls last, lower(${displayedName}), lines.id)`;
}

/** Lines with equal keys are in order of name, then id. A page counts only the calls of its own lines. */
export async function trackingLinesOf(
  { database, readModel }: ListSources,
  accountIds: readonly string[],
  request: LinesRequest,
  now: Date,
): Promise<LinesReply> {
  const page = requestedPage(request);
  if (page) return pageOfLines(database, accountIds, request, page, now);
  if (accountIds.length === 0) return { records: [] };
  const groupOf = await readGroupOf(database);
  const place = await placeInList(database, groupOf, request);
  const listOf = (counts: RawBuilder<LineCounts>): ListQuery<TrackingLineRecord> => ({
    total: sql`select 0 as total`,
    page: sql<TrackingLineRecord>`
      select ${trackingLineColumns}, ${place} as place from ${trackingLineTables(counts)}
      where ${lineMatchesRequest(accountIds, request)}`,
    order: sql`answer.place`,
  });
  const counts = callsByLine(accountIds);
  const { rows } =
    (await queryCountedPage<TrackingLineRecord, LineCounts>(
      { database, readModel },
      counts,
      (known) => listOf(knownCounts(known)),
      { accountIds },
    )) ?? (await queryPageAtVersion(database, accountIds, listOf(counts)));
  return { records: rows.map((row) => presentTrackingLine(row, groupOf)) };
}

async function pageOfLines(
  database: Queryable,
  accountIds: readonly string[],
  request: LinesRequest,
  page: PageRequest,
  now: Date,
): Promise<LinesReply> {
  if (accountIds.length === 0) return { meta: pageMeta(page, 0, 0, now), records: [] };
  const groupOf = await readGroupOf(database);
  const place = await placeInList(database, groupOf, request);
  const { version, total, rows } = await queryPageAtVersion<TrackingLineRecord>(database, accountIds, {
    given: sql`matching as materialized (
      select lines.account_id, lines.id, ${place} as place
      from ${namedLineTables} where ${lineMatchesRequest(accountIds, request)})`,
    total: sql`select cast(count(*) as integer) as total from matching`,
    page: sql<TrackingLineRecord>`
      select ${trackingLineColumns}, listed.place
      from (select * from matching order by place ${pageLimit(page)}) as listed
      join (${fewLinesTables}) on lines.account_id = listed.account_id and lines.id = listed.id`,
    order: sql`answer.place`,
  });
  return {
    meta: pageMeta(page, total, version, now),
    records: rows.map((row) => presentTrackingLine(row, groupOf)),
  };
}
