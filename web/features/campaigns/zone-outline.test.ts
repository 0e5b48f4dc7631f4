import type { ZoneShape } from '@mailcall/contract/mailings.ts';
import { expect, test } from 'vitest';
import { outlineOf } from './zone-outline.ts';

const shape = (...geometries: ZoneShape['features'][number]['geometry'][]): ZoneShape => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
});
const square = [
  [
    [10, 0],
    [11, 0],
    [11, 1],
    [10, 1],
    [10, 0],
  ],
];

test('a square on the equator is a square, north up, with room around', () => {
  const outline = outlineOf(shape({ type: 'Polygon', coordinates: square }), null);
  expect(outline?.width).toBe(640);
  expect(outline?.height).toBe(640);
  expect(outline?.paths).toEqual(['M24 616L616 616L616 24L24 24L24 616Z']);
  expect(outline?.office).toBeNull();
});

test('the office stands in its place, and the drawing holds it', () => {
  const outline = outlineOf(shape({ type: 'Polygon', coordinates: square }), { latitude: 0.5, longitude: 9 });
  expect(outline?.office?.x).toBe(24);
  expect(outline?.paths[0]?.startsWith('M320')).toBe(true);
});

test('far north a degree of longitude is shorter', () => {
  const north = square.map((ring) => ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude + 60]));
  const outline = outlineOf(shape({ type: 'Polygon', coordinates: north }), null);
  const [first = '', second = ''] = outline?.paths[0]?.slice(1).split('L') ?? [];
  const across = Number(second.split(' ')[0]) - Number(first.split(' ')[0]);
  expect(across).toBeGreaterThan(285);
  expect(across).toBeLessThan(300);
});

test('each polygon of several is drawn, holes with it', () => {
  const hole = [
    [10.2, 0.2],
    [10.4, 0.2],
    [10.4, 0.4],
    [10.2, 0.2],
  ];
  const outline = outlineOf(
    shape(
      { type: 'MultiPolygon', coordinates: [square, [...square, hole]] },
      { type: 'Polygon', coordinates: square },
    ),
    null,
  );
  expect(outline?.paths).toHaveLength(3);
  expect(outline?.paths[1]?.match(/M/g)).toHaveLength(2);
});

test.each([[shape()], [shape({ type: 'Polygon', coordinates: ['here'] })]])(
  'nothing to draw: %j',
  (nothing) => {
    expect(outlineOf(nothing, { latitude: 1, longitude: 1 })).toBeNull();
  },
);
