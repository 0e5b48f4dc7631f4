import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import type { FeatureCollection, Point } from 'geojson';
import { expect, test } from 'vitest';
import { fontOf } from './name-layers.ts';
import { packagedStyle, withShapes } from './map-style.ts';

const empty = { type: 'FeatureCollection' as const, features: [] };
const outlines = { land: empty, states: empty, counties: empty, stateNames: empty, countyNames: empty };
const shape: ZoneShape = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { geocode: '28801C007' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    },
  ],
};

test.each(['light', 'dark'] as const)('the packaged base map makes no network requests (%s)', (scheme) => {
  const style = packagedStyle(outlines, '/towns.json', scheme);
  expect(style).not.toHaveProperty('glyphs');
  expect(style).not.toHaveProperty('sprite');
  // attribution links are not loaded
  const loaded = JSON.stringify(style, (name, value: unknown) =>
    name === 'attribution' ? undefined : value,
  );
  expect(loaded).not.toContain('http');
  expect(new Set(Object.values(style.sources).map(({ type }) => type))).toEqual(new Set(['geojson']));
});

test('names the sources of outlines and towns', () => {
  const { sources } = packagedStyle(outlines, '/towns.json', 'light');
  const attributions = Object.values(sources).flatMap((source) =>
    source.type === 'geojson' ? (source.attribution ?? []) : [],
  );
  expect(attributions.join(' | ').replace(/<[^>]*>/g, '')).toBe(
    'Outlines: U.S. Census | Towns: GeoNames, CC BY 4.0',
  );
});

test('inserts colored shapes above the base map and below its labels', () => {
  const base = packagedStyle(outlines, '/towns.json', 'light');
  const office = {
    id: 'o1',
    name: 'Silverwren',
    color: '#000000',
    location: { latitude: 2, longitude: 1 },
    isApproximate: false,
  };
  const style = withShapes(
    base,
    { shapes: [{ id: 'z1', name: 'Haw Creek', color: '#f08c00', shape }], offices: [office] },
    { scheme: 'light', opacity: 0.4 },
  );
  expect(style.layers.map(({ id }) => id)).toEqual([
    'sea',
    'land',
    'counties',
    'states',
    'shapes',
    'shape-halos',
    'shape-edges',
    'county-names',
    'state-names',
    'town-points',
    'town-names',
    'shape-names',
    'office-names',
  ]);
  const named = (source: string) =>
    ((style.sources[source] as { data?: unknown }).data as FeatureCollection<Point>).features.map(
      ({ properties, geometry }) => [properties?.['name'], geometry.coordinates],
    );
  expect(named('shape-names')).toEqual([['Haw Creek', [0.5, 0.5]]]);
  expect(named('office-names')).toEqual([['Silverwren', [1, 2]]]);
  expect(style.sources['shapes']).toMatchObject({
    data: { features: [{ properties: { shape: 'z1', color: '#f08c00' } }] },
  });
  expect(style.layers.find(({ id }) => id === 'shapes')).toMatchObject({ paint: { 'fill-opacity': 0.4 } });
});

test('puts the shapes on top of a style without labels', () => {
  const style = withShapes(
    { version: 8, sources: {}, layers: [] },
    { shapes: [], offices: [] },
    { scheme: 'dark', opacity: 0.4 },
  );
  expect(style.layers.map(({ id }) => id).slice(0, 3)).toEqual(['shapes', 'shape-halos', 'shape-edges']);
});

test('draws the operator’s streets and water in place of the packaged coast', () => {
  const tiles = 'https://tiles.test/{z}/{x}/{y}.pbf';
  const style = packagedStyle(outlines, '/towns.json', 'dark', { tiles, attribution: '© Us' });
  expect(style.sources['streets']).toEqual({
    type: 'vector',
    tiles: [tiles],
    maxzoom: 14,
    attribution: '© Us',
  });
  expect(style.sources).not.toHaveProperty('land');
  const ids = style.layers.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['water', 'rivers', 'motorways', 'lanes', 'street-names']));
  expect(ids.indexOf('motorways')).toBeLessThan(ids.indexOf('states'));
  expect(ids.indexOf('street-names')).toBeLessThan(ids.indexOf('town-names'));
});

test.each([
  ['ours without fonts of the style', undefined, ['Noto Sans'], 'Inter semibold'],
  ['the first one of a style with fonts', 'https://fonts.test', ['Noto Sans'], 'Noto Sans'],
  ['a usual one if the style computes its fonts', 'https://fonts.test', ['get', 'font'], 'Open Sans Regular'],
])('names have a font that can be drawn: %s', (_, glyphs, font, expected) => {
  const label = { id: 'a', type: 'symbol', source: 's', layout: { 'text-font': font } } as const;
  const style = { version: 8 as const, sources: {}, layers: [label as never], ...(glyphs && { glyphs }) };
  expect(fontOf(style)[0]).toBe(expected);
});
