import type {
  ExpressionFilterSpecification,
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import type { MapOffice, MapShape } from './map-content.ts';
import { boldFont, font, type Scheme, type Tone, tones } from './map-tones.ts';
import { markerSpace, type NamedPoint, nameProperties, namesOf } from './name-layers.ts';
import { centerOf, cornersOf, type RouteShape, routeShapes } from './route-shapes.ts';
import { streetLayers, streetNames, streets } from './street-layers.ts';

export interface Outlines {
  land: FeatureCollection;
  states: FeatureCollection;
  counties: FeatureCollection;
  stateNames: FeatureCollection;
  countyNames: FeatureCollection;
}

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

/** Anchor and offset in ems. The last four leave room for an office's marker on the point itself. */
const besidePoints = [0.5, 1.5].flatMap((away) =>
  Object.entries({ left: [away, 0], right: [-away, 0], bottom: [0, -away], top: [0, away] }).flat(),
) as [string, [number, number]];

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
        'text-variable-anchor-offset': besidePoints,
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

export interface StreetTiles {
  /** Address with {z}, {x} and {y}. */
  tiles: string;
  attribution: string;
}

/** The packaged map. `townsUrl`: GeoJSON points with `name` and `population`. With tiles also streets and water, and their coast instead of the packaged one. */
export function packagedStyle(
  { land, states, counties, stateNames, countyNames }: Outlines,
  townsUrl: string,
  scheme: Scheme,
  street: StreetTiles | null = null,
): StyleSpecification {
  const tone = tones[scheme];
  const ground: LayerSpecification[] = street
    ? [{ id: 'land', type: 'background', paint: { 'background-color': tone.land } }, ...streetLayers(tone)]
    : [
        { id: 'sea', type: 'background', paint: { 'background-color': tone.sea } },
        { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': tone.land } },
      ];
  return {
    version: 8,
    sources: {
      ...(!street && { land: { type: 'geojson', data: land } }),
      states: { type: 'geojson', data: states, attribution: outlinesAttribution },
      counties: { type: 'geojson', data: counties },
      'state-names': { type: 'geojson', data: stateNames },
      'county-names': { type: 'geojson', data: countyNames },
      towns: { type: 'geojson', data: townsUrl, attribution: townsAttribution, maxzoom: 10 },
      ...(street && {
        // the schema's tiles end at zoom 14; closer views enlarge them
        [streets]: { type: 'vector', tiles: [street.tiles], maxzoom: 14, attribution: street.attribution },
      }),
    },
    layers: [
      ...ground,
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
      ...(street ? streetNames(tone) : []),
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

function namedShape({ name, shape }: MapShape): NamedPoint[] {
  const center = centerOf(cornersOf(routeShapes(shape)));
  return center ? [{ name, ...center }] : [];
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
  { shapes, offices }: { shapes: readonly MapShape[]; offices: readonly MapOffice[] },
  { scheme, opacity }: { scheme: Scheme; opacity: number | ExpressionSpecification },
): StyleSpecification {
  const isDark = scheme === 'dark';
  // labels stay readable above the shapes
  const firstLabel = style.layers.findIndex(({ type }) => type === 'symbol');
  const insertAt = firstLabel === -1 ? style.layers.length : firstLabel;
  const markers = nameProperties(style, scheme, true);
  return {
    ...style,
    sources: {
      ...style.sources,
      shapes: { type: 'geojson', data: features(shapes) },
      'shape-names': { type: 'geojson', data: namesOf(shapes.flatMap(namedShape)) },
      'office-names': {
        type: 'geojson',
        data: namesOf(offices.map(({ name, location }) => ({ name, ...location }))),
      },
    },
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
      {
        id: 'shape-names',
        type: 'symbol',
        source: 'shape-names',
        ...nameProperties(style, scheme, false),
      },
      {
        id: 'office-names',
        type: 'symbol',
        source: 'office-names',
        layout: { ...markers.layout, 'icon-image': markerSpace.name, 'icon-allow-overlap': true },
        paint: markers.paint,
      },
    ],
  };
}
