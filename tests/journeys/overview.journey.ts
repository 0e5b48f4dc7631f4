import { expect, test } from '@playwright/test';
import { figureCard, figureOf, listTab, numberIn, signIn } from './person.ts';

test.beforeEach(async ({ page }) => signIn(page, 'owner'));

const opens = [
  ['All Calls', 'All Calls'],
  ['Opportunity Calls', 'Opportunity Calls'],
  ['Appointments', 'Appointments'],
  ['Missed Calls', 'Missed Calls'],
  ['Follow-up Opportunities', 'Follow-up Calls'],
] as const;

test('I see each figure and open exactly its rows', async ({ page }) => {
  for (const [card, list] of opens) {
    const figure = await figureOf(page, card);
    expect(figure).toBeGreaterThan(0);
    // the whole card is the link
    await figureCard(page, card).click({ position: { x: 24, y: 24 } });
    const tab = listTab(page, list);
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(tab).toContainText(figure.toLocaleString('en-US'));
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(
      `of ${figure.toLocaleString('en-US')}`,
    );
    await page.goBack();
  }
});

test('The card of the conversion rate says how it is counted and opens the calls with appointments', async ({
  page,
  context,
}) => {
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

  // a real link: its address alone, as in a tab of its own, leads there
  const opened = await context.newPage();
  await opened.goto((await link.getAttribute('href')) ?? '');
  await expect(listTab(opened, 'Appointment Calls')).toHaveAttribute('aria-selected', 'true');
  await opened.close();
  await link.press('Enter');
  await expect(listTab(page, 'Appointment Calls')).toHaveAttribute('aria-selected', 'true');
});

test('I pick a value of a breakdown and see the calls behind it', async ({ page }) => {
  const card = page.getByRole('region', { name: 'Caller Gender' });
  const row = card.getByRole('button', { name: /Female/ }).first();
  const count = numberIn((await row.innerText()).split('\n').find((line) => /\d/.test(line)) ?? null);
  await row.click();
  await expect(page).toHaveURL(/callerGender=Female/);
  await expect(listTab(page, 'All Calls')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /Female.*remove this filter/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(
    `of ${count.toLocaleString('en-US')}`,
  );
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Caller Gender' })).toBeVisible();
});

test('I open the full list of a breakdown and close it with Escape', async ({ page }) => {
  const card = page.getByRole('region', { name: 'Top Requested Services' });
  await card.getByRole('button', { name: /See full list|All .* \(\d+\)/ }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('row').nth(6)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('A card that cannot be loaded says so and is there after Retry', async ({ page }) => {
  await page.route('**/api/data/get-payment-types*', (route) => route.abort(), { times: 1 });
  await page.reload();
  const card = page.getByRole('region', { name: 'Payment Types' });
  await expect(card.getByRole('alert')).toContainText('could not be');
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(card.getByRole('alert')).toHaveCount(0);
  await expect(card.getByText(/derived from the calls we scored since \d\d\/\d\d\/\d{4}/)).toBeVisible();
});

test('I see which calls of the last 30 days wait for a callback and open one', async ({ page }) => {
  const panel = page.getByRole('region', { name: /Missed And Follow-up Calls/ });
  await panel.scrollIntoViewIfNeeded();
  await panel.getByRole('row').nth(1).click();
  const drawer = page.getByRole('dialog', { name: 'Missed & Opportunity' });
  await drawer.getByRole('link', { name: 'Call Details' }).click();
  await expect(page).toHaveURL(/\/scoreboard\/[^/?]+/);
  await expect(page.getByRole('dialog', { name: 'Call Details' })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeVisible();
});

test('I ask how the conversion rate is counted, by keyboard, and open the calls it divides by', async ({
  page,
}) => {
  const card = figureCard(page, 'Conversion Rate');
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
