import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { figureOf, listTab, numberIn, signIn } from './person.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Calls over Time' });
const chart = (page: Page) => panel(page).getByRole('listbox');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const marks = (page: Page) => panel(page).getByRole('button', { name: /^Delivered: |delivered mailings$/ });

async function comeTo(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Show all/ }).scrollIntoViewIfNeeded();
  await panel(page).scrollIntoViewIfNeeded();
}

test('I see how calls develop, choose weeks, and open the calls of one week by keyboard', async ({
  page,
}) => {
  await signIn(page, 'owner', '/scoreboard?range=last-year');
  await comeTo(page);
  await expect(chart(page).getByRole('option')).toHaveCount(12);
  await panel(page).getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/per=week/);
  await expect(chart(page).getByRole('option')).toHaveCount(53);
  await chart(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  const week = chart(page).getByRole('option', { selected: true });
  const [name = '', counts = ''] = ((await week.getAttribute('aria-label')) ?? '').split(': ');
  expect(name).toMatch(/^\w+ \d+ – [\w ,]+$/);
  const parts = /^Opportunity ([\d,]+), Missed ([\d,]+), Other ([\d,]+), Appointments [\d,]+$/.exec(counts);
  const calls = (parts?.slice(1) ?? []).reduce((sum, part) => sum + numberIn(part), 0);
  expect(calls).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(listTab(page, 'All Calls')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/from=\d{4}-12-\d\d/);
  await expect(pages(page)).toContainText(`of ${calls}`);
  await page.goBack();
  await expect(page).toHaveURL(/per=week/);
  await expect(chart(page)).toBeVisible();
});

test('I read the periods as a table, open one and save them as a file', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?range=all');
  await comeTo(page);
  await panel(page).getByText('Table', { exact: true }).click();
  const rows = panel(page).getByRole('row');
  const all = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
  );
  const sum = (column: number) => all.reduce((total, cells) => total + numberIn(cells[column] ?? '0'), 0);
  expect([sum(0), sum(1), sum(2), sum(4)]).toEqual([
    await figureOf(page, 'All Calls'),
    await figureOf(page, 'Opportunity Calls'),
    await figureOf(page, 'Missed Calls'),
    await figureOf(page, 'Appointments'),
  ]);
  const saved = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Download CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^calls-over-time-\d{4}-\d\d-\d\d-to-[\d-]+\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(all.length);
  expect(lines.at(-1)?.split(',').slice(2)).toEqual(all[1]);
  await rows.nth(1).getByRole('button').click();
  await expect(pages(page)).toContainText(`of ${all[1]?.[0]}`);
});

test('A marker shows the postcard of the week and leads to its mailing', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?range=last-year');
  await comeTo(page);
  await marks(page).last().hover();
  const card = page.getByRole('dialog', { name: /^Delivered: |delivered mailings$/ });
  await expect(card.getByRole('img', { name: /^Front of / }).first()).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(card).toHaveCount(0);
  await marks(page).last().press('Enter');
  const mailing = card.getByRole('link').first();
  await expect(mailing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(marks(page).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await mailing.press('Enter');
  await expect(page).toHaveURL(/\/campaigns\/[\w-]+/);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(panel(page)).toBeVisible();
});
