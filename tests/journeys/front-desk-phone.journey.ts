import { devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { expectLoaded, expectNoSidewaysScroll, signIn } from './person.ts';

const frontDesk = '/scoreboard?tab=front-desk&range=all';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: devices['iPhone 13'].userAgent,
});

const staff = (page: Page) => page.getByRole('list', { name: 'Leaderboard' }).getByRole('button');

test('On my phone no one is chosen at first; a colleague, charts, an indicator and a pro tip open, and fit the smallest phone', async ({
  page,
}) => {
  await signIn(page, 'owner', frontDesk);
  await expect(staff(page).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNoSidewaysScroll(page);

  await test.step('A tap opens the details of somebody in a drawer', async () => {
    await staff(page).nth(1).tap();
    await expect(page).toHaveURL(/staff=/);
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('button', { name: /Opportunities: view all calls/ })).toBeVisible();
    expect((await drawer.boundingBox())?.width).toBeCloseTo(390, 0);
    await expectLoaded(page);
    await expectAccessible(page);
    await page.goBack();
    await expect(drawer).toBeHidden();
  });

  await test.step('The charts open, as tables too, and the page stays in place', async () => {
    for (const title of ['Conversion Rate By Staff', 'Pricing Related Answers']) {
      await page.getByRole('button', { name: new RegExp(`^${title}`) }).tap();
      const section = page.getByRole('region', { name: title });
      await expect(section.getByRole('figure').getByRole('listbox')).toBeVisible();
      await expectNoSidewaysScroll(page);
      if (title === 'Conversion Rate By Staff') await expectAccessibleAsShown(page);
      await section.getByText('Table', { exact: true }).tap();
      await expect(section.getByRole('row').nth(1)).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });

  await test.step('The indicators are sections that open', async () => {
    const section = page.getByRole('button', { name: /^Asked For Appointment/ });
    await expect(section).toHaveText(/\d+% · Grade [ABCD], [\do]/);
    await expect(section).toHaveAttribute('aria-expanded', 'false');
    await section.tap();
    await expect(section).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: 'See Individual Metric: Asked For Appointment' }).tap();
    await expect(page.getByRole('dialog').getByRole('row', { name: /^All Staff/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleAsShown(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('A pro tip fills the screen', async () => {
    await page.getByRole('button', { name: 'Pro Tip Training: Asked For Appointment' }).tap();
    const tip = page.getByRole('dialog', { name: 'Pro Tip Training: Asked For Appointment' });
    await expect(tip.getByRole('img', { name: /Asked For Appointment/ })).toBeVisible();
    expect((await tip.boundingBox())?.width).toBeCloseTo(390, 0);
    await expectNoSidewaysScroll(page);
    await expectAccessibleAsShown(page);
    await tip.getByRole('button', { name: 'Close' }).tap();
    await expect(tip).toBeHidden();
  });

  await test.step('On the smallest phone nothing is cut off', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    for (const title of ['Staff Placed Caller On Hold', 'Hold Time']) {
      await page.getByRole('button', { name: new RegExp(`^${title}`) }).tap();
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('button', { name: 'See Individual Metric: Hold Time' }).tap();
    await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
    const wider = await page
      .getByRole('dialog')
      .evaluate((drawer) =>
        Math.max(...[...drawer.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)),
      );
    expect(wider).toBeLessThanOrEqual(320);
  });
});
