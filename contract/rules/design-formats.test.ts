import { expect, test } from 'vitest';
import { checkFace, defaultFormats, type DesignFormat, type FaceFacts } from './design-formats.ts';

const format = defaultFormats.find(({ name }) => name.includes('6 × 9')) as DesignFormat;
const page: FaceFacts = {
  width: 9.25,
  height: 6.25,
  isPdf: true,
  trim: null,
  resolution: null,
  colors: ['CMYK'],
};
const photo: FaceFacts = { ...page, isPdf: false, width: 2775, height: 1875 };

test.each<[what: string, facts: Partial<FaceFacts>, isCut: boolean, doubts: (string | RegExp)[]]>([
  ['with bleed', {}, true, []],
  ['upright, with bleed', { width: 6.25, height: 9.25 }, true, []],
  ['a hair too large', { width: 9.27 }, true, []],
  ['without bleed', { width: 9, height: 6 }, false, [/has no bleed/]],
  ['of another size', { width: 8.5, height: 11 }, false, [/^is 8.5 × 11 in/]],
  [
    'with little around its TrimBox',
    { width: 9.1, height: 6.1, trim: trimOf(9.1, 6.1) },
    true,
    [/has no bleed/],
  ],
  ['with marks around its TrimBox', { width: 10, height: 7, trim: trimOf(10, 7) }, true, []],
  [
    'cut to another size',
    { trim: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 } },
    true,
    [/^is cut to 7.4 × 5 in/],
  ],
  ['with a coarse picture', { resolution: 149.6 }, true, [/^prints with 150 pixels/]],
  ['with a picture in RGB', { colors: ['CMYK', 'RGB'] }, true, [/^has colors in RGB instead of CMYK/]],
  ['with colors that cannot be read', { colors: null }, true, [/^has colors that cannot be read/]],
])('a page %s', (_, facts, isCut, doubts) => {
  const checked = checkFace({ ...page, ...facts }, format);
  expect(checked.cut !== null).toBe(isCut);
  expect(checked.doubts).toHaveLength(doubts.length);
  for (const [index, doubt] of doubts.entries()) expect(checked.doubts[index]).toMatch(doubt);
});

test.each<[what: string, facts: Partial<FaceFacts>, isCut: boolean, doubts: number]>([
  ['with bleed', {}, true, 0],
  ['without bleed', { width: 2700, height: 1800 }, false, 1],
  ['of another shape', { width: 1000, height: 1000 }, false, 1],
  ['too coarse', { width: 925, height: 625 }, true, 1],
])('a picture %s', (_, facts, isCut, doubts) => {
  const checked = checkFace({ ...photo, ...facts }, format);
  expect([checked.cut !== null, checked.doubts.length]).toEqual([isCut, doubts]);
});

test('a format without bleed is not cut', () => {
  expect(checkFace({ ...page, width: 9, height: 6 }, { ...format, bleed: 0 })).toEqual({
    cut: null,
    doubts: [],
  });
});

function trimOf(width: number, height: number) {
  return { x: (width - 9) / 2 / width, y: (height - 6) / 2 / height, width: 9 / width, height: 6 / height };
}
