import { expect, type Page, test } from '@playwright/test';
import { demoPassword } from '../../demo/people.ts';
import { lightPage, signInAnew } from './person.ts';

const problem = (status: number, message = 'The server says no') => ({
  status,
  json: { status: 'error', message, data: null },
});

async function submitPassword(page: Page) {
  await page.getByLabel('Email').fill('owner@demo.example');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Leaves the portal: no request of it is under way that a refusal set up next would reach before the page it is meant for. */
const leave = (page: Page) => page.goto('/favicon.svg');

test('Opening a page that I may not see clears the session', async ({ page }) => {
  for (const status of [401, 403])
    await test.step(`${status} on a data call clears the session and says 'You have been logged out'`, async () => {
      await signInAnew(page, 'owner', ...lightPage);
      await leave(page);
      await page.route('**/api/data/**', (route) => route.fulfill(problem(status)));
      await page.goto('/scoreboard');
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText('You have been logged out')).toBeVisible();
      await page.unroute('**/api/data/**');
    });
});

test('409 rebuilds the session from the current token and goes to /calls, which is the scoreboard', async ({
  page,
}) => {
  await signInAnew(page, 'owner', ...lightPage);
  await leave(page);
  await page.route('**/user/relatedAccounts', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { sessionVersion: string } };
    answer.data.sessionVersion = 'rebuilt';
    await route.fulfill({ json: answer });
  });
  await page.route('**/api/data/**', async (route) => {
    const version = route.request().headers()['x-session-version'];
    const { 'x-session-version': _, ...headers } = route.request().headers();
    await (version === 'rebuilt' ? route.continue({ headers }) : route.fulfill(problem(409)));
  });
  // a newer deployment has removed the file that does it: the page is reloaded
  await page.route('**/assets/rebuild-session-*.js', (route) => route.abort(), { times: 1 });
  await page.goto('/scoreboard?tab=all-calls&outcome=missed+call');
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(/\d/);
  const session = await page.evaluate(() => localStorage.getItem('mailcall.session'));
  expect(session).toContain('"sessionVersion":"rebuilt"');
});

test('The form says why I cannot sign in', async ({ page }) => {
  const alert = page.getByRole('alert');
  const failures = [
    [
      "A profile that cannot be read is 'Login failed.'",
      '**/userinfo',
      { status: 500, json: {} },
      'Login failed.',
    ],
    [
      "A token that cannot be read is 'Login failed.'",
      '**/oauth/token',
      { json: { access_token: 'opaque', token_type: 'Bearer', expires_in: 3600 } },
      'Login failed.',
    ],
    [
      "Accounts that cannot be read are 'Failed to retrieve accounts list'",
      '**/user/relatedAccounts',
      problem(500),
      'Failed to retrieve accounts list',
    ],
    [
      'Too many tries say when to try again',
      '**/oauth/token',
      {
        status: 429,
        headers: { 'retry-after': '40' },
        json: { error: 'too_many_attempts', error_description: 'Too many tries. Try again in 40 seconds.' },
      },
      'Try again in 40 seconds.',
    ],
  ] as const;
  await page.goto('/login');
  for (const [name, address, answer, text] of failures)
    await test.step(name, async () => {
      await page.route(address, (route) => route.fulfill(answer));
      await submitPassword(page);
      await expect(alert).toContainText(text);
      await page.unroute(address);
      await page.getByRole('button', { name: 'using magic link or code' }).click();
      await expect(alert).toHaveCount(0);
      await page.getByRole('button', { name: 'using password' }).click();
    });
});

test('A setup that fails says the server’s message, or without one that it failed', async ({ page }) => {
  await page.route('**/contacts/activate', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }),
  );
  await page.route('**/contacts/activate/verify', (route) =>
    route.fulfill({ json: { status: 'success', data: { email: 'new@demo.example', passkeys: [] } } }),
  );
  await page.goto('/setup?email=new%40demo.example&code=good');
  await page.getByLabel('Password', { exact: true }).fill('Front-Desk-1');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to setup account');
  await page.route('**/contacts/activate', (route) =>
    route.fulfill({ status: 502, contentType: 'text/plain', body: 'The portal is being updated.' }),
  );
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('The portal is being updated.');
  await page.route('**/contacts/activate', (route) => route.fulfill(problem(422, 'This link has expired.')));
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired.');
});

test("A setup link that cannot be sent is 'There was a problem sending the verification link.'", async ({
  page,
}) => {
  await page.route('**/userinfo', async (route) => {
    const answer = (await (await route.fetch()).json()) as Record<string, unknown>;
    await route.fulfill({ json: { ...answer, activated: false } });
  });
  await page.route('**/send-setup', (route) => route.fulfill(problem(500)));
  await signInAnew(page, 'limited', ...lightPage);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Send setup link' }).click();
  await expect(page.getByText('There was a problem sending the verification link.')).toBeVisible();
});

test("A reset that fails is 'There is an error recovering your password. Please try again later.'", async ({
  page,
}) => {
  await page.route('**/users/resetPassword', (route) => route.fulfill(problem(500)));
  await page.goto('/resetPassword');
  await page.getByLabel('Email').fill('owner@demo.example');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'There is an error recovering your password. Please try again later.',
  );
});

test("A fatal error falls back to 'An error has occurred'", async ({ page }) => {
  await page.route('**/web-config.json', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/login');
  await expect(page.getByRole('alert')).toContainText('An error has occurred');
});
