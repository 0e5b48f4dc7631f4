import type {
  ExpressionFilterSpecification,
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import type { MapShape } from './map-content.ts';
import { type RouteShape, routeShapes } from './route-shapes.ts';

export interface Outlines {
  land: FeatureCollection;
  states: FeatureCollection;
  counties: FeatureCollection;
  stateNames: FeatureCollection;
  countyNames: FeatureCollection;
}

type Scheme = 'light' | 'dark';

/** Muted in both schemes, so that shapes stand out. Literals, because a canvas cannot read CSS variables. */
const colors = {
  light: {
    sea: '#d9e4ec',
    land: '#f7f7f4',
    border: '#a9b0bc',
    county: '#dddfe0',
    region: '#868d9a',
    town: '#3f4552',
    dot: '#6b7280',
  },
  dark: {
    sea: '#14181d',
    land: '#25282d',
    border: '#5c626d',
    county: '#383c43',
    region: '#858b97',
    town: '#d3d6dc',
    dot: '#9aa0ab',
  },
} as const;

/** MapLibre uses local fonts if a style has no `glyphs` URL. */
const font = ['Inter', 'system-ui', 'sans-serif'];
/** MapLibre reads the weight from the first name, a font that does not exist, and uses the second font. */
const boldFont = ['Inter semibold', ...font];

const link = (address: string, text: string) =>
  `<a href="${address}" target="_blank" rel="noopener">${text}</a>`;
const outlinesAttribution = 'Outlines: U.S. Census';
const townsAttribution = `Towns: ${link('https://www.geonames.org/', 'GeoNames')}, ${link(
  'https://creativecommons.org/licenses/by/4.0/',
  'CC BY 4.0',
)}`;

const townsByZoom = [
  [3, 1_000_000],
  [4, 400_000],
  [5, 150_000],
  [6, 50_000],
  [7, 15_000],
  [8, 5000],
  [9, 1500],
  [10, 0],
] as const;

const isDisplayed: ExpressionFilterSpecification = [
  '>=',
  ['get', 'population'],
  ['step', ['zoom'], townsByZoom[0][1], ...townsByZoom.slice(1).flat()],
];

type Tone = (typeof colors)[Scheme];

/** Towns as point and name; larger ones win where space is short. */
function townLayers(tone: Tone): LayerSpecification[] {
  const population: ExpressionSpecification = ['get', 'population'];
  return [
    {
      id: 'town-points',
      type: 'circle',
      source: 'towns',
      minzoom: 3,
      filter: isDisplayed,
      paint: {
        'circle-color': tone.land,
        'circle-stroke-color': tone.dot,
        'circle-stroke-width': 1.25,
        'circle-radius': ['step', population, 1.5, 20_000, 2, 100_000, 2.5, 500_000, 3],
      },
    },
    {
      id: 'town-names',
      type: 'symbol',
      source: 'towns',
      minzoom: 3,
      filter: isDisplayed,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['step', population, ['literal', font], 100_000, ['literal', boldFont]],
        'text-size': ['step', population, 11, 20_000, 12, 100_000, 13, 500_000, 15],
        'text-variable-anchor': ['left', 'right', 'bottom', 'top'],
        'text-radial-offset': 0.5,
        'text-justify': 'auto',
        'text-max-width': 8,
        'text-padding': 4,
        'symbol-sort-key': ['-', 0, population],
      },
      paint: { 'text-color': tone.town, 'text-halo-color': tone.land, 'text-halo-width': 1.5 },
    },
  ];
}

/** Names of states or counties, below towns in size and order, so that towns come first. */
const regionNames = (
  source: 'state-names' | 'county-names',
  tone: Tone,
  { size, ...zooms }: { size: number; minzoom: number; maxzoom?: number },
): LayerSpecification => ({
  id: source,
  type: 'symbol',
  source,
  ...zooms,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': font,
    'text-size': size,
    'text-transform': 'uppercase',
    'text-letter-spacing': 0.12,
    'text-max-width': 8,
    'text-padding': 24,
  },
  paint: { 'text-color': tone.region, 'text-halo-color': tone.land, 'text-halo-width': 1.5 },
});

/** Base map without external network. `townsUrl`: GeoJSON points with `name` and `population`. */
export function offlineStyle(
  { land, states, counties, stateNames, countyNames }: Outlines,
  townsUrl: string,
  scheme: Scheme,
): StyleSpecification {
  const tone = colors[scheme];
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, attribution: outlinesAttribution },
      states: { type: 'geojson', data: states },
      counties: { type: 'geojson', data: counties },
      'state-names': { type: 'geojson', data: stateNames },
      'county-names': { type: 'geojson', data: countyNames },
      towns: { type: 'geojson', data: townsUrl, attribution: townsAttribution, maxzoom: 10 },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': tone.sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': tone.land } },
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: 5,
        paint: { 'line-color': tone.county, 'line-width': 1 },
      },
      {
        id: 'states',
        type: 'line',
        source: 'states',
        paint: {
          'line-color': tone.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 9, 2],
        },
      },
      regionNames('county-names', tone, { size: 10, minzoom: 7, maxzoom: 10 }),
      regionNames('state-names', tone, { size: 12, minzoom: 3.5, maxzoom: 6.5 }),
      ...townLayers(tone),
    ],
  };
}

const geometry = ({ polygons }: RouteShape) => ({ type: 'MultiPolygon' as const, coordinates: polygons });

function features(shapes: readonly MapShape[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: shapes.flatMap(({ id, color, shape }) =>
      routeShapes(shape).map((route) => ({
        type: 'Feature' as const,
        properties: { shape: id, color },
        geometry: geometry(route),
      })),
    ),
  };
}

export const shapesLayer = 'shapes';

export const opacityOfChoice = (chosen: readonly string[]): ExpressionSpecification => [
  'case',
  ['in', ['get', 'shape'], ['literal', [...chosen]]],
  0.7,
  0.12,
];

/** Shapes are half transparent and outlined twice, so that black and white stay visible on either map. */
export function withShapes(
  style: StyleSpecification,
  shapes: readonly MapShape[],
  { scheme, opacity }: { scheme: Scheme; opacity: number | ExpressionSpecification },
): StyleSpecification {
  const isDark = scheme === 'dark';
  // labels stay readable above the shapes
  const firstLabel = style.layers.findIndex(({ type }) => type === 'symbol');
  const insertAt = firstLabel === -1 ? style.layers.length : firstLabel;
  return {
    ...style,
    sources: { ...style.sources, shapes: { type: 'geojson', data: features(shapes) } },
    layers: [
      ...style.layers.slice(0, insertAt),
      {
        id: shapesLayer,
        type: 'fill',
        source: 'shapes',
        paint: { 'fill-color': ['get', 'color'], 'fill-opacity': opacity },
      },
      {
        id: 'shape-halos',
        type: 'line',
        source: 'shapes',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': isDark ? '#e6e7eb' : '#ffffff', 'line-width': 3.5, 'line-opacity': 0.6 },
      },
      {
        id: 'shape-edges',
        type: 'line',
        source: 'shapes',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': ['get', 'color'], 'line-width': 1.5, 'line-opacity': 0.7 },
      },
      ...style.layers.slice(insertAt),
    ],
  };
}
