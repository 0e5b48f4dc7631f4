import {
  lineStatusTexts,
  printedCampaignTypes,
  receivingStatus,
} from '@mailcall/contract/rules/tracking-line.ts';
import type { LineSort, listTrackingLines, TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { z } from 'zod';
import { sortDirection } from '../../platform/sort-order.ts';
import {
  presentTrackingLine,
  displayedName,
  trackingLineColumns,
  type TrackingLineRecord,
  trackingLineTables,
} from './tracking-line-rows.ts';

/** The displayed text of the status, so that the column sorts by what people see. */
const displayedStatus = sql`case lines.status ${sql.join(
  Object.entries(lineStatusTexts).map(
    ([status, text]) => sql`when cast(${status} as text) then cast(${text} as text)`,
  ),
  sql` `,
)} else lines.status end`;

/** The sort keys of the list, as displayed; nulls come last in both directions. */
const sortKeys: Readonly<Record<LineSort, RawBuilder<unknown>>> = {
  campaignName: sql`lower(${displayedName})`,
  number: sql`lines.number`,
  destinationNumber: sql`lines.destination_number`,
  status: displayedStatus,
  type: sql`coalesce(campaigns.campaign_type = any(${[...printedCampaignTypes]}), false)`,
};

/** Lists the tracking lines of some checked accounts, sorted; lines with equal keys by name, then by id. */
export async function trackingLinesOf(
  database: Queryable,
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
    order by ${sortKeys[sort]} ${sortDirection(dir)} nulls last, lower(${displayedName}), lines.id`.execute(
    database,
  );
  return rows.map(presentTrackingLine);
}
