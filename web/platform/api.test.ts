// @vitest-environment jsdom
import { messages } from '@mailcall/contract/rules/messages.ts';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, CallFailed, explanationOf, messageOf } from './api.ts';
import { loadConfig } from './config.ts';

let answer: () => Response;

beforeEach(async () => {
  const services = { identity: '/api/identity', data: '/api/data', maps: '/api/maps' };
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/web-config.json' ? Response.json({ services, provider: {}, map: { style: null } }) : answer(),
  );
  await loadConfig();
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [502, ' The portal is being updated. ', 'The portal is being updated.'],
  [502, '{"message": "upstream is down"}', 'upstream is down'],
  [502, '{"error_description": "no", "message": "upstream is down"}', 'no'],
  [502, '"upstream is down"', 'upstream is down'],
  [502, '<html><h1>502 Bad Gateway</h1></html>', messages.fatal],
  [502, '', messages.fatal],
  [502, 'x'.repeat(200), 'x'.repeat(200)],
  [502, 'x'.repeat(201), messages.fatal],
  [502, '{"message": 5}', messages.fatal],
  [503, 'null', messages.fatal],
  [422, '{"status": "error", "message": "It was approved.", "data": null}', 'It was approved.'],
])('an answer of %i with %j fails with “%s”', async (status, body, message) => {
  answer = () => new Response(body, { status });
  await expect(call(callSummaryCount, { query: { accountIds: ['*'] } })).rejects.toMatchObject({
    message,
    status,
  });
});

test('explains a failure to the user', () => {
  const refused = new CallFailed('Check your input', 422, { name: 'Use a name.', phone: 'Use a number.' });
  expect([messageOf(refused), explanationOf(refused)]).toEqual([
    'Check your input',
    'Use a name. Use a number.',
  ]);
  const failed = new CallFailed('Too many attempts', 429, {});
  expect([messageOf(failed), explanationOf(failed)]).toEqual(['Too many attempts', 'Too many attempts']);
  const bug = new Error('x is undefined');
  expect([messageOf(bug), explanationOf(bug)]).toEqual(['x is undefined', messages.fatal]);
  expect([messageOf(null), messageOf('text', 'Log in again')]).toEqual([messages.fatal, 'Log in again']);
  expect(explanationOf(bug, 'Not saved')).toBe('Not saved');
});
