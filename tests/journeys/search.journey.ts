import { expect, type Page, type Route, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { expectNoSidewaysScroll, lightPage, signIn } from './person.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search everything' });
const selected = (page: Page) => dialog(page).getByRole('option', { selected: true });
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name, exact: true });

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test('By keyboard, on a desktop and on a phone, I find a caller by name and by number, and my choice is remembered without either', async ({
  page,
}) => {
  const office = await OwnOffice.open([
    { callerName: 'Wilhelmina Quist', number: '+13035557788' },
    { callerName: 'Somebody Else', number: '+13035557799' },
  ]);
  await office.enter(page, ...lightPage);
  await searchFor(page, 'quist wil');
  await expect(group(page, 'Callers').getByRole('option')).toHaveCount(1);
  await expect(selected(page)).toContainText('Wilhelmina Quist');
  await expect(dialog(page).getByRole('status')).toHaveText('1 result');
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/callers/${office.callId(0)}`));
  await expect(page.getByRole('heading', { level: 1, name: 'Wilhelmina Quist' })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Quist|5557788/i);
  await page.setViewportSize(desktop);

  await searchFor(page, '(303) 555-7799');
  await expect(group(page, 'Callers').getByRole('option')).toHaveText([/^Somebody Else/]);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([/^Wilhelmina Quist/]);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('A command opens its list, Escape leads back to where I was, and the menu says the keys', async ({
  page,
}) => {
  await signIn(page, 'owner', ...lightPage);
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await button.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Search Ctrl K');
  await button.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await button.press('Enter');
  await expect(dialog(page).getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('silverwren');
  await expect(group(page, 'Offices')).toBeVisible();
  await expect(selected(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type(' zzyzx');
  await expect(dialog(page).getByText(/^Nothing found\./)).toBeVisible();
  await page.setViewportSize(phone);
  await expectAccessibleAsShown(page);
  await page.setViewportSize(desktop);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await searchFor(page, 'missed yesterday');
  await expect(selected(page)).toHaveText('Missed calls yesterday');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=all-calls/);
  await expect(page).toHaveURL(/outcome=missed\+call/);
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await expect(page.getByRole('tab', { name: /^Missed Calls/ })).toHaveAttribute('aria-selected', 'true');

  await searchFor(page, 'tracking lines');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toHaveText('Tracking Lines');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tracking Lines' })).toBeVisible();
});

test('While I type quickly only the last answer shows, and a search that fails can be tried again', async ({
  page,
}) => {
  const office = await OwnOffice.open([{ callerName: 'Aurelia Brandt' }, { callerName: 'Aurelius Brandt' }]);
  await office.enter(page, ...lightPage);
  const held: Route[] = [];
  const asked: string[] = [];
  await page.route('**/api/data/search?*', (route) => {
    const words = new URL(route.request().url()).searchParams.get('query') ?? '';
    asked.push(words);
    if (words === 'aurelia') held.push(route);
    else if (words === 'fails') void route.fulfill({ status: 500, json: { status: 'error', message: 'no' } });
    else void route.continue();
  });
  await page.route('**/api/data/views', (route) => route.abort(), { times: 1 });
  await searchFor(page, 'no such view');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expect(dialog(page).getByRole('status')).toHaveText('');
  await dialog(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(dialog(page).getByRole('status')).toHaveText('Nothing found');
  await page.keyboard.press('Escape');

  await searchFor(page, 'Aurelia');
  await expect.poll(() => held.length).toBe(1);
  const abandoned = page.waitForEvent('requestfailed', (request) => request.url().includes('aurelia'));
  await page.keyboard.press('Backspace');
  await page.keyboard.type('us');
  await expect(group(page, 'Callers').getByRole('option')).toHaveText([/^Aurelius Brandt/]);
  // the request for the replaced search was canceled
  await abandoned;

  await page.keyboard.press('Control+a');
  await page.keyboard.type('fails');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await page.unroute('**/api/data/search?*');
  await dialog(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(dialog(page).getByText(/^Nothing found\./)).toBeVisible();
  expect(asked.length).toBeLessThan(9);
});
