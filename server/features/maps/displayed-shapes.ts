import { createHash } from 'node:crypto';
import { isDisplayed } from '@mailcall/contract/maps.ts';
import { type AreaOutline, asDisplayed, displayOf, type Territory, type ZoneOutline } from './territories.ts';

export interface DisplayedShape {
  accountId: string;
  areaId: string;
  zoneId: string | null;
  geodataId: string;
  /** Changes with the shape. */
  contentHash: string;
  /** Degrees west, south, east, north; west is greater than east across 180°. */
  boundingBox: readonly number[];
}

function shapeOf(areaId: string, zoneId: string | null, place: ZoneOutline): DisplayedShape[] {
  const { account_id: accountId, geodata_id: geodataId, content_hash: contentHash } = place;
  if (geodataId === null || contentHash === null || place.bounding_box === null) return [];
  return [{ accountId, areaId, zoneId, geodataId, contentHash, boundingBox: place.bounding_box }];
}

/** Zones, and areas none of whose zones has a shape. */
export function displayedShapes(
  territories: readonly Territory<AreaOutline, ZoneOutline>[],
): DisplayedShape[] {
  return territories.map(asDisplayed).flatMap(({ area, zones }) => {
    if (!isDisplayed(displayOf(area))) return [];
    const ofZones = zones.flatMap((zone) => shapeOf(area.id, zone.id, zone));
    return ofZones.length > 0 ? ofZones : shapeOf(area.id, null, area);
  });
}

/** Base64url text that changes with any of the shapes or their areas. */
export function versionOfShapes(
  shapes: readonly (Pick<DisplayedShape, 'accountId' | 'geodataId' | 'contentHash'> &
    Partial<DisplayedShape>)[],
): string {
  const hash = createHash('sha256');
  for (const { accountId, areaId, zoneId, geodataId, contentHash } of shapes)
    hash.update(`${JSON.stringify([accountId, areaId, zoneId, geodataId, contentHash])}\n`);
  return hash.digest('base64url').slice(0, 22);
}
