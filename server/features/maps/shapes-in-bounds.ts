import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type DisplayedShape, displayedShapes } from './displayed-shapes.ts';
import type { AreaOutline, ZoneOutline } from './territories.ts';
import type { Bounds } from './tiles.ts';

const outlineColumns = sql`
  place.account_id, place.id, place.color, place.carrier_routes[1:1] as carrier_routes,
  geodata.id as geodata_id, geodata.content_hash, geodata.bounding_box`;
const shapeOfPlace = sql`
  left join geodata on geodata.account_id = place.account_id and geodata.id = place.geodata_id and not geodata.deleted`;

/**
 * The shapes of some checked accounts that the map displays and whose bounds overlap others. Reads only these, and of their
 * areas the first zone and the first with a shape, because those decide what is displayed of an area.
 */
export async function shapesInBounds(
  database: Queryable,
  accountIds: readonly string[],
  [west, south, east, north]: Bounds,
): Promise<DisplayedShape[]> {
  if (accountIds.length === 0) return [];
  const bounds = sql`box(point(${west}, ${south}), point(${east}, ${north}))`;
  const { rows } = await sql<AreaOutline & { zones: ZoneOutline[] }>`
    with shapes as materialized (
      select account_id, id from geodata
      where account_id = any(${[...accountIds]}) and not deleted and bounds && ${bounds}
    ),
    areas as materialized (
      select zone.account_id, zone.mailing_area_id as id from shapes
        join mailing_zones as zone on zone.account_id = shapes.account_id and zone.geodata_id = shapes.id
      where not zone.deleted
      union
      select area.account_id, area.id from shapes
        join mailing_areas as area on area.account_id = shapes.account_id and area.geodata_id = shapes.id
    )
    select ${outlineColumns}, place.archived, place.campaign_type, coalesce(zones.listed, '[]') as zones
    from areas
    join mailing_areas as place on place.account_id = areas.account_id and place.id = areas.id and not place.deleted
    ${shapeOfPlace}
    left join lateral (
      select json_agg(row_to_json(zone) order by place_number) as listed from (
        select ${outlineColumns}, geodata.bounds,
          row_number() over (order by place.name, place.id) as place_number,
          row_number() over (partition by geodata.id is null order by place.name, place.id) as shape_number
        from mailing_zones as place ${shapeOfPlace}
        where place.account_id = areas.account_id and place.mailing_area_id = areas.id and not place.deleted
      ) as zone
      where place_number = 1 or geodata_id is not null and (shape_number = 1 or bounds && ${bounds})
    ) as zones on true
    order by place.name, place.id`.execute(database);
  return displayedShapes(rows.map(({ zones, ...area }) => ({ area, zones }))).filter(
    ({ boundingBox: [w = 0, s = 0, e = 0, n = 0] }) => w <= east && e >= west && s <= north && n >= south,
  );
}
