import { type Bounds, eastFromWest } from '@mailcall/contract/rules/map-bounds.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import type { MapPoint } from './info-box-place.ts';
import type { MapView } from './maps-address.ts';

/** The product specifies zoom levels for 256-pixel tiles; MapLibre's tiles have 512 pixels. */
const zoom = (specified: number) => specified - 1;
const defaultZoom = zoom(10.5);
const defaultCenter: Coordinates = { latitude: 39.321, longitude: -111.0937 };
/** Between what is fitted into view and the edge of the map, in pixels. */
const fitPadding = 30;
/** The width or height from which an opened shape is seen without coming closer, in pixels. */
const smallestShape = 60;
/** Streets are legible; what is fitted comes no closer. */
const closestFit = zoom(15);

/** Where a new map is, in the options of the map library. */
export const initialView = {
  center: [defaultCenter.longitude, defaultCenter.latitude] as [number, number],
  zoom: defaultZoom,
};

/** Which part of the world a map shows. */
export class MapCamera {
  readonly #map: MapLibreMap;

  constructor(map: MapLibreMap) {
    this.#map = map;
  }

  /** Fits bounds into view, not closer than streets are legible. */
  fit(bounds: Bounds): void {
    const { west, south, north } = bounds;
    this.#map.fitBounds([west, south, eastFromWest(bounds), north], {
      padding: fitPadding,
      maxZoom: closestFit,
      animate: false,
    });
  }

  /** Centers a point at the default zoom; without one the default center. */
  center(at: Coordinates | null): void {
    const { longitude, latitude } = at ?? defaultCenter;
    this.#map.jumpTo({ center: [longitude, latitude], zoom: defaultZoom });
  }

  /** Goes to a view of the address. */
  goTo({ latitude, longitude, zoom: level }: MapView): void {
    this.#map.jumpTo({ center: [longitude, latitude], zoom: level });
  }

  /** Moves a point into view if it is not, closer when it is within a cluster. */
  reveal({ longitude, latitude }: Coordinates, minZoom = 0): void {
    const map = this.#map;
    const isVisible = map.getBounds().contains([longitude, latitude]) && map.getZoom() >= minZoom;
    if (!isVisible) map.jumpTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), minZoom) });
  }

  /** Fits bounds into view if they are not, or are too small to be seen. */
  revealBounds(bounds: Bounds): void {
    const map = this.#map;
    const visible = map.getBounds();
    const { west, south, north } = bounds;
    const east = eastFromWest(bounds);
    const [from, to] = [map.project([west, north]), map.project([east, south])];
    const isLarge = Math.max(to.x - from.x, to.y - from.y) >= smallestShape;
    if (!isLarge || !visible.contains([west, south]) || !visible.contains([east, north])) this.fit(bounds);
  }

  /** Whether a point is in view. */
  shows({ longitude, latitude }: Coordinates): boolean {
    return this.#map.getBounds().contains([longitude, latitude]);
  }

  /** What the map shows now. */
  view(): MapView {
    const { lng, lat } = this.#map.getCenter().wrap();
    return { latitude: lat, longitude: lng, zoom: this.#map.getZoom() };
  }

  /** The pixel of a point, from the top left corner of the map. */
  pixelOf({ longitude, latitude }: Coordinates): MapPoint {
    return this.#map.project([longitude, latitude]);
  }
}
