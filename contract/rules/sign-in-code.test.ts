import { expect, test } from 'vitest';
import { readSignInCode } from './sign-in-code.ts';

test.each([
  ['805315', '805315'],
  ['805 315', '805315'],
  ['  805315\n', '805315'],
  ['805-315', '805315'],
  ['805\u2013315', '805315'],
  ['8 0 5 3 1 5', '805315'],
  ['805\u00a0315', '805315'],
  ['805.315', '805315'],
  ['000 001', '000001'],
])('%j is the code %j', (typed, code) => {
  expect(readSignInCode(typed)).toBe(code);
});

test.each([
  // the code of a magic link may contain hyphens
  'a-b_c-1-2-3-4-5-6',
  '80531',
  '8053150',
  '805 31x',
  '',
])('%j stays as it is', (typed) => {
  expect(readSignInCode(typed)).toBe(typed);
});

test('trims any other code', () => {
  expect(readSignInCode(' link-code ')).toBe('link-code');
});
