import { expect, test } from 'vitest';
import { unmetPasswordRequirements } from './password.ts';

test.each([
  ['Mailcall-2018', []],
  ['Short1a', ['At least 8 characters']],
  ['alllower1', ['An uppercase letter']],
  ['ALLUPPER1', ['A lowercase letter']],
  ['NoNumbers', ['A number']],
  ['', ['At least 8 characters', 'A lowercase letter', 'An uppercase letter', 'A number']],
])('%j lacks %j', (password, lacks) => {
  expect(unmetPasswordRequirements(password)).toEqual(lacks);
});
