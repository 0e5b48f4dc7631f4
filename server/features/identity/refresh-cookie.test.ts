import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { beforeAll, expect, test } from 'vitest';
import { addPerson, testApp, testPassword } from '../../../tests/support/test-app.ts';

const here = testApp({ PUBLIC_URL: 'https://portal.test' });
beforeAll(() => addPerson(here.database, { id: 'olga' }));

test('marks the cookie Secure on https, by attribute and name', async () => {
  const answer = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload: {
      grant_type: passwordRealmGrant,
      username: 'olga@people.test',
      password: testPassword,
      scope: 'openid offline_access',
    },
  });
  expect(answer.cookies).toMatchObject([
    { name: '__Secure-mailcall-refresh', secure: true, httpOnly: true, sameSite: 'Strict' },
  ]);
});
