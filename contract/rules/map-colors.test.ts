import { expect, test } from 'vitest';
import {
  colorOutsidePalette,
  defaultAreaColor,
  defaultOfficeColor,
  isMapColor,
  mapColors,
  mapColorSchema,
} from './map-colors.ts';

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('has twelve colors, including the defaults', () => {
  const colors = mapColors.map(({ color }) => color);
  expect(new Set(colors).size).toBe(12);
  expect(new Set(mapColors.map(({ name }) => name)).size).toBe(12);
  expect(colors).toEqual(expect.arrayContaining([defaultAreaColor, defaultOfficeColor]));
});

test.each(mapColors)('white symbols are readable on $name', ({ color }) => {
  expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(4.5);
});

test.each([
  ['#1f6feb', true],
  ['#f08c00', false],
  ['', false],
])('the palette has %s: %s', (color, has) => {
  expect(isMapColor(color)).toBe(has);
});

test.each([
  ['#F08C00', '#f08c00'],
  ['#1F6FEB', null],
  ['orange', null],
  ['#f08c0012', null],
])('of %s outside the palette: %s', (text, color) => {
  expect(colorOutsidePalette(text)).toBe(color);
});

test.each([
  ['#1F6FEB', '#1f6feb'],
  ['#F08C00', '#f08c00'],
  ['#12345', undefined],
  ['#12345g', undefined],
  ['blue', undefined],
  [7, undefined],
])('of %s it accepts %s', (value, accepted) => {
  expect(mapColorSchema.safeParse(value).data).toBe(accepted);
});
