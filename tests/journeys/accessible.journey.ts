import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './person.ts';

test('The login screen has no accessibility violation', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page);
});

for (const [screen, path, heading] of [
  ['The reset screen', '/resetPassword', 'Forgot your password?'],
  [
    'An activation link that cannot be used',
    '/activation?email=a%40b.example&code=1',
    'This link cannot be used',
  ],
  ['The setup screen without a link', '/setup', 'Page has expired'],
] as const) {
  test(`${screen} has no accessibility violation`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectAccessible(page);
  });
}

test('Entering a code has no accessibility violation', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByText('Email or phone number is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email or mobile number').fill('nobody@demo.example');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByRole('heading', { name: 'Click the magic link in your email' })).toBeVisible();
  await expectAccessible(page);
});

test('What blocks limited access has no accessibility violation', async ({ page }) => {
  await signIn(page, 'limited');
  for (const path of ['/calls', '/login']) {
    await page.goto(path);
    await expect(page.getByText('Ask support@mailcall.example for full access')).toBeVisible();
    await expectAccessible(page);
  }
});

test('The question before a link of another person has no accessibility violation', async ({ page }) => {
  await signIn(page, 'limited');
  await page.goto('/magic?email=other%40demo.example&otp=1');
  await expect(page.getByRole('heading', { name: 'You are already signed in' })).toBeVisible();
  await expectAccessible(page);
});

test('The warning of an idle session has no accessibility violation', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'owner');
  await page.clock.runFor('28:01');
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  await expectAccessible(page);
});

for (const [screen, path] of [
  ['Overview', '/scoreboard'],
  ['All Calls', '/scoreboard?tab=all-calls&outcome=all+calls'],
  ['Appointments', '/scoreboard?tab=all-calls&outcome=appointments'],
  ['an empty list', '/scoreboard?tab=all-calls&outcome=all+calls&q=no+such+caller+anywhere'],
] as const) {
  test(`${screen} has no accessibility violation`, async ({ page }) => {
    await signIn(page, 'owner', path);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page);
  });
}

test('Call Details has no accessibility violation', async ({ page }) => {
  await signIn(page, 'owner', '/scoreboard?tab=all-calls&outcome=appointment');
  await page.getByRole('table').locator('tbody').getByRole('row').first().click();
  await expect(page.getByRole('heading', { name: 'Scheduled Appointments' })).toBeVisible();
  await expectAccessible(page);
});

test('The choice of accounts has no accessibility violation', async ({ page }) => {
  await signIn(page, 'owner');
  await page
    .getByRole('button', { name: /accounts|offices/i })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('The choice of dates has no accessibility violation', async ({ page }) => {
  await signIn(page, 'owner');
  await page.getByRole('button', { name: /All Time/ }).click();
  await page.getByRole('menuitemradio', { name: 'Custom Date Range' }).click();
  await expect(page.getByRole('dialog', { name: 'Custom Date Range' })).toBeVisible();
  // the menu fades out below the dialog, which hides it from roles; by its element it is still found
  await expect(page.locator('[role="menu"]')).toHaveCount(0);
  await expectAccessible(page);
});
