import fc from 'fast-check';
import { expect, test } from 'vitest';
import { infoBoxPlace } from './info-box-place.ts';

const map = { width: 800, height: 600 };
const box = { width: 300, height: 240 };

test.each([
  ['to the right of its point', { x: 100, y: 300 }, { x: 122, y: 220 }],
  ['to the left where the right has no room', { x: 600, y: 300 }, { x: 278, y: 220 }],
  ['below the top edge', { x: 100, y: 5 }, { x: 122, y: 12 }],
  ['above the bottom edge', { x: 100, y: 590 }, { x: 122, y: 348 }],
  ['at the edge when its point is outside', { x: -500, y: 5000 }, { x: 12, y: 348 }],
])('an info box is %s', (_, point, place) => {
  expect(infoBoxPlace(point, box, map)).toEqual({ ...place, maxHeight: 576 });
});

test.each([
  ['below its point', { x: 180, y: 100 }, { x: 30, y: 122, maxHeight: 466 }],
  ['above its point', { x: 180, y: 500 }, { x: 30, y: 238, maxHeight: 466 }],
  ['as high as there is room', { x: 180, y: 300 }, { x: 30, y: 322, maxHeight: 266 }],
])('on a narrow map, an info box is %s', (_, point, place) => {
  expect(infoBoxPlace(point, box, { width: 360, height: 600 })).toEqual(place);
});

test('never covers its point', () => {
  const narrow = { width: 340, height: 400 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 340 }), fc.integer({ min: 0, max: 400 }), (x, y) => {
      const place = infoBoxPlace({ x, y }, box, narrow);
      const height = Math.min(box.height, place.maxHeight);
      const covered = x > place.x && x < place.x + box.width && y > place.y && y < place.y + height;
      expect(covered).toBe(false);
    }),
  );
});

test('puts a box larger than the map into its corner', () => {
  expect(infoBoxPlace({ x: 50, y: 50 }, box, { width: 200, height: 100 })).toEqual({
    x: 12,
    y: 12,
    maxHeight: 120,
  });
});

test('keeps a box within the map for any point', () => {
  const pixels = fc.integer({ min: -2000, max: 2000 });
  fc.assert(
    fc.property(fc.record({ x: pixels, y: pixels }), (point) => {
      const { x, y } = infoBoxPlace(point, box, map);
      expect(Math.min(x, y, map.width - x - box.width, map.height - y - box.height)).toBeGreaterThanOrEqual(
        0,
      );
    }),
    { numRuns: 200 },
  );
});
