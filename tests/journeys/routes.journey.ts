import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHome, expectScoreboard, hold, lightPage, signIn, signInAnew } from './person.ts';

const success = (data: unknown) => ({ json: { status: 'success', data } });
const problem = (status: number, message: string) => ({
  status,
  json: { status: 'error', message, data: null },
});

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

  test('Each address leads where the map says, with its reason', async ({ page }) => {
    const alert = page.getByRole('alert');
    await test.step('/verify without a code on its way leads to /login', async () => {
      await page.goto('/verify');
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step('Any other path without a session leads to the login', async () => {
      await page.goto('/nowhere');
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step('Empty session data is no session', async () => {
      await page.evaluate(() => localStorage.setItem('mailcall.session', '{}'));
      await page.goto('/scoreboard');
      await expect(page).toHaveURL(/\/login$/);
      await expect(alert).toHaveCount(0);
    });

    await test.step('A callback that carries invalid_token is silently no session', async () => {
      // from another page: within one, an address with another hash loads nothing
      await page.goto('/favicon.svg');
      await page.goto('/login#error=invalid_token&error_description=expired');
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
      await expect(alert).toHaveCount(0);
    });

    await test.step('A grant link without a code leads to the start', async () => {
      await page.goto('/grant/scoreboard');
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step('/grant/scoreboard with a link that has ended names the support address', async () => {
      await page.goto('/grant/scoreboard?code=wrong');
      await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
      await expect(alert).toContainText('Ask support@mailcall.example for a new one.');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step('Any other path with email and token says that it authenticates', async () => {
      const release = await hold(page, '/api/identity/oauth/token');
      await page.goto('/scoreboard?email=nobody%40demo.example&token=wrong');
      await expect(page.getByText('Authenticating ...')).toBeVisible();
      expect(page.url()).not.toContain('token=');
      release();
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step('The magic-link landing with a wrong code leads to /login', async () => {
      await page.goto('/magic?email=nobody%40demo.example&otp=wrong');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(alert).toContainText('Invalid verification code');
    });

    await test.step('The setup page without an email or code has expired', async () => {
      await page.goto('/setup');
      await expect(page.getByRole('heading', { name: 'Page has expired' })).toBeVisible();
      await page.getByRole('link', { name: 'Login' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });

    await page.route('**/contacts/activate/verify', (route) =>
      route.fulfill(success({ email: 'new@demo.example', passkeys: [] })),
    );
    await test.step('/activation with a link that works leads to /setup', async () => {
      await page.goto('/activation?email=new%40demo.example&code=good');
      await expect(page).toHaveURL(/\/setup\?email=new%40demo.example&code=good/);
      await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    });

    await page.route('**/contacts/activate/verify', (route) =>
      route.fulfill(problem(422, 'This account is already activated. Please log in.')),
    );
    await test.step('/activation of an activated account leads to /login and says so', async () => {
      await page.goto('/activation?email=owner%40demo.example&code=old');
      await expect(page).toHaveURL(/\/login$/);
      await expect(alert).toContainText('already activated');
    });
  });
});

test.describe('Signed in', () => {
  test('/, /login, /setup and /resetPassword lead to the home page, /calls to the scoreboard, others nowhere', async ({
    page,
  }) => {
    await signIn(page, 'owner', '/', 'Campaigns');
    await expectHome(page);
    for (const path of ['/login', '/setup?email=owner%40demo.example&code=1', '/resetPassword']) {
      await page.goto(path);
      await expectHome(page);
    }
    await test.step('/calls is the scoreboard to a full session', async () => {
      await page.goto('/calls');
      await expectScoreboard(page);
    });
    await test.step('A page that is not there says so, with a way on', async () => {
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page).toHaveTitle('Page not found · Mailcall');
      await page.getByRole('link', { name: 'Go to the campaigns' }).click();
      await expectHome(page);
    });
  });
});
