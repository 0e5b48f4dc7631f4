import type { Design } from '@mailcall/contract/designs.ts';
import { describe, expect, test } from 'vitest';
import { choosable, conceptChoice, onlyAwaiting, selectionOf } from './concept-choice.ts';

const concept = (id: string, more: Partial<Design> = {}) =>
  ({
    id,
    name: id.toUpperCase(),
    accountId: 'office',
    mediaType: 'Jumbo',
    archived: false,
    nextReview: 'CustomerReview',
    currentVersion: { frontOrientation: 'landscape', backOrientation: 'portrait' },
    ...more,
  }) as Design;
const designs = [concept('a'), concept('b'), concept('c')];

describe('The address of concepts', () => {
  test.each([
    ['nothing', {}, { designIds: [], campaignIds: [], split: false, front: null, back: null }],
    [
      'lists',
      { designIds: 'a, b,,a', campaignIds: 'k' },
      { designIds: ['a', 'b'], campaignIds: ['k'], split: false, front: null, back: null },
    ],
    [
      'a repeated name',
      { designIds: ['a', 'b,c'] },
      { designIds: ['a', 'b', 'c'], campaignIds: [], split: false, front: null, back: null },
    ],
    [
      'a concept',
      { designIds: 'a', concept: 'a', front: 'x' },
      { designIds: ['a'], campaignIds: [], split: false, front: 'a', back: 'a' },
    ],
    [
      'a combination',
      { designIds: 'a,b', mode: 'split', front: 'a', back: 'b', concept: 'x' },
      { designIds: ['a', 'b'], campaignIds: [], split: true, front: 'a', back: 'b' },
    ],
  ])('with %s', (_, address, choice) => {
    expect(conceptChoice(address)).toEqual(choice);
  });
});

test.each([
  ['one awaits', [concept('a'), concept('b', { archived: true })], 'a'],
  ['another stage does not await', [concept('a'), concept('b', { nextReview: 'Approved' })], 'a'],
  ['two await', designs, null],
  ['none awaits', [concept('a', { archived: true })], null],
])('Straight through when exactly one awaits: %s', (_, among, id) => {
  expect(onlyAwaiting(among)?.id ?? null).toBe(id);
});

test('Archived concepts cannot be chosen', () => {
  expect(choosable([concept('a', { archived: true }), concept('b')]).map(({ id }) => id)).toEqual(['b']);
});

describe('What is sent', () => {
  const choice = { designIds: [], campaignIds: ['k'], split: false };
  test('for one concept', () => {
    expect(selectionOf({ ...choice, front: 'b', back: 'b' }, designs)).toEqual({
      designId: 'b',
      campaignIds: ['k'],
      archiveDesignIds: ['a', 'c'],
    });
  });

  test('for a combination', () => {
    expect(selectionOf({ ...choice, split: true, front: 'a', back: 'b' }, designs)).toEqual({
      designId: 'a',
      campaignIds: ['k'],
      archiveDesignIds: ['c'],
      name: 'A + B',
      accountId: 'office',
      mediaType: 'Jumbo',
      startingPoint: 'a',
      secondaryStartingPoint: 'b',
      frontOrientation: 'landscape',
      backOrientation: 'portrait',
    });
  });

  test('for a front and a back of the same concept it is that concept', () => {
    expect(selectionOf({ ...choice, split: true, front: 'a', back: 'a' }, designs)).toEqual({
      designId: 'a',
      campaignIds: ['k'],
      archiveDesignIds: ['b', 'c'],
    });
  });

  test('nothing while the choice is not whole', () => {
    expect(selectionOf({ ...choice, split: true, front: 'a', back: null }, designs)).toBeNull();
    expect(selectionOf({ ...choice, front: 'gone', back: 'gone' }, designs)).toBeNull();
  });
});
