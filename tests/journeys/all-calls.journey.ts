import { expect, type Page, test } from '@playwright/test';
import { officeIds } from '../../demo/offices.ts';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { bringSession, expectLoaded, lightPage, listTab, signIn } from './person.ts';

const calls = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

test('I open a call with the keyboard, sort by length, turn the pages, and send a colleague the very same view', async ({
  page,
  context,
}) => {
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=all+calls');
  await expect(calls(page)).toHaveCount(15);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Call Details/ });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/outcome=all\+calls/);

  const length = page.getByRole('columnheader', { name: /Recording/ });
  await length.getByRole('button').dblclick();
  await expect(length).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=callDuration/);
  // the second of two quick presses follows the first, even before anything is drawn
  await page.getByRole('button', { name: 'Next page' }).evaluate((next: HTMLElement) => {
    next.click();
    next.click();
  });
  await expect(page).toHaveURL(/page=3/);
  await expect(page.getByRole('status').filter({ hasText: '31 – 45 of' })).toBeVisible();
  const first = await calls(page).first().textContent();
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await expect(calls(colleague).first()).toHaveText(first ?? '');
  await colleague.getByRole('combobox', { name: 'Rows per page' }).selectOption('30');
  await expect(calls(colleague)).toHaveCount(30);
  await expect(colleague).not.toHaveURL(/page=3/);
});

test('I search for a caller and find only calls that say so; typing on is one step for Back, another search is another', async ({
  page,
}) => {
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=appointment');
  await expect(calls(page)).toHaveCount(15);
  const search = page.getByRole('searchbox');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  for (const text of ['ann', 'anna', 'zz', 'zzz']) {
    await search.fill(text);
    await expect(page).toHaveURL(new RegExp(`q=${text}(&|$)`));
  }
  await page.goBack();
  await expect(search).toHaveValue('anna');
  await page.goBack();
  await expect(search).toHaveValue('');
  await expect(page).not.toHaveURL(/q=/);

  await search.fill('no such caller anywhere');
  await expect(page).toHaveURL(/q=no/);
  await expect(page.getByText('No data available')).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: /clear/i }).first().click();
  await expect(calls(page)).toHaveCount(15);
});

test('I see all of twelve calls with any page size that I chose', async ({ page }) => {
  const names = Array.from({ length: 12 }, (_, at) => ({ callerName: `Caller ${at}` }));
  const office = await OwnOffice.open(names);
  await office.enter(page, ...lightPage);
  for (const [address, list] of [
    ['/scoreboard?tab=all-calls&outcome=all+calls', 'All Calls'],
    ['/scoreboard?range=all&callbacks=all', /^Missed And Follow-up Calls/],
  ] as const) {
    await page.goto(`${address}&pageSize=10&page=2`);
    await expect(page.getByRole('table', { name: list }).locator('tbody').getByRole('row')).toHaveCount(12);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
    await expect(page).not.toHaveURL(/[?&]page=/);
  }
});

test('I see how old the lists are, ask for the newest, read the appointments, and each time in its zone', async ({
  page,
}) => {
  await signIn(page, 'owner', '/scoreboard?tab=all-calls&outcome=all+calls');
  await expect(calls(page)).toHaveCount(15);
  await expectLoaded(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More about this screen' }).click();
  await expect(page.getByRole('menu').getByText(/^as of /)).toBeVisible();
  const counts = page.waitForResponse((response) => response.url().includes('/call-summary-count'));
  const list = page.waitForResponse((response) => /\/api\/data\/calls\?/.test(response.url()));
  await page.getByRole('menuitem', { name: /^Refresh the figures/ }).click();
  expect((await counts).status()).toBe(200);
  expect((await list).status()).toBe(200);
  await page.keyboard.press('Escape');

  for (const row of await calls(page).all()) await expect(row).toContainText(/[ap]m [ECMP][SD]T/);

  await listTab(page, 'Appointments').click();
  await expect(listTab(page, 'Appointments')).toHaveAttribute('aria-selected', 'true');
  await expect(calls(page)).toHaveCount(15);
  await expectLoaded(page);
  // where the tab was, the pointer may rest on something that has a tooltip
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page);
  for (const row of await calls(page).all()) expect((await row.boundingBox())?.height).toBe(52);

  await page.goto(`/scoreboard?tab=all-calls&outcome=all+calls&accounts=${officeIds.asheville}`);
  await expect(calls(page)).toHaveCount(15);
  await expect(calls(page).first()).toContainText(/[ap]m/);
  await expect(page.getByRole('table')).not.toContainText(/[ap]m [ECMP][SD]T/);
});

test('A link to a list by its name opens it', async ({ page }) => {
  await bringSession(page, 'frontdesk');
  for (const [path, list] of [
    ['missed-calls', 'Missed Calls'],
    ['appointment-calls', 'Appointment Calls'],
    ['opportunity-calls', 'Opportunity Calls'],
  ] as const) {
    await page.goto(`/scoreboard/all-calls/${path}`);
    await expect(listTab(page, list)).toHaveAttribute('aria-selected', 'true');
  }
});
