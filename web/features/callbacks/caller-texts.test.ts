import type { CallbackAction, CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { expect, test } from 'vitest';
import { callerKeyOf, doneText, newClaimsText, stateText } from './caller-texts.ts';

const ann = { id: 'a', callerName: 'Ann Lee', timeZone: 'America/Denver', state: { kind: 'open' } };
const entry = (patch: object) => ({ ...ann, ...patch }) as CallbackEntry;
const claimed = (by: string, mine = false) => ({ state: { kind: 'claimed', by, mine, until: '' } });
const snoozed = { state: { kind: 'snoozed', by: 'Theo', until: '2026-03-02T23:00:00.000Z' } };
const at = '2026-03-02T16:30:00.000Z';

test.each([
  ['claim', claimed('Theo', true), 'You are calling Ann Lee.'],
  ['no-answer', snoozed, 'No answer: Ann Lee comes back today, 4:00 pm.'],
  ['left-voicemail', {}, 'Left a voicemail: Ann Lee.'],
  ['wrong-number', {}, 'Wrong number: Ann Lee.'],
  ['reopen', {}, 'Ann Lee is in the list again.'],
  ['release', {}, 'Others can call Ann Lee now.'],
])('says what was done: %s', (kind, patch, text) => {
  expect(doneText({ entry: entry(patch), action: { kind, at } as CallbackAction })).toBe(text);
});

test.each([
  [{}, null],
  [claimed('Theo'), 'Theo is calling'],
  [claimed('Theo', true), 'You are calling'],
  [snoozed, 'Back today, 4:00 pm'],
  [{ state: { kind: 'closed', text: 'All calls were resolved.' } }, 'All calls were resolved.'],
])('says the state of %j', (patch, text) => {
  expect(stateText(entry(patch), Date.parse(at))).toBe(text);
});

test('reads out once whom a colleague has begun to call', () => {
  const open = entry({});
  const byTheo = entry(claimed('Theo'));
  expect(newClaimsText([open], [byTheo])).toBe('Theo is calling Ann Lee.');
  expect(newClaimsText([byTheo], [byTheo])).toBe('');
  expect(newClaimsText([byTheo], [entry(claimed('Mia'))])).toBe('Mia is calling Ann Lee.');
  expect(newClaimsText([open], [entry(claimed('Theo', true))])).toBe('');
  expect(newClaimsText([], [byTheo])).toBe('');
});

const keyEntry = (changes: Partial<CallbackEntry>) =>
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
  expect(callerKeyOf(keyEntry(changes)) === callerKeyOf(keyEntry({}))).toBe(same);
});

test('distinguishes callers without a number by their calls', () => {
  const unknown = { callerPhoneNumber: null, singleReason: 'This call came without a number.' };
  expect(callerKeyOf(keyEntry(unknown))).not.toBe(callerKeyOf(keyEntry({ ...unknown, id: 'second' })));
});
