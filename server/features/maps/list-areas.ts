import type { listMailingAreas, MailingArea, MapMailing, MapZone } from '@mailcall/contract/maps.ts';
import { defaultAreaColor } from '@mailcall/contract/rules/map-colors.ts';
import { centerOfBounds } from '@mailcall/contract/rules/map-bounds.ts';
import { mapCampaignType } from '@mailcall/contract/rules/campaign-groups.ts';
import { conversionRate } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { Queryable } from '../../platform/database.ts';
import { queryAtVersion, recordEngine } from '../figures/index.ts';
import { type DeliveredMailing, deliveredMailings, newestFirst, placesOf } from './delivered-mailings.ts';
import { displayedShapes, versionOfShapes } from './displayed-shapes.ts';
import { officesOf } from './offices.ts';
import { asDisplayed, readTerritories, type Territory, type ZoneRecord } from './territories.ts';

/** Reads the version before the rest. */
export async function listAreas(
  database: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<RouteReply<typeof listMailingAreas>> {
  const { version, rows: mailings } =
    accountIds.length === 0
      ? { version: 0, rows: [] }
      : await queryAtVersion(recordEngine(database), deliveredMailings(accountIds), { accountIds });
  const territories = await readTerritories(database, accountIds);
  const shapes = displayedShapes(territories);
  return {
    meta: {
      locations: await officesOf(database, accountIds),
      shapesCount: shapes.length,
      shapesVersion: versionOfShapes(shapes),
      version,
      asOf: now.toISOString(),
    },
    records: presentAreas(territories, newestFirst(mailings)),
  };
}

/** Audited areas first, then the latest mailed to, then by name. */
function presentAreas(
  territories: readonly Territory[],
  mailings: readonly DeliveredMailing[],
): MailingArea[] {
  const placeOf = placesOf(territories);
  const byArea = new Map<string, { zoneId: string | null; mailing: DeliveredMailing }[]>();
  for (const mailing of mailings) {
    const place = placeOf(mailing);
    if (!place) continue;
    const found = byArea.get(place.areaId);
    if (found) found.push({ zoneId: place.zoneId, mailing });
    else byArea.set(place.areaId, [{ zoneId: place.zoneId, mailing }]);
  }
  const records = territories.map((territory) => presentArea(territory, byArea.get(territory.area.id) ?? []));
  const latestFirst = (one: string | null, other: string | null) =>
    one === other ? 0 : (one ?? '') > (other ?? '') ? -1 : 1;
  // stable: territories come sorted by name
  return records.sort(
    (one, other) =>
      Number(other.matchedLastAudit !== null) - Number(one.matchedLastAudit !== null) ||
      latestFirst(one.lastDeliveryWeek, other.lastDeliveryWeek),
  );
}

function presentArea(
  territory: Territory,
  counted: readonly { zoneId: string | null; mailing: DeliveredMailing }[],
): MailingArea {
  const { area, zones } = asDisplayed(territory);
  const byZone = Map.groupBy(counted, ({ zoneId }) => zoneId);
  const mailingsOf = (zoneId: string | null) => (byZone.get(zoneId) ?? []).map(({ mailing }) => mailing);
  const all = counted.map(({ mailing }) => mailing);
  const audits = all.flatMap(({ matched_last_audit }) => matched_last_audit ?? []).sort();
  return {
    ...presentPlace(area),
    accountId: area.account_id,
    account: area.account_name,
    archived: area.archived,
    campaignType: mapCampaignType(area.campaign_type),
    mailingDateFrom: area.mailing_date_from,
    mailingDateTo: area.mailing_date_to,
    ...totalsOf(all),
    matchedLastAudit: audits.at(-1) ?? null,
    mailings: mailingsOf(null).map(presentMailing),
    zones: zones.map((zone) => presentZone(zone, area.id, mailingsOf(zone.id))),
  };
}

const presentZone = (zone: ZoneRecord, areaId: string, mailings: readonly DeliveredMailing[]): MapZone => ({
  ...presentPlace(zone),
  mailingAreaId: areaId,
  ...totalsOf(mailings),
  mailings: mailings.map(presentMailing),
});

function presentPlace(place: Territory['area'] | ZoneRecord) {
  const [west = 0, south = 0, east = 0, north = 0] = place.bounding_box ?? [];
  return {
    id: place.id,
    name: place.name,
    quantity: place.quantity,
    color: place.color ?? defaultAreaColor,
    listProviderUrl: place.list_provider_url,
    geodataId: place.geodata_id,
    center: place.bounding_box && centerOfBounds({ west, south, east, north }),
    boundingBox:
      place.bounding_box && ([west, south, east, north] satisfies [number, number, number, number]),
    carrierRoutes: place.carrier_routes,
  };
}

const presentMailing = (mailing: DeliveredMailing): MapMailing => ({
  id: mailing.id,
  name: mailing.name,
  deliveryWeek: mailing.delivery_week,
  campaignType: mailing.campaign_type,
  quantity: mailing.quantity,
  leadsCount: mailing.leads,
  appointmentsCount: mailing.appointments,
});

function totalsOf(mailings: readonly DeliveredMailing[]) {
  const totalLeads = mailings.reduce((sum, { leads }) => sum + leads, 0);
  const totalAppointments = mailings.reduce((sum, { appointments }) => sum + appointments, 0);
  const weeks = mailings.flatMap(({ delivery_week }) => delivery_week ?? []).sort();
  return {
    mailingsCount: mailings.length,
    totalLeads,
    totalAppointments,
    totalCalls: mailings.reduce((sum, { calls }) => sum + calls, 0),
    totalUnscoredCalls: mailings.reduce((sum, { unscored }) => sum + unscored, 0),
    conversionRate: conversionRate(totalAppointments, totalLeads),
    firstDeliveryWeek: weeks[0] ?? null,
    lastDeliveryWeek: weeks.at(-1) ?? null,
  };
}
