import { expect, type Page, test } from '@playwright/test';
import { figureOf, listTab, numberIn, signIn } from './person.ts';

const map = (page: Page) => page.getByRole('region', { name: 'Calls by Day and Hour' });
const cell = (page: Page, when: RegExp | string) => map(page).getByRole('button', { name: when });
const chips = (page: Page) => page.getByRole('group', { name: 'Active filters' });

function countsIn(words: string | null): { calls: number; missed: number } {
  const [, calls, missed] = /: ([\d,]+) calls?, ([\d,]+) missed/.exec(words ?? '') ?? [];
  return { calls: numberIn(calls ?? null), missed: numberIn(missed ?? null) };
}

test('I see when calls come in the week, and open the calls of one hour, also by arrow keys and from a table', async ({
  page,
}) => {
  await signIn(page, 'owner', '/scoreboard?range=all');
  const monday = cell(page, /^Monday, 10 AM: /);
  await monday.scrollIntoViewIfNeeded();
  await expect(
    map(page).getByText(/^Busiest on \w+, \d+ [AP]M \([\d,]+ calls\), most missed on/),
  ).toBeVisible();
  await expect(map(page)).toContainText('each office’s local time');
  const { calls } = countsIn(await monday.getAttribute('aria-label'));
  expect(calls).toBeGreaterThan(0);

  const cells = await cell(page, /\d missed/).evaluateAll((found) =>
    found.map((one) => one.getAttribute('aria-label')),
  );
  const sum = cells.map(countsIn).reduce((all, one) => ({
    calls: all.calls + one.calls,
    missed: all.missed + one.missed,
  }));
  expect(sum).toEqual({
    calls: await figureOf(page, 'All Calls'),
    missed: await figureOf(page, 'Missed Calls'),
  });

  await monday.click();
  await expect(page).toHaveURL(/weekday=1&hour=10|hour=10&weekday=1/);
  await expect(listTab(page, 'All Calls')).toHaveAttribute('aria-selected', 'true');
  await expect(chips(page).getByRole('button', { name: /^Day Monday/ })).toBeVisible();
  await expect(chips(page).getByRole('button', { name: /^Hour 10 AM/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(
    `of ${calls.toLocaleString('en-US')}`,
  );
  const links = page.getByRole('table').getByRole('link');
  await expect(links).toHaveCount(15);
  const times = await links.allTextContents();
  for (const time of times) expect(time).toMatch(/@ 10:\d\d am/);
  await page.goBack();

  const start = cell(page, /^Monday, 9 AM/);
  await start.focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, /^Monday, 10 AM/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, /^Tuesday, 10 AM/)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, /^Sunday, /).last()).toBeFocused();
  await expect(map(page).locator('button[data-position][tabindex="0"]')).toHaveCount(1);
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/hour=9/);
  await page.goBack();

  await map(page).getByText('Table', { exact: true }).click();
  const row = map(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Friday 12 PM' }) });
  await expect(row).toBeVisible();
  const [inRow, missed, share] = await row.getByRole('cell').allTextContents();
  expect(numberIn(share ?? null)).toBe(
    Math.floor((100 * numberIn(missed ?? null)) / numberIn(inRow ?? null) + 0.5),
  );
  await row.getByRole('button').click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${inRow}`);
});
