import { eastFromWest } from '@mailcall/contract/rules/map-bounds.ts';
import {
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { FitControl } from './fit-control.ts';
import type { MapOffice, MapShape } from './map-content.ts';
import { markerSpace } from './name-layers.ts';
import { officeMarker } from './office-marker.ts';
import { opacityOfChoice, shapesLayer } from './map-style.ts';
import { boundsOf, type Coordinates, cornersOf, type Position, routeShapes } from './route-shapes.ts';

// a file of our own origin: the Content-Security-Policy allows no other worker
setWorkerUrl(workerUrl);

/** Specified zoom levels are for 256-pixel tiles, as in most maps; MapLibre's tiles have 512 pixels. */
const zoom = (specified: number) => specified - 1;
const zoneZoom = zoom(10.8);
const defaultCenter: Position = [-111.0937, 39.321];

const isSamePlace = (one: Coordinates, other: Coordinates) =>
  one.latitude === other.latitude && one.longitude === other.longitude;

/** A canvas with controls and markers. Throws without WebGL. */
export class MapDrawing {
  readonly #map: MapLibreMap;
  #markers: Marker[] = [];
  /** Where an office was dragged to last: the map stays as it is. */
  #dragged: Coordinates | null = null;
  /** A map without a style counts as idle at once. */
  #hasStyle = false;
  #fit: () => void = () => undefined;

  constructor(
    container: HTMLElement,
    title: string,
    on: { drawn: () => void; failed: () => void; pressed: (shapeId: string) => void },
  ) {
    this.#map = new MapLibreMap({
      container,
      center: defaultCenter,
      zoom: zoneZoom,
      attributionControl: { compact: false },
      cooperativeGestures: true,
      dragRotate: false,
      pitchWithRotate: false,
      maxPitch: 0,
      locale: { 'Map.Title': title },
    });
    this.#map.setMissingStyleImageResolver((name) => {
      const { size } = markerSpace;
      if (name === markerSpace.name && !this.#map.hasImage(name))
        this.#map.addImage(name, { width: size, height: size, data: new Uint8Array(4 * size * size) });
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.keyboard.disableRotation();
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    this.#map.addControl(new FitControl(() => this.#fit()), 'top-right');
    this.#map.addControl(new ScaleControl({ unit: 'imperial' }), 'top-left');
    this.#map.on('idle', () => {
      if (this.#hasStyle) on.drawn();
    });
    this.#map.on('click', shapesLayer, ({ features }) => {
      const id: unknown = features?.[0]?.properties['shape'];
      if (typeof id === 'string') on.pressed(id);
    });
    // tests ask the map what it draws
    Object.assign(container, { map: this.#map });
    let isStyleLoaded = false;
    this.#map.once('style.load', () => {
      isStyleLoaded = true;
    });
    this.#map.on('error', ({ error }) => {
      console.warn('The map reported an error.', error);
      // a rejected style or a missing worker; missing tiles or icons are harmless
      if (!isStyleLoaded || error.message.startsWith('Worker')) on.failed();
    });
  }

  draw(style: StyleSpecification): void {
    this.#hasStyle = true;
    this.#map.setStyle(style);
  }

  choose(chosen: readonly string[]): void {
    if (this.#hasStyle && this.#map.getLayer(shapesLayer))
      this.#map.setPaintProperty(shapesLayer, 'fill-opacity', opacityOfChoice(chosen));
  }

  fit(
    shapes: readonly MapShape[],
    offices: readonly MapOffice[],
    onMove?: (location: Coordinates) => void,
  ): void {
    const dragged = this.#dragged;
    this.#dragged = null;
    if (dragged && offices.some(({ location }) => isSamePlace(location, dragged))) return;
    for (const marker of this.#markers) marker.remove();
    this.#markers = offices.map(({ name, color, location }) => {
      const marker = new Marker({ element: officeMarker(name, color), draggable: onMove !== undefined })
        .setLngLat([location.longitude, location.latitude])
        .addTo(this.#map);
      marker.on('dragend', () => {
        const { lat, lng } = marker.getLngLat().wrap();
        this.#dragged = { latitude: Number(lat.toFixed(5)), longitude: Number(lng.toFixed(5)) };
        onMove?.(this.#dragged);
      });
      return marker;
    });
    const locations = offices.map(({ location }): Position => [location.longitude, location.latitude]);
    const bounds = boundsOf([...shapes.flatMap(({ shape }) => cornersOf(routeShapes(shape))), ...locations]);
    this.#fit = () => {
      if (bounds === null) this.#map.jumpTo({ center: defaultCenter, zoom: zoneZoom });
      else {
        const { west, south, north } = bounds;
        this.#map.fitBounds([west, south, eastFromWest(bounds), north], {
          padding: 30,
          maxZoom: shapes.length === 0 ? zoneZoom : zoom(15),
          animate: false,
        });
      }
    };
    this.#fit();
  }

  remove(): void {
    this.#map.remove();
  }
}
