import { expect, test } from '@playwright/test';
import { officeIds } from '../../demo/offices.ts';
import { commandLine, expectHome, expectScoreboard, newestMessage, signIn } from './person.ts';

// one person's way from the invitation to a forgotten password
test.describe.configure({ mode: 'serial' });

test('I am new: a mailed token shows me my figures, and from there I get my setup link', async ({ page }) => {
  await page.goto('/login');
  const link = new URL(await commandLine(page, 'sign-in-link', 'new@demo.example'));
  await page.goto(`/scoreboard?range=year&${link.searchParams.toString()}`);
  await expectScoreboard(page);
  expect(page.url()).not.toContain('token');
  await expect(page.getByText('Priya Raman (Limited Access)')).toBeVisible();
  await page.goto('/calls');
  await page.getByRole('button', { name: 'Send Setup Link' }).click();
  await expect(page.getByText('Setup link sent. Please check your email.')).toBeVisible();
  const message = await newestMessage(page, 'new@demo.example');
  await page.goto(message.link);
  const field = page.getByLabel('Password', { exact: true });
  const submit = page.locator('button[type=submit]');
  await expect(submit).toBeDisabled();
  await field.fill('Front-Desk-1');
  await submit.click();
  await expectHome(page);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Priya Raman')).toBeVisible();
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await page.goto(message.link);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/already activated/)).toBeVisible();
});

test('I forgot my password: a mailed link lets me choose another, once', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/resetPassword$/);
  const submit = page.getByRole('button', { name: 'Reset Password' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Email').fill('new');
  await submit.click();
  await expect(page.getByText('Invalid Email')).toBeVisible();
  await page.getByLabel('Email').fill('new@demo.example');
  await submit.click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();
  const { link } = await newestMessage(page, 'new@demo.example');
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill('Front-Desk-2');
  await page.locator('button[type=submit]').click();
  await expectHome(page);
});

test('A token that does not work leads to the login, and ends the session of another person', async ({
  page,
}) => {
  await signIn(page, 'other');
  await page.goto('/scoreboard?email=owner%40demo.example&token=wrong');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Unauthorized access.')).toBeVisible();
  await page.goto('/scoreboard');
  await expect(page).toHaveURL(/\/login$/);
});

test('A grant link lets me read further accounts', async ({ page }) => {
  await page.goto('/login');
  await page.goto(await commandLine(page, 'grant-scoreboard', 'new@demo.example', officeIds.homeServices));
  await expectHome(page);
  await expect(page.getByText(/2\/2/).first()).toBeVisible();
});

test('A grant link without a code leads to the start', async ({ page }) => {
  await page.goto('/grant/scoreboard');
  await expect(page).toHaveURL(/\/login$/);
});

test('An old invitation is said to be expired, and a new link can be asked for', async ({ page }) => {
  const answer = (message: string) => ({ status: 422, json: { status: 'error', message, data: null } });
  await page.route('**/contacts/activate/verify', (route) =>
    route.fulfill(answer('This link has expired. Please request a new one.')),
  );
  await page.route('**/contacts/refresh-activation-link', (route) => route.fulfill(answer('no')), {
    times: 1,
  });
  await page.goto('/activation?email=new%40demo.example&code=old');
  const request = page.getByRole('button', { name: 'Request New Link' });
  await request.click();
  await expect(page.getByRole('alert')).toContainText(
    'There was a problem requesting the link, please contact us at support@mailcall.example',
  );
  await page.route('**/contacts/refresh-activation-link', (route) =>
    route.fulfill({ json: { status: 'success', data: {} } }),
  );
  await request.click();
  await expect(page.getByText('New link successully sent!')).toBeVisible();
  await expect(page.getByText('Check your email for your new account activation link.')).toBeVisible();
});

test('An invitation that is not right says so', async ({ page }) => {
  await page.goto('/activation?email=new%40demo.example&code=wrong');
  await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
});

test('The setup page without an email or code has expired', async ({ page }) => {
  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Page has expired' })).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
