import { expect, test } from 'vitest';
import { markFaceViewed, unviewedSides } from './viewed-faces.ts';

const address = (image: string, rendition = 'preview', end = 'k1') =>
  `/images/YWNj.${image}.${rendition}.${end}.c2lnbmVk`;

test('treats a side as unviewed until its picture is shown, whatever its URL', () => {
  const faces = [
    { side: 'front', address: address('front') },
    { side: 'back', address: address('back') },
  ] as const;
  expect(unviewedSides(faces)).toEqual(['front', 'back']);
  markFaceViewed(address('front', 'preview', 'k2'));
  expect(unviewedSides(faces)).toEqual(['back']);
  markFaceViewed(address('back'));
  expect(unviewedSides(faces)).toEqual([]);
});

test('does not treat a side without a picture as unviewed', () => {
  expect(unviewedSides([{ side: 'back', address: null }])).toEqual([]);
});
