import { isDisplayed, type MailingArea, type MapOffice, type MapZone } from '@mailcall/contract/maps.ts';
import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import { type Bounds, boundsAroundBoxes } from '@mailcall/contract/rules/map-bounds.ts';
import type { FeatureCollection } from 'geojson';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { routeShapes } from '../../ui/map-canvas/route-shapes.ts';
import { type MapTarget, targetText } from './map-target.ts';
import { isZoneShown } from './shown-parts.ts';

/** A shape of the map: a zone, or an area none of whose zones has a shape. */
export interface MapPart {
  target: MapTarget;
  /** The name of its features: the target as a text. */
  key: string;
  area: MailingArea;
  /** Null for an area. */
  zone: MapZone | null;
  geodataId: string;
  /** West, south, east and north; null when not known. West is greater than east across 180°. */
  boundingBox: readonly [number, number, number, number] | null;
}

/** The areas that the map displays. */
export const displayedAreas = (areas: readonly MailingArea[]): MailingArea[] => areas.filter(isDisplayed);

/** The shapes of displayed areas, in the order of the areas. */
export function partsOf(areas: readonly MailingArea[]): MapPart[] {
  return areas.flatMap((area) => {
    const ofZones = area.zones.flatMap((zone) => part({ kind: 'zone', id: zone.id }, area, zone));
    return ofZones.length > 0 ? ofZones : part({ kind: 'area', id: area.id }, area, null);
  });
}

function part(target: MapTarget, area: MailingArea, zone: MapZone | null): MapPart[] {
  const { geodataId, boundingBox } = zone ?? area;
  return geodataId === null ? [] : [{ target, key: targetText(target), area, zone, geodataId, boundingBox }];
}

/** The shapes with the polygons of their carrier routes. */
export function featuresOf(
  parts: readonly MapPart[],
  shapes: ReadonlyMap<string, ZoneShape>,
): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: parts.flatMap(({ key, geodataId }) => {
      const shape = shapes.get(geodataId);
      return (shape ? routeShapes(shape) : []).map(({ route, polygons }) => ({
        type: 'Feature' as const,
        properties: { shape: key, geocode: route },
        geometry: { type: 'MultiPolygon' as const, coordinates: polygons },
      }));
    }),
  };
}

/** The shapes that are drawn, by the ids of areas and zones. */
export const shownParts = (parts: readonly MapPart[], shown: ReadonlySet<string>): MapPart[] =>
  parts.filter(({ area, zone }) => isZoneShown(area.id, zone?.id ?? area.id, shown));

/** The keys of the shapes that are drawn. */
export const shownKeys = (parts: readonly MapPart[], shown: ReadonlySet<string>): string[] =>
  shownParts(parts, shown).map(({ key }) => key);

/** What the map marks for a target: an area that is drawn by its zones is marked by them. */
export const markedTargets = (target: MapTarget, parts: readonly MapPart[]): MapTarget[] =>
  target.kind === 'area' ? parts.flatMap((one) => (one.area.id === target.id ? [one.target] : [])) : [target];

/** The bounds of some shapes and points; null without any. */
export function boundsAround(
  parts: readonly Pick<MapPart, 'boundingBox'>[],
  points: readonly Coordinates[] = [],
): Bounds | null {
  const boxes = [
    ...parts.flatMap(({ boundingBox }) => (boundingBox ? [boundingBox] : [])),
    ...points.map(({ latitude, longitude }) => [longitude, latitude, longitude, latitude] as const),
  ];
  return boundsAroundBoxes(boxes.map(([west, south, east, north]) => ({ west, south, east, north })));
}

/** The location of an office; null while the feed has sent none. */
export const locationOf = ({ latitude, longitude }: MapOffice): Coordinates | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };
