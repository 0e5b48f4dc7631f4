import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { tileLayer } from '@mailcall/contract/map-shapes.ts';
import type { MatchClass } from '@mailcall/contract/rules/patient-match.ts';
import type { Scheme } from '../../ui/map-canvas/map-tones.ts';
import { type NamedPoint, namesOf } from '../../ui/map-canvas/name-layers.ts';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import {
  householdSource,
  nameLayer,
  pointLayers,
  shapeLayers,
  type ShapeSource,
  shapeSource,
  type ShapeStyle,
  shownFilter,
  sources,
} from './map-layers.ts';
import { type MapTarget, targetText } from './map-target.ts';

export interface OfficePoint extends Coordinates {
  id: string;
  name: string;
  /** '#rrggbb'. */
  color: string;
}

export interface HouseholdPoint extends Coordinates {
  id: string;
  match: MatchClass;
}

export interface OfficeMapContent {
  shapes: ShapeSource;
  style: ShapeStyle;
  names: readonly NamedPoint[];
  offices: readonly OfficePoint[];
  households: readonly HouseholdPoint[];
}

/** Temporary colors of a shape; null keeps its own. */
export interface ShapePreview {
  target: MapTarget;
  fill: string | null;
  edge: string | null;
}

type PaintName = Parameters<MapLibreMap['setPaintProperty']>[1];

const pointsOf = <Point extends Coordinates & { id: string }>(points: readonly Point[]) => ({
  type: 'FeatureCollection' as const,
  features: points.map(({ latitude, longitude, ...properties }) => ({
    type: 'Feature' as const,
    properties,
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  })),
});

export class MapDrawing {
  readonly #map: MapLibreMap;
  #content: OfficeMapContent;
  scheme: Scheme = 'light';
  #isReady = false;
  #marked: readonly MapTarget[] = [];
  #previewed: readonly ShapePreview[] = [];

  constructor(map: MapLibreMap, content: OfficeMapContent) {
    this.#map = map;
    this.#content = content;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Call before the style is replaced or removed. */
  leaveStyle(): void {
    this.#isReady = false;
  }

  enterStyle(): void {
    const map = this.#map;
    const { shapes, style, names, offices, households } = this.#content;
    const base = map.getStyle();
    const firstLabel = base.layers.find(({ type }) => type === 'symbol')?.id;
    map.addSource(sources.shapes, shapeSource(shapes));
    for (const layer of shapeLayers(shapes.kind, style, this.scheme)) map.addLayer(layer, firstLabel);
    map.addSource(sources.names, { type: 'geojson', data: namesOf(names) });
    map.addLayer(nameLayer(base, this.scheme));
    map.addSource(sources.households, householdSource(pointsOf(households)));
    map.addSource(sources.offices, { type: 'geojson', data: pointsOf(offices), promoteId: 'id' });
    for (const layer of pointLayers(base, this.scheme)) map.addLayer(layer);
    this.#isReady = true;
    this.#applyStates();
  }

  show(content: OfficeMapContent): void {
    const before = this.#content;
    this.#content = content;
    if (!this.#isReady) return;
    const map = this.#map;
    if (content.shapes !== before.shapes) this.#replaceShapes();
    else if (content.style !== before.style) this.#restyleShapes();
    if (content.names !== before.names)
      void map.getSource<GeoJSONSource>(sources.names)?.setData(namesOf(content.names));
    if (content.offices !== before.offices)
      void map.getSource<GeoJSONSource>(sources.offices)?.setData(pointsOf(content.offices));
    if (content.households !== before.households)
      void map.getSource<GeoJSONSource>(sources.households)?.setData(pointsOf(content.households));
  }

  requestShapesAgain(): void {
    if (this.#isReady && this.#content.shapes.kind === 'tiles') this.#map.refreshTiles(sources.shapes);
  }

  #restyleShapes(): void {
    const { shapes, style } = this.#content;
    for (const { id, paint = {} } of shapeLayers(shapes.kind, style, this.scheme)) {
      for (const [name, value] of Object.entries(paint))
        this.#map.setPaintProperty(id, name as PaintName, value as never);
      this.#map.setFilter(id, shownFilter(style.shown));
    }
  }

  #replaceShapes(): void {
    const map = this.#map;
    const { shapes, style } = this.#content;
    const newLayers = shapeLayers(shapes.kind, style, this.scheme);
    const { layers: present } = map.getStyle();
    const last = present.findIndex(({ id }) => id === newLayers.at(-1)?.id);
    const above = present[last + 1]?.id;
    for (const { id } of newLayers) map.removeLayer(id);
    map.removeSource(sources.shapes);
    map.addSource(sources.shapes, shapeSource(shapes));
    for (const layer of newLayers) map.addLayer(layer, above);
    this.#applyStates();
  }

  #featureOf({ kind, id }: MapTarget) {
    if (kind === 'office') return { source: sources.offices, id };
    if (kind === 'household') return { source: sources.households, id };
    const key = targetText({ kind, id });
    return this.#content.shapes.kind === 'tiles'
      ? { source: sources.shapes, sourceLayer: tileLayer, id: key }
      : { source: sources.shapes, id: key };
  }

  #applyStates(): void {
    this.#applyMarks(this.#marked, true);
    this.preview(this.#previewed);
  }

  #applyMarks(targets: readonly MapTarget[], marked: boolean): void {
    if (!this.#isReady) return;
    for (const target of targets) this.#map.setFeatureState(this.#featureOf(target), { marked });
  }

  mark(targets: readonly MapTarget[]): void {
    this.#applyMarks(this.#marked, false);
    this.#marked = targets;
    this.#applyMarks(targets, true);
  }

  preview(shapes: readonly ShapePreview[]): void {
    const before = this.#previewed;
    this.#previewed = shapes;
    if (!this.#isReady) return;
    for (const { target } of before)
      this.#map.setFeatureState(this.#featureOf(target), { fill: null, edge: null });
    for (const { target, fill, edge } of shapes)
      this.#map.setFeatureState(this.#featureOf(target), { fill, edge });
  }
}
