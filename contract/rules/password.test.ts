import { expect, test } from 'vitest';
import { unmetPasswordRequirements } from './password.ts';

test.each([
  ['Mailcall-2018', []],
  ['Short1a', ['At least 8 characters']],
  ['alllower1', ['An uppercase letter']],
  ['ALLUPPER1', ['A lowercase letter']],
  ['NoNumbers', ['A number']],
  [`Aa1${'x'.repeat(197)}`, []],
  [`Aa1${'x'.repeat(198)}`, ['At most 200 characters']],
  ['A'.repeat(201), ['A lowercase letter', 'A number', 'At most 200 characters']],
  ['', ['At least 8 characters', 'A lowercase letter', 'An uppercase letter', 'A number']],
])('%j lacks %j', (password, lacks) => {
  expect(unmetPasswordRequirements(password)).toEqual(lacks);
});
