import { expect, type Page, test } from '@playwright/test';
import { expectLoaded, figureCard, figureOf, listTab, numberIn, signIn } from './person.ts';

async function expectRows(page: Page, count: number): Promise<void> {
  await expect(page).toHaveURL(/tab=all-calls/);
  const rows = new RegExp(`^${count.toLocaleString('en-US')} (calls?|appointments?)$`);
  await expect(page.getByText(rows)).toBeVisible();
}

/** Opens all numbers behind "How is this counted?" of a page. Returns how many those are. */
async function openCounted(page: Page): Promise<number> {
  const questions = page.getByRole('button', { name: /^How is this counted/ }).filter({ visible: true });
  const dialog = page.getByRole('dialog', { name: /^How is this counted/ });
  const total = await questions.count();
  let opened = 0;
  for (let at = 0; at < total; at++) {
    await questions.nth(at).click();
    await expect(dialog).toBeVisible();
    const names = await dialog
      .getByRole('button', { name: /: view / })
      .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? ''));
    await page.keyboard.press('Escape');
    for (const name of names) {
      await questions.nth(at).click();
      await dialog.getByRole('button', { name, exact: true }).click();
      await expectRows(page, numberIn(name));
      await page.goBack();
      await expect(questions).toHaveCount(total);
      opened++;
    }
  }
  return opened;
}

const year = 'range=last-year';
const cards = ['All Calls', 'Opportunity Calls', 'Appointments', 'Missed Calls', 'Follow-up Opportunities'];

for (const screen of ['/scoreboard', '/campaigns'])
  test(`Each number of ${screen} opens as many calls as it says`, async ({ page }) => {
    await signIn(page, 'frontdesk', `${screen}?${year}`);
    for (const title of cards) {
      const figure = await figureOf(page, title);
      await figureCard(page, title).click({ position: { x: 24, y: 24 } });
      await expectRows(page, figure);
      await page.goBack();
    }
    const overTime = page.getByRole('region', { name: 'Calls over Time', exact: true });
    if (screen === '/scoreboard') await overTime.getByRole('listbox').scrollIntoViewIfNeeded();
    if (screen === '/scoreboard')
      await expect(page.getByRole('button', { name: /^Monday, 10 AM/ })).toBeVisible();
    await expectLoaded(page);
    expect(await openCounted(page)).toBeGreaterThan(8);
  });

test('Each breakdown, and an hour of the week, opens as many calls as it says', async ({ page }) => {
  await signIn(page, 'frontdesk', `/scoreboard?${year}`);
  const lists = page.getByRole('list').filter({ has: page.getByTitle('View these calls') });
  await expect(page.getByRole('region', { name: 'Payment Types' })).toContainText('derived from the calls');
  await expectLoaded(page);
  const names = await lists.evaluateAll((found) => found.map((list) => list.ariaLabel ?? ''));
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    const row = page.getByRole('list', { name, exact: true }).getByRole('button').first();
    const line = (await row.innerText()).split('\n').find((text) => /^[\d,]+$/.test(text)) ?? '';
    await row.click();
    await expectRows(page, numberIn(line));
    await page.goBack();
  }
  const hour = page.getByRole('button', { name: /^Monday, 10 AM/ });
  const label = (await hour.getAttribute('aria-label')) ?? '';
  await hour.click();
  await expectRows(page, numberIn(label.replace(/^.*?AM/, '')));
});

test('Each number of a colleague opens their calls, more of them says so, and other lists keep the person', async ({
  page,
}) => {
  await signIn(page, 'frontdesk', `/scoreboard?tab=front-desk&${year}`);
  const panel = page.getByRole('region', { name: /^Details of/ });
  await expect(panel).toContainText('Rank 1');
  const name = (await panel.getByRole('heading').textContent()) ?? '';
  const numberOf = async (figure: RegExp) =>
    numberIn(await panel.getByRole('button', { name: figure }).getAttribute('aria-label'));
  const calls = await numberOf(/ Calls: view all calls/);
  const opportunities = await numberOf(/ Opportunities: /);
  for (const figure of [/ Calls: view all calls/, / Appointments: /, / Appt Calls: /]) {
    const count = await numberOf(figure);
    await panel.getByRole('button', { name: figure }).click();
    await expectRows(page, count);
    await page.goBack();
  }
  await panel.getByRole('button', { name: / Opportunities: / }).click();
  await expectRows(page, calls);
  const numbers = [calls, opportunities].map((count) => count.toLocaleString('en-US'));
  await expect(page.getByRole('status').filter({ hasText: 'show only these' })).toHaveText(
    `${numbers[0]} calls of ${name}, ${numbers[1]} opportunities: show only these`,
  );
  await page.getByRole('button', { name: 'show only these' }).press('Enter');
  await expectRows(page, opportunities);
  for (const list of ['Appointments', 'Missed Calls', 'Appointment Calls']) {
    const tab = listTab(page, list);
    await expect(tab).toHaveText(/\d$/);
    const count = numberIn(await tab.textContent());
    await tab.click();
    await expect(page).toHaveURL(/callHandlerId=/);
    if (count > 0) await expectRows(page, count);
  }
  await page.goto(`/scoreboard?tab=front-desk&${year}`);
  await expect(page.getByRole('region', { name: 'Pricing Related Answers' })).toContainText(
    'derived from the calls',
  );
  await expectLoaded(page);
  expect(await openCounted(page)).toBeGreaterThan(8);
});

test('Each number of Today opens as many calls as it says', async ({ page }) => {
  await signIn(page, 'owner', '/today', 'Today');
  const figures = page.getByRole('region', { name: 'Last 30 days' }).getByRole('listitem');
  await expect(figures).toHaveCount(4);
  await expectLoaded(page);
  for (let at = 0; at < 4; at++) {
    const text = await figures.nth(at).innerText();
    const count = numberIn(text.split('\n').find((line) => /^[\d,]+$/.test(line)) ?? null);
    await figures.nth(at).getByRole('link').click();
    await expectRows(page, count);
    await page.goBack();
    await expectLoaded(page);
  }
});
