import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  expectNoSidewaysScroll,
  figureCard,
  figureOf,
  listTab,
  numberIn,
  openOutbox,
  signIn,
} from './person.ts';

/** The cards of a section, 'Delivered' or 'In production'. */
function cardsOf(page: Page, section: string): Locator {
  return page.getByRole('region', { name: section, exact: true }).getByRole('article');
}

const openMailing = (card: Locator) =>
  card.getByRole('link', { name: /View Performance|View Details|Review and Approve/ }).click();

/** The order number of a card, which is not its heading. */
const orderOf = async (card: Locator) =>
  /MC-\d+/.exec((await card.getByText(/^Order MC-/).textContent()) ?? '')?.[0] ?? '';

/** The strip that says what waits. */
const toDo = (page: Page) => page.getByRole('region', { name: 'To do' });

/** Nothing is loading any more. */
const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

test('I open the calls behind a figure of my campaigns, in the same accounts and dates', async ({ page }) => {
  await signIn(page, 'owner', '/campaigns?range=year');
  const figure = await figureOf(page, 'Missed Calls');
  await expect(figureCard(page, 'Missed Calls')).toContainText(/\d+%/);
  await figureCard(page, 'Missed Calls')
    .getByRole('link', { name: /View Calls/ })
    .click();
  await expect(page).toHaveURL(/\/scoreboard\?.*range=year/);
  await expect(listTab(page, 'Missed Calls')).toHaveAttribute('aria-selected', 'true');
  await expect(listTab(page, 'Missed Calls')).toContainText(figure.toLocaleString('en-US'));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();

  // what a rate is made of in this selection, and the rows of each part
  await page.getByRole('button', { name: 'How is this counted? Missed Calls' }).click();
  const counted = page.getByRole('dialog', { name: 'How is this counted? Missed Calls' });
  await expect(counted.getByRole('listitem').first()).toHaveText(
    `Missed calls${figure.toLocaleString('en-US')}`,
  );
  const opportunities = counted.getByRole('button', { name: /view Opportunity calls$/ });
  const count = (await opportunities.textContent()) ?? '';
  await opportunities.click();
  await expect(page).toHaveURL(/\/scoreboard\?.*range=year/);
  await expect(listTab(page, 'Opportunity')).toHaveAttribute('aria-selected', 'true');
  await expect(listTab(page, 'Opportunity')).toContainText(count);
});

test('The page says first what waits for me, and leads there', async ({ page }) => {
  // the postcards that wait have another type and other dates
  await signIn(page, 'owner', '/campaigns?type=non-mailing&range=day');
  const postcards = toDo(page).getByRole('link', { name: /^\d+ postcards to approve$/ });
  const count = numberIn(await postcards.textContent());
  await postcards.click();
  await expect(page.getByRole('heading', { name: 'In production' })).toBeFocused();
  await expect(page.getByText(new RegExp(`on the way, ${count} to approve$`))).toBeVisible();
  const calls = toDo(page).getByRole('link', { name: /calls to call back$/ });
  const text = (await calls.textContent()) ?? '';
  await calls.click();
  await expect(page).toHaveURL(/\/scoreboard\?.*range=day#calls-to-call-back$/);
  await expect(page.locator('#calls-to-call-back')).toBeFocused();
  await page.getByRole('tab', { name: 'Front Desk' }).click();
  await toDo(page).getByRole('link', { name: text }).click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('#calls-to-call-back')).toBeFocused();
  await page.getByRole('heading', { level: 1 }).click();
  await toDo(page).getByRole('button', { name: text }).click();
  await expect(page.locator('#calls-to-call-back')).toBeFocused();
});

