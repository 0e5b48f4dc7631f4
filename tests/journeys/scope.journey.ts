import { expect, test } from '@playwright/test';
import { officeIds } from '../../demo/offices.ts';
import { expectAccessible } from './accessibility.ts';
import { figureCard, figureOf, hold, numberIn, signIn } from './person.ts';

test('I choose one office, and every figure follows and stays after a reload', async ({ page }) => {
  await signIn(page, 'owner');
  const all = await figureOf(page, 'All Calls');
  const accounts = page.getByRole('button', { name: /^Accounts/ });
  const modal = page.getByRole('dialog');
  await accounts.click();
  await expect(modal).toBeVisible();
  await expectAccessible(page);
  await test.step('Unselecting all holds only until Apply, which asks for one or more; search finds sub-accounts in any case', async () => {
    await modal.getByRole('button', { name: 'Select none' }).click();
    await expect(modal.getByText('No accounts selected')).toBeVisible();
    await modal.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Please select one or more accounts')).toBeVisible();
    const search = modal.getByRole('textbox', { name: 'Search accounts' });
    await search.fill('nowhere');
    await expect(modal.getByText('No accounts found')).toBeVisible();
    await search.fill('ASHEV');
    await expect(modal.getByRole('checkbox')).toHaveCount(2);
    await modal.getByRole('button', { name: 'Cancel' }).click();
    await expect(modal).toBeHidden();
    expect(await figureOf(page, 'All Calls')).toBe(all);
  });
  await accounts.click();
  await modal.getByRole('button', { name: 'Select none' }).click();
  await modal.getByRole('textbox', { name: 'Search accounts' }).fill('ASHEV');
  await modal.getByRole('checkbox', { name: /Asheville/ }).check();
  await modal.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/accounts=/);
  await expect.poll(() => figureOf(page, 'All Calls')).toBeLessThan(all);
  const one = await figureCard(page, 'All Calls').textContent();
  await page.reload();
  await expect(figureCard(page, 'All Calls')).toHaveText(one ?? '');
  await page.goto('/scoreboard');
  await expect(page).toHaveURL(/accounts=/);
});

test('I look at one week by a link with dates, read when its days end at my offices, and of an office that is not mine', async ({
  page,
}) => {
  await signIn(page, 'owner', '/scoreboard?from=2024-03-04&to=2024-03-10');
  const days = page.getByRole('menu').getByText('Mar 4, 2024 – Mar 10, 2024, days');
  const more = page.getByRole('button', { name: 'More about this screen' });
  await expect(page.getByRole('button', { name: 'Dates: 3/4/24 – 3/10/24' })).toBeVisible();
  await more.click();
  await expect(days).toHaveText(/days in UTC$/);
  await page.goto(`/scoreboard?from=2024-03-04&to=2024-03-10&accounts=${officeIds.asheville}`);
  // its last day is the first of daylight saving time
  await more.click();
  await expect(days).toHaveText(/days end 8 pm Eastern$/);
  await page.goto('/scoreboard?accounts=nobody-knows-this');
  await expect(page.getByText(/account.* left out|no access|not yours/i).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible();
});

test('I choose last month with two presses, whose link keeps the name, then mailings only, and a custom range', async ({
  page,
}) => {
  await signIn(page, 'frontdesk');
  const figures = page.waitForRequest(
    (request) => new URL(request.url()).searchParams.get('filters[dateFilterType]') === 'custom',
  );
  await page.getByRole('button', { name: /All Time/ }).click();
  await page.getByRole('menuitemradio', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/range=last-month/);
  await expect(page).not.toHaveURL(/from=|to=/);
  const sent = new URL((await figures).url()).searchParams;
  const start = sent.get('filters[startDate]') ?? '';
  const end = sent.get('filters[endDate]') ?? '';
  expect(start).toMatch(/^\d{4}-\d\d-01$/);
  expect(end.slice(0, 7)).toBe(start.slice(0, 7));
  await page.getByRole('button', { name: 'More about this screen' }).click();
  await expect(
    page.getByRole('menu').getByText(/^\w{3}\s1,\s\d{4} – \w{3}\s(28|29|30|31),\s\d{4}, days end/),
  ).toBeVisible();
  await page.goto('/scoreboard');
  await expect(page).toHaveURL(/range=last-month/);
  const dates = page.getByRole('button', { name: /Last month/ });
  await expect(dates).toBeVisible();

  await test.step('I look at mailings only', async () => {
    await page.getByRole('button', { name: /All Campaigns/ }).click();
    await page.getByRole('menuitemradio', { name: 'Mailing Campaigns', exact: true }).click();
    await expect(page).toHaveURL(/type=mvp-mail/);
    await page.goBack();
    await expect(page).not.toHaveURL(/type=/);
  });

  await test.step('A custom range without a date says what is missing', async () => {
    await dates.click();
    await page.getByRole('menuitemradio', { name: 'Custom Date Range' }).click();
    const dialog = page.getByRole('dialog', { name: 'Custom Date Range' });
    await expect(dialog).toBeVisible();
    // the menu fades out below the dialog, which hides it from roles; by its element it is still found
    await expect(page.locator('[role="menu"]')).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Please specify date range or click cancel')).toBeVisible();
    const today = dialog.locator('[aria-current="date"]');
    await expect.poll(async () => (await today.textContent()) === String(new Date().getUTCDate())).toBe(true);
    await page.keyboard.press('Escape');
  });

  await page.goto('/scoreboard');
  await expect(page).toHaveURL(/range=last-month/);
  await expect(page).not.toHaveURL(/type=/);
});

test('My business has clients, not patients, and the words follow', async ({ page }) => {
  await signIn(page, 'other');
  await expect(page.getByRole('heading', { name: /client types/i })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/patient types/i);
});

test('With limited access I see the figures, and no calls', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await signIn(page, 'limited');
  await expect(page.getByText(/\(Limited Access\)/)).toBeVisible();
  await expect(figureCard(page, 'All Calls')).toContainText(/\d/);
  await page.goto('/campaigns');
  await expect(page.getByText(/^\d+ on the way$/)).toBeVisible();
  await page.goto('/scoreboard?tab=all-calls');
  await expect(
    page
      .getByText('You are currently logged in with limited access. Verify your identity to view this page')
      .first(),
  ).toBeVisible();
  expect(refused).toEqual([]);
});

