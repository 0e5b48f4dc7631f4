import { expect, test } from 'vitest';
import { identifierProblem, normalizeIdentifier } from './identifier.ts';

test.each([
  ['', 'Email or phone number is required'],
  ['   ', 'Email or phone number is required'],
  ['frontdesk', 'Invalid email/phone'],
  ['12345', 'Invalid email/phone'],
  ['frontdesk@office.example', null],
  ['(512) 555-0100', null],
  ['+1 512 555 0100', null],
])('the problem of %j is %j', (text, problem) => {
  expect(identifierProblem(text)).toBe(problem);
});

test.each([
  [' frontdesk@office.example ', 'frontdesk@office.example'],
  ['512-555-0100', '+15125550100'],
  ['1 512 555 0100', '+15125550100'],
  ['frontdesk', 'frontdesk'],
])('sends %j as %j', (text, sent) => {
  expect(normalizeIdentifier(text)).toBe(sent);
});