test('I sort my mailings, and Back undoes it', async ({ page }) => {
  await signIn(page, 'frontdesk', '/campaigns?range=all&page=2');
  await expect(page.getByText(/^Showing 16-30 of \d+ items$/)).toBeVisible();
  await page.getByRole('button', { name: 'Sort', exact: true }).click();
  const leads = page.getByRole('menuitem', { name: 'Leads' });
  await leads.click();
  await expect(page.getByRole('button', { name: 'Sorted by Leads - Lowest to Highest' })).toBeVisible();
  await expect(page.getByText(/^Showing 1-15 of \d+ items$/)).toBeVisible();
  await leads.click();
  await expect(page.getByRole('button', { name: 'Sorted by Leads - Highest to Lowest' })).toBeVisible();
  await page.keyboard.press('Escape');
  await settled(page);
  const shown = await cardsOf(page, 'Delivered').locator('dt:text-is("Leads") + dd').allTextContents();
  const leadsShown = shown.map(Number);
  expect(leadsShown).toEqual(leadsShown.toSorted((one, other) => other - one));
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sorted by Leads - Lowest to Highest' })).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Sorted by Leads - Highest to Lowest' }).click();
  await leads.click();
  await expect(page.getByRole('button', { name: 'Sort', exact: true })).toBeVisible();
});

test('I look at a day without mailings, and find my way back to all of them', async ({ page }) => {
  await signIn(page, 'frontdesk', '/campaigns?from=2018-01-02&to=2018-01-02&type=non-mailing');
  await expect(page.getByText('No mailings found for Jan 2, 2018, Non-Mailing Campaigns')).toBeVisible();
  await page.getByRole('button', { name: 'Show all dates and campaigns' }).click();
  await expect(cardsOf(page, 'Delivered').first()).toBeVisible();
});

test('I approve a mailing', async ({ page }) => {
  await signIn(page, 'other', '/campaigns');
  const card = cardsOf(page, 'In production').filter({
    has: page.getByRole('link', { name: /^Review and Approve/ }),
  });
  const title = (await card.getByRole('heading', { level: 3 }).textContent()) ?? '';
  const name = await orderOf(card);
  await expect(card).toContainText('Ready to approve');
  // on the way it has nothing to count yet
  await expect(card).toContainText(/Arrives (this week|next week|in \d+ weeks)/);
  await expect(card).not.toContainText(/Leads|No Audit/);
  await expect(page.getByText(/on the way, 1 to approve$/)).toBeVisible();
  const toApprove = toDo(page).getByRole('button', { name: '1 postcard to approve' });
  await toApprove.click();
  await expect(page.getByRole('heading', { name: 'In production' })).toBeFocused();
  await openMailing(card);
  const drawer = page.getByRole('dialog').filter({ hasText: 'Mailing Status' });
  await expect(drawer.getByRole('tab', { name: 'Design' })).toHaveAttribute('aria-selected', 'true');
  const approve = drawer.getByRole('button', { name: 'Approve – goes to print' });
  await approve.click();
  const question = page.getByRole('dialog', { name: `Approve ${name}?` });
  await expect(question).toContainText('Your name and the date are saved');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(drawer).toBeVisible();
  await approve.click();
  // the question leads to what was not looked at, and does not ask about it again
  await expect(question).toContainText('You have not looked at the front or the back in full size yet.');
  await question.getByRole('button', { name: 'Look at the Front' }).click();
  await expect(page.getByText('For design changes, write to')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: /^Back of/ }).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await approve.click();
  await expect(question).not.toContainText('You have not looked');
  await question.getByRole('button', { name: 'Approve – goes to print' }).click();
  await expect(page.getByText(`${name} is approved and goes to print. Thank you.`)).toBeVisible();
  await expect(approve).toBeHidden();
  await expect(drawer.getByRole('button', { name: /^Approved by Walt Brannigan on / })).toBeVisible();
  await drawer.getByRole('tab', { name: 'Details' }).click();
  await expect(drawer.getByRole('row', { name: /^Approved By/ })).toContainText('Walt Brannigan');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(cardsOf(page, 'In production').filter({ hasText: name })).toContainText('View Details');
  await expect(toApprove).toHaveCount(0);
  await expect(cardsOf(page, 'In production').filter({ hasText: name })).toContainText(title);

  const outbox = await openOutbox(page);
  await expect(
    outbox
      .locator('article[data-recipient="other@demo.example"]')
      .filter({ hasText: `${name} was approved` }),
  ).toHaveCount(1);
});

