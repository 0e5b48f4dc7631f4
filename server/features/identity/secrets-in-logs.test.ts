import { passwordlessGrant, passwordRealmGrant, refreshGrant } from '@mailcall/contract/identity.ts';
import { beforeAll, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, testApp, testPassword } from '../../../tests/support/test-app.ts';
import { linkIn, newestMessage } from '../../../tests/support/outbox.ts';
import { makeScoreboardGrant } from './scoreboard-grants.ts';
import { makeSetupLink } from './setup-link.ts';

const here = testApp();
const email = 'sekret.person@people.test';
const phone = '+12025550143';

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'office' }]);
  await addPerson(here.database, { id: 'person', email, phone, accounts: ['office'] });
});

test('logs no token, code, password, email or phone, whatever fails', async () => {
  const { http } = here.app;
  const secrets = new Set([email, phone, '2025550143', testPassword, 'Brand-New-2026', 'Wrong-Horse-1']);
  const signIn = (fields: object) =>
    http.inject({
      method: 'POST',
      url: '/api/identity/oauth/token',
      payload: { grant_type: passwordRealmGrant, username: email, password: testPassword, ...fields },
    });

  const code = new URL(await makeSetupLink(here, email)).searchParams.get('code') as string;
  secrets.add(code);
  const link = { email, code, password: 'Brand-New-2026' };
  await http.inject({
    method: 'POST',
    url: '/api/identity/contacts/activate/verify',
    payload: { email, code },
  });
  await http.inject({ method: 'POST', url: '/api/identity/contacts/activate', payload: link });
  await http.inject({ method: 'POST', url: '/api/identity/contacts/activate', payload: link });
  // also in the URL, where someone may put it by mistake
  await http.inject({ url: `/setup?email=${email}&code=${code}` });
  await http.inject({ url: `/api/nowhere/${code}?email=${email}&phone=${phone}` });
  await http.inject({ url: `/api/%zz/${code}` });
  await http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload: `{"password":"${testPassword}"`,
    headers: { 'content-type': 'application/json' },
  });

  const tokens = (await signIn({ password: 'Brand-New-2026' })).json<{
    access_token: string;
    id_token: string;
  }>();
  for (const token of [tokens.access_token, tokens.id_token])
    for (const part of token.split('.')) secrets.add(part);
  for (let tries = 0; tries < 7; tries += 1) await signIn({ username: phone, password: 'Wrong-Horse-1' });
  const headers = bearer(tokens.access_token);
  await http.inject({ url: '/api/identity/userinfo', headers });
  await http.inject({
    url: `/api/data/calls?accountIds[]=office&query=${encodeURIComponent(phone)}`,
    headers,
  });

  const post = (path: string, payload: object, cookies: Record<string, string> = {}) =>
    http.inject({ method: 'POST', url: `/api/identity${path}`, payload, cookies });
  await post('/passwordless/start', { connection: 'sms', phoneNumber: phone });
  await post('/users/resetPassword', { email });
  await post('/users/check', { email });
  await post('/passwordless/start', { connection: 'email', email });
  const { text } = await newestMessage(here.database, email);
  const otp = linkIn(text).searchParams.get('otp') as string;
  secrets.add(otp);
  const scope = 'openid offline_access';
  const begun = await post('/oauth/token', { grant_type: passwordlessGrant, username: email, otp, scope });
  expect(begun.statusCode).toBe(200);
  const cookie = begun.cookies[0] as { name: string; value: string };
  secrets.add(cookie.value.split('.')[2] as string);
  const renewed = await post('/oauth/token', { grant_type: refreshGrant }, { [cookie.name]: cookie.value });
  secrets.add(renewed.json<{ access_token: string }>().access_token);
  const grant = new URL(await makeScoreboardGrant(here, email, ['office'])).searchParams.get(
    'code',
  ) as string;
  secrets.add(grant);
  const { data } = (await post('/auth/scoreboard/grant', { code: grant })).json<{
    data: { accessToken: string; grantToken: string };
  }>();
  secrets.add(data.accessToken).add(data.grantToken);
  await http.inject({
    url: '/api/data/call-summary-count?accountIds[]=office',
    headers: { ...bearer(data.accessToken), 'x-grant-scoreboard': data.grantToken },
  });

  await addPerson(here.database, { id: 'other', email: 'other.sekret@people.test' });
  secrets.add('other.sekret@people.test').add('+13035550187').add('3035550187').add('Next-One-2026');
  const put = (path: string, payload: object) =>
    http.inject({ method: 'PUT', url: `/api/identity/user/${path}`, payload, headers });
  await put('settings', { email: 'other.sekret@people.test', password: testPassword });
  await put('settings', { phoneNumber: '3035550187', password: testPassword });
  await put('password', { oldPassword: 'Wrong-Horse-1', newPassword: 'Next-One-2026' });

  // even if the database quotes them in an error
  const { kysely } = here.database;
  await kysely.schema.alterTable('contacts').renameTo('contacts_elsewhere').execute();
  expect((await signIn({})).statusCode).toBe(500);
  expect((await http.inject({ url: '/api/identity/userinfo', headers })).statusCode).toBe(500);
  await kysely.schema.alterTable('contacts_elsewhere').renameTo('contacts').execute();

  expect(here.logged.length).toBeGreaterThan(15);
  const lines = here.logged.join('');
  expect([...secrets].filter((secret) => lines.includes(secret))).toEqual([]);
  expect(lines).toContain('request failed');
});
