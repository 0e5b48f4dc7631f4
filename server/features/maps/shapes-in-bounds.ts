import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type DisplayedShape, displayedShapes } from './displayed-shapes.ts';
import type { AreaOutline, ZoneOutline } from './territories.ts';
import type { Bounds } from './tiles.ts';

const outlineColumns = (place: 'area' | 'zone') => sql`
  ${sql.ref(`${place}.account_id`)}, ${sql.ref(`${place}.id`)}, ${sql.ref(`${place}.color`)},
  (${sql.ref(`${place}.carrier_routes`)})[1:1] as carrier_routes,
  geodata.id as geodata_id, geodata.content_hash, geodata.bounding_box`;
const shapeOf = (place: 'area' | 'zone') => sql`
  left join geodata on geodata.account_id = ${sql.ref(`${place}.account_id`)}
    and geodata.id = ${sql.ref(`${place}.geodata_id`)} and not geodata.deleted`;

/** Reads only shapes that overlap the bounds, and of their areas the first zone and the first with a shape, which decide the display. */
export async function shapesInBounds(
  database: Queryable,
  accountIds: readonly string[],
  [west, south, east, north]: Bounds,
): Promise<DisplayedShape[]> {
  if (accountIds.length === 0) return [];
  const bounds = sql`box(point(${west}, ${south}), point(${east}, ${north}))`;
  // in two steps: a distributed database cannot join areas that a query found with each one's rows on other nodes
  const { rows: areas } = await sql<{ account_id: string; id: string }>`
    with shapes as materialized (
      select account_id, id from geodata
      where account_id = any(${[...accountIds]}) and not deleted and bounds && ${bounds}
    ),
    areas as (
      select zone.account_id, zone.mailing_area_id as id from shapes
        join mailing_zones as zone on zone.account_id = shapes.account_id and zone.geodata_id = shapes.id
      where not zone.deleted
      union
      select area.account_id, area.id from shapes
        join mailing_areas as area on area.account_id = shapes.account_id and area.geodata_id = shapes.id
    )
    select account_id, id from areas where id is not null`.execute(database);
  const { rows } = await sql<AreaOutline & { zones: ZoneOutline[] }>`
    select ${outlineColumns('area')}, area.archived, area.campaign_type, coalesce(zones.listed, '[]') as zones
    from unnest(${areas.map(({ account_id }) => account_id)}::text[], ${areas.map(({ id }) => id)}::text[]) as found (account_id, id)
    join mailing_areas as area on area.account_id = found.account_id and area.id = found.id and not area.deleted
    ${shapeOf('area')}
    left join lateral (
      select json_agg(row_to_json(numbered) order by place_number) as listed from (
        select ${outlineColumns('zone')}, geodata.bounds,
          row_number() over (order by zone.name, zone.id) as place_number,
          row_number() over (partition by geodata.id is null order by zone.name, zone.id) as shape_number
        from mailing_zones as zone ${shapeOf('zone')}
        where zone.account_id = area.account_id and zone.mailing_area_id = area.id and not zone.deleted
      ) as numbered
      where place_number = 1 or geodata_id is not null and (shape_number = 1 or bounds && ${bounds})
    ) as zones on true
    order by area.name, area.id`.execute(database);
  return displayedShapes(rows.map(({ zones, ...area }) => ({ area, zones }))).filter(
    ({ boundingBox: [w = 0, s = 0, e = 0, n = 0] }) =>
      (w > e ? w <= east || e >= west : w <= east && e >= west) && s <= north && n >= south,
  );
}
