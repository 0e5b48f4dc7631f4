import { type Bounds, eastFromWest } from '@mailcall/contract/rules/map-bounds.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import type { MapPoint } from './info-box-place.ts';
import type { MapView } from './maps-address.ts';

/** Specified zoom levels are for 256-pixel tiles; MapLibre's tiles have 512 pixels. */
const zoom = (specified: number) => specified - 1;
const defaultZoom = zoom(10.5);
const defaultCenter: Coordinates = { latitude: 39.321, longitude: -111.0937 };
/** Pixels between fitted content and the map's edge. */
const fitPadding = 30;
/** Minimum pixels of an opened shape before the map zooms in. */
const smallestShape = 60;
const closestFit = zoom(15);

export const initialView = {
  center: [defaultCenter.longitude, defaultCenter.latitude] as [number, number],
  zoom: defaultZoom,
};

export class MapCamera {
  readonly #map: MapLibreMap;

  constructor(map: MapLibreMap) {
    this.#map = map;
  }

  fit(bounds: Bounds): void {
    const { west, south, north } = bounds;
    this.#map.fitBounds([west, south, eastFromWest(bounds), north], {
      padding: fitPadding,
      maxZoom: closestFit,
      animate: false,
    });
  }

  center(at: Coordinates | null): void {
    const { longitude, latitude } = at ?? defaultCenter;
    this.#map.jumpTo({ center: [longitude, latitude], zoom: defaultZoom });
  }

  goTo({ latitude, longitude, zoom: level }: MapView): void {
    this.#map.jumpTo({ center: [longitude, latitude], zoom: level });
  }

  /** Moves an invisible point into view; zooms in on a clustered one. */
  reveal({ longitude, latitude }: Coordinates, minZoom = 0): void {
    const map = this.#map;
    const isVisible = map.getBounds().contains([longitude, latitude]) && map.getZoom() >= minZoom;
    if (!isVisible) map.jumpTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), minZoom) });
  }

  revealBounds(bounds: Bounds): void {
    const map = this.#map;
    const visible = map.getBounds();
    const { west, south, north } = bounds;
    const east = eastFromWest(bounds);
    const [from, to] = [map.project([west, north]), map.project([east, south])];
    const isLarge = Math.max(to.x - from.x, to.y - from.y) >= smallestShape;
    if (!isLarge || !visible.contains([west, south]) || !visible.contains([east, north])) this.fit(bounds);
  }

  shows({ longitude, latitude }: Coordinates): boolean {
    return this.#map.getBounds().contains([longitude, latitude]);
  }

  view(): MapView {
    const { lng, lat } = this.#map.getCenter().wrap();
    return { latitude: lat, longitude: lng, zoom: this.#map.getZoom() };
  }

  pixelOf({ longitude, latitude }: Coordinates): MapPoint {
    return this.#map.project([longitude, latitude]);
  }
}
