import { devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { bringSession, expectNoSidewaysScroll, numberIn, signIn } from './person.ts';

const lines = '/tracking-lines?range=all';
const table = (page: Page) => page.getByRole('table', { name: 'Tracking lines' });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
const field = (page: Page) => page.getByRole('textbox', { name: /^Name of / });
const count = async (page: Page) => numberIn(await page.getByText(/^[\d,]+ numbers?$/).textContent());

async function openLines(page: Page, path = lines) {
  await signIn(page, 'owner', path, 'Tracking Lines');
  await expect(rows(page).first()).toBeVisible();
}

const rowOf = (page: Page, number: string) => rows(page).filter({ hasText: number });

const numberOf = async (page: Page, at: number) =>
  (await rows(page).nth(at).getByRole('cell').nth(1).textContent()) ?? '';

test('From the scoreboard I find the numbers of my offices, and go back', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?range=year');
  await page.getByRole('link', { name: 'Tracking Lines' }).click();
  await expect(page).toHaveURL(/\/tracking-lines\?range=year/);
  await expect(page.getByRole('heading', { level: 1, name: 'Tracking Lines' })).toBeFocused();
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Name',
    'MVP Tracking Number',
    'Destination Number',
    'Status',
    'Type',
  ]);
  await expect(rows(page).first()).toContainText('Active - Receiving Calls');
  await page.getByRole('main').getByRole('link', { name: 'Scoreboard' }).click();
  await expect(page).toHaveURL(/\/scoreboard\?range=year/);
});