test('I compare the figures with the previous period and with a year ago, and All Time with nothing', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/call-summary-count')) requested.push(request.url());
  });
  await signIn(page, 'owner', '/scoreboard?range=last-year');
  const calls = await figureOf(page, 'All Calls');
  const dates = page.getByRole('button', { name: /^Dates:/ });
  await expect(page).not.toHaveURL(/compareWith/);
  const card = figureCard(page, 'All Calls');
  const change = /[+-]([\d,]+)%, (more|fewer) than ([\d,]+)/;
  await expect(card).toContainText(change);
  const [text, share, , before] = change.exec((await card.textContent()) ?? '') ?? [];
  const difference = calls - numberIn(before ?? null);
  expect(Math.round((100 * Math.abs(difference)) / numberIn(before ?? null))).toBe(numberIn(share ?? null));
  expect(text?.startsWith(difference > 0 ? '+' : '-')).toBe(true);
  await expect(page.getByText(/^Compared with Jan 1 – Dec 31, \d{4}$/)).toBeVisible();
  await expectAccessible(page, 'section[aria-labelledby="summary-title"]');
  for (const title of ['All Calls', 'Conversion Rate', 'Missed Calls'])
    await expect(figureCard(page, title).locator('polyline')).toHaveAttribute('points', /( .*){11}/);
  await expect(figureCard(page, 'Follow-up Opportunities')).toContainText(
    'Not compared: always last 30 days',
  );
  expect(new Set(requested).size).toBe(2);
  await test.step('I see in which services and at the front desk it gets better', async () => {
    const row = page.getByRole('list', { name: 'Top Requested Services' }).getByRole('listitem').first();
    const asked = page.getByRole('region', { name: 'Asked For Appointment' });
    await expect(row).toContainText(
      /(?:[+-][\d,]+%, (?:more|fewer) than|under 1% more than|the same,) [\d,]+$/,
    );
    await page.getByRole('tab', { name: 'Front Desk' }).press('Enter');
    await expect(asked).toContainText(/(?:points?, (?:more|less) than |the same, )\d+%/);
    await expect(page.getByText(/^Compared with/).filter({ visible: true })).toHaveCount(1);
  });
  const year = new Date().getUTCFullYear() - 2;
  await page.goto(`/scoreboard?from=${year}-01-01&to=${year}-12-31&compareWith=year-ago`);
  expect(await figureOf(page, 'All Calls')).toBe(numberIn(before ?? null));
  await expect(page.getByText(/^Compared with \w+ \d+, \d{4} – \w+ \d+, \d{4}$/)).toBeVisible();
  await dates.click();
  await page.getByRole('menuitemradio', { name: 'All Time' }).click();
  await expect(page).toHaveURL(/range=all/);
  await expect(page.getByText(/^Compared with/)).toHaveCount(0);
  await page.goto('/campaigns?range=last-year');
  await expect(figureCard(page, 'All Calls')).toContainText(text ?? '');
});

