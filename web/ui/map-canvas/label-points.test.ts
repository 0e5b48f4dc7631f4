import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { labelPoints } from './label-points.ts';

const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

test('puts one name in the middle of each polygon’s largest part', () => {
  const { features } = labelPoints({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Islands' },
        geometry: { type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(10, 20, 4)]] },
      },
      {
        type: 'Feature',
        properties: { name: 'Corner' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [3, 0],
              [0, 3],
              [0, 0],
            ],
          ],
        },
      },
      { type: 'Feature', properties: { name: 'Post' }, geometry: { type: 'Point', coordinates: [1, 1] } },
    ],
  });
  expect(features.map(({ properties, geometry }) => [properties?.['name'], geometry.coordinates])).toEqual([
    ['Islands', [12, 22]],
    ['Corner', [1, 1]],
  ]);
});
