import { devices, expect, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll, signIn } from './person.ts';

const frontDesk = '/scoreboard?tab=front-desk&range=all';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: devices['iPhone 13'].userAgent,
});

const staff = (page: Page) => page.getByRole('list', { name: 'Leaderboard' }).getByRole('button');

test('On my phone nobody is chosen at first, and a tap opens their details in a drawer', async ({ page }) => {
  await signIn(page, 'owner', frontDesk);
  await expect(staff(page).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  // the time is next to the three tabs
  const lastTab = await page.getByRole('tab', { name: 'All Calls' }).boundingBox();
  const asOf = await page.getByText(/^as of /).boundingBox();
  expect(asOf?.x).toBeGreaterThanOrEqual((lastTab?.x ?? 0) + (lastTab?.width ?? 0));
  await staff(page).nth(1).tap();
  await expect(page).toHaveURL(/staff=/);
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('button', { name: /Opportunities: view all calls/ })).toBeVisible();
  expect((await drawer.boundingBox())?.width).toBeCloseTo(390, 0);
  await page.goBack();
  await expect(drawer).toBeHidden();
});

test('On my phone the indicators are sections that open', async ({ page }) => {
  await signIn(page, 'owner', frontDesk);
  const section = page.getByRole('button', { name: /^Asked For Appointment/ });
  await expect(section).toHaveText(/\d+% · Grade [ABCD]/);
  await expect(section).toHaveAttribute('aria-expanded', 'false');
  await section.tap();
  await expect(section).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'See Individual Metric: Asked For Appointment' }).tap();
  await expect(page.getByRole('dialog').getByRole('row', { name: /^All Staff/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('On my phone the charts open, as tables too, and the page stays in place', async ({ page }) => {
  await signIn(page, 'owner', frontDesk);
  for (const title of ['Conversion Rate By Staff', 'Pricing Related Answers']) {
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).tap();
    const section = page.getByRole('region', { name: title });
    await expect(section.getByRole('figure').getByRole('listbox')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await section.getByText('Table', { exact: true }).tap();
    await expect(section.getByRole('row').nth(1)).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});

test('On the smallest phone the front desk is not cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'owner', frontDesk);
  await expect(staff(page).first()).toBeVisible();
  for (const title of ['Hold Time', 'Staff Placed Caller On Hold', 'Pricing Related Answers']) {
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).tap();
    await expectNoSidewaysScroll(page);
  }
  await page.goto(`${frontDesk}&metric=hold-time`);
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
  const wider = await page
    .getByRole('dialog')
    .evaluate((drawer) =>
      Math.max(...[...drawer.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)),
    );
  expect(wider).toBeLessThanOrEqual(320);
});

test('On my phone a pro tip fills the screen', async ({ page }) => {
  await signIn(page, 'owner', `${frontDesk}&proTip=good-impression`);
  const tip = page.getByRole('dialog', { name: 'Pro Tip Training: Good First Impression' });
  await expect(tip.getByRole('img', { name: /Good First Impression/ })).toBeVisible();
  expect((await tip.boundingBox())?.width).toBeCloseTo(390, 0);
  await expectNoSidewaysScroll(page);
  await tip.getByRole('button', { name: 'Close' }).tap();
  await expect(tip).toBeHidden();
});
