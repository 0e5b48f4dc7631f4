import { expect, type Page, test } from '@playwright/test';
import { bringSession, expectNoSidewaysScroll, lightPage, signIn } from './person.ts';

const toastOn = (page: Page) => page.locator('.mantine-Notifications-notification');

/** A page without data of its own, where it does not matter where a journey begins. */
const nowhere = ['/nowhere', 'Page not found'] as const;

async function callUpToast(page: Page) {
  await page.route('**/user/settings', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'no', data: null } }),
  );
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(toastOn(page)).toContainText('Something went wrong retrieving your settings.');
}

test('The menu is 250 pixels wide and 70 when collapsed, and stays as I left it', async ({ page }) => {
  await signIn(page, 'owner', ...nowhere);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const width = async () => (await page.locator('#main').boundingBox())?.x;
  await expect.poll(width).toBe(250);
  await expect(menu.getByRole('listitem')).toHaveText([
    /^Today/,
    'Campaigns',
    'Scoreboard',
    'Map IQ',
    /^Callbacks/,
    'Settings',
    'Logout',
    'Collapse Menu',
  ]);
  await test.step('Search, views, keys and colors are icons in one row', async () => {
    const tools = menu.getByRole('group', { name: 'Tools' }).getByRole('button');
    await expect(tools).toHaveCount(4);
    const tops = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    for (const colors of ['System', 'Light', 'Dark'])
      await menu.getByRole('button', { name: `Colors: ${colors}` }).click();
    await expect(menu.getByRole('button', { name: 'Colors: System' })).toBeVisible();
  });
  await menu.getByRole('button', { name: 'Collapse Menu' }).click();
  await expect.poll(width).toBe(70);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect.poll(width).toBe(70);
  await menu.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await menu.getByRole('button', { name: 'Expand Menu' }).click();
  await expect.poll(width).toBe(250);
});

test('On a narrow screen the menu is a drawer that closes with Escape and when I choose', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'owner', ...nowhere);
  const open = page.getByRole('button', { name: 'Open the menu' });
  const drawer = page.getByRole('dialog');
  await open.click();
  await expect(drawer.getByText('Dana Whitfield')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Map IQ (mobile unavailable)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await drawer.getByRole('link', { name: 'Settings' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('A toast appears bottom left, leaves after five seconds, and waits while I read it', async ({
  page,
}) => {
  await signIn(page, 'owner', ...nowhere);
  await page.clock.install();
  await callUpToast(page);
  // from here on only the test moves the clock
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
  const toast = toastOn(page);
  await expect
    .poll(async () => {
      const at = await toast.boundingBox();
      return at && at.x > 0 && at.y + at.height < 900;
    })
    .toBe(true);
  const box = await toast.boundingBox();
  if (!box) throw new Error('The toast is gone.');
  expect([box.x < 100, box.y > 700]).toEqual([true, true]);
  await page.clock.runFor(3000);
  await expect(toast).toBeVisible();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.clock.runFor(10_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(700, 300);
  await page.clock.runFor(4000);
  await toast.getByRole('button', { name: 'Close this message' }).focus();
  await page.clock.runFor(10_000);
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).focus();
  await page.clock.runFor(4500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1500);
  await expect(toast).toBeHidden();
});

test('Each page names the tab, takes the focus when I come to it, and loads without motion if I asked for less', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/user/settings', async (route) => {
    await held.promise;
    await route.continue();
  });
  await signIn(page, 'owner');
  await expect(page).toHaveTitle('Scoreboard · Mailcall');
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter');
  await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  held.resolve();
  await page.getByRole('link', { name: 'Scoreboard', exact: true }).press('Enter');
  await expect(page).toHaveTitle('Scoreboard · Mailcall');
  for (const name of ['Settings', 'Scoreboard']) {
    await page.getByRole('link', { name, exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await expect(page).toHaveTitle(`${name} · Mailcall`);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
});

test('A screen that breaks says so, and the menu still works', async ({ page }) => {
  await page.route(/assets\/.*settings.*\.js/i, (route) => route.abort());
  await signIn(page, 'owner', ...nowhere);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'An error has occurred' })).toBeVisible();
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible();
});

test('The first key leads past the menu; I press ? for the keys, Escape closes them, and I am where I was', async ({
  page,
}) => {
  await signIn(page, 'owner', ...lightPage);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();

  const settings = page.getByRole('link', { name: 'Settings' });
  await settings.focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(keys.getByRole('row').filter({ hasText: 'Show this list of keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(settings).toBeFocused();
  await settings.click();
  await page.getByLabel('Email Address').press('?');
  await expect(keys).toBeHidden();
});

test('On the smallest phone no page of the shell scrolls sideways, and the menu says that my access is limited', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await bringSession(page, 'limited');
  for (const [path, heading] of [
    ['/settings', 'Settings'],
    ['/calls', 'Scoreboard'],
    ['/nowhere', 'Page not found'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('dialog')).toContainText('Theo Lindgren (Limited Access)');
  await expectNoSidewaysScroll(page);
});
