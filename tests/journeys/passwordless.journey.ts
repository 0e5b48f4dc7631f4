import { expect, type Page, test } from '@playwright/test';
import { expectHome, newestMessage, signInAnew } from './person.ts';

/** Asks for a link or code, as from the login screen. */
async function askForCode(page: Page, identifier: string, from = '/login') {
  await page.goto(from);
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  await page.getByLabel('Email or mobile number').fill(identifier);
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
}

test('I sign in with the magic link in my email', async ({ page }) => {
  await askForCode(page, 'owner@demo.example');
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByText('Successfully sent! Please check your email')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Click the magic link in your email' })).toBeVisible();
  const { link } = await newestMessage(page, 'owner@demo.example');
  await page.goto(link);
  await expectHome(page);
  await expect(page.getByText('Dana Whitfield')).toBeVisible();
});

test('A magic link works once, and then leads to the login', async ({ page, browser, baseURL }) => {
  await askForCode(page, 'limited@demo.example');
  await expect(page).toHaveURL(/\/verify$/);
  const { link } = await newestMessage(page, 'limited@demo.example');
  await page.goto(link);
  await expectHome(page);
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' });
  await elsewhere.goto(link);
  await expect(elsewhere).toHaveURL(/\/login/);
  await expect(elsewhere.getByText('Invalid verification code')).toBeVisible();
  await elsewhere.close();
});

test('I sign in with the code on my phone, typed as people type numbers', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  const field = page.getByLabel('Email or mobile number');
  await field.fill('(520) 555-0199');
  await field.blur();
  await expect(field).toHaveValue('+15205550199');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByRole('heading', { name: 'We sent the verification code' })).toBeVisible();
  await expect(page.getByText('+1 (520) 555-0199')).toBeVisible();
  const { code } = await newestMessage(page, '+15205550199');
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
  await page.keyboard.press('Enter');
  await expectHome(page);
  await expect(page.getByText('Walt Brannigan')).toBeVisible();
});

test('I change my mind about how to sign in, and keep what I typed', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('owner@demo.example');
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  await expect(page.getByLabel('Email or mobile number')).toHaveValue('owner@demo.example');
  await page.getByLabel('Email or mobile number').fill('owner');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByText('Invalid email/phone')).toBeVisible();
  await page.getByRole('button', { name: 'using password' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('A code that could not be sent is said so', async ({ page }) => {
  await page.route('**/passwordless/start', (route) => route.fulfill({ status: 500, json: {} }));
  await askForCode(page, 'owner@demo.example');
  await expect(page.getByRole('alert')).toContainText('There was a problem sending the verification code');
});

test('I see with limited access what I may, and am asked to verify for the rest', async ({ page }) => {
  await signInAnew(page, 'limited');
  await expect(page.getByText('Theo Lindgren (Limited Access)')).toBeVisible();
  await page.goto('/calls');
  const sentence = 'You are currently logged in with limited access. Verify your identity to view this page';
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('link', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible();
});

test('The mock sign-in of the login page logs out', async ({ page }) => {
  await signInAnew(page, 'owner');
  await page.goto('/login?action=mock');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
