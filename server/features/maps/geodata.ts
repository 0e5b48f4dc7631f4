import type { getGeodata } from '@mailcall/contract/map-shapes.ts';
import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { versionOfShapes } from './displayed-shapes.ts';

type GeodataRecords = RouteReply<typeof getGeodata>['records'];

export async function versionOfGeodata(
  database: Queryable,
  accountIds: Iterable<string>,
  ids: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ accountId: string; geodataId: string; contentHash: string }>`
    select account_id as "accountId", id as "geodataId", content_hash as "contentHash" from geodata
    where account_id = any(${[...accountIds]}) and id = any(${[...ids]}) and not deleted order by id`.execute(
    database,
  );
  return rows.length === 0 ? null : versionOfShapes(rows);
}

export async function readGeodata(
  database: Queryable,
  accountIds: Iterable<string>,
  ids: readonly string[],
): Promise<GeodataRecords> {
  const { rows } = await sql<{
    id: string;
    type: string;
    shape: ZoneShape;
    centroid: [number, number];
    bounding_box: [number, number, number, number];
  }>`
    select id, type, shape, centroid, bounding_box from geodata
    where account_id = any(${[...accountIds]}) and id = any(${[...ids]}) and not deleted order by id`.execute(
    database,
  );
  return rows.map(({ id, type, shape, centroid: [longitude, latitude], bounding_box }) => ({
    id,
    type,
    geodata: shape,
    centroid: { latitude, longitude },
    boundingBox: bounding_box,
  }));
}
