import type { Page } from '@playwright/test';

const hour = 60 * 60 * 1000;
/** How long the server lets a session live (server/features/identity/refresh.test.ts shows that it does). */
const longestSession = 12 * hour;

interface Claims {
  iat: number;
  exp: number;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;

function withClaims(token: string, claims: Claims): string {
  const [head, , signature] = token.split('.');
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

/** The real server issues tokens; their times move as far as the browser's clock is ahead. Returns how often a token was renewed. */
export async function issueInBrowserTime(page: Page): Promise<() => number> {
  let signed = '';
  let shown = '';
  let ends = 0;
  let renewals = 0;
  await page.route('**/api/**', async (route) => {
    const { authorization } = route.request().headers();
    if (authorization !== `Bearer ${shown}`) return route.fallback();
    return route.fallback({ headers: { ...route.request().headers(), authorization: `Bearer ${signed}` } });
  });
  await page.route('**/oauth/token', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { access_token: string };
    const now = await page.evaluate(() => Date.now());
    const ahead = now - Date.now();
    if (ends === 0) ends = now + longestSession;
    else renewals += 1;
    signed = answer.access_token;
    const claims = claimsOf(signed);
    const moved = (seconds: number) => Math.floor(seconds + ahead / 1000);
    shown = withClaims(signed, {
      ...claims,
      iat: moved(claims.iat),
      exp: Math.min(moved(claims.exp), Math.floor(ends / 1000)),
    });
    await route.fulfill({ response, json: { ...answer, access_token: shown } });
  });
  return () => renewals;
}
