// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { saveSession } from '../../platform/session-store.ts';
import { rememberHandler, suggestedHandler } from './suggested-handler.ts';

const ann = { id: '1', name: 'Ann Lee' };
const bo = { id: '2', name: 'Bo Ray' };

test('suggests the person, then whom they named last, then the only one', () => {
  saveSession(sessionWith({ contactId: 'ann', profileName: 'ann lee ' }));
  expect(suggestedHandler('a', [bo, ann])).toBe('1');
  saveSession(sessionWith({ contactId: 'owner', profileName: 'Olga Owner' }));
  expect(suggestedHandler('a', [ann, bo])).toBe('');
  expect(suggestedHandler('a', [bo])).toBe('2');
  expect(suggestedHandler('a', [])).toBe('');
  rememberHandler('a', '1');
  rememberHandler('b', '2');
  expect(suggestedHandler('a', [ann, bo])).toBe('1');
  expect(suggestedHandler('b', [ann, bo])).toBe('2');
  expect(suggestedHandler('c', [ann, bo])).toBe('');
  saveSession(sessionWith({ contactId: 'other', profileName: '' }));
  expect(suggestedHandler('a', [ann, bo])).toBe('');
});
