import type { Design } from '@mailcall/contract/designs.ts';
import { describe, expect, test } from 'vitest';
import {
  selectableConcepts,
  conceptChoiceFromAddress,
  singleSelectableConcept,
  selectionRequest,
  noChoiceReason,
} from './concept-choice.ts';

const concept = (id: string, more: Partial<Design> = {}) =>
  ({
    id,
    name: id.toUpperCase(),
    accountId: 'office',
    mediaType: 'Jumbo',
    archived: false,
    nextReview: 'CustomerReview',
    currentApprovalLevel: 'Marketing Review',
    marketingReviewVersion: 1,
    nextStep: 'chooseConcept',
    currentVersion: { status: 'InReview', frontOrientation: 'landscape', backOrientation: 'portrait' },
    ...more,
  }) as Design;
const approved = (id: string, more: Partial<Design> = {}) =>
  concept(id, {
    nextReview: 'FinalInspection',
    nextStep: 'approved',
    ...more,
  });
const designs = [concept('a'), concept('b'), concept('c')];

describe('reading the URL of concepts', () => {
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
    expect(conceptChoiceFromAddress(address)).toEqual(choice);
  });
});

test.each([
  ['one can be chosen', [concept('a'), concept('b', { archived: true })], 'a'],
  ['another stage cannot be chosen', [concept('a'), concept('b', { nextReview: 'Approved' })], 'a'],
  ['an approved one cannot be chosen', [concept('a'), approved('b')], 'a'],
  [
    'one that is not ready cannot be chosen',
    [concept('a'), concept('b', { marketingReviewVersion: null })],
    'a',
  ],
  ['two can be chosen', designs, null],
  ['none can be chosen', [concept('a', { archived: true })], null],
])('opens a concept directly only when it is the only one to choose: %s', (_, among, id) => {
  expect(singleSelectableConcept(among)?.id ?? null).toBe(id);
});

test('offers neither archived nor approved concepts', () => {
  const among = [concept('a', { archived: true }), concept('b'), approved('c'), concept('d')];
  expect(selectableConcepts(among).map(({ id }) => id)).toEqual(['b', 'd']);
});

test.each([
  [
    'one is approved',
    [approved('a'), concept('b', { archived: true })],
    'A is approved already: there is nothing left to choose.',
  ],
  [
    'two are approved',
    [approved('a'), approved('b')],
    'A and B are approved already: there is nothing left to choose.',
  ],
  [
    'all were archived by a combination',
    [concept('a', { archived: true }), approved('b', { archived: true })],
    'Another design was chosen already: there is nothing left to choose.',
  ],
  [
    'none is ready',
    [concept('a', { nextReview: null, nextStep: 'beingMade' })],
    'These designs are not ready to choose among yet.',
  ],
])('explains why a link to concepts offers no choice: %s', (_, among, words) => {
  expect(selectableConcepts(among)).toEqual([]);
  expect(noChoiceReason(among)).toBe(words);
});

describe('the request', () => {
  const choice = { designIds: [], campaignIds: ['k'], split: false };
  test('for one concept', () => {
    expect(selectionRequest({ ...choice, front: 'b', back: 'b' }, designs)).toEqual({
      designId: 'b',
      campaignIds: ['k'],
      archiveDesignIds: ['a', 'c'],
    });
  });

  test('for a combination', () => {
    expect(selectionRequest({ ...choice, split: true, front: 'a', back: 'b' }, designs)).toEqual({
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

  test('chooses a concept whose front and back are both selected', () => {
    expect(selectionRequest({ ...choice, split: true, front: 'a', back: 'a' }, designs)).toEqual({
      designId: 'a',
      campaignIds: ['k'],
      archiveDesignIds: ['b', 'c'],
    });
  });

  test('is null while the choice is incomplete', () => {
    expect(selectionRequest({ ...choice, split: true, front: 'a', back: null }, designs)).toBeNull();
    expect(selectionRequest({ ...choice, front: 'gone', back: 'gone' }, designs)).toBeNull();
  });
});
