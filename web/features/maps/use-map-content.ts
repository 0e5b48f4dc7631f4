import { useComputedColorScheme } from '@mantine/core';
import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import type { ZonePerformance } from '@mailcall/contract/maps.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { type Areas, needsTiles, shapesQuery, tilesOf } from './api.ts';
import type { ShapeSource, ShapeStyle } from './map-layers.ts';
import { featuresOf, locationOf, type MapPart, shownKeys, shownParts } from './map-model.ts';
import type { HouseholdPoint, OfficeMapContent, OfficePoint } from './map-drawing.ts';
import type { MapScreen } from './screen-context.ts';
import { shadeColor, unshadedColor } from './shading.ts';

const noShapes: ShapeSource = { kind: 'geojson', data: { type: 'FeatureCollection', features: [] } };

export function useShapes(areas: Areas | undefined, parts: readonly MapPart[], accounts: RequestedAccounts) {
  const usesTiles = areas !== undefined && needsTiles(areas);
  const ids = useMemo(
    () => (usesTiles ? [] : [...new Set(parts.map(({ geodataId }) => geodataId))].toSorted()),
    [parts, usesTiles],
  );
  const version = areas?.meta.shapesVersion;
  const request = useQuery(shapesQuery(ids, version));
  const { data } = request;
  const shapes = useMemo<ShapeSource>(() => {
    if (usesTiles) return version === undefined ? noShapes : tilesOf(accounts, version);
    if (!data) return noShapes;
    const byId = new Map<string, ZoneShape>(data.records.map(({ id, geodata }) => [id, geodata]));
    return { kind: 'geojson', data: featuresOf(parts, byId) };
    // the parts change with colors; their shapes do not
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [usesTiles, version, data, JSON.stringify(accounts), ids]);
  return {
    shapes,
    isLoading: ids.length > 0 && request.isPending,
    error: request.error,
    retry: () => void request.refetch(),
  };
}

function useShapeStyle({ parts, shown, colors, shades, performance }: MapScreen): ShapeStyle {
  const scheme = useComputedColorScheme('light');
  const { chosen } = colors;
  return useMemo(() => {
    const drawn = shownKeys(parts, shown);
    const edges = new Map(
      parts.map(({ key, area }) => [key, chosen({ kind: 'area', id: area.id }, area.color)]),
    );
    const fill = ({ key, target, area, zone }: MapPart) =>
      shades
        ? (shadeColor(performance?.get(key), shades.by, shades.scale) ?? unshadedColor[scheme])
        : chosen(target, (zone ?? area).color);
    return {
      shown: drawn,
      edges,
      fills: new Map(parts.map((part) => [part.key, fill(part)])),
      shaded: shades !== null,
    };
  }, [parts, shown, chosen, shades, performance, scheme]);
}

export function useMapContent(screen: MapScreen, shapes: ShapeSource): OfficeMapContent {
  const style = useShapeStyle(screen);
  const { offices: all, households: listed, state, colors, parts, shown } = screen;
  const { chosen, previewed } = colors;
  // a zone's preview changes no marker
  const preview = previewed?.target.kind === 'office' ? previewed : null;
  const names = useMemo(
    () =>
      shownParts(parts, shown).flatMap(({ area, zone }) => {
        const { name, center } = zone ?? area;
        return center ? [{ name, ...center }] : [];
      }),
    [parts, shown],
  );
  const offices = useMemo<OfficePoint[]>(
    () =>
      all.flatMap((office) => {
        const location = locationOf(office);
        const color =
          preview?.target.id === office.id
            ? preview.color
            : chosen({ kind: 'office', id: office.id }, office.color);
        return location && !state.hidden.has(office.id)
          ? [{ id: office.id, name: office.name, color, ...location }]
          : [];
      }),
    [all, state.hidden, chosen, preview],
  );
  const households = useMemo<HouseholdPoint[]>(
    () => listed.flatMap(({ key, class: match, at }) => (at ? [{ id: key, match, ...at }] : [])),
    [listed],
  );
  return useMemo(
    () => ({ shapes, style, names, offices, households }),
    [shapes, style, names, offices, households],
  );
}

export const performanceByKey = (records: readonly ZonePerformance[]): ReadonlyMap<string, ZonePerformance> =>
  new Map(
    records.map((zone) => [zone.zoneId === null ? `area:${zone.areaId}` : `zone:${zone.zoneId}`, zone]),
  );
