import { expect, test } from 'vitest';
import { type ApiKeyScope, apiKeyScopes, coversScope, isApiKeyScope } from './api-key-scopes.ts';

test.each<[scopes: string[], needed: ApiKeyScope, covered: boolean]>([
  [['ingest:calls'], 'ingest:calls', true],
  [['ingest:calls'], 'ingest:contacts', false],
  [['ingest:calls'], 'ingest', false],
  [['ingest'], 'ingest:contacts', true],
  [['ingest'], 'ingest:recordings', true],
  [['ingest'], 'export', false],
  [['ingest'], 'portal-work', false],
  [['portal-work'], 'ingest:calls', false],
  [['export'], 'ingest:calls', false],
  [['ingest', 'export'], 'export', true],
  [['webhooks'], 'export', false],
  [[], 'ingest:calls', false],
])('%j covers %s: %s', (scopes, needed, covered) => {
  expect(coversScope(scopes, needed)).toBe(covered);
});

test.each(['ingest:call', 'Ingest', 'ingest:', 'ingest:*', '', '*'])('%j is not a scope', (text) => {
  expect(isApiKeyScope(text)).toBe(false);
});

test('lists each scope once', () => {
  expect(new Set(apiKeyScopes).size).toBe(apiKeyScopes.length);
});
