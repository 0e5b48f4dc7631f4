// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { recentChoices, recentIds, rememberChoice } from './recent-choices.ts';

test('remembers a person’s six newest choices, each once, by kind and id only', () => {
  expect(recentChoices('olga')).toEqual([]);
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '3']) {
    const item = { kind: 'call', id, label: 'Maria Garcia' } as const;
    rememberChoice('olga', item);
  }
  expect(recentChoices('olga').map(({ id }) => id)).toEqual(['3', '7', '6', '5', '4', '2']);
  expect(JSON.stringify(localStorage)).not.toContain('Maria');
});

test('starts with none for another person on the same computer', () => {
  rememberChoice('olga', { kind: 'page', id: '/settings' });
  expect(recentChoices('felix')).toEqual([]);
  rememberChoice('felix', { kind: 'office', id: 'own' });
  expect(recentChoices('olga')).toEqual([]);
});

test('requests the kinds that the server knows', () => {
  expect(
    recentIds([
      { kind: 'call', id: 'c1' },
      { kind: 'page', id: '/settings' },
      { kind: 'mailing', id: 'm1' },
      { kind: 'call', id: 'c2' },
    ]),
  ).toEqual({ recentCalls: ['c1', 'c2'], recentMailings: ['m1'], recentLines: [], recentOffices: [] });
});
