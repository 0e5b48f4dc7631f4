import { deliveredStatuses } from '@mailcall/contract/rules/mailing.ts';
import { isNewMover } from '@mailcall/contract/rules/campaign-groups.ts';
import { type RawBuilder, sql } from 'kysely';
import { dayText } from '../../platform/sql-terms.ts';
import { mailingResults } from '../campaigns/index.ts';
import { statusOfMailing } from '../scope/index.ts';
import type { CheckedScope } from '../scope/index.ts';
import type { Territory } from './territories.ts';

export interface DeliveredMailing {
  account_id: string;
  id: string;
  name: string;
  campaign_type: string;
  quantity: number | null;
  delivery_week: string | null;
  /** The newer of the audits by the feed and by the portal. */
  matched_last_audit: string | null;
  mailing_area_id: string | null;
  zone_id: string | null;
  leads: number;
  appointments: number;
  calls: number;
  unscored: number;
}

export function deliveredMailings(
  accountIds: readonly string[],
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<DeliveredMailing> {
  return sql<DeliveredMailing>`
    select campaigns.account_id, campaigns.id, coalesce(campaigns.friendly_name, campaigns.name) as name,
      campaigns.campaign_type, campaigns.quantity, ${dayText('campaigns.delivery_week')} as delivery_week,
      to_char(greatest(campaigns.matched_last_audit, campaigns.portal_matched_last_audit), 'YYYY-MM-DD') as matched_last_audit,
      campaigns.mailing_area_id, campaigns.zone_id, results.leads, results.appointments,
      results.calls, results.unscored
    from campaigns cross join lateral (${mailingResults}) as results
    where campaigns.account_id = any(${[...accountIds]}) and not campaigns.deleted
      and coalesce(campaigns.zone_id, campaigns.mailing_area_id) is not null
      and ${statusOfMailing} = any(${[...deliveredStatuses]}) and ${condition}`;
}

/** Mailings without a week come last, equal ones by id. */
export function newestFirst(mailings: readonly DeliveredMailing[]): DeliveredMailing[] {
  const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
  return mailings.toSorted(
    (one, other) => compare(other.delivery_week ?? '', one.delivery_week ?? '') || compare(one.id, other.id),
  );
}

export function deliveredInScope({ days, campaignTypes, campaignIds }: CheckedScope): RawBuilder<unknown> {
  const conditions = [
    sql`campaigns.delivery_week >= cast(${days.startDate} as date)`,
    sql`campaigns.delivery_week <= cast(${days.endDate} as date)`,
  ];
  if (campaignTypes) conditions.push(sql`campaigns.campaign_type = any(${[...campaignTypes]})`);
  if (campaignIds.length > 0) conditions.push(sql`campaigns.id = any(${[...campaignIds]})`);
  return sql.join(conditions, sql` and `);
}

export interface Place {
  accountId: string;
  areaId: string;
  /** Null for mailings to none of the area's zones, and for New Mover areas. */
  zoneId: string | null;
}

/** Null if neither zone nor area is known. */
export function placesOf(
  territories: readonly Territory[],
): (mailing: Pick<DeliveredMailing, 'account_id' | 'mailing_area_id' | 'zone_id'>) => Place | null {
  const key = (accountId: string, id: string) => JSON.stringify([accountId, id]);
  const areas = new Map<string, Place>();
  const zones = new Map<string, Place>();
  for (const { area, zones: zonesOfArea } of territories) {
    const place = { accountId: area.account_id, areaId: area.id, zoneId: null };
    areas.set(key(area.account_id, area.id), place);
    for (const { id } of zonesOfArea)
      zones.set(key(area.account_id, id), isNewMover(area) ? place : { ...place, zoneId: id });
  }
  return ({ account_id, mailing_area_id, zone_id }) =>
    (zone_id === null ? undefined : zones.get(key(account_id, zone_id))) ??
    (mailing_area_id === null ? undefined : areas.get(key(account_id, mailing_area_id))) ??
    null;
}
