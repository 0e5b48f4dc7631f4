import type { GeoJSONSource, Map as MapLibreMap, PointLike } from 'maplibre-gl';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import type { MapPoint } from './info-box-place.ts';
import { layers, sources } from './map-layers.ts';
import { type MapTarget, targetOf, targetText } from './map-target.ts';

/** Pixels beside a point in which a press still counts. */
const pressTolerance = 4;

export interface PointerEvents {
  hovered: (target: MapTarget | null) => void;
  pressed: (target: MapTarget | null, at: Coordinates) => void;
}

const isZone = (shape: unknown): boolean => targetOf(String(shape))?.kind === 'zone';

/** Topmost feature at a point: office, household, cluster or shape. */
function featureAt(map: MapLibreMap, at: PointLike, tolerance: number) {
  const { x, y } = at as MapPoint;
  const around: [PointLike, PointLike] = [
    [x - tolerance, y - tolerance],
    [x + tolerance, y + tolerance],
  ];
  for (const layer of Object.values(layers)) {
    const box = layer === layers.shapes ? at : around;
    const features = map.queryRenderedFeatures(box, { layers: [layer] });
    // zones are drawn above areas
    const feature = features.find(({ properties }) => isZone(properties['shape'])) ?? features[0];
    if (!feature) continue;
    const { shape, id, cluster_id: cluster } = feature.properties as Record<string, unknown>;
    if (typeof cluster === 'number') return { target: null, cluster, feature };
    const target =
      layer === layers.shapes
        ? targetOf(String(shape))
        : ({ kind: layer === layers.offices ? 'office' : 'household', id: String(id) } as const);
    return { target, cluster: null, feature };
  }
  return null;
}

export function reportPointer(map: MapLibreMap, on: PointerEvents, isReady: () => boolean): void {
  let hovered: string | null = null;
  let pointer: PointLike | null = null;
  let isRemoved = false;

  const setHovered = (target: MapTarget | null) => {
    const text = target && targetText(target);
    if (text === hovered) return;
    hovered = text;
    map.getCanvas().style.cursor = text === null ? '' : 'pointer';
    on.hovered(target);
  };
  const reportHovered = () => {
    const point = pointer;
    pointer = null;
    if (point === null || isRemoved || !isReady() || map.isMoving()) return;
    setHovered(featureAt(map, point, 0)?.target ?? null);
  };
  const openCluster = async (cluster: number, center: [number, number]) => {
    const source = map.getSource<GeoJSONSource>(sources.households);
    // other households may have replaced the cluster
    const closer = await source?.getClusterExpansionZoom(cluster).catch(() => undefined);
    // a user action, so the new view belongs in the URL
    if (closer !== undefined && !isRemoved) map.easeTo({ center, zoom: closer }, { originalEvent: {} });
  };

  map.on('mousemove', ({ point }) => {
    // one query per frame, because the pointer reports more often
    if (pointer === null) requestAnimationFrame(reportHovered);
    pointer = point;
  });
  map.on('mouseout', () => {
    pointer = null;
    setHovered(null);
  });
  map.on('click', ({ point, lngLat: { lng, lat } }) => {
    if (!isReady()) return;
    const found = featureAt(map, point, pressTolerance);
    const { geometry } = found?.feature ?? {};
    const [longitude = lng, latitude = lat] = geometry?.type === 'Point' ? geometry.coordinates : [];
    if (found && found.cluster !== null) void openCluster(found.cluster, [longitude, latitude]);
    else on.pressed(found?.target ?? null, { longitude, latitude });
  });
  map.once('remove', () => {
    isRemoved = true;
  });
}
