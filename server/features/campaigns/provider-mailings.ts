import type { listProviderMailings, ProviderMailing } from '@mailcall/contract/provider-mailings.ts';
import { mailingTitle, type MailingStatus } from '@mailcall/contract/rules/mailing.ts';
import type { MovedMailing } from '@mailcall/contract/rules/mailing-moves.ts';
import { lacksDesign } from '@mailcall/contract/rules/next-step.ts';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { pageLimit } from '../../platform/paging.ts';
import { sortDirection } from '../../platform/sort-order.ts';
import { dayText } from '../../platform/sql-terms.ts';
import { inSearchText, inText, type SearchedText, textMatches } from '../../platform/text-search.ts';
import { accountNamesForOperators, type Viewer } from '../identity/index.ts';
import { readOfferedValues, statusOfMailing, stepOfMailing } from '../scope/index.ts';
import { teamAccounts } from '../team/index.ts';
import { mailingFacts, type MailingState, mailingStateColumn, mailingStep } from './mailing-step.ts';

type ListRequest = z.output<(typeof listProviderMailings)['query']>;
type TeamViewer = Pick<Viewer, 'team'>;

/** Nulls come first if descending: what has no week yet is new. */
const sortColumns: Record<ListRequest['sort'], RawBuilder<unknown>> = {
  deliveryWeek: sql`campaigns.delivery_week`,
  orderDate: sql`campaigns.order_date`,
  quantity: sql`campaigns.quantity`,
};

interface MailingRow {
  id: string;
  accountId: string;
  accountName: string;
  timeZone: string;
  name: string;
  orderNumber: string;
  label: string | null;
  campaignType: string;
  mediaType: string | null;
  quantity: number | null;
  deliveryWeek: string | null;
  status: MailingStatus | null;
  state: MailingState;
  approvedBy: string | null;
  ordered: string | null;
  approved: string | null;
  printed: string | null;
  shipped: string | null;
  delivered: string | null;
  trackedShipped: string | null;
  trackedDelivered: string | null;
}

const day = (column: string, name: string) => sql`${dayText(`campaigns.${column}`)} as ${sql.ref(name)}`;

/** Of the viewer's accounts; others are left out. In the order of `ids`. */
export async function readProviderMailings(
  database: Queryable,
  viewer: TeamViewer,
  ids: readonly string[],
  now: Date,
): Promise<ProviderMailing[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MailingRow>`
    select campaigns.id, campaigns.account_id as "accountId", accounts.name as "accountName", accounts.time_zone as "timeZone",
      coalesce(campaigns.friendly_name, campaigns.name) as name, campaigns.name as "orderNumber", campaigns.label,
      campaigns.campaign_type as "campaignType", campaigns.media_type as "mediaType", campaigns.quantity,
      campaigns.approved_by as "approvedBy", ${statusOfMailing} as status, ${mailingStateColumn} as state,
      ${day('delivery_week', 'deliveryWeek')}, ${day('order_date', 'ordered')}, ${day('approval_date', 'approved')},
      ${day('print_date', 'printed')}, ${day('shipment_date', 'shipped')}, ${day('delivery_date', 'delivered')},
      ${day('pieces_shipment_date', 'trackedShipped')}, ${day('pieces_delivery_date', 'trackedDelivered')}
    from campaigns join accounts on accounts.id = campaigns.account_id
    where campaigns.id = any(${[...ids]}) and not campaigns.deleted and ${teamAccounts(viewer, 'campaigns.account_id')}`.execute(
    database,
  );
  const names = await accountNamesForOperators(
    database,
    rows.map(({ accountId }) => accountId),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { state, timeZone, name, label, ordered, approved, printed, shipped, delivered, ...shown } = row;
    const { trackedShipped, trackedDelivered, ...mailing } = shown;
    return {
      ...mailing,
      accountName: names.get(row.accountId) ?? row.accountName,
      title: mailingTitle({ name, orderNumber: row.orderNumber, label }),
      nextStep: mailingStep(state).nextStep,
      lacksDesign: lacksDesign(mailingFacts(state)),
      days: { ordered, approved, printed, shipped, delivered },
      trackedDays: { shipped: trackedShipped, delivered: trackedDelivered },
      today: clockInZone(now, timeZone).day,
    };
  });
}

export const movedMailing = (mailing: ProviderMailing): MovedMailing => ({
  status: mailing.status,
  nextStep: mailing.nextStep,
  lacksDesign: mailing.lacksDesign,
  days: mailing.days,
  trackedDays: mailing.trackedDays,
});

const inOfficeName: SearchedText = (word) =>
  sql<SqlBool>`campaigns.account_id in (select id from accounts where not deleted and ${inText(sql`accounts.name`)(word)})`;

function requestedMailings(viewer: TeamViewer, { query, steps = [], campaignType = [] }: ListRequest) {
  const conditions = [teamAccounts(viewer, 'campaigns.account_id'), sql`not campaigns.deleted`];
  const words = textMatches(query, [
    inSearchText(sql`campaigns.search_text`),
    inText(sql`campaigns.name`),
    inText(sql`coalesce(campaigns.label, '')`),
    inText(sql`campaigns.campaign_type`),
    inOfficeName,
  ]);
  if (words) conditions.push(words);
  if (campaignType.length > 0) conditions.push(sql`campaigns.campaign_type = any(${[...campaignType]})`);
  const named = steps.flatMap((step) =>
    step === 'none' ? [] : step === 'delivered' ? [step, 'deliveredInFirstCall'] : [step],
  );
  if (steps.length > 0)
    conditions.push(
      sql`(${stepOfMailing} = any(${named}) ${steps.includes('none') ? sql`or ${stepOfMailing} is null` : sql``})`,
    );
  return sql.join(conditions, sql` and `);
}

export async function listProviderMailingsOf(
  database: Queryable,
  viewer: TeamViewer,
  request: ListRequest,
  now: Date,
): Promise<{ total: number; records: ProviderMailing[] }> {
  const condition = requestedMailings(viewer, request);
  const direction = sortDirection(request.dir);
  const [{ rows: counted }, { rows: listed }] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from campaigns where ${condition}`.execute(database),
    sql<{ id: string }>`
      select campaigns.id from campaigns where ${condition}
      order by ${sortColumns[request.sort]} ${direction} ${request.dir === 'desc' ? sql`nulls first` : sql`nulls last`}, campaigns.id
      ${pageLimit(request)}`.execute(database),
  ]);
  const records = await readProviderMailings(
    database,
    viewer,
    listed.map(({ id }) => id),
    now,
  );
  return { total: counted[0]?.total ?? 0, records };
}

export async function readMailingOptions(
  database: Queryable,
): Promise<{ campaignTypes: string[]; mediaTypes: string[] }> {
  const offered = await readOfferedValues(database, 'campaign');
  const valuesOf = (field: string) => (offered.get(field) ?? []).map(({ value }) => value);
  return { campaignTypes: valuesOf('campaignType'), mediaTypes: valuesOf('mediaType') };
}
