import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bounds, boundsAroundBoxes, centerOfBounds, eastFromWest } from './map-bounds.ts';

const box = (west: number, east: number): Bounds => ({ west, south: 50, east, north: 52 });

test.each<[name: string, boxes: Bounds[], west: number, east: number, longitude: number]>([
  ['one box', [box(-84, -83)], -84, -83, -83.5],
  ['boxes beside each other', [box(-84, -83), box(-80, -79)], -84, -79, -81.5],
  ['a box within another', [box(-84, -79), box(-82, -81)], -84, -79, -81.5],
  ['a box across 180°', [box(179, -177)], 179, -177, -179],
  ['parts on both sides of 180°', [box(178, 180), box(-180, -176)], 178, -176, -179],
  ['points on both sides of 180°', [box(170, 170), box(-160, -160)], 170, -160, -175],
  ['a box across 180° and one beyond', [box(179, -179), box(-175, -174)], 179, -174, -177.5],
  ['a box across 180° within another', [box(170, -170), box(175, -175)], 170, -170, 180],
  ['a coast to another', [box(-124, -123), box(-71, -70)], -124, -70, -97],
  ['the whole world', [box(-180, 180)], -180, 180, 0],
])('the bounds of %s', (_, boxes, west, east, longitude) => {
  const bounds = boundsAroundBoxes(boxes);
  expect(bounds).toEqual(box(west, east));
  expect(bounds && centerOfBounds(bounds)).toEqual({ latitude: 51, longitude });
});

test('has no bounds without boxes', () => {
  expect(boundsAroundBoxes([])).toBeNull();
});

test('contains every box in any order and stays within the world', () => {
  const degrees = fc.integer({ min: -180, max: 180 });
  const boxes = fc.array(fc.record({ west: degrees, east: degrees }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(boxes, (spans) => {
      const all = spans.map(({ west, east }) => box(west, east));
      const bounds = boundsAroundBoxes(all) as Bounds;
      expect(eastFromWest(bounds) - bounds.west).toBeLessThanOrEqual(360);
      const isInside = (longitude: number) =>
        [-360, 0, 360, 720].some(
          (turn) => longitude + turn >= bounds.west && longitude + turn <= eastFromWest(bounds),
        );
      for (const one of all)
        for (let longitude = one.west; longitude <= eastFromWest(one); longitude += 1)
          expect([longitude, isInside(longitude)]).toEqual([longitude, true]);
    }),
  );
});
