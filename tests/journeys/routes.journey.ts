import { expect, type Page, test } from '@playwright/test';
import { expectHome, expectScoreboard, lightPage, signIn, signInAnew } from './person.ts';

/** Each row of the route map whose screen there is, named by it. */

const success = (data: unknown) => ({ json: { status: 'success', data } });
const problem = (status: number, message: string) => ({
  status,
  json: { status: 'error', message, data: null },
});

/** Holds back the answer to a route until the test has seen what shows meanwhile. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test.describe('Before sign-in', () => {
  test('/logout says that it logs off, clears the session and leads to /login', async ({ page }) => {
    await signInAnew(page, 'other', ...lightPage);
    const release = await hold(page, '/api/identity/logout');
    await page.goto('/logout');
    await expect(page.getByText('Logging off ...')).toBeVisible();
    release();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('mailcall.session'))).toBeNull();
  });

  test('/verify without a code on its way leads to /login', async ({ page }) => {
    await page.goto('/verify');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('/activation with a link that works leads to /setup', async ({ page }) => {
    await page.route('**/contacts/activate/verify', (route) =>
      route.fulfill(success({ email: 'new@demo.example' })),
    );
    await page.goto('/activation?email=new%40demo.example&code=good');
    await expect(page).toHaveURL(/\/setup\?email=new%40demo.example&code=good/);
    await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  });

  test('/activation of an activated account leads to /login and says so', async ({ page }) => {
    await page.route('**/contacts/activate/verify', (route) =>
      route.fulfill(problem(422, 'This account is already activated. Please log in.')),
    );
    await page.goto('/activation?email=owner%40demo.example&code=old');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert')).toContainText('already activated');
  });

  test('/grant/scoreboard says that it obtains access', async ({ page }) => {
    const release = await hold(page, '/api/identity/auth/scoreboard/grant');
    await page.goto('/grant/scoreboard?code=wrong');
    await expect(page.getByText('Obtaining scoreboard access ...')).toBeVisible();
    release();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert')).toBeVisible();
  });

  test('Any other path with email and token says that it authenticates', async ({ page }) => {
    const release = await hold(page, '/api/identity/oauth/token');
    await page.goto('/scoreboard?email=nobody%40demo.example&token=wrong');
    await expect(page.getByText('Authenticating ...')).toBeVisible();
    expect(page.url()).not.toContain('token=');
    release();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('Any other path without a session leads to the login', async ({ page }) => {
    await page.goto('/nowhere');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('The magic-link landing with a wrong code leads to /login', async ({ page }) => {
    await page.goto('/magic?email=nobody%40demo.example&otp=wrong');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert')).toContainText('Invalid verification code');
  });
});

test.describe('Signed in', () => {
  test('/, /login, /setup and /resetPassword lead to the home page', async ({ page }) => {
    await signIn(page, 'owner', '/', 'Campaigns');
    await expectHome(page);
    for (const path of ['/login', '/setup?email=owner%40demo.example&code=1', '/resetPassword']) {
      await page.goto(path);
      await expectHome(page);
    }
  });

  test('/calls is the scoreboard to a full session', async ({ page }) => {
    await signIn(page, 'owner', '/calls');
    await expectScoreboard(page);
  });

  test('A page that is not there says so, with a way on', async ({ page }) => {
    await signIn(page, 'owner', '/nowhere', 'Page not found');
    await expect(page).toHaveTitle('Page not found · Mailcall');
    await page.getByRole('link', { name: 'Go to the campaigns' }).click();
    await expectHome(page);
  });
});
