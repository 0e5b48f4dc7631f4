import { describe, expect, test } from 'vitest';
import {
  clampView,
  fittedSize,
  facePointAt,
  moveBy,
  faceBox,
  fittedBoxInPercent,
  initialView,
  pinShifts,
  zoomAt,
} from './face-view.ts';

const frame = { width: 832, height: 432 };
const face = { width: 1600, height: 800 };

describe('a face in its frame', () => {
  test('is centered and fully visible at first', () => {
    expect(fittedSize(frame, face)).toEqual({ width: 800, height: 400 });
    expect(faceBox(initialView, frame, face)).toEqual({ left: 16, top: 16, width: 800, height: 400 });
  });

  test('fills the frame’s height in portrait', () => {
    expect(fittedSize(frame, { width: 800, height: 1600 })).toEqual({ width: 200, height: 400 });
  });

  test.each([
    [
      { x: 16, y: 16 },
      { x: 0, y: 0 },
    ],
    [
      { x: 416, y: 216 },
      { x: 0.5, y: 0.5 },
    ],
    [
      { x: 816, y: 416 },
      { x: 1, y: 1 },
    ],
    [{ x: 10, y: 216 }, null],
    [{ x: 416, y: 420 }, null],
  ])('has the point %o of the frame at %o', (point, position) => {
    expect(facePointAt(point, initialView, frame, face)).toEqual(position);
  });

  test('keeps the position under the pointer while zooming', () => {
    const point = { x: 300, y: 250 };
    const before = facePointAt(point, initialView, frame, face);
    const view = zoomAt(initialView, 2, point, frame, face);
    const after = facePointAt(point, view, frame, face);
    expect(view.zoom).toBe(2);
    expect(after?.x).toBeCloseTo(before?.x ?? -1, 10);
    expect(after?.y).toBeCloseTo(before?.y ?? -1, 10);
  });

  test('limits the zoom', () => {
    expect(zoomAt(initialView, 0.1, { x: 0, y: 0 }, frame, face)).toEqual(initialView);
    expect(zoomAt(initialView, 100, { x: 416, y: 216 }, frame, face).zoom).toBe(6);
  });

  test('cannot be moved out of its frame', () => {
    expect(moveBy(initialView, { x: 500, y: 500 }, frame, face)).toEqual(initialView);
    const zoomed = { zoom: 2, x: 0.5, y: 0.5 };
    expect(moveBy(zoomed, { x: 160, y: 0 }, frame, face).x).toBeCloseTo(0.4);
    expect(moveBy(zoomed, { x: 9000, y: 9000 }, frame, face)).toEqual({ zoom: 2, x: 0.25, y: 0.25 });
    expect(clampView({ zoom: 2, x: 3, y: -3 }, frame, face)).toEqual({ zoom: 2, x: 0.75, y: 0.25 });
  });
});

test.each([
  ['the same shape', { width: 600, height: 400 }, { left: 0, top: 0, width: 100, height: 100 }],
  ['the same shape, larger', { width: 3000, height: 2000 }, { left: 0, top: 0, width: 100, height: 100 }],
  ['a square', { width: 500, height: 500 }, { left: 16.667, top: 0, width: 66.667, height: 100 }],
  ['a portrait', { width: 400, height: 600 }, { left: 27.778, top: 0, width: 44.444, height: 100 }],
  ['a strip', { width: 1200, height: 400 }, { left: 0, top: 25, width: 100, height: 50 }],
])('fits %s into a landscape without distortion, in percent', (_, size, box) => {
  const rounded = Object.fromEntries(
    Object.entries(fittedBoxInPercent(size, { width: 1500, height: 1000 })).map(([name, value]) => [
      name,
      Number(value.toFixed(3)),
    ]),
  );
  expect(rounded).toEqual(box);
});

test.each([
  ['one pin', [{ x: 0.5, y: 0.5 }], [0]],
  [
    'pins apart',
    [
      { x: 0.1, y: 0.5 },
      { x: 0.9, y: 0.5 },
    ],
    [0, 0],
  ],
  [
    'three on one spot',
    [
      { x: 0.2, y: 0.5 },
      { x: 0.2, y: 0.5 },
      { x: 0.2, y: 0.5 },
    ],
    [0, 34, 68],
  ],
  [
    'two on one spot at the right edge',
    [
      { x: 0.98, y: 0.5 },
      { x: 0.98, y: 0.5 },
    ],
    [0, -34],
  ],
  [
    'two that cover each other',
    [
      { x: 0.2, y: 0.5 },
      { x: 0.21, y: 0.51 },
    ],
    [0, 34],
  ],
  // the second would move onto the third
  [
    'one beside two on one spot',
    [
      { x: 0.2, y: 0.5 },
      { x: 0.234, y: 0.5 },
      { x: 0.2, y: 0.5 },
    ],
    [0, 0, 68],
  ],
])('of %s none covers another', (_what, positions, shifts) => {
  expect(pinShifts(positions, { width: 1000, height: 800 })).toEqual(shifts);
});
