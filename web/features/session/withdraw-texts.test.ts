import { expect, test } from 'vitest';
import { withdrawTexts } from './withdraw-texts.ts';

const textsFor = (issuer: string) =>
  withdrawTexts({
    signIn: { issuer, clientId: 'mailcall-web', audience: 'mailcall', passkeyOrigin: null, idleTime: 1800 },
    services: { identity: '/api/identity', data: '/api/data', maps: '/api/maps' },
  });

test('promises signing out and a password link only if the portal signs people in', () => {
  const { before, after } = textsFor('/api/identity');
  for (const text of [before, after])
    expect(text).toMatch(/All devices .* signed out.* link to choose a new password/);
  for (const text of Object.values(textsFor('https://issuer.example')))
    expect(text).toMatch(/^(?!.*(Everybody|link|login page)).*This portal cannot do that\.$/);
});
