import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import type { MapShape } from './map-content.ts';
import { type RouteShape, routeShapes } from './route-shapes.ts';

/** Outlines of the base map. */
export interface Outlines {
  land: FeatureCollection;
  /** Each with its `name`. */
  states: FeatureCollection;
  /** Each with its `name`. */
  counties: FeatureCollection;
}

type Scheme = 'light' | 'dark';

/** Muted in both schemes, so that the shapes stand out. The page's own grays as literals, because a canvas cannot read CSS variables. */
const colors = {
  light: { sea: '#e4e8ee', land: '#f6f7f9', border: '#c3c8d2', county: '#d9dde4', name: '#565b68' },
  dark: { sea: '#16171a', land: '#26282d', border: '#565a66', county: '#3a3d45', name: '#b4b8c2' },
} as const;

/** MapLibre renders text with local fonts when a style has no `glyphs` URL. */
const font = ['Inter', 'system-ui', 'sans-serif'];

const attribution = 'Outlines: U.S. Census Bureau';

/** The base map that needs no network access: the states and counties of the United States. */
export function offlineStyle({ land, states, counties }: Outlines, scheme: Scheme): StyleSpecification {
  const tone = colors[scheme];
  const name = (id: string, source: string, size: number, zooms: object): LayerSpecification => ({
    id,
    type: 'symbol',
    source,
    ...zooms,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': size,
      'text-max-width': 8,
      'text-padding': 48,
    },
    paint: { 'text-color': tone.name, 'text-halo-color': tone.land, 'text-halo-width': 1.5 },
  });
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, attribution },
      states: { type: 'geojson', data: states },
      counties: { type: 'geojson', data: counties },
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
      name('state-names', 'states', 13, { minzoom: 3.5, maxzoom: 6.5 }),
      name('county-names', 'counties', 12, { minzoom: 6.5 }),
    ],
  };
}

/** The polygons of a route as GeoJSON. */
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

/**
 * A base map with shapes on it in their colors: filled half transparent, and outlined twice, so that a black one is visible
 * on the dark map and a white one on the light map.
 */
export function withShapes(
  style: StyleSpecification,
  shapes: readonly MapShape[],
  { scheme, opacity }: { scheme: Scheme; opacity: number },
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
        id: 'shapes',
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
