import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import { devices, type Download, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { expectNoSidewaysScroll, newestMessage, numberIn, signIn } from './person.ts';

const missedCalls = '/scoreboard?tab=all-calls&outcome=missed+call&range=year';
const everyCall = '/scoreboard?tab=all-calls&outcome=all+calls';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Download calls' });
const exportsOf = (page: Page) => page.getByRole('dialog', { name: 'Exports' });

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

async function agree(page: Page): Promise<void> {
  await dialogOf(page).getByLabel('I accept the terms and conditions.').check();
  await dialogOf(page).getByLabel('I am an authorized receiver of the data.').check();
}

async function rowsOf(download: Download): Promise<Record<string, unknown>[]> {
  const { sheets } = await readXlsx(await readFile(await download.path()));
  expect(sheets.map(({ name }) => name)).toEqual(['Calls', 'About this export']);
  const [titles = [], ...rows] = sheets[0]?.rows ?? [];
  return rows.map((row) => Object.fromEntries(titles.map((title, index) => [String(title), row[index]])));
}

test('I download the missed calls that I look at, after agreeing to both sentences', async ({ page }) => {
  await signIn(page, 'owner', missedCalls);
  const found = page.getByRole('status').filter({ hasText: /calls? ·/ });
  const calls = numberIn(await found.textContent());
  const dialog = await openDialog(page);
  await expect(dialog).toContainText('Missed Calls');
  await expect(dialog).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} – [A-Z][a-z]{2} \d{1,2}, \d{4}/);

  const go = dialog.getByRole('button', { name: 'Direct Download' });
  await expect(go).toBeDisabled();
  await dialog.getByLabel('I accept the terms and conditions.').check();
  await expect(go).toBeDisabled();
  await dialog.getByLabel('I am an authorized receiver of the data.').check();
  const [download] = await Promise.all([page.waitForEvent('download'), go.click()]);
  expect(download.suggestedFilename()).toMatch(/^calls-missed-call_\d{8}_\d{8}\.xlsx$/);
  await expect(dialog).toBeHidden();

  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible();
  await page.getByRole('tab', { name: 'All Calls', exact: true }).click();
  await openDialog(page);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[role="dialog"]')).toHaveCount(0);
  await page.getByRole('tab', { name: 'All Calls', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled();
  await expect(dialog).toHaveCount(0);

  const rows = await rowsOf(download);
  expect(rows).toHaveLength(calls);
  expect(rows.every((row) => String(row['Outcome']).includes('Missed Call'))).toBe(true);
  expect(rows[0]?.['Date & Time']).toBeInstanceOf(Date);
});

test('The file is in the order and within the search of my list', async ({ page }) => {
  await signIn(
    page,
    'owner',
    '/scoreboard?tab=all-calls&outcome=opportunity&q=whitening&sort=callDuration&dir=asc',
  );
  await openDialog(page);
  await expect(dialogOf(page)).toContainText('whitening');
  await agree(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialogOf(page).getByRole('button', { name: 'Direct Download' }).click(),
  ]);
  const rows = await rowsOf(download);
  expect(rows.length).toBeGreaterThan(0);
  const lengths = rows.map((row) => (row['Duration'] as Date).getTime());
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});

test('A download that fails says so and keeps what I ticked, and while it is submitting nothing closes the dialog', async ({
  page,
}) => {
  await signIn(page, 'frontdesk', missedCalls);
  await page.route('**/calls/download.xlsx?*', (route) => route.abort());
  const dialog = await openDialog(page);
  await agree(page);
  await dialog.getByRole('button', { name: 'Direct Download' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Download failed. Please try again.');
  await expect(dialog.getByLabel('I accept the terms and conditions.')).toBeChecked();
  await page.unroute('**/calls/download.xlsx?*');
  const tooMany = 'Too many of your downloads are under way. Please try again when one of them is done.';
  await page.route('**/calls/download.xlsx?*', (route) =>
    route.fulfill({ status: 429, json: { status: 'error', message: tooMany, data: null } }),
  );
  await dialog.getByRole('button', { name: 'Direct Download' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(tooMany);
  await page.unroute('**/calls/download.xlsx?*');

  const held = Promise.withResolvers<void>();
  await page.route('**/calls/request-download', async (route) => {
    await held.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Direct Download' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Preparing the file…');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  const coming = page.waitForEvent('download');
  held.resolve();
  expect((await rowsOf(await coming)).length).toBeGreaterThan(0);
  await expect(dialog).toBeHidden();
});

test('More than 10,000 calls are written in the background and mailed as a link', async ({ page }) => {
  await signIn(page, 'owner', everyCall);
  await page.route('**/calls/request-large-export', (route) => route.abort());
  const dialog = await openDialog(page);
  await expect(dialog).toContainText('More than 10,000 calls');
  await agree(page);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Download request failed. Please try again.');
  await page.unroute('**/calls/request-large-export');

  await dialog.getByRole('button', { name: 'Send request' }).click();
  const said = 'Request sent successfully. Please expect an email from your marketing coordinator.';
  await expect(page.getByText(said)).toBeVisible();
  const panel = exportsOf(page);
  await expect(panel.getByRole('listitem').first()).toContainText(/calls-all-calls_\d{8}_\d{8}\.xlsx/);
  const ready = panel.getByRole('button', { name: /^Download calls-all-calls/ }).first();
  await expect(ready).toBeVisible();
  await expectAccessible(page);

  const { link } = await newestMessage(page, 'owner@demo.example');
  await page.goto(link);
  await expect(exportsOf(page).locator('[aria-current="true"]')).toContainText('calls-all-calls');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exportsOf(page)
      .locator('[aria-current="true"]')
      .getByRole('button', { name: /^Download/ })
      .click(),
  ]);
  expect((await rowsOf(download)).length).toBeGreaterThan(10_000);

  await page.keyboard.press('Escape');
  await expect(exportsOf(page)).toBeHidden();
  await page.getByRole('button', { name: /^Exports/ }).click();
  await expect(exportsOf(page)).toBeVisible();
  await page.goBack();
  await expect(exportsOf(page)).toBeHidden();
});

test('Appointments have no download, and without accounts there is nothing to download', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('request-download')) asked.push(request.url());
  });
  await signIn(page, 'owner', '/scoreboard?tab=all-calls&outcome=appointments');
  await expect(page.getByRole('searchbox', { name: 'Search appointments' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toHaveCount(0);
  await page.goto(`${everyCall}&accounts=none`);
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeDisabled();
  expect(asked).toEqual([]);
});

test.describe('on my phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: devices['iPhone 13'].userAgent,
  });

  test('I download a list with my thumb', async ({ page }) => {
    await signIn(page, 'frontdesk', missedCalls);
    await page.getByRole('button', { name: 'Download', exact: true }).tap();
    await expect(dialogOf(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleAsShown(page);
    await dialogOf(page).getByText('I accept the terms and conditions.').tap();
    await dialogOf(page).getByText('I am an authorized receiver of the data.').tap();
    const go = dialogOf(page).getByRole('button', { name: 'Direct Download' });
    expect((await go.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const [download] = await Promise.all([page.waitForEvent('download'), go.tap()]);
    expect((await rowsOf(download)).length).toBeGreaterThan(0);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${missedCalls}&exports=open`);
    await expect(exportsOf(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleAsShown(page);
  });
});
