import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { serviceBase } from '../server/platform/http/serve.ts';
import { benchPerson } from './story.ts';

/** Returns the access token. Throws if the portal refuses. */
export async function signIn(
  base: string,
  person: { email: string; password: string } = benchPerson,
): Promise<string> {
  const answer = await fetch(`${base}${serviceBase.identity}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: passwordRealmGrant,
      username: person.email,
      password: person.password,
      realm: 'password',
    }),
  });
  if (!answer.ok) throw new Error(`Signing in returned ${answer.status}.`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
