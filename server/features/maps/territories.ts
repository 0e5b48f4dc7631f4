import type { MailingArea } from '@mailcall/contract/maps.ts';
import { isNewMover } from '@mailcall/contract/rules/campaign-groups.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';

/** Null without a shape. */
export interface ZoneOutline {
  account_id: string;
  id: string;
  color: string | null;
  carrier_routes: string[];
  geodata_id: string | null;
  content_hash: string | null;
  bounding_box: number[] | null;
}

export interface AreaOutline extends ZoneOutline {
  archived: boolean;
  campaign_type: string | null;
}

interface PlaceDetails {
  name: string;
  quantity: number | null;
  list_provider_url: string | null;
}

export interface ZoneRecord extends ZoneOutline, PlaceDetails {
  mailing_area_id: string;
}

export interface AreaRecord extends AreaOutline, PlaceDetails {
  account_name: string;
  mailing_date_from: string | null;
  mailing_date_to: string | null;
}

export interface Territory<Area extends AreaOutline = AreaRecord, Zone extends ZoneOutline = ZoneRecord> {
  area: Area;
  zones: readonly Zone[];
}

const placeColumns = sql`
  place.account_id, place.id, place.name, place.quantity, place.color, place.list_provider_url, place.carrier_routes,
  geodata.id as geodata_id, geodata.content_hash, geodata.bounding_box`;
const shapeOfPlace = sql`
  left join geodata on geodata.account_id = place.account_id and geodata.id = place.geodata_id and not geodata.deleted`;

export async function readTerritories(
  database: Queryable,
  accountIds: readonly string[],
): Promise<Territory[]> {
  if (accountIds.length === 0) return [];
  const { rows: areas } = await sql<AreaRecord>`
    select ${placeColumns}, accounts.name as account_name, place.archived, place.campaign_type,
      ${dayText('place.mailing_date_from')} as mailing_date_from, ${dayText('place.mailing_date_to')} as mailing_date_to
    from mailing_areas as place
    join accounts on accounts.id = place.account_id
    ${shapeOfPlace}
    where place.account_id = any(${[...accountIds]}) and not place.deleted
    order by place.name, place.id`.execute(database);
  const { rows: zones } = await sql<ZoneRecord>`
    select ${placeColumns}, place.mailing_area_id from mailing_zones as place ${shapeOfPlace}
    where place.account_id = any(${[...accountIds]}) and place.mailing_area_id is not null and not place.deleted
    order by place.name, place.id`.execute(database);
  const zonesByArea = Map.groupBy(zones, (zone) => zone.mailing_area_id);
  return areas.map((area) => ({
    area,
    zones: (zonesByArea.get(area.id) ?? []).filter(({ account_id }) => account_id === area.account_id),
  }));
}

/** A New Mover area has no zones, but its first zone's shape, carrier routes and color (its own color if that has none). */
export function asDisplayed<Area extends AreaOutline, Zone extends ZoneOutline>({
  area,
  zones,
}: Territory<Area, Zone>): Territory<Area, Zone> {
  if (!isNewMover(area)) return { area, zones };
  const [first] = zones;
  if (!first) return { area, zones: [] };
  const { carrier_routes, color } = first;
  const { geodata_id, content_hash, bounding_box } = first.geodata_id === null ? area : first;
  return {
    area: { ...area, color: color ?? area.color, carrier_routes, geodata_id, content_hash, bounding_box },
    zones: [],
  };
}

export const displayOf = ({
  archived,
  carrier_routes,
}: AreaOutline): Pick<MailingArea, 'archived' | 'carrierRoutes'> => ({
  archived,
  carrierRoutes: carrier_routes,
});
