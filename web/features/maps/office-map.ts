import {
  type GeoJSONSource,
  Map as MapLibreMap,
  NavigationControl,
  type PointLike,
  type RequestParameters,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { tileLayer } from '@mailcall/contract/map-shapes.ts';
import type { MatchClass } from '@mailcall/contract/rules/patient-match.ts';
import { FitControl } from '../../ui/map-canvas/fit-control.ts';
import type { Bounds, Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import type { MapPoint } from './info-box-place.ts';
import { imageOf } from './map-images.ts';
import {
  householdSource,
  layers,
  pointLayers,
  shapeLayers,
  type ShapeSource,
  shapeSource,
  type ShapeStyle,
  shownFilter,
  sources,
} from './map-layers.ts';
import type { MapView } from './maps-address.ts';
import { type MapTarget, targetOf, targetText } from './map-target.ts';

// a file of our own origin: the Content-Security-Policy allows no other worker
setWorkerUrl(workerUrl);

/** The product specifies zoom levels for 256-pixel tiles; MapLibre's tiles have 512 pixels. */
const zoom = (specified: number) => specified - 1;
const defaultZoom = zoom(10.5);
const defaultCenter: Coordinates = { latitude: 39.321, longitude: -111.0937 };
/** Between what is fitted into view and the edge of the map, in pixels. */
const fitPadding = 30;
/**
 * Pixels of the canvas per pixel of the page while the map is blurred: the browser smooths what it enlarges. A filter of the style
 * sheet would blur every frame at its full size, which takes most of the time of loading a map without a graphics card.
 */
const blurredPixelRatio = 0.2;
/** How far beside a point a press still means it, in pixels. */
const pressTolerance = 4;

/** A marker of an office. */
export interface OfficePoint extends Coordinates {
  id: string;
  /** '#rrggbb'. */
  color: string;
}

/** A marker of a household. */
export interface HouseholdPoint extends Coordinates {
  id: string;
  match: MatchClass;
}

/** A shape in other colors than its own; null keeps its own. */
export interface ShapePreview {
  target: MapTarget;
  fill: string | null;
  edge: string | null;
}

/** What the map shows above its base. */
export interface OfficeMapContent {
  shapes: ShapeSource;
  style: ShapeStyle;
  offices: readonly OfficePoint[];
  households: readonly HouseholdPoint[];
}

/** What the map reports. */
export interface OfficeMapEvents {
  /** Everything is drawn that is requested so far. */
  drawn: () => void;
  /** Nothing can be drawn. */
  failed: () => void;
  /** The pointer is over something else; null: over nothing. */
  hovered: (target: MapTarget | null) => void;
  /** Something was pressed, or nothing. */
  pressed: (target: MapTarget | null, at: Coordinates) => void;
  /** The map moves. */
  moving: () => void;
  /** The person has moved the map. */
  moved: (view: MapView) => void;
  /** The button that fits everything was pressed. */
  fitPressed: () => void;
}

/** The name of a property of a layer's paint. */
type PaintName = Parameters<MapLibreMap['setPaintProperty']>[1];

const pointsOf = <Point extends Coordinates & { id: string }>(points: readonly Point[]) => ({
  type: 'FeatureCollection' as const,
  features: points.map(({ latitude, longitude, ...properties }) => ({
    type: 'Feature' as const,
    properties,
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  })),
});

/** The imperative part of the map screen: a canvas with shapes, markers and controls. Throws without WebGL. */
export class OfficeMap {
  readonly #map: MapLibreMap;
  readonly #container: HTMLElement;
  readonly #on: OfficeMapEvents;
  #content: OfficeMapContent;
  #scheme: 'light' | 'dark' = 'light';
  /** Whether the layers are in the current style. */
  #isReady = false;
  #marked: readonly MapTarget[] = [];
  #previewed: readonly ShapePreview[] = [];
  #hovered: string | null = null;
  #pointer: PointLike | null = null;

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
      /** The headers of a request for a tile or style; undefined for none. */
      request: (url: string) => RequestParameters | undefined;
      on: OfficeMapEvents;
    },
  ) {
    this.#container = container;
    this.#on = on;
    this.#content = content;
    this.#map = new MapLibreMap({
      container,
      center: [defaultCenter.longitude, defaultCenter.latitude],
      zoom: defaultZoom,
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
      maxPitch: 0,
      fadeDuration: 0,
      pixelRatio: blurredPixelRatio,
      transformRequest: request,
      locale: { 'Map.Title': title },
    });
    this.#map.setMissingStyleImageResolver((name) => {
      const found = imageOf(name);
      if (found && !this.#map.hasImage(name))
        this.#map.addImage(name, found.image, { pixelRatio: found.pixelRatio });
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.keyboard.disableRotation();
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    this.#map.addControl(new FitControl(on.fitPressed), 'top-right');
    this.#map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left');
    // tests ask the map itself what it draws
    Object.assign(container, { map: this.#map });
    this.#listen();
  }

  #listen(): void {
    const map = this.#map;
    map.on('style.load', () => this.#addLayers());
    map.on('idle', () => {
      if (this.#isReady) this.#on.drawn();
    });
    map.on('error', ({ error }) => {
      console.warn('The map reported an error.', error);
      if (!this.#isReady || error.message.startsWith('Worker')) this.#on.failed();
    });
    map.on('move', () => this.#on.moving());
    map.on('moveend', ({ originalEvent }) => {
      if (!originalEvent) return;
      this.#on.moved(this.view());
    });
    map.on('mousemove', ({ point }) => {
      // one question per frame: the pointer reports more often
      if (this.#pointer === null) requestAnimationFrame(() => this.#reportHovered());
      this.#pointer = point;
    });
    map.on('mouseout', () => this.#setHovered(null));
    map.on('click', ({ point, lngLat }) => void this.#press(point, lngLat));
  }

  #reportHovered(): void {
    const point = this.#pointer;
    this.#pointer = null;
    if (point === null || !this.#isReady || this.#map.isMoving()) return;
    this.#setHovered(this.#featureAt(point, 0)?.target ?? null);
  }

  #setHovered(target: MapTarget | null): void {
    const text = target && targetText(target);
    if (text === this.#hovered) return;
    this.#hovered = text;
    this.#map.getCanvas().style.cursor = text === null ? '' : 'pointer';
    this.#on.hovered(target);
  }

  /** The topmost thing at a point: an office, a household, a cluster, or a shape. */
  #featureAt(at: PointLike, tolerance: number) {
    const { x, y } = at as MapPoint;
    const around: [PointLike, PointLike] = [
      [x - tolerance, y - tolerance],
      [x + tolerance, y + tolerance],
    ];
    for (const layer of Object.values(layers)) {
      const box = layer === layers.shapes ? at : around;
      const [feature] = this.#map.queryRenderedFeatures(box, { layers: [layer] });
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

  async #press(point: PointLike, { lng, lat }: { lng: number; lat: number }): Promise<void> {
    if (!this.#isReady) return;
    const found = this.#featureAt(point, pressTolerance);
    if (!found?.cluster) {
      const { geometry } = found?.feature ?? {};
      const [longitude = lng, latitude = lat] = geometry?.type === 'Point' ? geometry.coordinates : [];
      this.#on.pressed(found?.target ?? null, { longitude, latitude });
      return;
    }
    const source = this.#map.getSource<GeoJSONSource>(sources.households);
    const closer = await source?.getClusterExpansionZoom(found.cluster);
    // a person's action: the new view belongs into the address
    this.#map.easeTo(
      { center: [lng, lat], ...(closer === undefined ? {} : { zoom: closer }) },
      { originalEvent: {} },
    );
  }

  /** Draws another base map, in a color scheme. */
  setBase(style: StyleSpecification, scheme: 'light' | 'dark'): void {
    this.#scheme = scheme;
    this.#isReady = false;
    this.#map.setStyle(style, { diff: false });
  }

  #addLayers(): void {
    const map = this.#map;
    const { shapes, style, offices, households } = this.#content;
    const firstLabel = map.getStyle().layers.find(({ type }) => type === 'symbol')?.id;
    map.addSource(sources.shapes, shapeSource(shapes));
    for (const layer of shapeLayers(shapes.kind, style, this.#scheme)) map.addLayer(layer, firstLabel);
    map.addSource(sources.households, householdSource(pointsOf(households)));
    map.addSource(sources.offices, { type: 'geojson', data: pointsOf(offices), promoteId: 'id' });
    for (const layer of pointLayers()) map.addLayer(layer);
    this.#isReady = true;
    this.#applyMarks(this.#marked, true);
  }

  /** Shows other shapes, colors or markers; what is the same object as before is not touched. */
  show(content: OfficeMapContent): void {
    const before = this.#content;
    this.#content = content;
    if (!this.#isReady) return;
    const map = this.#map;
    if (content.shapes !== before.shapes) this.#replaceShapes();
    else if (content.style !== before.style) this.#restyleShapes();
    if (content.offices !== before.offices)
      void map.getSource<GeoJSONSource>(sources.offices)?.setData(pointsOf(content.offices));
    if (content.households !== before.households)
      void map.getSource<GeoJSONSource>(sources.households)?.setData(pointsOf(content.households));
  }

  #restyleShapes(): void {
    const { shapes, style } = this.#content;
    for (const { id, paint = {} } of shapeLayers(shapes.kind, style, this.#scheme)) {
      for (const [name, value] of Object.entries(paint))
        this.#map.setPaintProperty(id, name as PaintName, value as never);
      this.#map.setFilter(id, shownFilter(style.shown));
    }
  }

  #replaceShapes(): void {
    const map = this.#map;
    const { shapes, style } = this.#content;
    const newLayers = shapeLayers(shapes.kind, style, this.#scheme);
    const { layers: present } = map.getStyle();
    const last = present.findIndex(({ id }) => id === newLayers.at(-1)?.id);
    const above = present[last + 1]?.id;
    for (const { id } of newLayers) map.removeLayer(id);
    map.removeSource(sources.shapes);
    map.addSource(sources.shapes, shapeSource(shapes));
    for (const layer of newLayers) map.addLayer(layer, above);
    this.#applyMarks(this.#marked, true);
  }

  #featureOf({ kind, id }: MapTarget) {
    if (kind === 'office') return { source: sources.offices, id };
    if (kind === 'household') return { source: sources.households, id };
    const key = targetText({ kind, id });
    return this.#content.shapes.kind === 'tiles'
      ? { source: sources.shapes, sourceLayer: tileLayer, id: key }
      : { source: sources.shapes, id: key };
  }

  #applyMarks(targets: readonly MapTarget[], marked: boolean): void {
    if (!this.#isReady) return;
    for (const target of targets) this.#map.setFeatureState(this.#featureOf(target), { marked });
  }

  /** Draws the map blurred, or sharp again. */
  blur(blurred: boolean): void {
    this.#map.setPixelRatio(blurred ? blurredPixelRatio : window.devicePixelRatio);
  }

  /** Marks these and nothing else. */
  mark(targets: readonly MapTarget[]): void {
    this.#applyMarks(this.#marked, false);
    this.#marked = targets;
    this.#applyMarks(targets, true);
  }

  /** Shows shapes in other colors until the next call. */
  preview(shapes: readonly ShapePreview[]): void {
    if (!this.#isReady) return;
    for (const { target } of this.#previewed)
      this.#map.setFeatureState(this.#featureOf(target), { fill: null, edge: null });
    for (const { target, fill, edge } of shapes)
      this.#map.setFeatureState(this.#featureOf(target), { fill, edge });
    this.#previewed = shapes;
  }

  /** Fits bounds into view, not closer than streets are legible. */
  fit({ west, south, east, north }: Bounds): void {
    this.#map.fitBounds([west, south, east, north], {
      padding: fitPadding,
      maxZoom: zoom(15),
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

  /** Fits bounds into view if they are not. */
  revealBounds(bounds: Bounds): void {
    const visible = this.#map.getBounds();
    const { west, south, east, north } = bounds;
    if (!visible.contains([west, south]) || !visible.contains([east, north])) this.fit(bounds);
  }

  /** What the map shows now. */
  view(): MapView {
    const { lng, lat } = this.#map.getCenter();
    return { latitude: lat, longitude: lng, zoom: this.#map.getZoom() };
  }

  /** The pixel of a point, from the top left corner of the map. */
  pixelOf({ longitude, latitude }: Coordinates): MapPoint {
    return this.#map.project([longitude, latitude]);
  }

  remove(): void {
    Object.assign(this.#container, { map: undefined });
    this.#map.remove();
  }
}
