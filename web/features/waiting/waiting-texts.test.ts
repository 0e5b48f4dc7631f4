import { expect, test } from 'vitest';
import { callsToCallBack, postcardsToApprove } from './waiting-texts.ts';

test.each([
  [1, '1 call to call back', '1 postcard to approve'],
  [2, '2 calls to call back', '2 postcards to approve'],
  [9999, '9,999 calls to call back', '9,999 postcards to approve'],
])('says what %d of them are', (count, calls, postcards) => {
  expect(callsToCallBack(count)).toBe(calls);
  expect(postcardsToApprove(count)).toBe(postcards);
});
