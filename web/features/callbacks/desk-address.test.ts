import { expect, test } from 'vitest';
import { parseAddress, writeAddress } from '../../platform/address.ts';
import { deskFromAddress, deskToAddress } from './desk-address.ts';

test.each([
  ['', { list: 'to-call', sort: 'urgency', page: 1, caller: null, result: null }],
  [
    '?list=snoozed&sort=waiting&page=2&caller=call-7&result=booked',
    { list: 'snoozed', sort: 'waiting', page: 2, caller: 'call-7', result: 'booked' },
  ],
  [
    '?list=done&sort=name&page=0&result=reached',
    { list: 'to-call', sort: 'urgency', page: 1, caller: null, result: null },
  ],
] as const)('reads %j', (text, state) => {
  expect(deskFromAddress(parseAddress(text))).toEqual(state);
});

test.each(['', '?list=closed&sort=waiting&page=3&caller=call-7&result=reached'])('writes %j', (text) => {
  expect(writeAddress(deskToAddress(deskFromAddress(parseAddress(text))))).toBe(text);
});
