import {
  Map as MapLibreMap,
  NavigationControl,
  type RequestParameters,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { FitControl } from '../../ui/map-canvas/fit-control.ts';
import { initialView, MapCamera } from './map-camera.ts';
import { MapDrawing, type OfficeMapContent } from './map-drawing.ts';
import { imageOf } from './map-images.ts';
import { sources } from './map-layers.ts';
import { type PointerEvents, reportPointer } from './map-pointer.ts';
import type { MapView } from './maps-address.ts';

// a file of our own origin: the Content-Security-Policy allows no other worker
setWorkerUrl(workerUrl);

/** Canvas pixels per CSS pixel while blurred; the browser smooths the enlargement. A CSS filter would blur each frame at full size. */
const blurredPixelRatio = 0.2;

export interface OfficeMapEvents extends PointerEvents {
  /** Everything requested so far is drawn. */
  drawn: () => void;
  failed: () => void;
  shapesMissing: () => void;
  moving: () => void;
  moved: (view: MapView) => void;
  fitPressed: () => void;
}

/** The imperative part of the map screen: a canvas with shapes, markers and controls. Throws without WebGL. */
export class OfficeMap {
  readonly #map: MapLibreMap;
  readonly #container: HTMLElement;
  #isRemoved = false;
  readonly drawing: MapDrawing;
  readonly camera: MapCamera;

  constructor(
    container: HTMLElement,
    {
      title,
      content,
      request,
      on,
    }: {
      title: string;
      content: OfficeMapContent;
      request: (url: string) => RequestParameters | undefined;
      on: OfficeMapEvents;
    },
  ) {
    this.#container = container;
    const map = new MapLibreMap({
      container,
      ...initialView,
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
      maxPitch: 0,
      fadeDuration: 0,
      pixelRatio: blurredPixelRatio,
      transformRequest: request,
      locale: { 'Map.Title': title },
    });
    this.#map = map;
    this.drawing = new MapDrawing(map, content);
    this.camera = new MapCamera(map);
    map.setMissingStyleImageResolver((name) => {
      const found = imageOf(name);
      if (found && !map.hasImage(name)) map.addImage(name, found.image, { pixelRatio: found.pixelRatio });
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    map.addControl(new FitControl(on.fitPressed), 'top-right');
    map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left');
    // tests ask the map what it draws
    Object.assign(container, { map });
    this.#listen(on);
  }

  #listen(on: OfficeMapEvents): void {
    const map = this.#map;
    map.on('style.load', () => this.drawing.enterStyle());
    map.on('idle', () => {
      if (this.drawing.isReady) on.drawn();
    });
    map.on('error', (event) => {
      const { error } = event;
      console.warn('The map reported an error.', error);
      if (!this.drawing.isReady || error.message.startsWith('Worker')) on.failed();
      else if ((event as { sourceId?: string }).sourceId === sources.shapes) on.shapesMissing();
    });
    map.on('move', on.moving);
    map.on('moveend', ({ originalEvent }) => {
      if (originalEvent) on.moved(this.camera.view());
    });
    reportPointer(map, on, () => this.drawing.isReady);
  }

  setBase(style: StyleSpecification, scheme: 'light' | 'dark'): void {
    this.drawing.leaveStyle();
    this.drawing.scheme = scheme;
    this.#map.setStyle(style, { diff: false });
  }

  blur(blurred: boolean): void {
    this.#map.setPixelRatio(blurred ? blurredPixelRatio : window.devicePixelRatio);
  }

  remove(): void {
    if (this.#isRemoved) return;
    this.#isRemoved = true;
    this.drawing.leaveStyle();
    Object.assign(this.#container, { map: undefined });
    this.#map.remove();
  }
}
