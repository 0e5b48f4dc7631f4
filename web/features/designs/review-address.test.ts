import type { Design, DesignVersion } from '@mailcall/contract/designs.ts';
import { expect, test } from 'vitest';
import { displayedReview } from './review-address.ts';
import { lastingId } from './review-state.ts';

const face = { url: '/i', thumbnailUrl: '/t', width: 3, height: 2, lastModified: '2026-01-01T00:00:00.000Z' };
const version = (number: number, back = true): DesignVersion => ({
  id: `v${number}`,
  version: number,
  status: 'InReview',
  customerViewed: null,
  createdDate: '2026-01-01T00:00:00.000Z',
  front: face,
  back: back ? face : null,
  frontOrientation: 'landscape',
  backOrientation: 'landscape',
  comments: [],
});
const current = version(2);
const design = { currentVersion: current, previousVersions: [version(1, false)] } as unknown as Design;

test.each([
  ['nothing', {}, { version: 2, side: 'front', comparison: null, before: 1 }],
  ['a side', { side: 'back' }, { version: 2, side: 'back', comparison: null, before: 1 }],
  ['a version', { version: '1' }, { version: 1, side: 'front', comparison: null, before: null }],
  [
    'a side that the version lacks',
    { version: '1', side: 'back' },
    { version: 1, side: 'front', comparison: null, before: null },
  ],
  ['a comparison', { compare: 'swipe' }, { version: 2, side: 'front', comparison: 'swipe', before: 1 }],
  [
    'a comparison of the first version',
    { version: '1', compare: 'swipe' },
    { version: 1, side: 'front', comparison: null, before: null },
  ],
  [
    'nonsense',
    { version: 'x', side: 'top', compare: 'guess' },
    { version: 2, side: 'front', comparison: null, before: 1 },
  ],
])('reads an address with %s', (_, address, expected) => {
  const displayed = displayedReview(design, current, address);
  expect({
    version: displayed.version.version,
    side: displayed.side,
    comparison: displayed.comparison,
    before: displayed.before?.version ?? null,
  }).toEqual(expected);
});

test('keeps a comment and its input open after the provider gave it another id', () => {
  const before = { id: 'made here', portalId: 'made here' };
  const after = { id: 'RC-7', portalId: 'made here' };
  const shown = (comment: object) =>
    displayedReview(
      { currentVersion: { ...current, comments: [comment] }, previousVersions: [] } as unknown as Design,
      current,
      { comment: 'made here' },
    ).comment;
  expect([shown(before), shown(after)]).toEqual(['made here', 'RC-7']);
  // forms are stored under this id
  expect(lastingId(after)).toBe(lastingId(before));
});
