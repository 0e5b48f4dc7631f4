import { expect, test } from 'vitest';
import { callersToCallBack, postcardsToApprove, unresolvedText } from './waiting-texts.ts';

test.each([
  [1, '1 postcard to approve'],
  [2, '2 postcards to approve'],
  [9999, '9,999 postcards to approve'],
])('says what %d of them are', (count, postcards) => {
  expect(postcardsToApprove(count)).toBe(postcards);
});

test.each([
  [1041, 3, 'Call back 1,041 people'],
  [1, 0, 'Call back 1 person'],
  [0, 3, '3 people snoozed'],
  [0, 1, '1 person snoozed'],
])('says that %d callers wait', (callers, snoozed, text) => {
  const counts = { 'to-call': { callers }, snoozed: { callers: snoozed } };
  expect(callersToCallBack(counts)).toBe(text);
});

test.each([
  [48, 46, '48 calls of 46 callers'],
  [2, 1, '2 calls of 1 caller'],
  [1, 1, '1 call of 1 caller'],
])('says whose %d calls are listed', (calls, callers, text) => {
  expect(unresolvedText({ calls, callers })).toBe(text);
});
