import { devices, expect, test } from '@playwright/test';
import { expectNoSidewaysScroll, figureCard, signIn } from './person.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: devices['iPhone 13'].userAgent,
});

test('On my phone I read the figures, open the missed calls and hear one', async ({ page }) => {
  await signIn(page, 'frontdesk');
  await expectNoSidewaysScroll(page);
  await figureCard(page, 'All Calls')
    .getByRole('link', { name: /View Calls/ })
    .tap();
  await expect(page).toHaveURL(/outcome=all\+calls/);
  await expectNoSidewaysScroll(page);
  await page.goto('/scoreboard?tab=all-calls&outcome=opportunity');
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /Play recording/ }) })
    .first()
    .tap();
  const drawer = page.getByRole('dialog', { name: 'Call Details' });
  await expect(drawer).toBeVisible();
  expect((await drawer.boundingBox())?.width).toBe(390);
  await drawer.getByRole('button', { name: 'Play' }).tap();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(0.2);
  await expectNoSidewaysScroll(page);
});

test('On my phone one line says what I look at, and opens what changes it', async ({ page }) => {
  await signIn(page, 'owner', '/scoreboard?range=year');
  const chip = page.getByRole('button', { name: /^Accounts, dates and campaigns/ });
  await expect(chip).toContainText(/All accounts · \d{4} · All Campaigns/);
  expect((await page.getByRole('region', { name: /^Accounts, dates/ }).boundingBox())?.height).toBe(44);
  await chip.tap();
  const sheet = page.getByRole('dialog', { name: 'Accounts, dates and campaigns' });
  await sheet.getByRole('button', { name: 'Last month' }).tap();
  await expect(page).toHaveURL(/range=last-month/);
  await expect(sheet.getByText(/^\w{3}\s1,\s\d{4} - \w{3}\s\d\d,\s\d{4}, days in UTC$/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Mailing Campaigns', exact: true }).tap();
  await expect(page).toHaveURL(/type=mvp-mail/);
  await sheet.getByRole('button', { name: 'Custom Date Range' }).tap();
  const calendar = page.getByRole('dialog', { name: 'Custom Date Range' });
  await expect(calendar.getByRole('button', { name: 'Apply' })).toBeVisible();
  // Escape closes the dialog, not the sheet below it
  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await sheet.getByRole('button', { name: /^Accounts/ }).tap();
  const accounts = page.getByRole('dialog', { name: 'Accounts', exact: true });
  await accounts.getByRole('checkbox', { name: /Orthodontics/ }).tap();
  await accounts.getByRole('button', { name: 'Apply' }).tap();
  await expect(page).toHaveURL(/accounts=/);
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(chip).toContainText(/3 accounts · \w{3} \d{4} · Mailing Campaigns/);
  await expect(chip).toBeFocused();
  await expectNoSidewaysScroll(page);
});

test('On the smallest phone nothing is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'owner');
  await expectNoSidewaysScroll(page);
  await page.goto('/scoreboard?tab=all-calls&outcome=all+calls');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

for (const width of [390, 320]) {
  test(`I sign in by code at ${width} pixels, and nothing sticks out`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'using magic link or code' }).tap();
    await page.getByLabel('Email or mobile number').fill('nobody-with-a-rather-long-address@demo.example');
    await page.getByRole('button', { name: 'Send Me Verification Link' }).tap();
    await expect(page.getByRole('button', { name: 'Resend Email/Code' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto('/resetPassword');
    await expect(page.getByRole('button', { name: 'Reset Password' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
}
