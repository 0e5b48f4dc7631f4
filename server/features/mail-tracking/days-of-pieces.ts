import { type DayOfPieces, deliveryDayOf } from '@mailcall/contract/rules/mail-pieces.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { anyOf, dayText } from '../../platform/sql-terms.ts';
import { lockInAccounts } from '../scope/index.ts';
import { mailingKeyOf, type MailingKey } from './piece-changes.ts';

interface KnownDays extends MailingKey {
  quantity: number | null;
  shipped: string | null;
  delivered: string | null;
}

const keyTable = (mailings: readonly MailingKey[]) => sql`
  unnest(${mailings.map(({ accountId }) => accountId)}::text[], ${mailings.map(({ campaignId }) => campaignId)}::text[])
    as sent (account_id, campaign_id)`;

async function knownDays(transaction: Queryable, mailings: readonly MailingKey[]): Promise<KnownDays[]> {
  const { rows } = await sql<KnownDays>`
    select campaigns.account_id as "accountId", campaigns.id as "campaignId", campaigns.quantity,
      ${dayText('campaigns.pieces_shipment_date')} as shipped, ${dayText('campaigns.pieces_delivery_date')} as delivered
    from ${keyTable(mailings)} join campaigns on campaigns.account_id = sent.account_id and campaigns.id = sent.campaign_id`.execute(
    transaction,
  );
  return rows;
}

async function countsByDay(
  database: Queryable,
  mailings: readonly MailingKey[],
): Promise<Map<string, DayOfPieces[]>> {
  const days = new Map<string, DayOfPieces[]>();
  if (mailings.length === 0) return days;
  const { rows } = await sql<MailingKey & DayOfPieces>`
    select counted.account_id as "accountId", counted.campaign_id as "campaignId", ${dayText('counted.day')} as day,
      counted.entered, counted.near, counted.delivered, counted.returned
    from ${keyTable(mailings)} join tracked_days as counted
      on counted.account_id = sent.account_id and counted.campaign_id = sent.campaign_id`.execute(database);
  for (const row of rows) days.set(mailingKeyOf(row), [...(days.get(mailingKeyOf(row)) ?? []), row]);
  return days;
}

const earliest = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one;

/** Imports write other columns, so order does not matter. Returns mailings with changed days. @param mailings first day of new pieces */
export async function saveDaysOfPieces(
  transaction: Queryable,
  mailings: readonly (MailingKey & { firstDay: string | null })[],
): Promise<MailingKey[]> {
  const known = new Map((await knownDays(transaction, mailings)).map((row) => [mailingKeyOf(row), row]));
  const undelivered = mailings.filter((mailing) => known.get(mailingKeyOf(mailing))?.delivered === null);
  const counts = await countsByDay(transaction, undelivered);
  const changed = mailings.flatMap(({ accountId, campaignId, firstDay }) => {
    const key = mailingKeyOf({ accountId, campaignId });
    const row = known.get(key);
    if (!row) return [];
    const shipped = earliest(row.shipped, firstDay);
    const delivered = row.delivered ?? deliveryDayOf(counts.get(key) ?? [], row.quantity);
    return shipped === row.shipped && delivered === row.delivered
      ? []
      : [{ accountId, campaignId, shipped, delivered }];
  });
  if (changed.length === 0) return [];
  await lockInAccounts(
    transaction,
    'campaigns',
    new Set(changed.map(({ accountId }) => accountId)),
    sql`id = ${anyOf(changed.map(({ campaignId }) => campaignId))}`,
  );
  await sql`
    update campaigns set pieces_shipment_date = least(campaigns.pieces_shipment_date, sent.shipped),
      pieces_delivery_date = coalesce(campaigns.pieces_delivery_date, sent.delivered)
    from unnest(${changed.map(({ accountId }) => accountId)}::text[], ${changed.map(({ campaignId }) => campaignId)}::text[],
      ${changed.map(({ shipped }) => shipped)}::date[], ${changed.map(({ delivered }) => delivered)}::date[]
    ) as sent (account_id, id, shipped, delivered)
    where campaigns.account_id = sent.account_id and campaigns.id = sent.id`.execute(transaction);
  return changed;
}
