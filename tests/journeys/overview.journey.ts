import { liveUpdates } from '@mailcall/contract/live.ts';
import { breakdowns } from '@mailcall/contract/scoreboard.ts';
import { expect, type Page, test } from '@playwright/test';
import { OwnOffice } from './own-office.ts';
import { bringSession, figureCard, figureOf, listTab, numberIn, signIn } from './person.ts';

const opens = [
  ['All Calls', 'All Calls'],
  ['Opportunity Calls', 'Opportunity Calls'],
  ['Appointments', 'Appointments'],
  ['Missed Calls', 'Missed Calls'],
  ['Follow-up Opportunities', 'Follow-up Calls'],
] as const;

test('I see each figure and open exactly its rows', async ({ page }) => {
  await signIn(page, 'owner');
  for (const [card, list] of opens) {
    const figure = await figureOf(page, card);
    expect(figure).toBeGreaterThan(0);
    await figureCard(page, card).click({ position: { x: 24, y: 24 } });
    const tab = listTab(page, list);
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    const shown = figure.toLocaleString('en-US');
    await expect(tab).toContainText(shown);
    // a list of one page has no pager, and how many follow-ups there are depends on the hour
    await expect(page.getByText(new RegExp(`^${shown} (calls|appointments)$`))).toBeVisible();
    await page.goBack();
  }
});

