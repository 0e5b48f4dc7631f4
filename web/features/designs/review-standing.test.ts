import type { Design } from '@mailcall/contract/designs.ts';
import { expect, test } from 'vitest';
import { reviewStanding } from './review-standing.ts';
import type { ReviewState } from './review-state.ts';

const design = {
  archived: false,
  customerReviewer: 'Dana Whitfield',
  customerReviewCompleted: '2026-11-20T12:00:00.000Z',
  lastReviewCompleted: null,
} as Design;
const state = (step: ReviewState['step']) => ({ step, commentable: false, drafts: 0 }) as ReviewState;
const standing = (step: ReviewState['step'], shownVersion: number) =>
  reviewStanding(design, { state: state(step), shownVersion, currentVersion: 3, prints: true });

test('the current version was approved', () => {
  expect(standing('approved', 3)).toBe('This design was approved by Dana Whitfield on Nov 20, 2026.');
});

test('an earlier version of an approved design is not the one that was approved', () => {
  expect(standing('approved', 1)).toBe(
    'You are looking at version 1. Version 3 was approved by Dana Whitfield on Nov 20, 2026.',
  );
});

test('an earlier version of an open review cannot be decided on', () => {
  expect(standing('approve', 2)).toBe(
    'You are looking at version 2. Only version 3, the current one, can be approved or sent back.',
  );
});
