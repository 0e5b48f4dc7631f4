import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { isLinkCode, needsNewCode, refusalOf } from './refused-codes.ts';

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
  // cut off by a mail program
  ['a'.repeat(30), true],
])('%j is the code of a link: %s', (code, expected) => {
  expect(isLinkCode(code)).toBe(expected);
});

test('no refusal needs no new code', () => {
  expect(needsNewCode(null)).toBe(false);
});
