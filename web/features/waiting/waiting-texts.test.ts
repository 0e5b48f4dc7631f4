import { expect, test } from 'vitest';
import { callersToCallBack, postcardsToApprove } from './waiting-texts.ts';

test.each([
  [1, '1 postcard to approve'],
  [2, '2 postcards to approve'],
  [9999, '9,999 postcards to approve'],
])('says what %d of them are', (count, postcards) => {
  expect(postcardsToApprove(count)).toBe(postcards);
});

test.each([
  [41, 54, 3, '41 callers (54 calls) to call back'],
  [1, 1, 0, '1 caller (1 call) to call back'],
  [0, 0, 3, '3 callers (3 calls) snoozed'],
])('says that %d callers wait', (callers, calls, snoozed, text) => {
  const counts = { 'to-call': { callers, calls }, snoozed: { callers: snoozed, calls: snoozed } };
  expect(callersToCallBack(counts)).toBe(text);
});
