import { expect, test } from 'vitest';
import { isLinkCode, needsNewCode, readSignInCode, refusalOf } from './sign-in-code.ts';
import { messages } from './messages.ts';

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
  // codes of magic links may contain hyphens
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

test.each([
  ['unknown', {}, messages.wrongCode, false],
  ['unknown', { isOver: true }, messages.codeOver, true],
  ['expired', { isOver: true }, messages.codeOver, true],
  ['expired', {}, messages.codeExpired, true],
  ['used', {}, messages.codeUsed, true],
  ['replaced', {}, messages.codeReplaced, true],
  ['unknown', { ofLink: true }, messages.linkUnknown, true],
  ['unknown', { ofLink: true, isOver: true }, messages.linkUnknown, true],
  ['expired', { ofLink: true }, messages.linkExpired, true],
  ['used', { ofLink: true }, messages.linkUsed, true],
  ['replaced', { ofLink: true }, messages.linkReplaced, true],
] as const)('%s with %j says "%s"; a new one is needed: %s', (state, options, text, isNewNeeded) => {
  expect(refusalOf(state, options)).toBe(text);
  expect(needsNewCode(text)).toBe(isNewNeeded);
});

test.each([
  ['123456', false],
  ['12345', false],
  ['1234567890', false],
  ['abc', false],
  ['', false],
  ['a'.repeat(43), true],
  // a mail program cut it off
  ['a'.repeat(30), true],
])('%j is the code of a link: %s', (code, expected) => {
  expect(isLinkCode(code)).toBe(expected);
});

test('no refusal needs no new code', () => {
  expect(needsNewCode(null)).toBe(false);
});
