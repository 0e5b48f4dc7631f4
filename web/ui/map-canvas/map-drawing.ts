import {
  type IControl,
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { MapOffice, MapShape } from './map-canvas.tsx';
import { officeMarker } from './office-marker.ts';
import { boundsOf, cornersOf, type Position, routeShapes } from './route-shapes.ts';
import { svgElement } from './svg-element.ts';

// a file of our own: the Content-Security-Policy lets no other worker in
setWorkerUrl(workerUrl);

/** Zooms of the product count 256-pixel tiles, as most maps do; the tiles here have 512. */
const zoom = (specified: number) => specified - 1;
/** Zoom without shapes, and the centre without anything. */
const zoneZoom = zoom(10.8);
const defaultCenter: Position = [-111.0937, 39.321];

/** The one imperative part of a map: a canvas in an element, its controls and markers. Throws without WebGL. */
export class MapDrawing {
  readonly #map: MapLibreMap;
  #markers: Marker[] = [];
  /** Whether there is anything to draw: an empty map is idle at once. */
  #isGiven = false;
  #look: () => void = () => undefined;

  constructor(container: HTMLElement, title: string, on: { drawn: () => void; failed: () => void }) {
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
    this.#map.touchZoomRotate.disableRotation();
    this.#map.keyboard.disableRotation();
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    this.#map.addControl(new FitControl(() => this.#look()), 'top-right');
    this.#map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left');
    this.#map.on('idle', () => {
      if (this.#isGiven) on.drawn();
    });
    let isAccepted = false;
    this.#map.once('style.load', () => {
      isAccepted = true;
    });
    this.#map.on('error', ({ error }) => {
      console.warn('The map', error);
      // a style that is refused, or no worker to draw with; a tile or a picture that is missing leaves the rest
      if (!isAccepted || error.message.startsWith('Worker')) on.failed();
    });
  }

  /** Draws a style in place of the one before; what has not changed stays. */
  draw(style: StyleSpecification): void {
    this.#isGiven = true;
    this.#map.setStyle(style);
  }

  /** Marks offices, and looks at all of them and of the shapes: at once, and whenever asked for the whole. */
  look(shapes: readonly MapShape[], offices: readonly MapOffice[]): void {
    for (const marker of this.#markers) marker.remove();
    this.#markers = offices.map(({ name, colour, place }) =>
      new Marker({ element: officeMarker(name, colour) })
        .setLngLat([place.longitude, place.latitude])
        .addTo(this.#map),
    );
    const places = offices.map(({ place }): Position => [place.longitude, place.latitude]);
    const bounds = boundsOf([...shapes.flatMap(({ shape }) => cornersOf(routeShapes(shape))), ...places]);
    this.#look = () => {
      if (bounds === null) this.#map.jumpTo({ center: defaultCenter, zoom: zoneZoom });
      else {
        const { west, south, east, north } = bounds;
        this.#map.fitBounds([west, south, east, north], {
          padding: 30,
          maxZoom: shapes.length === 0 ? zoneZoom : zoom(15),
          animate: false,
        });
      }
    };
    this.#look();
  }

  remove(): void {
    this.#map.remove();
  }
}

/** A button that shows the whole again. */
class FitControl implements IControl {
  readonly #element = document.createElement('div');

  constructor(onPress: () => void) {
    this.#element.className = 'maplibregl-ctrl maplibregl-ctrl-group';
    const button = document.createElement('button');
    button.type = 'button';
    button.title = 'Show the whole';
    button.setAttribute('aria-label', 'Show the whole');
    const corners =
      'M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4';
    const icon = svgElement('svg', {
      viewBox: '0 0 24 24',
      width: '18',
      height: '18',
      'aria-hidden': 'true',
    });
    icon.append(
      svgElement('path', { d: corners, fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }),
    );
    button.append(icon);
    button.addEventListener('click', onPress);
    this.#element.append(button);
  }

  onAdd(): HTMLElement {
    return this.#element;
  }

  onRemove(): void {
    this.#element.remove();
  }
}
