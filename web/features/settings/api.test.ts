// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { queryClient } from '../../platform/query-client.ts';
import { savePassword, saveUserSettings, userSettingsQuery } from './api.ts';

const config = {
  services: { identity: '/api/identity', data: '/api/data', maps: '/api/maps' },
  provider: {},
  map: { style: null },
  signIn: { issuer: '/api/identity', clientId: 'mailcall-web', audience: 'mailcall', idleTime: 1800 },
};
let answer: () => Response;

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/web-config.json' ? Response.json(config) : answer(),
  );
  await loadConfig();
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const emptyAnswers: [what: string, answer: () => Response][] = [
  ['no body', () => new Response('')],
  ['204', () => new Response(null, { status: 204 })],
  ['null', () => new Response('null')],
  ['an empty object', () => new Response('{}')],
  ['a text that is not JSON', () => new Response('<html>')],
  ['an envelope without data', () => Response.json({ status: 'success' })],
  ['an envelope with null', () => Response.json({ status: 'success', data: null })],
  ['an envelope with other data', () => Response.json({ status: 'success', data: {} })],
];
const refusal = () => Response.json({ status: 'error', message: 'no', data: null }, { status: 500 });

test.each(emptyAnswers)('cannot read settings answered by %s', async (_, empty) => {
  answer = empty;
  await expect(queryClient.query(userSettingsQuery)).rejects.toThrow(/^Failed to retrieve settings$/);
});

test('cannot load settings that the server refuses', async () => {
  answer = refusal;
  await expect(queryClient.query(userSettingsQuery)).rejects.toThrow(
    'Something went wrong retrieving your settings. Please try again.',
  );
});

test.each(emptyAnswers)('fails a save that is answered by %s', async (_, empty) => {
  answer = empty;
  await expect(saveUserSettings({ email: 'new@office.example' })).rejects.toThrow(/^Something went wrong$/);
});

test.each([500, 200])('fails a save refused with %d with the server’s message', async (status) => {
  answer = () => Response.json({ status: 'error', message: 'no', data: null }, { status });
  await expect(saveUserSettings({ email: 'new@office.example' })).rejects.toThrow(/^no$/);
});

test.each(emptyAnswers.slice(0, 5))('fails a password change that is answered by %s', async (_, empty) => {
  answer = empty;
  await expect(savePassword({ newPassword: 'New-Desk-2027' })).rejects.toThrow(/^Something went wrong$/);
});
