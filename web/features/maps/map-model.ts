import { isDisplayed, type MailingArea, type MapOffice, type MapZone } from '@mailcall/contract/maps.ts';
import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import { type Bounds, boundsAroundBoxes } from '@mailcall/contract/rules/map-bounds.ts';
import type { FeatureCollection } from 'geojson';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { routeShapes } from '../../ui/map-canvas/route-shapes.ts';
import { type MapTarget, targetText } from './map-target.ts';
import { isZoneShown } from './shown-parts.ts';

/** A shape: a zone, or an area whose zones have no shape. */
export interface MapPart {
  target: MapTarget;
  /** Target as text; names its features. */
  key: string;
  area: MailingArea;
  zone: MapZone | null;
  geodataId: string;
  /** West, south, east and north; null if unknown. West is greater than east across 180°. */
  boundingBox: readonly [number, number, number, number] | null;
}

export const displayedAreas = (areas: readonly MailingArea[]): MailingArea[] => areas.filter(isDisplayed);

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

export const shownParts = (parts: readonly MapPart[], shown: ReadonlySet<string>): MapPart[] =>
  parts.filter(({ area, zone }) => isZoneShown(area.id, zone?.id ?? area.id, shown));

export const shownKeys = (parts: readonly MapPart[], shown: ReadonlySet<string>): string[] =>
  shownParts(parts, shown).map(({ key }) => key);

/** Targets that the map marks for a target; an area drawn by zones is marked by them. */
export const markedTargets = (target: MapTarget, parts: readonly MapPart[]): MapTarget[] =>
  target.kind === 'area' ? parts.flatMap((one) => (one.area.id === target.id ? [one.target] : [])) : [target];

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

/** Null without coordinates and without an address with a known ZIP code. */
export const locationOf = ({ latitude, longitude }: MapOffice): Coordinates | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** First view of an opened map: the selected area, otherwise the first office, otherwise all areas; null without any of them. */
export function firstView(
  parts: readonly MapPart[],
  areaId: string | null,
  offices: readonly MapOffice[],
): { bounds: Bounds } | { center: Coordinates } | null {
  const selected = boundsAround(parts.filter(({ area }) => area.id === areaId));
  if (selected) return { bounds: selected };
  const [center] = offices.flatMap((office) => locationOf(office) ?? []);
  if (center) return { center };
  const all = boundsAround(parts);
  return all && { bounds: all };
}

export function missingFromMap({
  offices,
  areas,
  parts,
}: {
  offices: readonly MapOffice[];
  areas: readonly MailingArea[];
  parts: readonly MapPart[];
}): string[] {
  if (parts.length > 0 || offices.some((office) => locationOf(office) !== null)) return [];
  return [
    offices.length === 1
      ? 'The office has no coordinates and no known ZIP code.'
      : 'The offices have no coordinates and no known ZIP codes.',
    areas.length === 0
      ? 'There is no mailing area with carrier routes.'
      : 'The mailing areas have carrier routes, but no shapes.',
  ];
}
