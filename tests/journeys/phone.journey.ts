import { devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { expectLoaded, expectNoSidewaysScroll, expectWholeNumbers, figureCard, signIn } from './person.ts';

const usual = { width: 390, height: 844 };
const smallest = { width: 320, height: 640 };

test.use({
  viewport: usual,
  hasTouch: true,
  isMobile: true,
  userAgent: devices['iPhone 13'].userAgent,
});

async function expectToFit(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectWholeNumbers(page);
  await page.setViewportSize(smallest);
  await expectNoSidewaysScroll(page);
  await expectWholeNumbers(page);
  await page.setViewportSize(usual);
}

test('On my phone I read the figures, open the calls and hear one, and nothing is cut off', async ({
  page,
}) => {
  await signIn(page, 'frontdesk');
  await expectLoaded(page);
  await expectToFit(page);
  await figureCard(page, 'All Calls')
    .getByRole('link', { name: /View Calls/ })
    .tap();
  await expect(page).toHaveURL(/outcome=all\+calls/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expectToFit(page);
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
  await expect(sheet.getByRole('button', { name: 'Last month' })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Last month' }).tap();
  await expect(page).toHaveURL(/range=last-month/);
  await expect(sheet.getByText(/^\w{3}\s1,\s\d{4} – \w{3}\s\d\d,\s\d{4}, days in UTC$/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Mailing Campaigns', exact: true }).tap();
  await expect(page).toHaveURL(/type=mvp-mail/);
  await sheet.getByRole('button', { name: 'Custom Date Range' }).tap();
  const calendar = page.getByRole('dialog', { name: 'Custom Date Range' });
  await expect(calendar.getByRole('button', { name: 'Apply' })).toBeVisible();
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
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Copy Monday to all open days' })).toBeVisible();
  await expectToFit(page);
});

test('On my phone I unfold when calls come, over time and in the week, and a touch opens the calls of a bar or an hour', async ({
  page,
}) => {
  await signIn(page, 'frontdesk', '/scoreboard?range=last-year&compareWith=before');
  await expect(page.getByText(/^Compared with/)).toBeVisible();
  await expectLoaded(page);
  await expectAccessibleAsShown(page);

  await page.getByRole('button', { name: /^Show all/ }).scrollIntoViewIfNeeded();
  const overTime = page.getByRole('button', { name: /^Calls over Time/ });
  await expect(overTime).toContainText('Most calls');
  await overTime.tap();
  const bars = page.getByRole('region', { name: 'Calls over Time' }).getByRole('listbox').getByRole('option');
  await expect(bars.first()).toBeVisible();
  await expect(page.getByRole('button', { name: /delivered mailings$/ }).first()).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page, 'section[aria-labelledby="over-time-title"]');
  await page.setViewportSize(smallest);
  await bars.nth(3).tap();
  await expect(page).toHaveURL(/from=.*tab=all-calls|tab=all-calls.*from=/);
  await page.goBack();
  await page.setViewportSize(usual);

  const week = page.getByRole('button', { name: /^Calls by Day and Hour/ });
  await expect(week).toContainText('Busiest on');
  await expectWholeNumbers(page);
  await week.tap();
  const monday = page.getByRole('button', { name: /^Monday, 10 AM/ });
  await expect(monday).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page, 'section[aria-labelledby="week-title"]');
  const box = await monday.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  const tuesday = await page.getByRole('button', { name: /^Tuesday, 10 AM/ }).boundingBox();
  expect([tuesday?.y, (tuesday?.x ?? 0) > (box?.x ?? 0)]).toEqual([box?.y, true]);
  await page.setViewportSize(smallest);
  await monday.tap();
  await expect(page).toHaveURL(/hour=10/);
});

test('On my phone I sign in by code, and nothing sticks out', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectToFit(page);
  await expectAccessibleAsShown(page);
  await page.getByRole('button', { name: 'using magic link or code' }).tap();
  await page.getByLabel('Email or mobile number').fill('nobody-with-a-rather-long-address@demo.example');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).tap();
  await expect(page.getByRole('button', { name: 'Resend Email/Code' })).toBeVisible();
  await expectToFit(page);
  await page.goto('/resetPassword');
  await expect(page.getByRole('button', { name: 'Reset password' })).toBeVisible();
  await expectToFit(page);
});

test('On my phone I see what each area and zone brought, and open its calls', async ({ page }) => {
  await signIn(page, 'frontdesk', '/campaigns?range=all', 'Campaigns');
  await page.getByRole('link', { name: 'Areas and zones' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Areas and Zones' })).toBeVisible();
  const area = page.getByRole('region', { name: 'Asheville Households' });
  const zone = area.getByRole('link', { name: /^Haw Creek/ });
  await expect(zone).toContainText(/\d+ leads, \d+ appointments7 mailings.*\d+%/);
  await expect(page.locator('canvas')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await zone.tap();
  await expect(page).toHaveURL(/\/scoreboard\?.*tab=all-calls/);
  await expect(page.getByRole('button', { name: /^Play recording/ }).first()).toBeVisible();

  await page.goto('/maps');
  await page.getByRole('link', { name: 'Areas and zones' }).tap();
  await expect(area).toBeVisible();
});
