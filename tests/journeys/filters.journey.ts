import { devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { expectLoaded, expectNoSidewaysScroll, listTab, numberIn, signIn } from './person.ts';

const allCalls = '/scoreboard?tab=all-calls&outcome=all+calls';
const twoOfThree =
  'You cannot use the Offers, Services, and Insurance filters at the same time. You can only combine 2 out of the 3 filters.';

const filtersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Filters' });
const field = (page: Page, name: string) => panel(page).getByRole('combobox', { name, exact: true });
const offered = (page: Page, name: string | RegExp) => page.getByRole('menuitemcheckbox', { name });
const options = (page: Page, how: { name?: string } = {}) =>
  page.getByRole('listbox').getByRole('option', how);
/** The buttons in the fields of the panel that remove a value; with the keyboard, Backspace does. */
const removals = (page: Page, label = '') => panel(page).locator(`[aria-label^="Remove ${label}"]`);
const chips = (page: Page) => page.getByRole('group', { name: 'Active filters' });
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

async function callsListed(page: Page): Promise<number> {
  const line = page.getByRole('status').filter({ hasText: /^[\d,]+ calls?/ });
  await expect(line).toBeVisible();
  return numberIn(await line.textContent());
}

async function add(page: Page, name: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Add filter' }).click();
  await offered(page, name).click();
}

test('I find the calls about two services; Back takes the last choice away, and turning the filter off all of them', async ({
  page,
}) => {
  await signIn(page, 'owner', allCalls);
  const everything = await callsListed(page);
  await expect(panel(page)).toHaveCount(0);
  await filtersButton(page).click();
  await offered(page, 'Services').click();
  await expect(field(page, 'Services')).toBeFocused();
  await expect(field(page, 'Services')).toHaveAttribute('placeholder', 'Start typing to search');
  await options(page).first().click();
  await expect(page).toHaveURL(/service=/);
  const one = removals(page);
  await expect(one).toHaveCount(1);
  await expect.poll(() => callsListed(page)).toBeLessThan(everything);
  const withOne = await callsListed(page);
  await options(page).nth(1).click();
  await expect.poll(() => callsListed(page)).toBeGreaterThan(withOne);
  await expect(one).toHaveCount(1);
  await expect(panel(page).getByText('+1', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(panel(page).getByText('+1', { exact: true })).toHaveCount(0);
  await expect(one).toHaveCount(1);
  await expect.poll(() => callsListed(page)).toBe(withOne);
  await panel(page).getByRole('button', { name: 'Turn off the filter Services' }).click();
  await expect(page).not.toHaveURL(/service=/);
  await expect(field(page, 'Services')).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: 'Add filter' })).toBeFocused();
  await expect.poll(() => callsListed(page)).toBe(everything);
  for (const name of ['Placed on hold', 'Wrong source mentioned']) {
    await add(page, name);
    await expect(field(page, name)).toBeFocused();
    await expect(page.getByRole('listbox')).toHaveCount(1);
    await expect(options(page)).toHaveText(['Yes', 'No']);
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/wrongSourceMentioned=1/);
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('A colleague opens my filtered list, with the filters open that made it', async ({ page, context }) => {
  await signIn(page, 'frontdesk', `${allCalls}&patientType=New+Patient+Opportunity&onHold=0`);
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByText('New Patient Opportunity').first()).toBeVisible();
  await expect(field(page, 'Placed on hold')).toHaveValue('No');
  await expect(filtersButton(page)).toContainText('2');
  const count = await callsListed(page);
  await expect(chips(page)).toHaveCount(0);
  await filtersButton(page).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(chips(page).getByRole('button', { name: /remove this filter/ })).toHaveCount(2);
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await expect(panel(colleague)).toBeVisible();
  expect(await callsListed(colleague)).toBe(count);
});

test('Of offers, services and insurance I combine two; the third says why it cannot be used', async ({
  page,
}) => {
  await signIn(page, 'owner', allCalls);
  await callsListed(page);
  await filtersButton(page).click();
  await offered(page, 'Offers').click();
  await page.keyboard.press('Escape');
  await expect(panel(page).getByRole('paragraph').filter({ hasText: twoOfThree })).toHaveCount(0);
  await add(page, 'Insurance');
  await page.keyboard.press('Escape');
  await expect(panel(page).getByRole('paragraph').filter({ hasText: twoOfThree })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Add filter' }).click();
  const third = offered(page, /^Services/);
  await expect(third).toHaveAttribute('aria-disabled', 'true');
  await expect(third).toHaveAccessibleDescription(twoOfThree);
  await third.focus();
  await page.keyboard.press('Enter');
  await expect(third).toHaveAttribute('aria-checked', 'false');
  await expect(field(page, 'Services')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await panel(page).getByRole('button', { name: 'Turn off the filter Offers' }).click();
  await expect(panel(page).getByRole('paragraph').filter({ hasText: twoOfThree })).toHaveCount(0);
  await add(page, 'Services');
  await expect(field(page, 'Services')).toBeFocused();
});

test('Other dates or another list clear the filters; of the dates it is said, and can be undone', async ({
  page,
}) => {
  await signIn(page, 'owner', `${allCalls}&range=all&callerGender=Female&callerGender=Male&onHold=1&q=a`);
  await expect(panel(page)).toBeVisible();
  await test.step('The filters, their options, and the menu that adds one', async () => {
    await add(page, 'Call handler');
    await expect(options(page).first()).toBeVisible();
    // where the menu was, the pointer may be over an outcome and open its tooltip
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectLoaded(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await panel(page).getByRole('button', { name: 'Add filter' }).click();
    await expect(offered(page, 'Offers')).toBeVisible();
    await expectAccessible(page, '[role="menu"]');
    await page.keyboard.press('Escape');
  });

  await page.getByRole('button', { name: /All Time/ }).click();
  await page.getByRole('menuitemradio', { name: 'Year', exact: true }).click();
  await expect(page).toHaveURL(/range=year/);
  await expect(page).not.toHaveURL(/callerGender|onHold/);
  await expect(panel(page)).toHaveCount(0);
  await expect(
    page.getByRole('status').filter({ hasText: /All Calls · Year: [A-Z][a-z]{2} \d.*, \d{4}/ }),
  ).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Cleared for the new dates' });
  await expect(notice).toContainText(/Caller gender: Female.*Search: a/);
  await expectAccessible(page, '[role="status"]');
  await notice.getByRole('button', { name: 'Put back' }).press('Enter');
  await expect(page).toHaveURL(/range=year.*callerGender=Female|callerGender=Female.*range=year/);
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await expect(notice).toHaveCount(0);
  await expect(filtersButton(page)).toBeFocused();

  await listTab(page, 'Missed Calls').click();
  await expect(page).toHaveURL(/outcome=missed\+call/);
  await expect(page).not.toHaveURL(/callerGender/);
  await expect(panel(page)).toHaveCount(0);

  await filtersButton(page).click();
  await offered(page, 'Caller gender').click();
  await page.keyboard.press('Escape');
  await expect(field(page, 'Caller gender')).toBeVisible();
  await page.getByRole('button', { name: /All Campaigns/ }).click();
  await page.getByRole('menuitemradio', { name: 'Mailing Campaigns', exact: true }).click();
  await expect(page).toHaveURL(/type=mvp-mail/);
  await expect(panel(page)).toHaveCount(0);
});

test('I find the calls of one of my colleagues and those that no staff answered, and by keyboard choose quickly', async ({
  page,
}) => {
  await signIn(page, 'frontdesk', allCalls);
  await callsListed(page);
  await filtersButton(page).click();
  await offered(page, 'Call handler').click();
  const name = (await options(page).nth(1).textContent()) ?? '';
  await field(page, 'Call handler').fill(name.slice(0, 4));
  await options(page, { name }).click();
  await expect(panel(page).getByText(name, { exact: true }).first()).toBeVisible();
  await expect(rows(page).first()).toContainText(name);
  await removals(page, name).click();
  await expect(page).not.toHaveURL(/callHandlerId/);
  await field(page, 'Call handler').click();
  await options(page, { name: 'Not a member of staff' }).click();
  await expect(page).toHaveURL(/callHandlerId=nonStaff/);
  await expect(rows(page).first()).toContainText(/IVR|Voicemail|No Answer/);
  await page.keyboard.press('Escape');

  await panel(page).getByRole('button', { name: 'Add filter' }).focus();
  await page.keyboard.press('Enter');
  await expect(offered(page, 'Offers')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Offers')).toBeFocused();
  await expect(options(page).nth(2)).toBeVisible();
  for (let choice = 0; choice < 3; choice += 1) {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  await expect(removals(page)).toHaveCount(2);
  await expect(panel(page).getByText('+2', { exact: true })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(panel(page).getByText('+1', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  // the address follows what is shown: Back before that would go one choice further
  const offersInAddress = () => new URL(page.url()).searchParams.getAll('offer').length;
  await expect.poll(offersInAddress).toBe(2);
  await page.goBack();
  await expect.poll(offersInAddress).toBe(3);
});

test('Options that cannot be loaded say so and appear after Retry; a filter without options says N/A', async ({
  page,
}) => {
  await signIn(page, 'owner', allCalls);
  const address = '**/api/data/object/score/field*';
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: Record<string, { picklist: unknown[] }> };
    answer.data['paymentType'] = { picklist: [] };
    await route.fulfill({ response, json: answer });
  });
  await page.route(address, (route) => route.abort(), { times: 1 });
  await callsListed(page);
  await filtersButton(page).click();
  await offered(page, 'Caller language').click();
  await expect(panel(page).getByText('The options could not be loaded.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).getByText('The options could not be loaded.')).toHaveCount(0);
  await field(page, 'Caller language').click();
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await add(page, 'Payment type');
  await expect(field(page, 'Payment type')).toHaveAttribute('placeholder', 'N/A');
  await expect(page.getByRole('listbox')).toHaveText('N/A');
});

test('In a low window I reach the last filter too', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 520 });
  await signIn(page, 'owner', allCalls);
  await filtersButton(page).click();
  const last = page.getByRole('menuitemcheckbox').last();
  await last.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 900);
  const name = (await last.textContent()) ?? '';
  await last.click();
  await expect(panel(page).getByText(name, { exact: true })).toBeVisible();
});

test('My filters follow the words of my business', async ({ page }) => {
  await signIn(page, 'other', allCalls);
  await callsListed(page);
  await filtersButton(page).click();
  await expect(offered(page, /patient/i)).toHaveCount(0);
  await offered(page, /^Customer type|^Client type/).click();
  await options(page).first().click();
  await expect(page).toHaveURL(/patientType=/);
  await filtersButton(page).click();
  await expect(chips(page)).toContainText(/(Customer|Client) type/);
});

test.describe('on my phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: devices['iPhone 13'].userAgent,
  });

  test('I filter the calls with my thumb, and nothing sticks out', async ({ page }) => {
    await signIn(page, 'frontdesk', allCalls);
    const everything = await callsListed(page);
    await expectLoaded(page);
    await expectAccessible(page);
    await filtersButton(page).tap();
    await expectNoSidewaysScroll(page);
    await offered(page, 'Caller gender').tap();
    await options(page, { name: 'Female' }).tap();
    await expect.poll(() => callsListed(page)).toBeLessThan(everything);
    await expectNoSidewaysScroll(page);
    await expectLoaded(page);
    await expectAccessibleAsShown(page);
    for (const name of ['Filters', 'Add filter', 'Turn off the filter Caller gender']) {
      const box = await page.getByRole('button', { name }).first().boundingBox();
      expect([name, (box?.height ?? 0) >= 44]).toEqual([name, true]);
    }
    await page.getByRole('heading', { level: 1, name: 'Scoreboard' }).tap();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await panel(page).getByRole('button', { name: 'Turn off the filter Caller gender' }).tap();
    await expect.poll(() => callsListed(page)).toBe(everything);
  });
});
