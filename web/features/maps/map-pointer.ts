import type { GeoJSONSource, Map as MapLibreMap, PointLike } from 'maplibre-gl';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import type { MapPoint } from './info-box-place.ts';
import { layers, sources } from './map-layers.ts';
import { type MapTarget, targetOf, targetText } from './map-target.ts';

/** How far beside a point a press still means it, in pixels. */
const pressTolerance = 4;

/** What the pointer does on the map. */
export interface PointerEvents {
  /** The pointer is over something else; null: over nothing. */
  hovered: (target: MapTarget | null) => void;
  /** Something was pressed, or nothing. */
  pressed: (target: MapTarget | null, at: Coordinates) => void;
}

const isZone = (shape: unknown): boolean => targetOf(String(shape))?.kind === 'zone';

/** The topmost thing at a point: an office, a household, a cluster, or a shape. */
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

/** Reports what the pointer is on and what is pressed, and opens pressed clusters, until the map is removed. */
export function reportPointer(
  map: MapLibreMap,
  on: PointerEvents,
  /** Whether the layers are in the style of the map. */
  isReady: () => boolean,
): void {
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
    // other households may have taken the place of the cluster
    const closer = await source?.getClusterExpansionZoom(cluster).catch(() => undefined);
    // a person's action: the new view belongs into the address
    if (closer !== undefined && !isRemoved) map.easeTo({ center, zoom: closer }, { originalEvent: {} });
  };

  map.on('mousemove', ({ point }) => {
    // one question per frame: the pointer reports more often
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