test('I turn pages, sort, see the lines that are not active, and send a colleague the very same view', async ({
  page,
  context,
}) => {
  await openLines(page);
  const active = await count(page);
  await test.step('Pages of ten, or larger ones', async () => {
    expect(active).toBeGreaterThan(20);
    await expect(rows(page)).toHaveCount(10);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole('status').filter({ hasText: `11 – 20 of ${active}` })).toBeVisible();
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('15');
    await expect(rows(page)).toHaveCount(15);
    await expect(page).not.toHaveURL(/page=2/);
    await page.goBack();
    await expect(rows(page)).toHaveCount(10);
  });

  await test.step('Those that are not active too, and in which state they are', async () => {
    await page.getByRole('checkbox', { name: 'Show in-active numbers' }).check();
    await expect(page).toHaveURL(/inactive=1/);
    await expect.poll(() => count(page)).toBeGreaterThan(active);
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50');
    await table(page).getByRole('button', { name: 'Status' }).click();
    await table(page).getByRole('button', { name: 'Status' }).click();
    await expect(page).toHaveURL(/sort=status(?!.*dir=asc)/);
    await expect(rows(page).first()).toContainText('Suspended');
    await expect(table(page)).toContainText('Provisioned');
    await expect(table(page)).toContainText('Cancelled');
  });

  await test.step('In another order, as a colleague then sees them', async () => {
    await page.goto(lines);
    await expect(table(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await table(page).getByRole('button', { name: 'MVP Tracking Number' }).click();
    await expect(page).toHaveURL(/sort=number&dir=asc/);
    // the numbers alone: another person may be naming one of these lines meanwhile
    const numbersOn = (shown: Page) => table(shown).locator('tbody tr td:nth-child(2)');
    await expect
      .poll(async () => {
        const shown = await numbersOn(page).allTextContents();
        return shown.length === 10 && shown.join() === [...shown].sort().join();
      })
      .toBe(true);
    const colleague = await context.newPage();
    await colleague.goto(page.url());
    await expect(numbersOn(colleague)).toHaveText(await numbersOn(page).allTextContents());
  });
});

test('I find a line by its number, however I write it, and by its name', async ({ page }) => {
  await openLines(page);
  const number = await numberOf(page, 3);
  const total = await count(page);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search name or number' });
  await expect(search).toBeFocused();
  for (const text of [number, number.replace(/\D/g, ''), `+${number.replace(/\D/g, '')}`]) {
    await search.fill(text);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText(number);
  }
  await search.fill('WEBSITE');
  await expect(rows(page).first()).toContainText('Website number');
  await search.fill('no such line');
  await expect(page.getByText('No data available')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).first().click();
  await expect.poll(() => count(page)).toBe(total);
});

test('I name lines by mouse or keyboard, take that back, and try again what could not be saved', async ({
  page,
}) => {
  await openLines(page, `${lines}&sort=number&dir=asc`);
  const [mouse, keys] = [await numberOf(page, 0), await numberOf(page, 1)];
  await test.step('With Enter, taken back with Escape, and the name stays', async () => {
    const row = rowOf(page, mouse);
    const old = (await row.getByRole('button').textContent()) ?? '';
    await row.hover();
    await row.getByRole('button', { name: `Rename ${old}` }).click();
    await expect(field(page)).toBeFocused();
    await expectAccessible(page, 'table');
    await field(page).fill('Not this one');
    await page.keyboard.press('Escape');
    await expect(row.getByRole('button', { name: `Rename ${old}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await field(page).fill('Zz front window');
    await page.keyboard.press('Enter');
    await expect(row.getByRole('button', { name: 'Rename Zz front window' })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Saved: Zz front window' })).toHaveCount(1);
    await page.reload();
    await expect(row).toContainText('Zz front window');
    // restored for the journeys that follow
    await row.getByRole('button').click();
    await field(page).fill(old);
    await page.keyboard.press('Enter');
    await expect(row.getByRole('button', { name: `Rename ${old}` })).toBeVisible();
  });

  const row = rowOf(page, keys);
  const old = (await row.getByRole('button').textContent()) ?? '';
  await test.step('With the keyboard only, and on to the next one', async () => {
    await row.getByRole('button').focus();
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await expect(row.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('By blur');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.keyboard.press('Tab');
    expect((await saved).status()).toBe(200);
    await expect(row.getByRole('button', { name: 'Rename By blur' })).toBeVisible();
  });

  await test.step('Back leaves the field, too, and the name is saved', async () => {
    const shown = page.url();
    await page.getByRole('checkbox', { name: 'Show in-active numbers' }).check();
    await expect(page).toHaveURL(/inactive=1/);
    await row.getByRole('button', { name: 'Rename By blur' }).click();
    await field(page).fill('By going back');
    await page.goBack();
    await expect(page).toHaveURL(shown);
    await expect(row.getByRole('button', { name: 'Rename By going back' })).toBeVisible();
  });

  await test.step('A name that could not be saved stays in its field, and I try again', async () => {
    await page.route('**/api/data/tracking-lines', (route) => route.abort());
    await row.getByRole('button').click();
    await field(page).fill('Kept in the field');
    await page.keyboard.press('Enter');
    await expect(row.getByRole('alert')).toContainText('The server could not be reached.');
    await expect(field(page)).toHaveValue('Kept in the field');
    await expectAccessible(page, 'table');
    await page.unroute('**/api/data/tracking-lines');
    await field(page).press('Enter');
    await expect(row.getByRole('button', { name: 'Rename Kept in the field' })).toBeVisible();
    await row.getByRole('button').click();
    await field(page).fill(old);
    await page.getByRole('button', { name: 'Save the name' }).click();
    await expect(row.getByRole('button', { name: `Rename ${old}` })).toBeVisible();
  });
});

test('A list that fails says so, and Retry brings it', async ({ page }) => {
  await bringSession(page, 'owner');
  await page.route('**/api/data/tracking-lines/account**', (route) => route.abort());
  await page.goto(lines);
  await expect(page.getByRole('alert')).toContainText('This could not be loaded');
  await page.unroute('**/api/data/tracking-lines/account**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('With limited access the numbers are not requested', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/tracking-lines/account')) asked.push(request.url());
  });
  await bringSession(page, 'limited');
  await page.goto(lines);
  await expect(page.getByText('Ask support@mailcall.example for full access')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tracking Lines' })).toHaveCount(0);
  expect(asked).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: devices['iPhone 13'].userAgent,
  });

  test('On my phone the lines are a list, and a tap names one', async ({ page }) => {
    await signIn(page, 'owner', `${lines}&sort=number&inactive=1`, 'Tracking Lines');
    const items = page.getByRole('list', { name: 'Tracking lines' }).getByRole('listitem');
    await expect(items).toHaveCount(10);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const item = items.nth(1);
    const old = (await item.getByRole('button').textContent()) ?? '';
    await item.getByRole('button').tap();
    await field(page).fill('Thumbs');
    await page.getByRole('button', { name: 'Keep the old name' }).tap();
    await expect(item.getByRole('button', { name: `Rename ${old}` })).toBeVisible();
    await item.getByRole('button').tap();
    await field(page).fill('Thumbs');
    await page.getByRole('button', { name: 'Save the name' }).tap();
    await expect(item.getByRole('button', { name: 'Rename Thumbs' })).toBeVisible();
    await item.getByRole('button').tap();
    await field(page).fill(old);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Save the name' }).tap();
    await expect(item.getByRole('button', { name: `Rename ${old}` })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });
});
