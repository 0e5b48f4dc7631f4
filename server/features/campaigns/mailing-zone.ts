import type { mailingZone } from '@mailcall/contract/mailing-zones.ts';
import { defaultAreaColor, defaultOfficeColor } from '@mailcall/contract/rules/map-colors.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountNameAmong } from '../identity/index.ts';
import { officeLocation } from './office-location.ts';

type Zone = RouteReply<typeof mailingZone>;

interface ZoneRecord {
  id: string;
  name: string;
  area_name: string | null;
  quantity: number | null;
  carrier_routes: string[];
  zone_color: string | null;
  office_color: string | null;
  account_id: string;
  office_name: string;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  shape: Zone['zoneGeoData'];
}

/** Null if it does not exist, or is not the mailing's or the viewer's. */
export async function findMailingZone(
  database: Queryable,
  accountIds: ReadonlySet<string>,
  { id, zoneId }: { id: string; zoneId: string },
): Promise<Zone | null> {
  const { rows } = await sql<ZoneRecord>`
    select zone.id, zone.name, area.name as area_name, zone.quantity, zone.carrier_routes, zone.color as zone_color, campaigns.account_id,
      accounts.color as office_color, accounts.name as office_name, accounts.address, accounts.latitude, accounts.longitude, geodata.shape
    from campaigns
    join accounts on accounts.id = campaigns.account_id
    join mailing_zones as zone on zone.account_id = campaigns.account_id and zone.id = campaigns.zone_id and not zone.deleted
    left join mailing_areas as area on area.account_id = zone.account_id and area.id = zone.mailing_area_id and not area.deleted
    left join geodata on geodata.account_id = zone.account_id and geodata.id = zone.geodata_id and not geodata.deleted
    where campaigns.account_id = any(${[...accountIds]}) and campaigns.id = ${id} and campaigns.zone_id = ${zoneId}
      and not campaigns.deleted`.execute(database);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    areaName: row.area_name,
    quantity: row.quantity,
    carrierRoutes: row.carrier_routes,
    zoneColor: row.zone_color ?? defaultAreaColor,
    officeColor: row.office_color ?? defaultOfficeColor,
    officeName: (await accountNameAmong(database, row.account_id, accountIds)) ?? row.office_name,
    officeLocation: await officeLocation(row),
    zoneGeoData: row.shape,
  };
}
