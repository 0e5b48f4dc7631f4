import { tileLayer } from '@mailcall/contract/map-shapes.ts';
import { defaultAreaColor } from '@mailcall/contract/rules/map-colors.ts';
import type { FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  FillLayerSpecification,
  FilterSpecification,
  LayerSpecification,
  LineLayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { Scheme } from '../../ui/map-canvas/map-tones.ts';
import { nameProperties } from '../../ui/map-canvas/name-layers.ts';
import { imageNames } from './map-images.ts';

/** Shapes of areas and zones: all of them, or the URL of their vector tiles. */
export type ShapeSource =
  | { kind: 'geojson'; data: FeatureCollection }
  | { kind: 'tiles'; url: string; maxZoom: number };

export const sources = {
  shapes: 'shapes',
  offices: 'offices',
  households: 'households',
  names: 'names',
} as const;
export const layers = {
  offices: 'offices',
  clusters: 'clusters',
  households: 'households',
  shapes: 'shapes',
} as const;

/** Opacity of a fill, a marked fill, an edge, and a shaded fill, which must not mix with others. */
const opacity = { fill: 0.3, marked: 0.5, edge: 0.7, shaded: 1 };
const clusterMinPoints = 10;

const isMarked: ExpressionSpecification = ['boolean', ['feature-state', 'marked'], false];

export interface ShapeStyle {
  shown: readonly string[];
  /** '#rrggbb' by shape key, such as zone:1. */
  fills: ReadonlyMap<string, string>;
  edges: ReadonlyMap<string, string>;
  shaded: boolean;
}

function colorOf(part: 'fill' | 'edge', colors: ReadonlyMap<string, string>): ExpressionSpecification {
  const own =
    colors.size === 0
      ? defaultAreaColor
      : ['match', ['get', 'shape'], ...[...colors].flat(), defaultAreaColor];
  return ['to-color', ['coalesce', ['feature-state', part], own]] as ExpressionSpecification;
}

/** Zones above areas, which may be larger. */
const drawingOrder: ExpressionSpecification = ['match', ['slice', ['get', 'shape'], 0, 5], 'zone:', 1, 0];

export const shownFilter = (shown: readonly string[]): FilterSpecification =>
  shown.length === 0 ? false : ['match', ['get', 'shape'], [...shown], true, false];

/** Source of the shapes; features with a key share their marks. */
export const shapeSource = (shapes: ShapeSource): SourceSpecification =>
  shapes.kind === 'geojson'
    ? { type: 'geojson', data: shapes.data, promoteId: 'shape' }
    : {
        type: 'vector',
        tiles: [shapes.url],
        maxzoom: shapes.maxZoom,
        promoteId: { [tileLayer]: 'shape' },
      };

export function shapeLayers(
  kind: ShapeSource['kind'],
  { shown, fills, edges, shaded }: ShapeStyle,
  scheme: Scheme,
): (FillLayerSpecification | LineLayerSpecification)[] {
  const from = {
    source: sources.shapes,
    filter: shownFilter(shown),
    ...(kind === 'tiles' ? { 'source-layer': tileLayer } : {}),
  };
  return [
    {
      id: layers.shapes,
      type: 'fill',
      ...from,
      layout: { 'fill-sort-key': drawingOrder },
      paint: {
        'fill-color': colorOf('fill', fills),
        'fill-opacity': shaded ? opacity.shaded : ['case', isMarked, opacity.marked, opacity.fill],
      },
    },
    {
      id: 'shape-halos',
      type: 'line',
      ...from,
      layout: { 'line-join': 'round', 'line-sort-key': drawingOrder },
      paint: {
        'line-color': scheme === 'dark' ? '#e6e7eb' : '#ffffff',
        'line-width': ['case', isMarked, 5, 3],
        'line-opacity': 0.6,
      },
    },
    {
      id: 'shape-edges',
      type: 'line',
      ...from,
      layout: { 'line-join': 'round', 'line-sort-key': drawingOrder },
      paint: {
        'line-color': colorOf('edge', edges),
        'line-width': ['case', isMarked, 2.5, 1.5],
        'line-opacity': opacity.edge,
      },
    },
  ];
}

export const householdSource = (data: FeatureCollection): SourceSpecification => ({
  type: 'geojson',
  data,
  promoteId: 'id',
  cluster: true,
  clusterMinPoints,
  clusterRadius: 48,
  clusterMaxZoom: 15,
});

const ring = (id: string, source: string, radius: number): LayerSpecification => ({
  id,
  type: 'circle',
  source,
  paint: {
    'circle-radius': radius,
    'circle-color': '#ffffff',
    'circle-opacity': ['case', isMarked, 0.9, 0],
    'circle-stroke-color': '#b5006e',
    'circle-stroke-width': 3,
    'circle-stroke-opacity': ['case', isMarked, 1, 0],
  },
});

/** Names of shapes, below all markers. */
export const nameLayer = (style: StyleSpecification, scheme: Scheme): LayerSpecification => ({
  id: 'names',
  type: 'symbol',
  source: sources.names,
  ...nameProperties(style, scheme, false),
});

const isCluster: ExpressionSpecification = ['has', 'point_count'];
const everywhere = { 'icon-allow-overlap': true, 'icon-ignore-placement': true };

/** The name of an office stands below its marker, and no other name under it. */
export const pointLayers = (style: StyleSpecification, scheme: Scheme): LayerSpecification[] => [
  { ...ring('household-rings', sources.households, 14), filter: ['!', isCluster] } as LayerSpecification,
  {
    id: layers.households,
    type: 'symbol',
    source: sources.households,
    filter: ['!', isCluster],
    layout: {
      ...everywhere,
      'icon-image': ['concat', 'household:', ['get', 'match']],
      // strong matches above weak ones, and both above the others
      'symbol-sort-key': ['match', ['get', 'match'], 'strong', 2, 'weak', 1, 0],
    },
  },
  {
    id: layers.clusters,
    type: 'symbol',
    source: sources.households,
    filter: isCluster,
    layout: {
      ...everywhere,
      'icon-image': ['concat', imageNames.cluster(''), ['to-string', ['get', 'point_count_abbreviated']]],
    },
  },
  ring('office-rings', sources.offices, 15),
  {
    id: layers.offices,
    type: 'symbol',
    source: sources.offices,
    layout: {
      ...nameProperties(style, scheme, true).layout,
      'icon-image': ['concat', imageNames.office(''), ['get', 'color']],
      'icon-allow-overlap': true,
    },
    paint: nameProperties(style, scheme, true).paint,
  },
];
