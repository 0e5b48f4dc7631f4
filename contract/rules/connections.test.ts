import { expect, test } from 'vitest';
import { type ConnectionFacts, connectionState } from './connections.ts';

const fine: ConnectionFacts = {
  hasSecrets: true,
  hasApiKey: true,
  paused: null,
  lastReceivedAt: null,
  lastReadAt: '2026-03-11T14:00:00Z',
  waiting: 0,
  failed: 0,
  parked: 0,
  gone: 0,
  undecided: 0,
  problem: null,
  failure: null,
};
const failure = 'CallRail cannot be asked. The host name cannot be looked up.';

test.each<[text: string, isWrong: boolean, facts: Partial<ConnectionFacts>]>([
  ['Up to date', false, {}],
  ['Not read yet', false, { lastReadAt: null }],
  ['Nothing received yet', false, { lastReadAt: null, hasApiKey: false }],
  ['Up to date', false, { lastReadAt: null, lastReceivedAt: '2026-03-11T14:00:00Z' }],
  [`Cannot be read: ${failure}`, true, { failure }],
  [`Cannot be read: ${failure}`, true, { failure, lastReadAt: null }],
  [
    `1 decision to make, 1,200 waiting: Cannot be read: ${failure}`,
    true,
    { undecided: 1, waiting: 1200, failure },
  ],
  ['2 waiting: the key is missing', true, { waiting: 2, problem: 'the key is missing' }],
  ['1 failed, 2 waiting, 3 parked, 4 no longer there', true, { failed: 1, waiting: 2, parked: 3, gone: 4 }],
  ['Paused today, 2 waiting', false, { paused: 'today', waiting: 2 }],
  ['No secrets: it receives nothing', true, { hasSecrets: false, failure }],
])('says %s (wrong: %s) of %j', (text, isWrong, facts) => {
  expect(connectionState({ ...fine, ...facts })).toEqual({ text, isWrong });
});
