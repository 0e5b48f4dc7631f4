import { expect, type Page, test } from '@playwright/test';
import { officeIds } from '../../demo/offices.ts';
import { OwnOffice } from './own-office.ts';
import { lightPage, listTab, signIn } from './person.ts';

const calls = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

test('I sort by length, go to the next page, and send a colleague the very same view', async ({
  page,
  context,
}) => {
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=all+calls');
  const length = page.getByRole('columnheader', { name: /Recording/ });
  await length.getByRole('button').dblclick();
  await expect(length).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=callDuration/);
  // of two quick presses the second one follows the first, even before anything is drawn
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
});

test('I search for a caller and find only calls that say so', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=appointment');
  await expect(calls(page)).toHaveCount(15);
  const search = page.getByRole('searchbox');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('no such caller anywhere');
  await expect(page).toHaveURL(/q=no/);
  await expect(page.getByText('No data available')).toBeVisible();
  await page.getByRole('button', { name: /clear/i }).first().click();
  await expect(calls(page)).toHaveCount(15);
});

test('Typing on is one step for Back, and another search is another', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=appointment');
  await expect(calls(page)).toHaveCount(15);
  const search = page.getByRole('searchbox');
  for (const text of ['ann', 'anna', 'zz', 'zzz']) {
    await search.fill(text);
    await expect(page).toHaveURL(new RegExp(`q=${text}(&|$)`));
  }
  await page.goBack();
  await expect(search).toHaveValue('anna');
  await page.goBack();
  await expect(search).toHaveValue('');
  await expect(page).not.toHaveURL(/q=/);
});

test('I choose how many rows a page has and am back on the first', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=all+calls&page=3');
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('30');
  await expect(calls(page)).toHaveCount(30);
  await expect(page).not.toHaveURL(/page=3/);
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

test('Over several time zones each time names its own', async ({ page }) => {
  await signIn(page, 'owner', '/scoreboard?tab=all-calls&outcome=all+calls');
  await expect(calls(page)).toHaveCount(15);
  for (const row of await calls(page).all()) await expect(row).toContainText(/[ap]m [ECMP][SD]T/);
  await page.goto(`/scoreboard?tab=all-calls&outcome=all+calls&accounts=${officeIds.asheville}`);
  await expect(calls(page)).toHaveCount(15);
  await expect(calls(page).first()).toContainText(/[ap]m/);
  await expect(page.getByRole('table')).not.toContainText(/[ap]m [ECMP][SD]T/);
});

test('I see how old the list is and ask for the newest', async ({ page }) => {
  await signIn(page, 'owner', '/scoreboard?tab=all-calls&outcome=all+calls');
  await expect(page.getByText(/^as of /)).toBeVisible();
  const counts = page.waitForResponse((response) => response.url().includes('/call-summary-count'));
  const list = page.waitForResponse((response) => /\/api\/data\/calls\?/.test(response.url()));
  await page.getByRole('button', { name: 'Refresh the figures' }).click();
  expect((await counts).status()).toBe(200);
  expect((await list).status()).toBe(200);
});

test('I read the appointments that were booked', async ({ page }) => {
  await signIn(page, 'owner', '/scoreboard?tab=all-calls');
  await listTab(page, 'Appointments').click();
  await expect(listTab(page, 'Appointments')).toHaveAttribute('aria-selected', 'true');
  await expect(calls(page)).toHaveCount(15);
  // nothing wraps into a third line
  for (const row of await calls(page).all()) expect((await row.boundingBox())?.height).toBe(52);
});

test('I move through the calls with the keyboard only', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=all+calls');
  await expect(calls(page)).toHaveCount(15);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Call Details', exact: true });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/outcome=all\+calls/);
});

for (const [path, list] of [
  ['missed-calls', 'Missed Calls'],
  ['appointment-calls', 'Appointment Calls'],
  ['opportunity-calls', 'Opportunity Calls'],
] as const) {
  test(`A link to ${path} opens that list`, async ({ page }) => {
    await signIn(page, 'frontdesk', `/scoreboard/all-calls/${path}`);
    await expect(listTab(page, list)).toHaveAttribute('aria-selected', 'true');
  });
}
