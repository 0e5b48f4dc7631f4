import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import { expect, test } from 'vitest';
import {
  boundsOf,
  cornersOf,
  centerOf,
  type Position,
  routeShapes,
  distanceAndDirection,
} from './route-shapes.ts';

const square = (west: number, south: number, size = 1): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

function feature(
  type: 'Polygon' | 'MultiPolygon',
  coordinates: unknown[],
  properties: Record<string, unknown> = {},
): ZoneShape['features'][number] {
  return { type: 'Feature', properties, geometry: { type, coordinates } };
}

const shapeOf = (...features: ZoneShape['features']): ZoneShape => ({ type: 'FeatureCollection', features });

test('reads polygons and multipolygons as routes with geocodes and holes', () => {
  const hole = square(0.2, 0.2, 0.2);
  const routes = routeShapes(
    shapeOf(
      feature('Polygon', [square(0, 0), hole], { geocode: '28801C007' }),
      feature('MultiPolygon', [[square(2, 2)], [square(4, 4)]], { geocode: 7 }),
    ),
  );
  expect(routes).toEqual([
    { route: '28801C007', polygons: [[square(0, 0), hole]] },
    { route: null, polygons: [[square(2, 2)], [square(4, 4)]] },
  ]);
});

test.each([
  ['nothing', []],
  ['a ring that is not a list', ['ring']],
  [
    'a ring of two corners',
    [
      [
        [0, 0],
        [1, 1],
      ],
    ],
  ],
  ['corners that are not numbers', [[['0', '0'], [null, 1], [2], {}]]],
])('leaves out %s', (_, coordinates) => {
  expect(routeShapes(shapeOf(feature('Polygon', coordinates)))).toEqual([]);
});

test('contains every corner in the bounds and centers them', () => {
  const corners = cornersOf(
    routeShapes(shapeOf(feature('Polygon', [square(-82, 35)]), feature('Polygon', [square(-80, 36)]))),
  );
  expect(boundsOf(corners)).toEqual({ west: -82, south: 35, east: -79, north: 37 });
  expect(centerOf(corners)).toEqual({ latitude: 36, longitude: -80.5 });
  expect(boundsOf([])).toBeNull();
  expect(centerOf([])).toBeNull();
});

test.each([
  [{ latitude: 35.1, longitude: -82 }, '6.9 miles north'],
  [{ latitude: 34.9, longitude: -82 }, '6.9 miles south'],
  [{ latitude: 35, longitude: -81.9 }, '5.7 miles east'],
  [{ latitude: 35, longitude: -82.1 }, '5.7 miles west'],
  [{ latitude: 35.05, longitude: -81.94 }, '4.8 miles north-east'],
  [{ latitude: 34.95, longitude: -82.06 }, '4.8 miles south-west'],
  [{ latitude: 35.01447, longitude: -82 }, '1.0 mile north'],
  [{ latitude: 35.0001, longitude: -82 }, 'At the office'],
])('the distance and direction to %o', (to, words) => {
  expect(distanceAndDirection({ latitude: 35, longitude: -82 }, to)).toBe(words);
});