test('The card of the conversion rate says how it is counted, and opens the calls with appointments and those it divides by', async ({
  page,
  context,
}) => {
  await signIn(page, 'owner');
  const card = figureCard(page, 'Conversion Rate');
  const link = card.getByRole('link', { name: 'View Calls: Conversion Rate' });
  const tooltip = page.locator('[aria-hidden="true"]:visible', {
    hasText: 'divided by the opportunity calls',
  });
  await card.hover({ position: { x: 24, y: 24 } });
  await expect(tooltip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();

  const before = figureCard(page, 'Appointments').getByRole('button', { name: /^How is this counted/ });
  await before.focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();

  const opened = await context.newPage();
  await opened.goto((await link.getAttribute('href')) ?? '');
  await expect(listTab(opened, 'Appointment Calls')).toHaveAttribute('aria-selected', 'true');
  await opened.close();
  await link.press('Enter');
  await expect(listTab(page, 'Appointment Calls')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();

  await expect(card).toHaveAttribute('aria-busy', 'false');
  const question = card.getByRole('button', { name: 'How is this counted? Conversion Rate' });
  await question.press('Enter');
  const explained = page.getByRole('dialog', { name: 'How is this counted? Conversion Rate' });
  await expect(explained).toContainText('divided by the opportunity calls that staff answered');
  await page.keyboard.press('Escape');
  await expect(explained).toBeHidden();
  await expect(question).toBeFocused();
  await question.press('Enter');
  const below = explained.getByRole('button', { name: /view Divided by opportunity calls/ });
  const divisor = numberIn(await below.textContent());
  await below.click();
  await expect(page).toHaveURL(/outcome=opportunity/);
  await expect(listTab(page, 'Opportunity Calls')).toContainText(divisor.toLocaleString('en-US'));
});

test('I open the full list of a breakdown, and see the calls behind a value of another', async ({ page }) => {
  await signIn(page, 'owner');
  const services = page.getByRole('region', { name: 'Top Requested Services' });
  await services.getByRole('button', { name: /^See full list/ }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('row').nth(6)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  const card = page.getByRole('region', { name: 'Caller Gender' });
  const row = card.getByRole('button', { name: /Female/ }).first();
  const count = numberIn((await row.innerText()).split('\n').find((line) => /\d/.test(line)) ?? null);
  await row.click();
  await expect(page).toHaveURL(/callerGender=Female/);
  await expect(listTab(page, 'All Calls')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('Female');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(
    `of ${count.toLocaleString('en-US')}`,
  );
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Caller Gender' })).toBeVisible();
});

test('The breakdowns come in one request, and a card that cannot be loaded says so and is there after Retry', async ({
  page,
}) => {
  await bringSession(page, 'owner');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  const cards = [
    ['get-calls-per-day', 'Opportunity Calls by Hour'],
    ['get-calls-by-week-hour', 'Calls by Day and Hour'],
    ['get-calls-over-time', 'Calls over Time'],
  ] as const;
  for (const [path] of cards)
    await page.route(`**/api/data/${path}*`, (route) => route.abort(), { times: 1 });
  await page.goto('/scoreboard');
  await expect(page.getByRole('region', { name: 'Call answered by' })).toContainText(
    /derived from the calls/,
  );
  await page.getByRole('region', { name: 'Calls over Time' }).scrollIntoViewIfNeeded();
  for (const [, name] of cards)
    await expect(page.getByRole('region', { name }).getByRole('alert')).toContainText('could not be');
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  const paths = Object.values(breakdowns).map(({ path }) => `/api/data${path}`);
  expect(sent.filter((path) => path === '/api/data/breakdowns')).toHaveLength(2);
  expect(sent.filter((path) => paths.includes(path))).toEqual([]);
  for (const [, name] of cards) {
    const card = page.getByRole('region', { name });
    await card.getByRole('button', { name: 'Retry' }).click();
    await expect(card.getByRole('alert')).toHaveCount(0);
  }
  await expect(
    page
      .getByRole('region', { name: 'Opportunity Calls by Hour' })
      .getByText(/derived from the calls we scored since \d\d\/\d\d\/\d{4}/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Monday, 10 AM/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Calls over Time' }).getByRole('listbox')).toBeVisible();
});

test('Dates without calls say so', async ({ page }) => {
  await signIn(page, 'owner', '/scoreboard?from=2018-01-01&to=2018-01-01&accounts=none');
  await expect(page.getByRole('region', { name: 'Calls by Day and Hour' })).toHaveCount(0);
  await page.goto('/scoreboard?from=2031-01-01&to=2031-01-02');
  await page.getByRole('region', { name: 'Calls over Time' }).scrollIntoViewIfNeeded();
  for (const name of ['Calls by Day and Hour', 'Calls over Time'])
    await expect(
      page.getByRole('region', { name }).getByText('No data for these accounts and dates'),
    ).toBeVisible();
});

for (const [path, last] of [
  ['/scoreboard', 'Caller Gender'],
  ['/scoreboard?tab=front-desk', 'Call On Hold Metrics'],
  ['/campaigns', 'Delivered'],
] as const) {
  test(`Most of ${path} cannot be loaded: one message says so, and one Retry loads it`, async ({ page }) => {
    await bringSession(page, 'owner');
    const sent: string[] = [];
    await page.route('**/api/data/**', (route) => {
      sent.push(route.request().url());
      return route.abort();
    });
    await page.goto(path);
    await expect(page.getByRole('region', { name: last })).toContainText('Could not be loaded');
    const message = page.getByRole('alert');
    await expect(message).toContainText('Most of this page could not be loaded');
    await expect(message).toContainText('The server could not be reached.');
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect(message).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1);
    // a failed request is not repeated endlessly; two parts of a page can need the same; a lost stream is opened again
    const again = sent.filter((url, index) => sent.slice(0, index).filter((one) => one === url).length >= 2);
    expect(again.filter((url) => !url.includes(liveUpdates.path))).toEqual([]);
    await page.unroute('**/api/data/**');
    await message.getByRole('button', { name: 'Retry' }).click();
    await expect(message).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByText('Could not be loaded')).toHaveCount(0);
  });
}

test('A mailing that a link opens says why it cannot be loaded, when nothing else can be either', async ({
  page,
}) => {
  await bringSession(page, 'owner');
  await page.route('**/api/data/**', (route) => route.abort());
  await page.goto('/campaigns/nobody-knows-this');
  await expect(page.getByText('Most of this page could not be loaded')).toBeVisible();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('alert')).toContainText('The server could not be reached.');
  await page.unroute('**/api/data/**');
  await drawer.getByRole('button', { name: 'Retry' }).click();
  await expect(drawer).toContainText('No mailing found');
});

test('Cards without data are named in one line, which opens to show them', async ({ page }) => {
  const company = await OwnOffice.open([{ callerName: 'Ann Waits' }], { industry: 'Home Services' });
  await company.enter(page);
  const line = page.getByRole('button', { name: /^No data:/ });
  await expect(line).toContainText('Top Requested Services, Top Requested Insurances');
  const insurances = page.getByRole('region', { name: 'Top Requested Insurances' });
  await expect(insurances).toHaveCount(0);
  await line.click();
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await expect(insurances).toContainText('Insurance list is empty');
  await expect(page.getByRole('region', { name: 'Top Requested Services' })).toContainText(
    'Service list is empty',
  );
  await line.click();
  await expect(insurances).toHaveCount(0);
});

const panelOf = (page: Page) => page.getByRole('region', { name: /Missed And Follow-up Calls/ });

test('I see the newest calls that wait for a callback, then all of them, sorted, and Back brings me out', async ({
  page,
}) => {
  const waiting = Array.from({ length: 18 }, (_, index) => ({
    callerName: `Ann ${index}`,
    hoursAgo: index + 1,
  }));
  await (await OwnOffice.open(waiting)).enter(page);
  const panel = panelOf(page);
  const rows = panel.locator('tbody tr');
  const showAll = panel.getByRole('button', { name: /^Show all \d+$/ });
  await expect(rows.getByRole('link', { name: /^Call \+1/ })).toHaveCount(5);
  await expect(rows.first()).toBeInViewport({ ratio: 1 });
  await expect(showAll).toHaveText('Show all 18');
  await showAll.click();
  await expect(page).toHaveURL(/callbacks=all/);
  await expect(rows).toHaveCount(15);
  await expect(rows.nth(5).getByRole('link').first()).toBeFocused();
  await expect(panel.getByRole('navigation', { name: 'Pages' })).toContainText('1 – 15 of 18');

  const dates = panel.getByRole('columnheader', { name: 'Date & Time' });
  await dates.getByRole('button').click();
  await expect(dates).toHaveAttribute('aria-sort', 'ascending');
  await page.reload();
  await expect(rows).toHaveCount(15);
  await expect(dates).toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();
  await expect(dates).toHaveAttribute('aria-sort', 'descending');
  await panel.getByRole('button', { name: 'Show fewer' }).click();
  await expect(page).not.toHaveURL(/callbacks=all/);
  await expect(rows).toHaveCount(5);
  await expect(page.locator('#calls-to-call-back')).toBeFocused();

  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  await page.route('**/api/data/calls**', (route) => pressed.then(() => route.continue()));
  await page.reload();
  await showAll.click();
  await expect(page).toHaveURL(/callbacks=all/);
  press();
  await expect(rows.nth(5).getByRole('link').first()).toBeFocused();
});

test('I call a waiting number, or copy it, and report the result', async ({ page, context }) => {
  await signIn(page, 'owner');
  await context.grantPermissions(['clipboard-write']);
  const row = panelOf(page).locator('tbody tr').first();
  const call = row.getByRole('link', { name: /^Call \+1/ });
  await expect(call).toHaveAttribute('href', /^tel:\+1\d{10}$/);
  const number = (await call.innerText()).trim();
  await row.getByRole('button', { name: `Copy ${number}` }).click();
  await expect(row.getByRole('status')).toHaveText(`Copied ${number}`);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox');
  await expect(search).toBeFocused();
  await page.keyboard.press('Control+v');
  await expect(search).toHaveValue(number);
  await search.press('Escape');
  await expect(page).not.toHaveURL(/resolve=/);
  await row.getByRole('button', { name: /^Resolve the call of/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Call back/ });
  await expect(drawer).toContainText('Missed & Opportunity');
  await expect(drawer.getByLabel('Callback handler')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Resolve' })).toBeInViewport({ ratio: 1 });
  await drawer.getByRole('link', { name: 'Call Details' }).click();
  await expect(page).toHaveURL(/\/scoreboard\/[^/?]+/);
  const details = page.getByRole('dialog', { name: 'Call Details' });
  await expect(details.getByRole('button', { name: 'Resolve' })).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(drawer).toBeVisible();
});

test('New calls come by themselves, and wait for my press where I am reading', async ({ browser }) => {
  const office = await OwnOffice.open([{ callerName: 'Ada Before' }]);
  const [page, reader] = [await browser.newPage(), await browser.newPage()];
  const counts = reader.waitForResponse('**/live/version?*');
  await office.enter(reader, '/scoreboard?tab=all-calls&outcome=missed-and-followup');
  await counts;
  await office.enter(page);
  const rowOf = (of: Page, caller: string) => of.getByRole('row').filter({ hasText: caller });
  await expect(rowOf(page, 'Ada Before')).toBeVisible();
  await expect(rowOf(reader, 'Ada Before')).toBeVisible();
  await reader.getByLabel('Search calls').focus();
  // requests that the screen sends by itself do not count as use of the session
  const asksByItself = page.waitForRequest(
    (request) =>
      request.url().includes('/call-summary-count') && request.headers()['x-automatic-request'] === '1',
  );
  await office.receive([{ callerName: 'Ben New', hoursAgo: 1 }]);
  await asksByItself;
  await expect(rowOf(page, 'Ben New')).toBeVisible();
  await expect(figureCard(page, 'All Calls')).toContainText('2');
  const button = reader.getByRole('status').getByRole('button', { name: '1 new call' });
  await expect(button).toBeVisible();
  await expect(rowOf(reader, 'Ben New')).toHaveCount(0);
  await button.focus();
  await office.receive([{ callerName: 'Cleo New', hoursAgo: 1 }]);
  const both = reader.getByRole('status').getByRole('button', { name: '2 new calls' });
  await expect(both).toBeFocused();
  await both.press('Enter');
  await expect(rowOf(reader, 'Ben New')).toBeVisible();
  await expect(rowOf(reader, 'Cleo New')).toBeVisible();
  await expect(both).toHaveCount(0);
  await expect(reader.getByRole('main')).toBeFocused();
  await page.close();
  await reader.close();
});
