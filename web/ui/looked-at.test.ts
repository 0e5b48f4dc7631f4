import { expect, test } from 'vitest';
import { noteLookedAt, unseenSides } from './looked-at.ts';

const address = (image: string, rendition = 'preview', end = 'k1') =>
  `/images/YWNj.${image}.${rendition}.${end}.c2lnbmVk`;

test('A side is unseen until its picture was shown, under whatever address', () => {
  const faces = [
    { side: 'front', address: address('front') },
    { side: 'back', address: address('back') },
  ] as const;
  expect(unseenSides(faces)).toEqual(['front', 'back']);
  noteLookedAt(address('front', 'preview', 'k2'));
  expect(unseenSides(faces)).toEqual(['back']);
  noteLookedAt(address('back'));
  expect(unseenSides(faces)).toEqual([]);
});

test('A side without a picture is not unseen', () => {
  expect(unseenSides([{ side: 'back', address: null }])).toEqual([]);
});
