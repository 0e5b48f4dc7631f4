import type { CallbackAction, CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { expect, test } from 'vitest';
import { doneText, newClaimsText, stateText } from './caller-texts.ts';

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
  // a claimed caller who enters the list was not open before
  expect(newClaimsText([], [byTheo])).toBe('');
});