test('I give a mailing a name of our own, and take it back', async ({ page }) => {
  await signIn(page, 'frontdesk', '/campaigns');
  const card = cardsOf(page, 'Delivered').last();
  const label = (await card.getByRole('heading', { level: 3 }).textContent()) ?? '';
  const order = await orderOf(card);
  const named = cardsOf(page, 'Delivered').filter({ hasText: 'Summer whitening' });
  await card.getByRole('button', { name: `Rename ${label}` }).click();
  await page.keyboard.type('Thrown away');
  await page.keyboard.press('Escape');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText(label);
  await expect(card.getByRole('button', { name: `Rename ${label}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Summer whitening');
  await page.keyboard.press('Enter');
  await expect(named).toContainText(`Order ${order}`);
  await expect(named).toContainText(label);
  await openMailing(named);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Rename Summer whitening' }).click();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('heading', { name: label })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(named).toHaveCount(0);
});

test('I go through the calls of a mailing, all of them and one by one', async ({ page }) => {
  await signIn(page, 'owner', '/campaigns?sort=leadsCount&dir=desc');
  await openMailing(cardsOf(page, 'Delivered').first());
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Calls' }).click();
  const table = drawer.getByRole('table');
  const rows = table.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(9);
  const date = table.getByRole('columnheader', { name: 'Date' });
  await expect(date).toHaveAttribute('aria-sort', 'descending');
  await date.getByRole('button').click();
  await expect(date).toHaveAttribute('aria-sort', 'ascending');
  await drawer.getByRole('button', { name: /^View All/ }).click();
  await expect(drawer.getByRole('navigation', { name: 'Pages' })).toContainText(/1 – 10 of \d+/);
  await expect(rows).toHaveCount(10);
  await expect(drawer.getByRole('button', { name: /^View All/ })).toHaveCount(0);
  await rows.nth(1).click();
  await expect(drawer.getByRole('heading', { name: 'Scheduled Appointments' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Go back to the calls' }).click();
  await expect(rows).toHaveCount(10);
  await expect(rows.nth(1).getByRole('button').first()).toBeFocused();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns\?/);
  expect(page.url()).not.toContain('call');
  await expect(page.getByRole('link', { name: /View Performance/ }).first()).toBeFocused();
});

test('I view both faces of a mailing in full screen, and the zone it was sent to', async ({ page }) => {
  await signIn(page, 'frontdesk', '/campaigns');
  await openMailing(cardsOf(page, 'Delivered').filter({ hasText: 'MVP Mail' }).first());
  const drawer = page.getByRole('dialog').filter({ hasText: 'Mailing Status' });
  await drawer.getByRole('tab', { name: 'Design' }).click();
  await drawer.getByRole('button', { name: 'View the front in full screen' }).click();
  const preview = page.getByRole('dialog').filter({ hasText: 'For design changes, write to' });
  await expect(preview.getByRole('link', { name: 'support@mailcall.example' })).toBeVisible();
  const loaded = (name: RegExp) =>
    expect
      .poll(() =>
        preview.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(600);
  await loaded(/^Front of/);
  await preview.getByText('Back', { exact: true }).click();
  await loaded(/^Back of/);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('tab', { name: 'Map' }).click();
  await expect(drawer.getByRole('table', { name: 'Zone' })).toContainText('Carrier Routes');
});

test('A double click opens a mailing and leaves it open, and one click outside closes it', async ({
  page,
}) => {
  await signIn(page, 'frontdesk', '/campaigns');
  await settled(page);
  const link = cardsOf(page, 'Delivered').first().getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error('The mailing is not shown.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const drawer = page.getByRole('dialog').filter({ hasText: 'Mailing Status' });
  await expect(drawer).toBeVisible();
  // the second click lands where the card was: outside the drawer
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await drawer.getByRole('tab', { name: 'Details' }).click();
  await drawer.getByRole('tab', { name: 'Design' }).click();
  await expect(page).toHaveURL(/\/campaigns\/.+panel=design/);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(drawer).toBeHidden();
});

test('A face that cannot be loaded is greyed and opens nothing', async ({ page }) => {
  await page.route('**/api/data/images/*.thumbnail.*', (route) => route.abort());
  await signIn(page, 'frontdesk', '/campaigns');
  await openMailing(cardsOf(page, 'Delivered').first());
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Design' }).click();
  await expect(
    drawer.getByRole('img', { name: /^Front of .*: this image could not be loaded$/ }),
  ).toHaveCount(2);
  await expect(
    drawer.getByRole('img', { name: /^Back of .*: this image could not be loaded$/ }),
  ).toBeVisible();
  await expect(drawer.getByRole('button', { name: /in full screen/ })).toHaveCount(0);
});

test('A link to a mailing opens it with its audit, and closing it shows the campaigns', async ({ page }) => {
  await signIn(page, 'owner', '/campaigns');
  const audited = cardsOf(page, 'Delivered').filter({ hasText: / new patients? · / });
  const link = await audited.first().getByRole('link').getAttribute('href');
  await page.goto(link ?? '');
  const drawer = page.getByRole('dialog').filter({ hasText: 'Mailing Status' });
  await expect(drawer.getByRole('table', { name: 'Details' })).toContainText('Shipment Date');
  await expect(drawer.getByRole('row', { name: /^Last Audit/ })).toContainText(
    /(From your patient lists|By .+)$/,
  );
  await drawer.getByRole('button', { name: 'How is this counted? Matched Top Patients' }).press('Enter');
  const about = page.getByRole('dialog', { name: 'How is this counted? Matched Top Patients' });
  await expect(about).toContainText('top fifth of their list by production');
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await drawer.getByRole('tab', { name: 'Design' }).click();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns\?/);
  await page.goto('/campaigns/nobody-knows-this');
  await expect(page.getByText('No mailing found')).toBeVisible();
});

test('Mailings that cannot be loaded say so and are there after Retry', async ({ page }) => {
  await signIn(page, 'frontdesk', '/campaigns');
  await expect(cardsOf(page, 'Delivered').first()).toBeVisible();
  await page.route('**/api/data/mailings?*deliveredInFirstCall*', (route) => route.abort(), { times: 1 });
  await page.reload();
  const section = page.getByRole('region', { name: 'Delivered' });
  await expect(section.getByRole('alert')).toContainText('could not be');
  await section.getByRole('button', { name: 'Retry' }).click();
  await expect(cardsOf(page, 'Delivered').first()).toBeVisible();
});

test('With limited access I see the mailings but cannot open them', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await signIn(page, 'limited', '/campaigns');
  await expect(figureCard(page, 'All Calls')).toContainText(/\d/);
  const card = cardsOf(page, 'Delivered').first();
  await expect(toDo(page)).toHaveCount(0);
  await expect(card.getByRole('button', { name: /Rename/ })).toHaveCount(0);
  await openMailing(card);
  await expect(
    page.getByText('You are currently logged in with limited access. Verify your identity to view this page'),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/campaigns\?/);
  expect(refused).toEqual([]);
});

for (const [width, height] of [
  [390, 844],
  [320, 640],
] as const) {
  test.describe(`On a phone of ${width} pixels`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test(`I look at a mailing and its calls (${width})`, async ({ page }) => {
      await signIn(page, 'frontdesk', '/campaigns?sort=leadsCount&dir=desc');
      await settled(page);
      await expectNoSidewaysScroll(page);
      await cardsOf(page, 'Delivered').first().tap();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('table', { name: 'Details' })).toBeVisible();
      expect((await drawer.boundingBox())?.width).toBe(width);
      await expectNoSidewaysScroll(page);
      await drawer.getByRole('tab', { name: 'Calls' }).tap();
      await expect(drawer.getByRole('listitem').nth(8)).toBeVisible();
      await expectNoSidewaysScroll(page);
    });
  });
}
