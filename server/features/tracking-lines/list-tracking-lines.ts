import {
  lineStatusTexts,
  printedCampaignTypes,
  receivingStatus,
} from '@mailcall/contract/rules/tracking-line.ts';
import type { LineSort, listTrackingLines, TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import {
  presentTrackingLine,
  displayedName,
  trackingLineColumns,
  type TrackingLineRecord,
  trackingLineTables,
} from './tracking-line-rows.ts';

/** The status in the words that it is shown in, so that the column is in the order that people see. */
const displayedStatus = sql`case lines.status ${sql.join(
  Object.entries(lineStatusTexts).map(
    ([status, text]) => sql`when cast(${status} as text) then cast(${text} as text)`,
  ),
  sql` `,
)} else lines.status end`;

/** What the list is sorted by, as it is shown. Nulls come last in both directions. */
const sortKeys: Readonly<Record<LineSort, RawBuilder<unknown>>> = {
  campaignName: sql`lower(${displayedName})`,
  number: sql`lines.number`,
  destinationNumber: sql`lines.destination_number`,
  status: displayedStatus,
  type: sql`coalesce(campaigns.campaign_type = any(${[...printedCampaignTypes]}), false)`,
};

/** The tracking lines of some accounts that the viewer may read, sorted; equal ones by name, then by id. */
export async function trackingLinesOf(
  database: QueryExecutorProvider,
  accountIds: readonly string[],
  { sort, dir, filters }: z.output<(typeof listTrackingLines)['query']>,
): Promise<TrackingLine[]> {
  if (accountIds.length === 0) return [];
  const status =
    filters?.computedStatus === undefined
      ? sql``
      : filters.computedStatus === 'Active'
        ? sql`and lines.status = ${receivingStatus}`
        : sql`and lines.status <> ${receivingStatus}`;
  const { rows } = await sql<TrackingLineRecord>`
    select ${trackingLineColumns} from ${trackingLineTables(accountIds)}
    where lines.account_id = any(${[...accountIds]}) and not lines.deleted ${status}
    order by ${sortKeys[sort]} ${dir === 'asc' ? sql`asc` : sql`desc`} nulls last, lower(${displayedName}), lines.id`.execute(
    database,
  );
  return rows.map(presentTrackingLine);
}
