import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { expect, test } from 'vitest';
import { historyText } from './history-text.ts';

const wording = wordingOf({ clientLabel: null, businessLabel: null, industry: 'Plumbing' });

test.each([
  [
    'Ann called back: Spoke With Caller, New Patient Opportunity. The patient said, Spam. Really.',
    'Ann called back: Spoke With Caller, New Client Opportunity. The patient said, Spam. Really.',
  ],
  [
    'Ann called back: Spoke With Caller, Spam. A Patient?',
    'Ann called back: Spoke With Caller, Spam. A Patient?',
  ],
  ['Joe Patient, 3/1/26 @ 9:00 am', 'Joe Patient, 3/1/26 @ 9:00 am'],
])('leaves typed text as it is: %s', (details, text) => {
  expect(historyText(details, wording)).toBe(text);
});