test('I turn the comparison off, and it stays off', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?range=last-year');
  const compared = page.getByText(/^Compared with/);
  await expect(compared).toBeVisible();
  const dates = page.getByRole('button', { name: /^Dates:/ });
  await dates.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Off' }).press('Enter');
  await expect(page).toHaveURL(/range=last-year&compareWith=off/);
  await expect(compared).toHaveCount(0);
  await page.goto('/settings');
  await page.goto('/campaigns');
  await expect(page).toHaveURL(/compareWith=off/);
  await figureOf(page, 'All Calls');
  await expect(compared).toHaveCount(0);
  for (const range of ['All Time', 'Last year']) {
    await dates.press('Enter');
    await page.getByRole('menuitemradio', { name: range, exact: true }).press('Enter');
  }
  await expect(page).toHaveURL(/range=last-year&compareWith=off/);
  await dates.press('Enter');
  await page.getByRole('menuitemradio', { name: 'The period before' }).press('Enter');
  await expect(page).not.toHaveURL(/compareWith/);
  await expect(compared).toBeVisible();
});

test('The figures are there before their comparison', async ({ page }) => {
  const comparison = await hold(page, '/api/data/call-summary-count?*-01-01*');
  await signIn(page, 'owner', '/scoreboard?from=2026-02-01&to=2026-02-28');
  expect(await figureOf(page, 'All Calls')).toBeGreaterThan(0);
  await expect(figureCard(page, 'All Calls')).not.toContainText('than');
  comparison();
  await expect(figureCard(page, 'All Calls')).toContainText('than');
});

test('Few calls are not compared, and a comparison that fails leaves the figures', async ({ page }) => {
  await signIn(page, 'frontdesk', '/scoreboard?range=day');
  await expect(figureCard(page, 'Missed Calls')).toContainText('Not compared: ');
  await page.route(/call-summary-count.*-01-01/, (route) => route.abort());
  await page.goto('/scoreboard?from=2026-02-01&to=2026-02-28');
  await expect(figureCard(page, 'All Calls')).toContainText('Could not be compared');
  expect(await figureOf(page, 'All Calls')).toBeGreaterThan(0);
});

test('In any wide window accounts, dates and campaigns are one row, and I read the accounts’ name and count', async ({
  page,
}) => {
  const many = (answer: { data: { accounts: { name: string; parent: string | null }[] } }) => {
    for (const account of answer.data.accounts)
      if (account.parent === null) account.name = `MMMMM ${account.name} of the Whole Valley`;
    return answer;
  };
  await page.route('**/user/relatedAccounts', async (route) =>
    route.fulfill({ json: many((await (await route.fetch()).json()) as Parameters<typeof many>[0]) }),
  );
  await signIn(page, 'owner');
  for (const path of [
    '/scoreboard',
    '/scoreboard?range=last-30-days&type=non-mailing',
    '/scoreboard?from=2025-11-10&to=2026-02-25&type=non-mailing',
    '/campaigns?range=year&type=non-mailing',
    '/maps?type=non-mailing',
    '/tracking-lines',
  ]) {
    await page.goto(path);
    const accounts = page.getByRole('button', { name: /^Accounts/ });
    await expect(accounts).toBeVisible();
    const cut: string[] = [];
    for (const width of [900, 1020, 1140, 1260, 1380, 1410, 1440, 1500, 1600, 1680, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const shown = await accounts.evaluate((button) => {
        const name = button.querySelector('[data-least]') as HTMLElement;
        const count = button.querySelector('.mantine-Badge-root') as HTMLElement;
        const measured = document.createElement('span');
        measured.textContent = name.dataset['least'] ?? '';
        measured.style.whiteSpace = 'nowrap';
        name.after(measured);
        const needed = measured.getBoundingClientRect().width;
        measured.remove();
        const [outer, inner] = [button.getBoundingClientRect(), count.getBoundingClientRect()];
        const scope = button.closest('section') as HTMLElement;
        const controls = [...scope.querySelectorAll('button')].map((control) =>
          control.getBoundingClientRect(),
        );
        return {
          row: new Set(controls.map(({ top, height }) => Math.round(top + height / 2))).size === 1,
          name: name.getBoundingClientRect().width >= needed - 1,
          count: inner.right <= outer.right && count.scrollWidth <= count.clientWidth + 1,
          page: document.documentElement.scrollWidth <= window.innerWidth,
        };
      });
      if (!shown.row || !shown.name || !shown.count || !shown.page)
        cut.push(`${path} ${width}: ${JSON.stringify(shown)}`);
    }
    expect(cut).toEqual([]);
  }
});
