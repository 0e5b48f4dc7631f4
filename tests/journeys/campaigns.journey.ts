import { expect, type Page, test } from '@playwright/test';
import { cardsOf, openMailing, orderOf, settled } from './mailing-cards.ts';
import { bringSession, figureCard, figureOf, listTab, numberIn, openOutbox, signIn } from './person.ts';

const toDo = (page: Page) => page.getByRole('region', { name: 'To do' });

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
  const callers = toDo(page).getByRole('link', { name: /^Call back \d+ people$/ });
  const waiting = numberIn(await callers.textContent());
  await callers.click();
  await expect(page).toHaveURL(/\/callbacks\?.*range=day/);
  await expect(page.getByRole('tab', { name: `To call (${waiting})` })).toBeVisible();
  await page.goto('/scoreboard?tab=front-desk&range=day');
  await toDo(page)
    .getByRole('link', { name: /postcards? to approve$/ })
    .click();
  await expect(page.getByRole('heading', { name: 'In production' })).toBeFocused();
});

test('I sort my mailings, and Back undoes it; of a day without any I find my way back to all of them', async ({
  page,
}) => {
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

  await page.goto('/campaigns?from=2018-01-02&to=2018-01-02&type=non-mailing');
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
  const question = page.getByRole('dialog', { name: `Approve “${title}”?` });
  await expect(question).toContainText('Your name and the date are saved');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(drawer).toBeVisible();
  await approve.click();
  await expect(question).toContainText('You have not looked at the front or the back in full size yet.');
  await question.getByRole('button', { name: 'Look at the Front' }).click();
  await expect(page.getByText('For design changes, write to')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: /^Back of/ }).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await approve.click();
  await expect(question).not.toContainText('You have not looked');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/campaigns');
  await expect(toDo(otherTab).getByRole('button', { name: '1 postcard to approve' })).toBeVisible();
  await question.getByRole('button', { name: 'Approve – goes to print' }).click();
  await expect(page.getByText(`“${title}” is approved and goes to print. Thank you.`)).toBeVisible();
  await expect(approve).toBeHidden();
  await expect(drawer.getByRole('button', { name: /^Approved by Walt Brannigan on / })).toBeVisible();
  await drawer.getByRole('tab', { name: 'Details' }).click();
  await expect(drawer.getByRole('row', { name: /^Approved By/ })).toContainText('Walt Brannigan');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(cardsOf(page, 'In production').filter({ hasText: name })).toContainText('View Details');
  await expect(toApprove).toHaveCount(0);
  await expect(cardsOf(otherTab, 'In production').filter({ hasText: name })).toContainText('View Details');
  await expect(toDo(otherTab).getByRole('button', { name: /to approve$/ })).toHaveCount(0);
  await otherTab.close();
  await expect(cardsOf(page, 'In production').filter({ hasText: name })).toContainText(title);

  const outbox = await openOutbox(page);
  await expect(
    outbox
      .locator('article[data-recipient="other@demo.example"]')
      .filter({ hasText: `${title} was approved` }),
  ).toHaveCount(1);
});

test('Mailings that cannot be loaded say so and are there after Retry', async ({ page }) => {
  // no page is open yet, which would ask again whenever another journey changes a mailing
  await bringSession(page, 'frontdesk');
  await page.route('**/api/data/mailings?*deliveredInFirstCall*', (route) => route.abort(), { times: 1 });
  await page.goto('/campaigns');
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
  await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Review and Approve/ })).toHaveCount(0);
  await openMailing(card);
  await expect(
    page.getByText('You are currently logged in with limited access. Verify your identity to view this page'),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/campaigns\?/);
  expect(refused).toEqual([]);
});
