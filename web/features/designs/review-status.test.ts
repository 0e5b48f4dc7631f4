import type { Design } from '@mailcall/contract/designs.ts';
import { expect, test } from 'vitest';
import { reviewStatusText } from './review-status.ts';
import type { ReviewState } from './review-state.ts';

const design = {
  archived: false,
  customerReviewer: 'Dana Whitfield',
  customerReviewCompleted: '2026-11-21T06:30:00.000Z',
  lastReviewCompleted: null,
} as Design;
// late on that day in Denver, and the next day in UTC
const timeZone = 'America/Denver';
const state = (step: ReviewState['step']) => ({ step, commentable: false, drafts: 0 }) as ReviewState;
const statusText = (step: ReviewState['step'], displayedVersion: number) =>
  reviewStatusText(design, {
    state: state(step),
    displayedVersion,
    currentVersion: 3,
    prints: true,
    timeZone,
  });

test('says who approved the current version', () => {
  expect(statusText('approved', 3)).toBe('This design was approved by Dana Whitfield on Nov 20, 2026.');
});

test('names the approved version on an earlier one', () => {
  expect(statusText('approved', 1)).toBe(
    'You are looking at version 1. Version 3 was approved by Dana Whitfield on Nov 20, 2026.',
  );
});

test('says that only the current version can be decided on', () => {
  expect(statusText('approve', 2)).toBe(
    'You are looking at version 2. Only the current version 3 can be approved or sent back.',
  );
});
