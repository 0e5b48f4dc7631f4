import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import { expect, test } from 'vitest';
import { offlineStyle, withShapes } from './map-style.ts';

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
  const style = offlineStyle(outlines, '/towns.json', scheme);
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
  const { sources } = offlineStyle(outlines, '/towns.json', 'light');
  const attributions = Object.values(sources).flatMap((source) =>
    source.type === 'geojson' ? (source.attribution ?? []) : [],
  );
  expect(attributions.join(' | ').replace(/<[^>]*>/g, '')).toBe(
    'Outlines: U.S. Census | Towns: GeoNames, CC BY 4.0',
  );
});

test('inserts colored shapes above the base map and below its labels', () => {
  const base = offlineStyle(outlines, '/towns.json', 'light');
  const style = withShapes(base, [{ id: 'z1', name: 'Haw Creek', color: '#f08c00', shape }], {
    scheme: 'light',
    opacity: 0.4,
  });
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
  ]);
  expect(style.sources['shapes']).toMatchObject({
    data: { features: [{ properties: { shape: 'z1', color: '#f08c00' } }] },
  });
  expect(style.layers.find(({ id }) => id === 'shapes')).toMatchObject({ paint: { 'fill-opacity': 0.4 } });
});

test('puts the shapes on top of a style without labels', () => {
  const style = withShapes({ version: 8, sources: {}, layers: [] }, [], { scheme: 'dark', opacity: 0.4 });
  expect(style.layers.map(({ id }) => id)).toEqual(['shapes', 'shape-halos', 'shape-edges']);
});
