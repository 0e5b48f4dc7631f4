import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { OwnOffice } from './own-office.ts';
import { expectNoSidewaysScroll } from './person.ts';

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' });
const rows = (page: Page) =>
  activity(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

test('As a primary contact I see by the keyboard who opened a call, find it, and take the list with me', async ({
  page,
}) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }]);
  await office.enterSettings(page);
  await page.goto(`/scoreboard/${office.callId(0)}`);
  await expect(page.getByRole('dialog', { name: 'Call Details' })).toContainText('Ann Waits');
  await page.goto('/settings');
  await activity(page).scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveText([/Opened a call.*127\.0\.0\.x/, /Signed in.*127\.0\.0\.x/]);

  await office.haveRead(612);
  await activity(page).getByLabel('Kind').selectOption('Calls read in lists');
  const many = 'Read 612 calls in lists and search within an hour: unusually many';
  await expect(rows(page)).toHaveText([new RegExp(many)]);
  await expect(rows(page).getByText(many).locator('svg')).toBeVisible();
  await activity(page).getByLabel('Kind').selectOption('Sign-ins');
  await expect(rows(page)).toHaveText([/Signed in/]);
  await activity(page).getByLabel('Kind').selectOption('Everything');
  const search = activity(page).getByRole('searchbox', { name: 'Search people and what they did' });
  await search.fill('opened');
  await expect(rows(page)).toHaveText([/Opened a call/]);
  const download = page.waitForEvent('download');
  await activity(page).getByRole('button', { name: 'Export' }).press('Enter');
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(2);
  expect(file).toContain(`Opened a call,127.0.0.x,${office.callId(0)}`);
  await search.fill('nothing like it');
  await expect(activity(page)).toContainText('Nothing was found');
  await search.fill('');
  await expect(activity(page)).toContainText('Exported the activity');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await activity(page).getByRole('link', { name: 'Opened a call' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Call Details' })).toContainText('Ann Waits');
});
