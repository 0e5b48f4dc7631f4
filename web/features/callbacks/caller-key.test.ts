import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { expect, test } from 'vitest';
import { callerKeyOf } from './caller-key.ts';

const entry = (changes: Partial<CallbackEntry>) =>
  ({
    id: 'first',
    accountId: 'own',
    callerPhoneNumber: '+13035550199',
    singleReason: null,
    ...changes,
  }) as CallbackEntry;

test.each<[why: string, changes: Partial<CallbackEntry>, same: boolean]>([
  ['another call is the earliest', { id: 'second' }, true],
  ['the last call has the number in another notation', { callerPhoneNumber: '(303) 555-0199' }, true],
  ['the country code is left out', { callerPhoneNumber: '1-303-555-0199' }, true],
  ['a number of another country has as many digits', { callerPhoneNumber: '+30 35550199' }, false],
  ['it is another number', { callerPhoneNumber: '+13035550198' }, false],
  ['it is another office', { accountId: 'other' }, false],
  ['the number is no caller’s', { callerPhoneNumber: '+17378742833', singleReason: 'Hidden' }, false],
])('%s', (_, changes, same) => {
  expect(callerKeyOf(entry(changes)) === callerKeyOf(entry({}))).toBe(same);
});

test('distinguishes callers without a number by their calls', () => {
  const unknown = { callerPhoneNumber: null, singleReason: 'This call came without a number.' };
  expect(callerKeyOf(entry(unknown))).not.toBe(callerKeyOf(entry({ ...unknown, id: 'second' })));
});
